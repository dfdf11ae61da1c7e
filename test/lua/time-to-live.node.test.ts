// What becomes of a job with a time to live on each of its ways.
import { expect, test } from "vitest";
import { clean, lease, redrive, settle } from "../../src/core/scripts.gen.ts";
import { type Bench, benches, due, order, record, run, START, type State } from "./state.ts";

const fresh = benches();
const DIES = START + 1_000;
const jobs = { a: record("{}", "- 1000") };
const held: State = {
  leased: [["a", START + 5_000]],
  expiring: [["a", DIES]],
  jobs,
  runs: { a: run("L", 7, { dies: DIES }) },
  meta: { fence: "7", sequence: "1", enqueued: "1" },
};
const later = `=${DIES}`;

/** The state without what is kept of requests. */
async function state(queue: Bench): Promise<State> {
  const all = Object.entries(await queue.state()).filter(([key]) => !key.startsWith("reply:"));
  return Object.fromEntries(all) as State;
}

const end = (queue: Bench, what: string, detail = "") =>
  queue.call(settle, { items: [what, "a", "7", detail, ""] }, { ids: ["a"] });

test("one that is leased is not dropped while it is held, and can be completed late", async () => {
  const queue = fresh();
  await queue.seed(held);
  expect(await queue.call(clean, { clock: later })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await state(queue)).toEqual({ ...held, expiring: undefined });
  expect(await end(queue, "c")).toEqual(["ok", "L"]);
  expect(await state(queue)).toEqual({ meta: { ...held.meta, completed: "1" } });
});

test("one that is given back past it is dropped by the next lease", async () => {
  const queue = fresh();
  await queue.seed(held);
  await queue.call(clean, { clock: later });
  await end(queue, "g");
  expect(await queue.call(lease, { clock: later, worker: "" }, { nonce: "m" })).toHaveLength(3);
  expect(await state(queue)).toEqual({ meta: { ...held.meta, released: "1", expired: "1" } });
});

test("one that is tried again after it is dropped by a clean, though it is not due", async () => {
  const queue = fresh();
  await queue.seed(held);
  await end(queue, "r", "60000");
  expect((await state(queue)).delayed).toEqual([["a", due(START + 60_000)]]);
  expect(await queue.call(clean, { clock: later })).toEqual(["ok", "0 0 0 1 0 0 0"]);
  expect(await state(queue)).toEqual({ meta: { ...held.meta, retried: "1", expired: "1" } });
});

test("one that failed stays, and its time to live counts again when it is redriven", async () => {
  const queue = fresh();
  await queue.seed(held);
  await end(queue, "f");
  await queue.call(clean, { clock: later });
  const failed = {
    failed: [["a", START]],
    jobs,
    runs: { a: run("F", 7, { dies: DIES }) },
    meta: { ...held.meta, failed: "1" },
  };
  expect(await state(queue)).toEqual(failed);
  await queue.call(redrive, { clock: later }, { nonce: "m" });
  expect(await state(queue)).toMatchObject({ ready: [["a", order(2)]], meta: { redriven: "1" } });
  await queue.call(lease, { clock: later, worker: "" }, { nonce: "o" });
  expect(await state(queue)).toEqual({ meta: { ...failed.meta, sequence: "2", redriven: "1", expired: "1" } });
});
