// How much turn brings back on the way to a lease, and what it says of the rest.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { asked } from "../kit/settling.ts";
import { benches, clockAt, due, head, NEVER, place, record, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();

test.each([
  [1, 12],
  [3, 16],
  [45, 100],
  [1_000, 1_000],
])("a turn that leases %d heals %d of each kind, and says whether there is more", async (count, most) => {
  const queue = fresh();
  const ids = Array.from({ length: most + 1 }, (_, i) => `${i}`);
  await queue.seed({
    leased: ids.map((id) => [id, START - 1]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id, i) => [id, run("L", tick(i), { place: place(i) })])),
    meta: { head: head({ due: START - 1, runs: most + 1 }) },
  });
  const [, , header] = await queue.call(turn, { count });
  expect(header?.split(" ")[2]).toBe("1");
  expect((await queue.state()).leased?.filter(([, end]) => end === START - 1)).toHaveLength(1);
  expect((await queue.state()).meta?.reclaimed).toBe(String(most));
  for (let number = 2; number < 5; number++) await queue.call(turn, { count: 1_000, number });
  expect((await queue.call(turn, { count, number: 9 }))[2]).toBe(`${START} - 0 ${START + 30_000} -h -`);
});

test("what was healed is due no more, and a turn looks again when something is", async () => {
  const queue = fresh();
  await queue.seed({ delayed: [["d", due(START + 5)]], jobs: { d: record() }, meta: { head: head({ due: START }) } });
  expect((await queue.call(turn))[2]).toBe(`${START} - 0 ${START + 5} -h -`);
  expect((await queue.call(turn, { number: 2, times: clockAt(START + 4) }))[2]).toBe(
    `${START + 4} - 0 ${START + 5} -h -`,
  );
  expect(await queue.call(turn, { number: 3, times: clockAt(START + 5) })).toContain("d");
  expect((await queue.state()).meta?.head).not.toContain(String(NEVER));
});

test("a turn of a paused queue heals ten of each kind, and says whether there is more", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 11 }, (_, i) => `${i}`);
  await queue.seed({
    delayed: ids.map((id) => [id, due(START)]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    meta: { head: head({ flags: "p", due: START }) },
  });
  expect((await queue.call(turn))[2]).toBe(`${START} - 1 ${START} -ph -`);
  expect((await queue.state()).ready).toHaveLength(10);
  expect((await queue.call(turn, { number: 2 }))[2]).toBe(`${START} - 0 ${NEVER} -ph -`);
});

test.each([
  [0, 1],
  [1, 0],
])("a turn of a paused queue says whether there is more: in %d ms", async (ms, more) => {
  const queue = fresh();
  const ids = Array.from({ length: 11 }, (_, i) => `${i}`);
  await queue.seed({
    delayed: ids.map((id, i) => [id, due(i < 10 ? START : START + ms)]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    meta: { head: head({ flags: "p", due: START }) },
  });
  expect((await queue.call(turn))[2]).toBe(`${START} - ${more} ${START + ms} -ph -`);
});

test.each([
  ["now", START, 1],
  ["in a millisecond", START + 1, 0],
])("a turn that finds no job says that there is more where a lease has expired %s", async (_, end, more) => {
  const queue = fresh();
  const ids = Array.from({ length: 13 }, (_each, i) => `${i}`);
  await queue.seed({
    // Twelve of them fail in this turn, so that nothing becomes ready.
    leased: ids.map((id, i) => [id, i < 12 ? START - 1 : end]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    runs: Object.fromEntries(ids.map((id, i) => [id, run("L", tick(i), { max: 1 })])),
    meta: { head: head({ due: START - 1, runs: 13 }) },
  });
  expect((await queue.call(turn, { count: 1 }))[2]).toBe(`${START} - ${more} ${end} -h -`);
});

test("a turn with an idempotency key notes what is due next, though it finds nothing", async () => {
  const queue = fresh();
  const meta = { head: head({ flags: "h", due: START - 1 }), heard: String(NEVER) };
  await queue.seed({ meta });
  expect((await queue.call(turn, { number: 0 }))[2]).toBe(`${START} - 0 ${NEVER} -h -`);
  expect(await queue.state()).toEqual({ meta: { ...meta, head: head({ flags: "h" }) } });
});

test("a turn that finds no job says when what it settles is due", async () => {
  const queue = fresh();
  await queue.seed({
    leased: [["a", START + 9_000]],
    jobs: { a: record() },
    runs: { a: run("L", tick(1)) },
    meta: { head: head({ due: START + 9_000, runs: 1 }) },
  });
  const [items, parts] = asked([["r", "a", tick(1), "500"]]);
  expect((await queue.call(turn, { count: 1, items }, parts))[2]).toBe(`${START} - 0 ${START + 500} -h -`);
});

test("a turn that finds no job says when the next thing is due, though the head says an earlier time, and changes nothing", async () => {
  const queue = fresh();
  const before: State = {
    delayed: [["d", due(START + 5, 5, 999)]],
    jobs: { d: record() },
    meta: { head: head({ flags: "h", tick: tick(-1), due: START + 1 }), heard: String(NEVER) },
  };
  await queue.seed(before);
  expect((await queue.call(turn, { number: 0 }))[2]).toBe(`${START} - 0 ${START + 5} -h -`);
  expect(await queue.state()).toEqual(before);
});
