// recordEvents: turns the recording of events on and off, and changes its bound.
import { expect, test } from "vitest";
import { destroy, recordEvents } from "../../../src/engine/all-scripts.ts";
import { expectRefused, fillMemory, refuseWrites } from "../kit/adapters.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { head } from "../kit/forms.ts";
import { FIRST, recordingMeta, recordingQueue } from "../kit/recording-queue.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, LISTENS_UNTIL, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const bare: State = { meta: { head: head(), born: "1" } };

test("recordEvents turns the recording on and off, and changes nothing else", async () => {
  const queue = await queueWith(bare);
  for (let i = 0; i < 2; i++) {
    expect(await queue.call(recordEvents, { keep: 5 })).toEqual(["ok", "-"]);
    const meta = { born: "1", head: head({ flags: "e" }), events: `5 ${tick(100)}`, recorded: String(tick(100)) };
    expect(await queue.state()).toEqual({ meta });
  }
  await enqueueAll(queue, [{ id: "x" }]);
  const { events: entries, ...others } = await queue.state();
  expect(entries).toEqual([[tick(101), `${START}\nRx`]]);
  for (let i = 0; i < 2; i++) {
    expect(await queue.call(recordEvents, { keep: 0 })).toEqual(["ok", "-"]);
    const meta = { born: "1", head: head({ tick: tick(101), enqueued: 1 }), recorded: String(tick(101)) };
    expect(await queue.state()).toEqual({ ...others, meta });
  }
  // The next number shows that entries in between may be missing.
  await queue.call(recordEvents, { keep: 7 });
  expect((await queue.state()).meta).toMatchObject({ events: `7 ${tick(102)}`, recorded: String(tick(102)) });
});

test("recordEvents changes the bound at once", async () => {
  const entries: State["events"] = [1, 2, 3].map((n) => [FIRST + n, `${START}\nR${n}`]);
  const queue = await queueWith({ ...recordingQueue, events: entries });
  await queue.call(recordEvents, { keep: 2 });
  const meta = { ...recordingQueue.meta, ...recordingMeta(2) };
  expect(await queue.state()).toEqual({ ...recordingQueue, meta, events: entries.slice(1) });
});

test("recordEvents keeps the numbers of a recording that is on already", async () => {
  const before: State = { ...recordingQueue, meta: { ...recordingQueue.meta, ...recordingMeta(1_000, FIRST + 3) } };
  const queue = await queueWith(before);
  await queue.call(recordEvents, { keep: 5 });
  expect(await queue.state()).toEqual({ ...before, meta: { ...before.meta, ...recordingMeta(5, FIRST + 3) } });
});

test.each([
  ["well before the last tick", tick(98), tick(100)],
  ["just before the last tick", tick(99), tick(100)],
  ["at the last tick", tick(100), tick(101)],
  ["past the last tick", tick(500), tick(501)],
])("a recording that begins again leaves out at least one number, after a last number %s", async (_, last, first) => {
  const queue = await queueWith({ meta: { ...bare.meta, recorded: String(last) } });
  await queue.call(recordEvents, { keep: 5 });
  const meta = { ...bare.meta, head: head({ flags: "e" }), events: `5 ${first}`, recorded: String(first) };
  expect(await queue.state()).toEqual({ meta });
});

test("a recording that begins with the first tick leaves out the number 1", async () => {
  const queue = await queueWith();
  const first = 1_600_000_000_000;
  await queue.call(recordEvents, { keep: 5, times: clockAt(first) });
  const meta = { events: "5 1", recorded: "1", heard: String(first + 600_000) };
  expect(await queue.state()).toEqual({ meta: { ...meta, head: head({ flags: "eh", tick: 0, due: 0 }) } });
});

test("recordEvents begins again in a queue that has lost its flag or its first number", async () => {
  for (const meta of [
    { head: head(), ...recordingMeta() },
    { head: head({ flags: "e" }), recorded: String(FIRST) },
  ]) {
    const queue = await queueWith({ meta });
    await queue.call(recordEvents, { keep: 5 });
    const after = { head: head({ flags: "e" }), events: `5 ${tick(100)}`, recorded: String(tick(100)) };
    expect(await queue.state()).toEqual({ meta: after });
  }
});

test("recordEvents ends the recording of a queue that has lost its last number", async () => {
  const queue = await queueWith({ meta: { head: head({ flags: "e" }), events: `5 ${FIRST}` } });
  await queue.call(recordEvents, { keep: 0 });
  expect(await queue.state()).toEqual({ meta: { head: head() } });
});

test("recordEvents begins in a queue without keys, and writes nothing there to end", async () => {
  const queue = await queueWith();
  await queue.call(recordEvents, { keep: 0 });
  expect(await queue.state()).toEqual({});
  await queue.call(recordEvents, { keep: 1 });
  const meta = {
    head: head({ flags: "eh", tick: tick(), due: 0 }),
    events: `1 ${tick()}`,
    recorded: String(tick()),
    heard: LISTENS_UNTIL,
  };
  expect(await queue.state()).toEqual({ meta });
});

test("recordEvents changes nothing if its write is refused, and works while memory is full", async () => {
  for (const [keep, before] of [
    [5, bare],
    [5, { meta: { ...bare.meta, recorded: String(FIRST) } }],
    [5, recordingQueue],
    [5, { ...recordingQueue, meta: { ...recordingQueue.meta, ...recordingMeta(1_000, FIRST + 3) } }],
    [0, recordingQueue],
  ] as const) {
    const queue = await queueWith(before);
    // Refuses every write, or the last one alone, after which the script reverts the others.
    for (const condition of ["true", "string.find(key,':meta$') and n==2"]) {
      await expectRefused(queue.through(refuseWrites(condition)).call(recordEvents, { keep }));
      expect(await queue.state()).toEqual(before);
    }
    expect(await queue.through(fillMemory()).call(recordEvents, { keep })).toEqual(["ok", "-"]);
  }
});

test("destroy ends the recording and removes its entries", async () => {
  const queue = await queueWith({ ...recordingQueue, events: [[FIRST + 1, `${START}\nRx`]] });
  await queue.call(destroy);
  expect(await queue.state()).toEqual({});
});
