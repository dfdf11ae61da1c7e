// turn: the number of jobs that one request heals, and the next due time in its reply.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { byId, head, numberedIds, record, run } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, LEASE_END, NEVER, place, START, tick } from "../kit/times.ts";
import { turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();

test.each([
  [1, 12],
  [3, 16],
  [45, 100],
  [1_000, 1_000],
])("a turn that leases %d heals %d of each kind, and reports that more is left", async (count, max) => {
  const ids = numberedIds(max + 1);
  const queue = await queueWith({
    leased: byId(ids, () => START - 1),
    jobs: byId(ids, () => record()),
    runs: byId(ids, (_, i) => run("L", tick(i), { place: place(i) })),
    meta: { head: head({ due: START - 1, runs: max + 1 }) },
  });
  const [, , header] = await queue.call(turn, { count });
  expect(header?.split(" ")[2]).toBe("1");
  const { leased = {}, meta } = await queue.state();
  expect(Object.values(leased).filter((end) => end === START - 1)).toHaveLength(1);
  expect(meta?.reclaimed).toBe(String(max));
  for (let number = 2; number < 5; number++) await queue.call(turn, { count: 1_000, number });
  expect((await queue.call(turn, { count, number: 9 }))[2]).toBe(`${START} - 0 ${LEASE_END} -h -`);
});

test("a turn updates the next due time after it healed, and heals again at that time", async () => {
  const queue = await queueWith({
    delayed: { d: due(START + 5) },
    jobs: { d: record() },
    meta: { head: head({ due: START }) },
  });
  expect((await queue.call(turn))[2]).toBe(`${START} - 0 ${START + 5} -h -`);
  const [, , header] = await queue.call(turn, { number: 2, times: clockAt(START + 4) });
  expect(header).toBe(`${START + 4} - 0 ${START + 5} -h -`);
  expect(await queue.call(turn, { number: 3, times: clockAt(START + 5) })).toContain("d");
  expect((await queue.state()).meta?.head).not.toContain(String(NEVER));
});

test("a turn of a paused queue heals ten of each kind, and reports whether more is left", async () => {
  const ids = numberedIds(11);
  const queue = await queueWith({
    delayed: byId(ids, () => due(START)),
    jobs: byId(ids, () => record()),
    meta: { head: head({ flags: "p", due: START }) },
  });
  expect((await queue.call(turn))[2]).toBe(`${START} - 1 ${START} -ph -`);
  expect(Object.keys((await queue.state()).ready ?? {})).toHaveLength(10);
  expect((await queue.call(turn, { number: 2 }))[2]).toBe(`${START} - 0 ${NEVER} -ph -`);
});

test.each([
  ["1 for a job that is due now", 1, 0],
  ["0 for a job that is due in a millisecond", 0, 1],
])("a turn of a paused queue reports more as %s", async (_, more, ms) => {
  const ids = numberedIds(11);
  const queue = await queueWith({
    delayed: byId(ids, (_id, i) => due(i < 10 ? START : START + ms)),
    jobs: byId(ids, () => record()),
    meta: { head: head({ flags: "p", due: START }) },
  });
  expect((await queue.call(turn))[2]).toBe(`${START} - ${more} ${START + ms} -ph -`);
});

test.each([
  ["1 if another lease has expired", START, 1],
  ["0 if another lease expires in a millisecond", START + 1, 0],
])("a turn that finds no job reports more as %s", async (_, end, more) => {
  const ids = numberedIds(13);
  const queue = await queueWith({
    ...leasedQueue(ids, { parts: { max: 1 }, head: { due: START - 1 } }),
    // Twelve of them fail in this turn, so no job becomes ready.
    leased: byId(ids, (_id, i) => (i < 12 ? START - 1 : end)),
  });
  expect((await queue.call(turn, { count: 1 }))[2]).toBe(`${START} - ${more} ${end} -h -`);
});

test("a turn with an idempotency key updates the next due time even if it finds no job", async () => {
  const meta = { head: head({ flags: "h", due: START - 1 }), heard: String(NEVER) };
  const queue = await queueWith({ meta });
  expect((await queue.call(turn, { number: 0 }))[2]).toBe(`${START} - 0 ${NEVER} -h -`);
  expect(await queue.state()).toEqual({ meta: { ...meta, head: head({ flags: "h" }) } });
});

test("a turn that finds no job replies with the due time of the job that it retries", async () => {
  const queue = await queueWith(leasedQueue(["a"], { head: { due: START + 9_000 } }));
  const [, , header] = await turnWith(queue, [["retry", "a", tick(1), "500"]], { count: 1 });
  expect(header).toBe(`${START} - 0 ${START + 500} -h -`);
});

test("a turn that finds no job replies with the real due time if the head states an earlier one, and changes nothing", async () => {
  const before: State = {
    delayed: { d: due(START + 5, 5, { n: 999 }) },
    jobs: { d: record() },
    meta: { head: head({ flags: "h", tick: tick(-1), due: START + 1 }), heard: String(NEVER) },
  };
  const queue = await queueWith(before);
  expect((await queue.call(turn, { number: 0 }))[2]).toBe(`${START} - 0 ${START + 5} -h -`);
  expect(await queue.state()).toEqual(before);
});
