// Listeners: a lease that finds no job notes that a listener may wait for wakes, up to a time. A request after that removes
// the note.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites, TO_META } from "../kit/adapters.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { head, record } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, LISTENS_UNTIL, NEVER, place, START, tick } from "../kit/times.ts";
import { turnWith } from "../kit/turns.ts";
import { listenedQueue, wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();
const LISTENING = 600_000;
const flags = "h";

test("a lease that finds no job notes a listener, and renews the note after half of its time", async () => {
  const meta = (last: number, heard: number) => ({ head: head({ flags, tick: last }), heard: String(heard) });
  const queue = await queueWith({ meta: { head: head() } });
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

test.each([
  ["flag", { head: head(), heard: LISTENS_UNTIL }],
  ["time", { head: head({ flags }) }],
])("a listener is noted anew if the %s of the note was lost", async (_, meta) => {
  const queue = await queueWith({ meta });
  await queue.call(turn);
  expect((await queue.state()).meta).toEqual({ head: head({ flags }), heard: LISTENS_UNTIL });
});

test("the note is not renewed before half of its time is over", async () => {
  const before: State = { meta: { head: head({ flags }), heard: String(START + LISTENING / 2 + 1) } };
  const queue = await queueWith(before);
  await queue.call(turn);
  expect((await queue.state()).meta).toEqual(before.meta);
});

test("no listener is noted by a lease that finds a job between two beats, by a settle, or without a queue", async () => {
  const queue = await queueWith();
  await queue.call(turn);
  expect(await queue.state()).toEqual({});
  await queue.seed({ meta: { head: head() } });
  await turnWith(queue, [["complete", "a", tick(1)]], { number: 2 });
  expect((await queue.state()).meta).toEqual({ head: head(), stale: "1" });
  await queue.seed({ ready: { r: place(1) }, jobs: { r: record() }, meta: { head: head() } });
  await queue.call(turn, { number: 3 });
  expect((await queue.state()).meta?.heard).toBeUndefined();
});

test.each<[what: string, flags: string, act: (queue: TestQueue) => Promise<unknown>]>([
  ["a lease of a paused queue", "p", (queue) => queue.call(turn)],
  ["a lease with a beat that finds a job", "", (queue) => queue.call(turn, { count: 1, heartbeat: "1" })],
])("%s notes a listener", async (_, before, act) => {
  const queue = await queueWith({
    ready: { r: place(1) },
    jobs: { r: record() },
    meta: { head: head({ flags: before }) },
  });
  await act(queue);
  const { meta } = await queue.state();
  expect([meta?.heard, meta?.head?.slice(0, 4).trim()]).toEqual([String(START + LISTENING), `2 ${before}h`.trim()]);
});

test("a refused write leaves the last note as it was", async () => {
  const before: State = { meta: { head: head({ flags }), heard: String(START + 1) } };
  const queue = await queueWith(before);
  for (const condition of ["n==1", TO_META]) {
    await expectRefused(queue.through(refuseWrites(condition)).call(turn));
    expect(await queue.state()).toEqual(before);
  }
});

test("the note is removed some time after its end, and nothing is published from then on", async () => {
  const queue = await queueWith({ meta: { head: head({ flags }), heard: String(START + 1) } });
  const messages: string[] = [];
  for (let number = 1; number <= 64; number++) {
    const act = () => enqueueAll(queue, [{ id: `${number}` }], { times: clockAt(START + 1), number });
    messages.push(...(await wakesDuring(queue, act)));
  }
  expect(messages.length).toBeLessThan(32);
  expect((await queue.state()).meta?.head).toMatch(/^2 {2}\d/);
});

test.each<[what: string, before: string, last: number, heard: number | undefined, left: string]>([
  ["is removed at one of 32 ticks", "h", 64, START, ""],
  ["is removed without the other flags", "lh", 64, START, "l"],
  ["is removed if its time was lost", "h", 64, undefined, ""],
  ["stays until its end", "h", 64, START + 1, "h"],
  ["stays at the tick before", "h", 63, START, "h"],
  ["stays at the tick after", "h", 65, START, "h"],
])("the note %s", async (_, before, last, heard, left) => {
  const meta = (of: string, at: number, enqueued: number) => ({
    head: head({ flags: of, tick: tick(at), enqueued }),
    ...(heard && { heard: String(heard) }),
  });
  const queue = await queueWith({ meta: { ...meta(before, last - 1, 0), registered: String(START) } });
  const messages = await wakesDuring(queue, (each) => enqueueAll(each, [{}]));
  expect(messages).toEqual(left.includes("h") ? ["1 -"] : []);
  expect((await queue.state()).meta).toEqual({ ...meta(left, last, 1), registered: String(START) });
});

test.each([
  [62, []],
  [61, ["0 500"]],
])("a turn checks the note at its last tick, which is two after tick %i", async (last, messages) => {
  const queue = await queueWith(listenedQueue({ tick: tick(last), due: NEVER }));
  await queue.seed({ ready: { r: place(1) }, jobs: { r: record() }, meta: { heard: String(START) } });
  const act = (each: TestQueue) => turnWith(each, [["retry", "a", tick(1), "500"]], { count: 1 });
  expect(await wakesDuring(queue, act)).toEqual(messages);
});
