// The time to live: jobs of each state after it has ended.
import { expect, test } from "vitest";
import { clean, promote, redrive, turn, turnPlain } from "../../../src/engine/all-scripts.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { ended, ending, head, omit, record, ref, run } from "../kit/forms.ts";
import { expectParts, type State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, due, place, START, tick } from "../kit/times.ts";
import { type Action, settle, stateWithoutReplies } from "../kit/turns.ts";

const queueWith = connectQueues();
const EXPIRES = START + 1_000;
const jobs = { a: record(place(1), "{}", { expiresAt: EXPIRES }) };
const leased: State = {
  leased: { a: START + 5_000 },
  jobs,
  runs: { a: run("L", tick(7), { expiresAt: EXPIRES }) },
  meta: { head: head({ due: EXPIRES, runs: 1, enqueued: 1 }) },
};
const LATER = clockAt(EXPIRES);

let number = 1;
/** Settles job a. Resolves with the letter. */
function settleA(queue: TestQueue, action: Action, { delay = "", times = clockAt(START) } = {}) {
  number += 1;
  return settle(queue, [[action, "a", tick(7), delay]], { times, number });
}

test("a job that expires while it is leased is not dropped, and can be completed", async () => {
  const queue = await queueWith(leased);
  expect(await queue.call(clean, { times: LATER })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expectParts(await queue.state(), omit(leased, "meta"));
  expect(await settleA(queue, "complete", { times: LATER })).toBe("c");
  const { meta, ...rest } = await stateWithoutReplies(queue);
  expect(rest).toEqual({ endings: { a: ending("C", tick(0, EXPIRES)) } });
  expect(meta?.head).toMatch(/ 0 1 0 1\|$/);
});

test("a job that is released after it expired is dropped by the next lease", async () => {
  const queue = await queueWith(leased);
  expect(await settleA(queue, "release", { times: LATER })).toBe("r");
  expect((await stateWithoutReplies(queue)).expiring).toEqual({ a: EXPIRES });
  number += 1;
  expect(await queue.call(turn, { times: LATER, number })).toHaveLength(3);
  const { meta, ...rest } = await stateWithoutReplies(queue);
  expect(rest).toEqual({ endings: { a: ending("E", tick(0, EXPIRES)) } });
  expect(meta).toMatchObject({ released: "1", expired: "1" });
});

test("a delayed job is dropped by a clean when it expires before it is due", async () => {
  const queue = await queueWith(leased);
  expect(await settleA(queue, "retry", { delay: "60000" })).toBe("d");
  expectParts(await queue.state(), { delayed: { a: due(START + 60_000, 5) }, expiring: { a: EXPIRES } });
  expect(await queue.call(clean, { times: clockAt(EXPIRES - 1) })).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.call(clean, { times: LATER })).toEqual(["ok", "0 0 0 1 0 0 0"]);
  const { meta, ...rest } = await stateWithoutReplies(queue);
  expect([Object.keys(rest), meta?.expired]).toEqual([["endings"], "1"]);
});

test("a failed job stays, and expires once it is redriven", async () => {
  const queue = await queueWith(leased);
  await settleA(queue, "fail");
  await queue.call(clean, { times: LATER });
  expectParts(await queue.state(), {
    failed: { a: START },
    jobs,
    runs: { a: run("F", tick(7), { expiresAt: EXPIRES, attempts: [ended("f", tick(7))] }) },
  });
  number += 1;
  await queue.call(redrive, { times: LATER, number });
  expectParts(await queue.state(), { ready: { a: place(1, 5, { time: EXPIRES }) }, expiring: { a: EXPIRES } });
  number += 1;
  await queue.call(turn, { times: LATER, number });
  const { meta, ...rest } = await stateWithoutReplies(queue);
  expect([Object.keys(rest), meta?.expired, meta?.redriven]).toEqual([["endings"], "1", "1"]);
});

test("a ready job expires after its lease did, and its late holder gets the reason", async () => {
  const queue = await queueWith({ ...leased, leased: { a: START }, meta: { head: head({ due: START, runs: 1 }) } });
  await queue.call(clean);
  expectParts(await queue.state(), { ready: { a: place(1) }, expiring: { a: EXPIRES } });
  await queue.call(clean, { times: LATER });
  expect(await settleA(queue, "complete", { times: LATER })).toBe("E");
});

test("a promoted job keeps its time to live", async () => {
  const queue = await queueWith();
  await enqueueAll(queue, [{ id: "a", delay: 60_000, uniqueFor: 0, ttl: 1_000 }]);
  number += 1;
  await queue.call(promote, { ids: ["a"], number });
  expectParts(await queue.state(), { ready: { a: place(2) }, expiring: { a: EXPIRES } });
  number += 1;
  expect(await queue.call(turn, { times: clockAt(EXPIRES - 1), number, count: 1 })).toContain("1\ta");
  expect((await stateWithoutReplies(queue)).runs?.a).toContain(` 5 ${EXPIRES}\n`);
});

test.each(["turn", "turnPlain"])(
  "a job does not inherit the time to live of an earlier one with its id that %s completed late",
  async (name) => {
    const queue = await queueWith({
      ...leased,
      leased: {},
      ready: { a: place(1) },
      expiring: { a: EXPIRES },
      meta: { head: head({ flags: "h", due: EXPIRES, runs: 1 }), heard: String(EXPIRES) },
    });
    number += 1;
    const plain = { number, count: 0, items: [ref("a", tick(7))] };
    if (name === "turn" || (await queue.call(turnPlain, plain))[0] === "not_plain")
      expect(await settleA(queue, "complete")).toBe("c");
    await enqueueAll(queue, [{ id: "a", uniqueFor: 0 }], { lane: "other" });
    expect(await queue.call(clean, { times: LATER })).toEqual(["ok", "0 0 0 0 0 0 0"]);
    expect((await stateWithoutReplies(queue)).ready).toEqual({ a: place(101) });
  },
);
