// `queue.events()`, the recorded events of a queue as an async iterable.
import { expect, test } from "vitest";
import { LeaseholdError, type Queue, type QueueEvent, type QueueOptions } from "../../src/index.ts";
import { Clock, freshQueue } from "../setup/queue.ts";
import { createRecordingAdapter } from "../setup/recording-adapter.ts";
import { until } from "../setup/wait.ts";

const POLL = 10;

/** Creates a queue that records its events, and keeps `keep` of them. */
async function createRecordingQueue({
  keep = 1_000,
  ...options
}: Partial<QueueOptions<number>> & { keep?: number } = {}) {
  const queue = freshQueue<number>(options);
  await queue.recordEvents({ keep });
  return queue;
}

/** Resolves with the next `count` events after `since`. */
async function takeEvents(
  queue: Queue<number>,
  count: number,
  { since = 0 }: { since?: string | Date | number | undefined } = {},
): Promise<QueueEvent[]> {
  const found: QueueEvent[] = [];
  for await (const event of queue.events({ poll: POLL, since })) {
    found.push(event);
    if (found.length === count) break;
  }
  return found;
}

const formatEvents = (events: QueueEvent[]) =>
  events.map((each) => (each.state === "missed" ? "missed" : `${each.job} ${each.state}`));
const enqueueAll = (queue: Queue<number>, ...ids: string[]) => queue.enqueueMany(ids.map((id, data) => ({ id, data })));

