// turn: Redis refuses the lease, for example because a key is full. Settled jobs stay settled.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, ending, head, omit, record, rememberedReply, run } from "../kit/forms.ts";
import { LEASED_AND_READY } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { NEVER, place, RESULT_TTL, START, tick } from "../kit/times.ts";
import { itemFields, turnWith } from "../kit/turns.ts";
import { listenedQueue, wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();

const noLease = refuseWrites("name=='ZADD' and string.find(key,':leased$')");
const items = itemFields([["complete", "a", tick(7), "1"]]);
const settledOnly = (due: number): State => ({
  ready: { b: place(2) },
  jobs: { b: record(place(2), "B") },
  endings: { a: ending("C") },
  "result:a": [`C ${START} 1`, RESULT_TTL],
  meta: { head: head({ due, enqueued: 2, leased: 1, completed: 1 }) },
  ...rememberedReply(`c\n${START} - 1 - - -`),
});

test("a turn whose lease is refused settles, and hands out nothing", async () => {
  const queue = await queueWith(LEASED_AND_READY);
  const text = await queue.through(noLease).call(turn, { items, count: 1 });
  expect(text).toEqual(["ok", "c", `${START} - 1 - - -`]);
  expect(await queue.state()).toEqual(settledOnly(START + 1));
});

test("a turn whose lease is refused remembers its reply if settling was a unit of its own", async () => {
  const queue = await queueWith({
    ...LEASED_AND_READY,
    meta: { head: head({ due: START, runs: 1, enqueued: 2, leased: 1 }) },
  });
  const text = await queue.through(noLease).call(turn, { items, count: 1 });
  expect(text).toEqual(["ok", "c", `${START} - 1 - - -`]);
  expect(await queue.state()).toEqual(settledOnly(START));
  expect((await queue.call(turn, { items, count: 1 })).slice(0, 2)).toEqual(["again", "c"]);
});

test("a refused lease without items to settle fails and changes nothing", async () => {
  const queue = await queueWith(LEASED_AND_READY);
  await expectRefused(queue.through(noLease).call(turn, { count: 1 }));
  expect(await queue.state()).toEqual(LEASED_AND_READY);
});

test("a turn that neither settles nor leases remembers no reply", async () => {
  // Without a head, something may be due, so that settling is a unit of its own.
  const before = omit(LEASED_AND_READY, "meta");
  const queue = await queueWith(before);
  const text = await turnWith(queue.through(noLease), [["complete", "unknown", tick(7), "1"]], { count: 1 });
  expect(text).toEqual(["ok", "U", `${START} - 1 - - -`]);
  expect(await queue.state()).toEqual(before);
});

test("a refused lease leaves the runs of jobs that were leased before as they were", async () => {
  const before: State = {
    ready: byId(["new", "shorter", "longer"], (_, i) => place(i)),
    jobs: { new: record(), shorter: record(), longer: record() },
    runs: { shorter: run("W", tick(1), { progress: "of the last lease" }), longer: run("W", tick(2), { worker: "" }) },
    meta: { head: head({ runs: 2 }) },
  };
  const queue = await queueWith(before);
  for (const n of [1, 2, 3, 4, 5]) {
    await expectRefused(queue.through(refuseWrites(`n==${n}`)).call(turn, { count: 3, worker: "worker" }));
    expect(await queue.state()).toEqual(before);
  }
});

test("a turn whose lease is refused wakes listeners for the jobs that it releases, and publishes no empty queue", async () => {
  const queue = await queueWith(listenedQueue());
  const release = () => turnWith(queue.through(noLease), [["release", "a", tick(1)]], { count: 1 });
  expect(await wakesDuring(queue, release)).toEqual(["1 6000"]);
  const other = await queueWith({
    ...LEASED_AND_READY,
    meta: { head: head({ flags: "h", due: START, runs: 1 }), heard: String(NEVER) },
  });
  expect(await wakesDuring(other, () => other.through(noLease).call(turn, { items, count: 1 }))).toEqual([]);
});
