// enqueue: the state after new jobs, and batches that are refused as a whole.
import { describe, expect, test } from "vitest";
import { enqueue } from "../../../src/engine/all-scripts.ts";
import { bucketDigits } from "../../../src/engine/keys.ts";
import { recordCommands } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { byId, head, numberedIds, record, rememberedReply } from "../kit/forms.ts";
import { expectParts, type State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, LISTENS_UNTIL, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test("enqueue writes ready and delayed jobs in their places, and creates the queue", async () => {
  const queue = await queueWith();
  const jobs: NewJob[] = [
    { id: "now" },
    { id: "soon", priority: 0, delay: 1_000, payload: '"x"' },
    { id: "at", priority: 9, at: START + 5_000, uniqueFor: 0, max: 3, ttl: 60_000 },
    { id: "first", priority: 0, uniqueFor: 0, ttl: 1_000 },
    { id: "last", priority: 9, delay: 0 },
    { id: "past", at: START - 1, uniqueFor: 0 },
    { id: "present", at: START, uniqueFor: 0 },
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "rddrrrr", "u"]);
  expect(await queue.state()).toEqual({
    ready: { first: place(4, 0), now: place(1), past: place(6), present: place(7), last: place(5, 9) },
    delayed: { soon: due(START + 1_000, 0), at: due(START + 5_000, 9) },
    expiring: { first: START + 1_000, at: START + 60_000 },
    jobs: {
      now: record(place(1)),
      soon: record(place(0, 0, { time: START + 1_000 }), '"x"', { enqueuedAt: START }),
      at: record(place(0, 9, { time: START + 5_000 }), "{}", { enqueuedAt: START, max: 3, expiresAt: START + 60_000 }),
      first: record(place(4, 0), "{}", { expiresAt: START + 1_000 }),
      last: record(place(5, 9)),
      past: record(place(6)),
      present: record(place(7)),
    },
    // The next due time is not known yet, and a listener may already wait for the queue.
    meta: { head: head({ flags: "h", tick: tick(7), due: 0, enqueued: 7 }), born: String(START), heard: LISTENS_UNTIL },
    ...rememberedReply("rddrrrr"),
  });
});

test("enqueue updates the next due time of a queue, and leaves the rest of meta as it is", async () => {
  const meta = { policy: "1 2 3 4", registered: String(START), born: "1", audit: "2 0", retried: "3" };
  const queue = await queueWith({
    meta: { ...meta, head: head({ flags: "p", due: START + 9_000, runs: 3, enqueued: 6, leased: 5 }) },
  });
  const jobs: NewJob[] = [
    { id: "a", delay: 8_000 },
    { id: "b", ttl: 7_000 },
    { id: "c", delay: 7_500, ttl: 20_000 },
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "drd"]);
  expect((await queue.state()).meta).toEqual({
    ...meta,
    head: head({ flags: "p", tick: tick(103), due: START + 7_000, runs: 3, enqueued: 9, leased: 5 }),
  });
});

test("enqueue takes jobs with the same options as one group", async () => {
  const queue = await queueWith({ meta: { head: head(), registered: String(START) } });
  const groups = ["7 2 - 5000 2 - -|a|1|b|2", "1 1 - - - - -|c|3", "7 2 +5 - - - -|d|4|e|5"];
  const items = groups.flatMap((group) => group.split("|"));
  const buckets = bucketDigits(["a", "b", "c", "d", "e"]);
  expect(await queue.call(enqueue, { items, buckets, results: ["a", "b"] })).toEqual(["ok", "rrrdd"]);
  const { jobs, ...state } = await queue.state();
  expectParts(state, {
    ready: { c: place(103, 1), a: place(101, 7), b: place(102, 7) },
    delayed: { d: due(START + 5, 7), e: due(START + 5, 7, { n: 1 }) },
    seen: { a: START + 5_000, b: START + 5_000 },
  });
  expect(jobs).toMatchObject({ a: record(place(101, 7), "1", { max: 2 }), c: record(place(103, 1), "3") });
});

describe("a queue with a maximum length", () => {
  const before: State = {
    ready: { r: place(1) },
    delayed: { d: due(START + 1) },
    leased: { l: START + 1 },
    jobs: { r: record(), d: record(), l: record() },
    meta: { head: head(), registered: String(START) },
  };
  const three: NewJob[] = [
    { id: "a", uniqueFor: 60_000 },
    { id: "b", delay: 1 },
    { id: "r", uniqueFor: 0 },
  ];

  test("refuses a whole batch that does not fit, and accepts one that just fits", async () => {
    const queue = await queueWith(before);
    expect(await enqueueAll(queue, three, { maxLength: 3 })).toEqual(["full"]);
    expect(await queue.state()).toEqual(before);
    expect(await enqueueAll(queue, three, { maxLength: 4 })).toEqual(["ok", "rdR"]);
    expect(await enqueueAll(queue, [{ id: "r", uniqueFor: 0 }], { maxLength: 1, number: 2 })).toEqual(["ok", "R"]);
  });

  test("refuses a single job, and accepts the same request once there is room", async () => {
    const queue = await queueWith(before);
    expect(await enqueueAll(queue, [{ id: "a" }], { maxLength: 2 })).toEqual(["full"]);
    expect(await queue.state()).toEqual(before);
    expect(await enqueueAll(queue, [{ id: "a" }], { maxLength: 3 })).toEqual(["ok", "r"]);
  });
});