test("events report each state that a job enters, and how it ends", async () => {
  const clock = new Clock();
  const queue = await createRecordingQueue({ now: clock.now, retention: { done: { count: 5 } }, backoff: 0 });
  await queue.enqueue(1, { id: "a", delay: "1s" });
  await enqueueAll(queue, "b", "c", "d");
  await queue.enqueue(1, { id: "e", ttl: "1s" });
  await queue.promote("a");
  const { jobs } = await queue.lease({ count: 3 });
  await jobs[0]?.complete();
  await jobs[1]?.fail("no");
  await jobs[2]?.retry({ delay: "1h" });
  await queue.cancel("a");
  await queue.redrive();
  await queue.purge("ready");
  await queue.enqueue(1, { id: "f", ttl: "1s" });
  clock.pass(2_000);
  await queue.clean();
  const events = await takeEvents(queue, 17);
  expect(formatEvents(events)).toEqual([
    "a delayed",
    ...["b", "c", "d", "e", "a"].map((id) => `${id} ready`),
    ...["b", "c", "d"].map((id) => `${id} leased`),
    "b done",
    "c failed",
    "d delayed",
    "a cancelled",
    "c ready",
    ...["e", "c"].map((id) => `${id} purged`),
    "f ready",
  ]);
  expect(formatEvents(await takeEvents(queue, 1, { since: events.at(-1)?.id }))).toEqual(["f expired"]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(17);
  expect(events[0]).toMatchObject({ at: clock.time - 2_000 });
});

test("events report the jobs that their group blocks, and the next one when its turn comes", async () => {
  const clock = new Clock();
  const queue = await createRecordingQueue({ now: clock.now, groups: { concurrency: 1 } });
  const enqueue = (id: string, delay = 0) => queue.enqueue(1, { id, group: "a", delay });
  await queue.enqueueMany(["a", "b", "c"].map((id) => ({ id, data: 1, group: "a" })));
  await enqueue("late", 60_000);
  await enqueue("due", 1_000);
  const [job] = (await queue.lease({ count: 9 })).jobs;
  await job?.fail("no");
  await queue.redrive();
  await queue.promote("late");
  clock.pass(1_000);
  await queue.clean();
  await queue.setGroup("a", { paused: true });
  await queue.lease();
  await queue.cancel("c");
  await queue.purge("blocked");
  const expected = [
    ...["b blocked", "c blocked", "a ready"],
    ...["late delayed", "due delayed"],
    "a leased",
    ...["a failed", "b ready"],
    "a blocked",
    "late blocked",
    "due blocked",
    "b blocked",
    "c cancelled",
    ...["b", "a", "late", "due"].map((id) => `${id} purged`),
  ];
  expect(formatEvents(await takeEvents(queue, expected.length))).toEqual(expected);
});

test("events continue exactly after any event, also within a batch", async () => {
  const queue = await createRecordingQueue();
  await enqueueAll(queue, "a", "b", "c");
  await enqueueAll(queue, "d");
  const all = await takeEvents(queue, 4);
  for (const [i, { id }] of all.slice(0, -1).entries())
    expect(await takeEvents(queue, 3 - i, { since: id })).toEqual(all.slice(i + 1));
});

test("events begin with the next event, or at a given time", async () => {
  const clock = new Clock();
  const queue = await createRecordingQueue({ now: clock.now });
  await enqueueAll(queue, "before");
  const iterator = queue.events({ poll: POLL });
  const next = iterator.next();
  let isRead = false;
  void next.then(() => {
    isRead = true;
  });
  for (let i = 0; !isRead; i++) {
    await enqueueAll(queue, `after ${i}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(formatEvents([(await next).value as QueueEvent])[0]).toMatch(/^after \d+ ready$/);
  await iterator.return();
  clock.pass(5_000);
  await enqueueAll(queue, "late");
  expect(formatEvents(await takeEvents(queue, 1, { since: clock.time - 1 }))).toEqual(["late ready"]);
  expect(formatEvents(await takeEvents(queue, 1, { since: new Date(clock.time) }))).toEqual(["late ready"]);
});

test("events continue beyond the events of one request", async () => {
  const queue = await createRecordingQueue();
  const ids = Array.from({ length: 250 }, (_, i) => `j${i}`);
  for (const id of ids) await queue.enqueue(1, { id });
  expect(formatEvents(await takeEvents(queue, 250))).toEqual(ids.map((id) => `${id} ready`));
});

test("events begin with `missed` if `keep` has dropped an event after `since`", async () => {
  const queue = await createRecordingQueue({ keep: 3 });
  await enqueueAll(queue, "a", "b");
  const [a, b] = await takeEvents(queue, 2);
  for (const id of ["c", "d", "e"]) await enqueueAll(queue, id);
  // The batch is dropped. A reader after its last event misses nothing; a reader after its first event misses the second.
  expect(formatEvents(await takeEvents(queue, 3, { since: b?.id }))).toEqual(["c ready", "d ready", "e ready"]);
  expect(formatEvents(await takeEvents(queue, 2, { since: a?.id }))).toEqual(["missed", "c ready"]);
  await enqueueAll(queue, "f");
  const [missed, d] = await takeEvents(queue, 2, { since: b?.id });
  expect(formatEvents([missed, d] as QueueEvent[])).toEqual(["missed", "d ready"]);
  expect(Object.keys(missed ?? {}).sort()).toEqual(["at", "id", "state"]);
  // A reader can continue after a `missed` event.
  expect(await takeEvents(queue, 1, { since: missed?.id })).toEqual([d]);
  expect(formatEvents(await takeEvents(queue, 2))).toEqual(["missed", "d ready"]);
});

test("events begin with `missed` after recording was off, and after the queue was destroyed", async () => {
  const queue = await createRecordingQueue();
  await enqueueAll(queue, "a");
  const [a] = await takeEvents(queue, 1);
  await queue.recordEvents(false);
  await enqueueAll(queue, "b");
  await queue.recordEvents();
  await enqueueAll(queue, "c");
  expect(formatEvents(await takeEvents(queue, 2, { since: a?.id }))).toEqual(["missed", "c ready"]);
  await queue.destroy();
  await queue.recordEvents();
  await enqueueAll(queue, "d");
  expect(formatEvents(await takeEvents(queue, 2, { since: a?.id }))).toEqual(["missed", "d ready"]);
  // An event id that the queue has not reached.
  expect(formatEvents(await takeEvents(queue, 1, { since: "899999999999999.0" }))).toEqual(["missed"]);
});

test("each of two consumers receives every event", async () => {
  const queue = await createRecordingQueue();
  await enqueueAll(queue, "a", "b");
  const [one, other] = await Promise.all([takeEvents(queue, 4), takeEvents(queue, 4), enqueueAll(queue, "c", "d")]);
  expect(one).toEqual(other);
  expect(formatEvents(one)).toEqual(["a", "b", "c", "d"].map((id) => `${id} ready`));
});

test("events end when their signal aborts: before they begin, during a wait, and between two events", async () => {
  const queue = await createRecordingQueue();
  const countUntilAbort = async (signal: AbortSignal, onEvent = () => {}) => {
    let count = 0;
    for await (const _ of queue.events({ since: 0, poll: "1h", signal })) {
      count += 1;
      onEvent();
    }
    return count;
  };
  expect(await countUntilAbort(AbortSignal.abort())).toBe(0);
  expect(await countUntilAbort(AbortSignal.timeout(100))).toBe(0);
  await enqueueAll(queue, "a", "b");
  const controller = new AbortController();
  expect(await countUntilAbort(controller.signal, () => controller.abort())).toBe(1);
});

test("events wait while Redis is unreachable, and throw other errors", async () => {
  let error: LeaseholdError | undefined;
  let failures = 0;
  const { redis } = createRecordingAdapter(() => {
    if (!error) return;
    failures += 1;
    throw error;
  });
  const queue = await createRecordingQueue();
  const other = freshQueue<number>({ redis }, queue.name);
  const iterator = other.events({ since: 0, poll: POLL });
  await enqueueAll(queue, "a");
  expect(await iterator.next()).toMatchObject({ value: { job: "a" } });
  error = new LeaseholdError("redis_unreachable", "away");
  const next = iterator.next();
  await until(() => failures > 2);
  await enqueueAll(queue, "b");
  error = undefined;
  expect(await next).toMatchObject({ value: { job: "b" } });
  error = new LeaseholdError("redis_unauthorized", "no");
  await expect(iterator.next()).rejects.toMatchObject({
    code: "redis_unauthorized",
    message: expect.stringContaining(queue.name),
  });
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

test("events throw if the queue records none, and name the remedy", async () => {
  const queue = freshQueue<number>();
  await expect(queue.events().next()).rejects.toMatchObject({
    code: "not_configured",
    message: expect.stringContaining("recordEvents("),
  });
  await queue.recordEvents();
  await queue.recordEvents(false);
  await expect(queue.events({ since: 0 }).next()).rejects.toMatchObject({ code: "not_configured" });
});

test("events and recordEvents refuse invalid arguments", async () => {
  const queue = freshQueue<number>();
  for (const since of ["", "x", "1", "1.x", -1, 1.5, Number.NaN, new Date(Number.NaN), {} as Date])
    expect(() => queue.events({ since })).toThrow(LeaseholdError);
  for (const options of [{ poll: 1 }, { signal: {} as AbortSignal }, null as never])
    expect(() => queue.events(options)).toThrow(LeaseholdError);
  for (const keep of [0, 10_001, 1.5])
    await expect(queue.recordEvents({ keep })).rejects.toMatchObject({ code: "invalid_argument" });
});
