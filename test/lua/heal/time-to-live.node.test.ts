// What becomes of a job with a time to live on each of its ways.
import { expect, test } from "vitest";
import { clean, promote, redrive, turn, turnPlain } from "../../../src/engine/scripts.gen.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { without } from "../kit/settling.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  due,
  ending,
  head,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const DIES = START + 1_000;
const jobs = { a: record(place(1), "{}", `x${DIES}`) };
const held: State = {
  leased: [["a", START + 5_000]],
  jobs,
  runs: { a: run("L", tick(7), { dies: DIES }) },
  meta: { head: head({ due: DIES, runs: 1, enqueued: 1 }) },
};
const later = clockAt(DIES);

/** The state without what is kept of requests. */
async function state(queue: Bench): Promise<State> {
  return without((await queue.state()) as Record<string, unknown>, "replies:w") as State;
}

let number = 1;
const end = async (queue: Bench, what: string, detail = "", times = clockAt(START)) => {
  number += 1;
  return (await queue.call(turn, { times, number, count: 0, items: [what, ref("a", tick(7)), detail, ""] }))[1];
};

test("one that is leased is not dropped while it is held, and can be completed late", async () => {
  const queue = fresh();
  await queue.seed(held);
  expect(await queue.call(clean, { times: later })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await state(queue)).toMatchObject(without(held as Record<string, unknown>, "meta"));
  expect(await end(queue, "c", "", later)).toBe("c");
  const { meta, ...rest } = await state(queue);
  expect(rest).toEqual({ endings: ending("a", "C", tick(0, DIES)) });
  expect(meta?.head).toMatch(/ 0 1 0 1$/);
});

test("one that is given back past it is dropped by the next lease", async () => {
  const queue = fresh();
  await queue.seed(held);
  expect(await end(queue, "g", "", later)).toBe("r");
  expect((await state(queue)).expiring).toEqual([["a", DIES]]);
  number += 1;
  expect(await queue.call(turn, { times: later, number })).toHaveLength(3);
  const { meta, ...rest } = await state(queue);
  expect(rest).toEqual({ endings: ending("a", "E", tick(0, DIES)) });
  expect(meta).toMatchObject({ released: "1", expired: "1" });
});

test("one that is tried again after it is dropped by a clean, though it is not due", async () => {
  const queue = fresh();
  await queue.seed(held);
  expect(await end(queue, "r", "60000")).toBe("d");
  expect(await state(queue)).toMatchObject({ delayed: [["a", due(START + 60_000, 5)]], expiring: [["a", DIES]] });
  expect(await queue.call(clean, { times: clockAt(DIES - 1) })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.call(clean, { times: later })).toEqual(["ok", "0 0 0 1 0 0 0"]);
  const { meta, ...rest } = await state(queue);
  expect([Object.keys(rest), meta?.expired]).toEqual([["endings"], "1"]);
});

test("one that failed stays, and its time to live counts again when it is redriven", async () => {
  const queue = fresh();
  await queue.seed(held);
  await end(queue, "f");
  await queue.call(clean, { times: later });
  expect(await state(queue)).toMatchObject({
    failed: [["a", START]],
    jobs,
    runs: { a: run("F", tick(7), { dies: DIES }) },
  });
  number += 1;
  await queue.call(redrive, { times: later, number });
  expect(await state(queue)).toMatchObject({ ready: [["a", place(1, 5, DIES)]], expiring: [["a", DIES]] });
  number += 1;
  await queue.call(turn, { times: later, number });
  const { meta, ...rest } = await state(queue);
  expect([Object.keys(rest), meta?.expired, meta?.redriven]).toEqual([["endings"], "1", "1"]);
});

test("one whose lease ran out expires in line, and its holder learns it", async () => {
  const queue = fresh();
  await queue.seed({ ...held, leased: [["a", START]], meta: { head: head({ due: START, runs: 1 }) } });
  await queue.call(clean);
  expect(await state(queue)).toMatchObject({ ready: [["a", place(1)]], expiring: [["a", DIES]] });
  await queue.call(clean, { times: later });
  expect(await end(queue, "c", "", later)).toBe("E");
});

test("one that is promoted keeps it", async () => {
  const queue = fresh();
  await enqueueAll(queue, [["a", "5 +60000 0 - 1000"]]);
  number += 1;
  await queue.call(promote, ...about(["a"], { ids: ["a"], number }));
  expect(await state(queue)).toMatchObject({ ready: [["a", place(2)]], expiring: [["a", DIES]] });
  number += 1;
  expect(await queue.call(turn, { times: clockAt(DIES - 1), number, count: 1 })).toContain("1\ta");
  expect((await state(queue)).runs?.a).toContain(` 5 ${DIES}\n`);
});

test.each(["turn", "turnPlain"])("a job of the same id is no older for one that %s completed late", async (name) => {
  const queue = fresh();
  await queue.seed({
    ...held,
    leased: [],
    ready: [["a", place(1)]],
    expiring: [["a", DIES]],
    meta: { head: head({ flags: "h", due: DIES, runs: 1 }), heard: String(DIES) },
  });
  const [bucket, items] = [about(["a"], {})[0].buckets, [ref("a", tick(7))]];
  number += 1;
  const odd = name === "turn" || (await queue.call(turnPlain, { number, count: 0, bucket, items }))[0] === "odd";
  if (odd) expect(await end(queue, "c")).toBe("c");
  await enqueueAll(queue, [["a", "5 - 0 - -"]], { lane: "other" });
  expect(await queue.call(clean, { times: later })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect((await state(queue)).ready).toEqual([["a", place(101)]]);
});
