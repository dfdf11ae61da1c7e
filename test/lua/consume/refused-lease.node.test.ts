// turn whose lease is refused, as where a key is full: what it settles holds.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { heardOf, queueOf, settleFor } from "../kit/hearing.ts";
import { refusing } from "../kit/refusing.ts";
import { asked, type Item } from "../kit/settling.ts";
import {
  benches,
  ending,
  head,
  KEEP_RESULT,
  NEVER,
  place,
  record,
  reply,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

/** A job that is held, and one that is ready. */
const two: State = {
  ready: [["b", place(2)]],
  leased: [["a", START + 1]],
  jobs: { a: record(place(1), "A"), b: record(place(2), "B") },
  runs: { a: run("L", tick(7)) },
  meta: { head: head({ due: START + 1, runs: 1, enqueued: 2, leased: 1 }) },
};
const noLease = refusing("name=='ZADD' and string.find(key,':leased$')");
const [items, parts] = asked([["c", "a", tick(7), "1"]]);
const settledOnly = (due: number): State => ({
  ready: [["b", place(2)]],
  jobs: { b: record(place(2), "B") },
  endings: ending("a", "C", tick(100)),
  "result:a": [`C ${START} 1`, KEEP_RESULT],
  meta: { head: head({ due, enqueued: 2, leased: 1, completed: 1 }) },
  ...reply(`c\n${START} - 1 - - -`),
});

test("settles, and hands out nothing", async () => {
  const queue = fresh();
  await queue.seed(two);
  const text = await queue.through(noLease).call(turn, { items, count: 1 }, parts);
  expect(text).toEqual(["ok", "c", `${START} - 1 - - -`]);
  expect(await queue.state()).toEqual(settledOnly(START + 1));
});

test("still remembers what it has settled, where that was a unit of its own", async () => {
  const queue = fresh();
  await queue.seed({ ...two, meta: { head: head({ due: START, runs: 1, enqueued: 2, leased: 1 }) } });
  const text = await queue.through(noLease).call(turn, { items, count: 1 }, parts);
  expect(text).toEqual(["ok", "c", `${START} - 1 - - -`]);
  expect(await queue.state()).toEqual(settledOnly(START));
  expect((await queue.call(turn, { items, count: 1 }, parts)).slice(0, 2)).toEqual(["again", "c"]);
});

test("fails where there was nothing to settle, and changes nothing", async () => {
  const queue = fresh();
  await queue.seed(two);
  await expect(queue.through(noLease).call(turn, { count: 1 })).rejects.toMatchObject({ code: "record_too_large" });
  expect(await queue.state()).toEqual(two);
});

test("leaves no reply behind where nothing was settled or leased", async () => {
  const queue = fresh();
  // Without a head, something may be due, so that settling is a unit of its own.
  const { meta: _, ...before } = two;
  await queue.seed(before);
  const [unknown, results] = asked([["c", "nobody", tick(7), "1"]]);
  const text = await queue.through(noLease).call(turn, { items: unknown, count: 1 }, results);
  expect(text).toEqual(["ok", "U", `${START} - 1 - - -`]);
  expect(await queue.state()).toEqual(before);
});

test("leaves the runs of jobs that were leased before as they were", async () => {
  const queue = fresh();
  const before: State = {
    ready: ["new", "shorter", "longer"].map((id, i) => [id, place(i)]),
    jobs: { new: record(), shorter: record(), longer: record() },
    runs: { shorter: run("W", tick(1), { progress: "of the last lease" }), longer: run("W", tick(2), { worker: "" }) },
    meta: { head: head({ runs: 2 }) },
  };
  await queue.seed(before);
  for (const condition of [1, 2, 3, 4, 5].map((n) => `n==${n}`)) {
    const refused = queue.through(refusing(condition)).call(turn, { count: 3, worker: "worker" });
    await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(before);
  }
});

test("tells listeners of what it gave back, and not that the queue is empty", async () => {
  const queue = fresh();
  await queue.seed(queueOf());
  const sent = (item: Item) => heardOf(queue, () => settleFor(queue.through(noLease), [item], 1));
  expect(await sent(["g", "a", tick(1)])).toEqual(["1 6000"]);
  const other = fresh();
  await other.seed({ ...two, meta: { head: head({ flags: "h", due: START, runs: 1 }), heard: String(NEVER) } });
  expect(await heardOf(other, () => other.through(noLease).call(turn, { items, count: 1 }, parts))).toEqual([]);
});