test("enqueue changes nothing if a job of the batch is damaged", async () => {
  const queue = await queueWith();
  const jobs: NewJob[] = [
    { id: "a", uniqueFor: 1_000 },
    { id: "b", priority: "x", uniqueFor: 0 },
  ];
  await expect(enqueueAll(queue, jobs)).rejects.toMatchObject({ code: "redis_error" });
  expect(await queue.state()).toEqual({});
});

test.each([
  [2_000, ""],
  [2_001, "l"],
])("enqueue flags a payload of %d bytes as '%s'", async (size, flags) => {
  const queue = await queueWith({ meta: { head: head() } });
  await enqueueAll(queue, [
    { id: "a" },
    { id: "b", payload: "x".repeat(size) },
    { id: "c", payload: "y".repeat(size) },
  ]);
  expect((await queue.state()).meta?.head).toBe(head({ flags, tick: tick(103), enqueued: 3 }));
});

test.each([
  ["asks to register a queue whose registration is half an hour old", START - 1_800_000, ["u"]],
  ["does not ask to register a queue whose registration is newer", START - 1_799_999, []],
])("enqueue %s", async (_, registered, lines) => {
  const queue = await queueWith({ meta: { head: head(), registered: String(registered) } });
  expect(await enqueueAll(queue, [{ id: "a" }])).toEqual(["ok", "r", ...lines]);
});

test("enqueue stores ids and payloads of unusual characters as they are", async () => {
  const queue = await queueWith();
  const ids = [" ", "%", "%1 %s", "ünï 😀", "\u2028", "a}b{c", "*", "7", "é", "x".repeat(256), "\u007f"];
  const jobs = ids.map((id) => ({ id, uniqueFor: 1_000, payload: `${id}\n%d\u0000:\t` }));
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "r".repeat(ids.length), "u"]);
  expectParts(await queue.state(), {
    ready: byId(ids, (_, i) => place(i + 1)),
    jobs: byId(ids, (id, i) => record(place(i + 1), `${id}\n%d\u0000:\t`)),
    seen: byId(ids, () => START + 1_000),
  });
});

test("places of different priorities stay apart when ticks are large", async () => {
  const last = 898_999_999_999_990;
  const queue = await queueWith({ meta: { head: head({ tick: last }) } });
  await enqueueAll(queue, [
    { id: "a", priority: 9 },
    { id: "b", priority: 8 },
    { id: "c", priority: 0 },
  ]);
  expect((await queue.state()).ready).toEqual({
    c: last + 3,
    b: 7_200_000_000_000_000 + last + 2,
    a: 8_100_000_000_000_000 + last + 1,
  });
  const [score] = await redis().zmScore(`${queue.keys.root}ready`, ["a"]);
  expect(Number.isSafeInteger(score)).toBe(true);
});

test("each job gets a later tick than the one before, even if the clock was set back", async () => {
  const queue = await queueWith();
  for (const [i, time] of [START, START, START - 5_000, START + 1].entries())
    await enqueueAll(queue, [{ id: `${i}a` }, { id: `${i}b` }], { times: clockAt(time), number: i + 1 });
  const ids = ["0a", "0b", "1a", "1b", "2a", "2b"];
  expect((await queue.state()).ready).toEqual({
    ...byId(ids, (_, i) => place(1 + i)),
    "3a": place(1, 5, { time: START + 1 }),
    "3b": place(2, 5, { time: START + 1 }),
  });
});

test.each([
  [1, "UNLINK"],
  [50, "UNLINK"],
  [51, "PEXPIRE"],
])("enqueue removes %i results of earlier jobs by %s", async (count, command) => {
  const [adapter, commands] = recordCommands();
  const ids = numberedIds(count, "job ");
  const queue = await queueWith({ meta: { head: head() } });
  for (const id of ids) await redis().set(`${queue.keys.root}result:${id}`, "C 1 1");
  const jobs = ids.map((id) => ({ id, uniqueFor: 0 }));
  expect((await enqueueAll(queue.through(adapter), jobs))[1]).toBe("r".repeat(count));
  const results = ids.map((id) => `result:${id}`);
  const removals = (await commands()).filter((each) => /^(UNLINK|PEXPIRE) result:/.test(each));
  expect(removals).toEqual(
    command === "UNLINK" ? [`UNLINK ${results.join(" ")}`] : results.map((key) => `PEXPIRE ${key} 1`),
  );
  await expect.poll(() => redis().exists(results.map((key) => queue.keys.root + key))).toBe(0);
});
