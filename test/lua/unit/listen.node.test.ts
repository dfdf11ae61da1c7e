// That somebody listens for wakes: noted by a lease that finds nothing, and forgotten some time after it is over.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { enqueueEach, heardOf, queueOf, settleFor } from "../kit/hearing.ts";
import { refusing } from "../kit/refusing.ts";
import {
  type Bench,
  benches,
  clockAt,
  head,
  NEVER,
  place,
  record,
  ref,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const LISTENING = 600_000;
const flags = "h";

test("is noted where a lease finds nothing, and again after half of the time", async () => {
  const queue = fresh();
  const meta = (last: number, heard: number) => ({ head: head({ flags, tick: last }), heard: String(heard) });
  await queue.seed({ meta: { head: head() } });
  await queue.call(turn, { number: 1 });
  expect((await queue.state()).meta).toEqual(meta(tick(100), START + LISTENING));
  for (const [number, time, heard] of [
    [2, START + LISTENING / 2 - 1, START + LISTENING],
    [3, START + LISTENING / 2, START + LISTENING * 1.5],
  ] as const) {
    await queue.call(turn, { number, times: clockAt(time) });
    expect((await queue.state()).meta).toMatchObject({ heard: String(heard) });
  }
});

test("is noted anew where the flag was lost, whatever time is left of the last note", async () => {
  const queue = fresh();
  const heard = String(START + LISTENING);
  await queue.seed({ meta: { head: head(), heard } });
  await queue.call(turn);
  expect((await queue.state()).meta).toEqual({ head: head({ flags }), heard });
});

test("is not noted before half of the time is over", async () => {
  const queue = fresh();
  const before: State = { meta: { head: head({ flags }), heard: String(START + LISTENING / 2 + 1) } };
  await queue.seed(before);
  await queue.call(turn);
  expect((await queue.state()).meta).toEqual(before.meta);
});

test("is not noted where it finds something between two beats, asks for nothing, or there is no queue", async () => {
  const queue = fresh();
  await queue.call(turn);
  expect(await queue.state()).toEqual({});
  await queue.seed({ meta: { head: head() } });
  await queue.call(turn, { number: 2, count: 0, items: ["c", ref("a", tick(1)), "", ""] });
  expect((await queue.state()).meta).toEqual({ head: head(), stale: "1" });
  await queue.seed({ ready: [["r", place(1)]], jobs: { r: record() }, meta: { head: head() } });
  await queue.call(turn, { number: 3 });
  expect((await queue.state()).meta?.heard).toBeUndefined();
});

test.each<[what: string, flags: string, act: (queue: Bench) => Promise<unknown>]>([
  ["by a lease of a paused queue", "p", (queue) => queue.call(turn)],
  ["by a lease that finds something, with a beat", "", (queue) => queue.call(turn, { count: 1, beats: "1" })],
])("is noted %s", async (_, before, act) => {
  const queue = fresh();
  await queue.seed({ ready: [["r", place(1)]], jobs: { r: record() }, meta: { head: head({ flags: before }) } });
  await act(queue);
  const { meta } = await queue.state();
  expect([meta?.heard, meta?.head?.slice(0, 4).trim()]).toEqual([String(START + LISTENING), `2 ${before}h`.trim()]);
});

test("is not noted where that is refused, and what was noted before stays", async () => {
  const queue = fresh();
  const before: State = { meta: { head: head({ flags }), heard: String(START + 1) } };
  await queue.seed(before);
  for (const condition of ["n==1", "string.find(key,':meta$')"]) {
    const refused = queue.through(refusing(condition)).call(turn);
    await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(before);
  }
});

test("is forgotten some time after it is over, and nothing is said from then on", async () => {
  const queue = fresh();
  await queue.seed({ meta: { head: head({ flags }), heard: String(START + 1) } });
  const said: string[] = [];
  for (let number = 1; number <= 64; number++) {
    const act = () => enqueueAll(queue, [[`${number}`]], { times: clockAt(START + 1), number });
    said.push(...(await heardOf(queue, act)));
  }
  expect(said.length).toBeLessThan(32);
  expect((await queue.state()).meta?.head).toMatch(/^2 {2}\d/);
});

test.each<[what: string, before: string, last: number, heard: number | undefined, left: string]>([
  ["is forgotten at one of 32 ticks", "h", 64, START, ""],
  ["is forgotten without the other flags", "lh", 64, START, "l"],
  ["is forgotten where the time was lost", "h", 64, undefined, ""],
  ["is known while the time lasts", "h", 64, START + 1, "h"],
  ["is not looked at a tick before", "h", 63, START, "h"],
  ["is not looked at a tick after", "h", 65, START, "h"],
])("%s", async (_, before, last, heard, left) => {
  const queue = fresh();
  const meta = (of: string, at: number, enqueued: number) => ({
    head: head({ flags: of, tick: tick(at), enqueued }),
    ...(heard && { heard: String(heard) }),
  });
  await queue.seed({ meta: { ...meta(before, last - 1, 0), registered: String(START) } });
  const said = await heardOf(queue, (each) => enqueueEach(each, "5 - - - -"));
  expect(said).toEqual(left.includes("h") ? ["1 -"] : []);
  expect((await queue.state()).meta).toEqual({ ...meta(left, last, 1), registered: String(START) });
});

test.each([
  [62, []],
  [61, ["0 500"]],
])("is looked at by a turn at its last tick, two after %i", async (last, said) => {
  const queue = fresh();
  await queue.seed(queueOf({ tick: tick(last), due: NEVER }));
  await queue.seed({ ready: [["r", place(1)]], jobs: { r: record() }, meta: { heard: String(START) } });
  expect(await heardOf(queue, (each) => settleFor(each, [["r", "a", tick(1), "500"]], 1))).toEqual(said);
});
