// The events of a queue as an async iterable.
import { expect, inject, test } from "vitest";
import { type Adapter, LeaseholdError, type Queue, type QueueEvent, upstash } from "../../src/index.ts";
import { Clock, freshName, freshQueue } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";

const POLL = 10;

/** A queue that records its events. */
async function recordingQueue(keep = 1_000, options: Parameters<typeof freshQueue<number>>[0] = {}) {
  const name = freshName();
  const queue = freshQueue<number>(options, name);
  await queue.recordEvents({ keep });
  return { name, queue };
}

/** Reads so many events. */
async function take(queue: Queue<number>, count: number, since?: string | Date | number): Promise<QueueEvent[]> {
  const found: QueueEvent[] = [];
  const options = since === undefined ? { poll: POLL } : { poll: POLL, since };
  for await (const event of queue.events(options)) {
    found.push(event);
    if (found.length === count) break;
  }
  return found;
}

const shown = (events: QueueEvent[]) =>
  events.map((each) => (each.state === "missed" ? "missed" : `${each.job} ${each.state}`));
const enqueueAll = (queue: Queue<number>, ...ids: string[]) => queue.enqueueMany(ids.map((id, data) => ({ id, data })));

test("tells each state that a job enters, and how it is gone", async () => {
  const clock = new Clock();
  const { queue } = await recordingQueue(1_000, { now: clock.now, retention: { done: { count: 5 } }, backoff: 0 });
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
  const events = await take(queue, 17, 0);
  expect(shown(events)).toEqual([
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
  expect(shown(await take(queue, 1, events.at(-1)?.id))).toEqual(["f expired"]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(17);
  expect(events[0]).toMatchObject({ at: clock.time - 2_000 });
});

test("continues after any event exactly, also within a batch", async () => {
  const { queue } = await recordingQueue();
  await enqueueAll(queue, "a", "b", "c");
  await enqueueAll(queue, "d");
  const all = await take(queue, 4, 0);
  for (const [i, { id }] of all.slice(0, -1).entries()) expect(await take(queue, 3 - i, id)).toEqual(all.slice(i + 1));
});

test("begins with the events that are yet to come, or at a time", async () => {
  const clock = new Clock();
  const { queue } = await recordingQueue(1_000, { now: clock.now });
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
  expect(shown([(await next).value as QueueEvent])[0]).toMatch(/^after \d+ ready$/);
  await iterator.return();
  clock.pass(5_000);
  await enqueueAll(queue, "late");
  expect(shown(await take(queue, 1, clock.time - 1))).toEqual(["late ready"]);
  expect(shown(await take(queue, 1, new Date(clock.time)))).toEqual(["late ready"]);
});

test("reads more events than one request gives", async () => {
  const { queue } = await recordingQueue(1_000);
  const ids = Array.from({ length: 250 }, (_, i) => `j${i}`);
  for (const id of ids) await queue.enqueue(1, { id });
  expect(shown(await take(queue, 250, 0))).toEqual(ids.map((id) => `${id} ready`));
});

test("says first that events were missed, where the bound has dropped some after `since`", async () => {
  const { queue } = await recordingQueue(3);
  await enqueueAll(queue, "a", "b");
  const [a, b] = await take(queue, 2, 0);
  for (const id of ["c", "d", "e"]) await enqueueAll(queue, id);
  // The batch itself is gone; after its last event nothing is, but after its first one there was the second.
  expect(shown(await take(queue, 3, b?.id))).toEqual(["c ready", "d ready", "e ready"]);
  expect(shown(await take(queue, 2, a?.id))).toEqual(["missed", "c ready"]);
  await enqueueAll(queue, "f");
  const [missed, d] = await take(queue, 2, b?.id);
  expect(shown([missed, d] as QueueEvent[])).toEqual(["missed", "d ready"]);
  expect(Object.keys(missed ?? {}).sort()).toEqual(["at", "id", "state"]);
  // It is an event to continue after as any other.
  expect(await take(queue, 1, missed?.id)).toEqual([d]);
  expect(shown(await take(queue, 2, 0))).toEqual(["missed", "d ready"]);
});

test("says that events were missed while recording was off, and after the queue was destroyed", async () => {
  const { queue } = await recordingQueue();
  await enqueueAll(queue, "a");
  const [a] = await take(queue, 1, 0);
  await queue.recordEvents(false);
  await enqueueAll(queue, "b");
  await queue.recordEvents();
  await enqueueAll(queue, "c");
  expect(shown(await take(queue, 2, a?.id))).toEqual(["missed", "c ready"]);
  await queue.destroy();
  await queue.recordEvents();
  await enqueueAll(queue, "d");
  expect(shown(await take(queue, 2, a?.id))).toEqual(["missed", "d ready"]);
  // A place that the queue has not reached.
  expect(shown(await take(queue, 1, "899999999999999.0"))).toEqual(["missed"]);
});

test("two consumers receive every event each", async () => {
  const { queue } = await recordingQueue();
  await enqueueAll(queue, "a", "b");
  const [one, other] = await Promise.all([take(queue, 4, 0), take(queue, 4, 0), enqueueAll(queue, "c", "d")]);
  expect(one).toEqual(other);
  expect(shown(one)).toEqual(["a", "b", "c", "d"].map((id) => `${id} ready`));
});

test("ends when its signal aborts: before it begins, while it waits, and between two events", async () => {
  const { queue } = await recordingQueue();
  const endedBy = async (signal: AbortSignal, onEvent = () => {}) => {
    const found: QueueEvent[] = [];
    for await (const event of queue.events({ since: 0, poll: "1h", signal })) {
      found.push(event);
      onEvent();
    }
    return found.length;
  };
  expect(await endedBy(AbortSignal.abort())).toBe(0);
  expect(await endedBy(AbortSignal.timeout(100))).toBe(0);
  await enqueueAll(queue, "a", "b");
  const controller = new AbortController();
  expect(await endedBy(controller.signal, () => controller.abort())).toBe(1);
});

test("waits while Redis is away, and throws other errors", async () => {
  const real = upstash({ url: inject("restUrl"), token: inject("token") });
  let error: LeaseholdError | undefined;
  let failures = 0;
  const redis: Adapter = {
    async run(...call) {
      if (!error) return real.run(...call);
      failures += 1;
      throw error;
    },
  };
  const { name, queue } = await recordingQueue();
  const other = freshQueue<number>({ redis }, name);
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
    message: expect.stringContaining(name),
  });
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

test("throws where events are not recorded, and says what to do", async () => {
  const queue = freshQueue<number>();
  await expect(queue.events().next()).rejects.toMatchObject({
    code: "not_configured",
    message: expect.stringContaining("recordEvents("),
  });
  await queue.recordEvents();
  await queue.recordEvents(false);
  await expect(queue.events({ since: 0 }).next()).rejects.toMatchObject({ code: "not_configured" });
});

test("refuses arguments that are none", async () => {
  const queue = freshQueue<number>();
  for (const since of ["", "x", "1", "1.x", -1, 1.5, Number.NaN, new Date(Number.NaN), {} as Date])
    expect(() => queue.events({ since })).toThrow(LeaseholdError);
  for (const options of [{ poll: 1 }, { signal: {} as AbortSignal }, null as never])
    expect(() => queue.events(options)).toThrow(LeaseholdError);
  for (const keep of [0, 10_001, 1.5])
    await expect(queue.recordEvents({ keep })).rejects.toMatchObject({ code: "invalid_argument" });
});
