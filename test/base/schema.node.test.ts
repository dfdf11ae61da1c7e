// Payloads validated at enqueue and at lease, by schemas of zod and of valibot.
import * as v from "valibot";
import { describe, expect, expectTypeOf, inject, test, vi } from "vitest";
import * as z from "zod/v4";
import { type Handler, Queue, type StandardSchema, upstash } from "../../src/index.ts";
import { Clock, freshName, freshQueue, START, testPrefix } from "../setup/queue.ts";

interface Email {
  to: string;
  tags: string[];
  nested?: { count: number } | undefined;
}

const zodEmail = z.object({
  to: z.email(),
  tags: z.array(z.string()),
  nested: z.object({ count: z.number().max(9) }).optional(),
});
const valibotEmail = v.object({
  to: v.pipe(v.string(), v.email()),
  tags: v.array(v.string()),
  nested: v.optional(v.object({ count: v.pipe(v.number(), v.maxValue(9)) })),
});
// Transforms: a date from a string, a trimmed string, a number with a default. Input and output types differ.
const zodEvent = z.object({ at: z.coerce.date<string>(), title: z.string().trim(), size: z.number().default(3) });
const valibotEvent = v.object({
  at: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
  title: v.pipe(v.string(), v.trim()),
  size: v.optional(v.number(), 3),
});
const exists = async (to: string) => to !== "unknown@example.com";
const zodAsync = z.object({ to: z.string().refine(exists) });
const valibotAsync = v.objectAsync({ to: v.pipeAsync(v.string(), v.checkAsync(exists)) });

interface Event {
  at: Date;
  title: string;
  size: number;
}
interface EventInput {
  at: string;
  title: string;
  size?: number | undefined;
}

/** The schemas of one library, as Standard Schemas. */
type Schemas = [
  library: string,
  email: StandardSchema<Email>,
  event: StandardSchema<EventInput, Event>,
  asyncEmail: StandardSchema<{ to: string }>,
];
const LIBRARIES: Schemas[] = [
  ["zod", zodEmail, zodEvent, zodAsync],
  ["valibot", valibotEmail, valibotEvent, valibotAsync],
];

const VALID: Email = { to: "ada@example.com", tags: ["a"] };
const INVALID: [data: unknown, path: string][] = [
  [{ to: "secret at nowhere", tags: [] }, " at to"],
  [{ to: "ada@example.com", tags: ["a", 7_777] }, " at tags.1"],
  [{ to: "ada@example.com", tags: [], nested: { count: 7_777 } }, " at nested.count"],
  [{ to: "ada@example.com" }, " at tags"],
  ["secret", ""],
  [null, ""],
];

/** Drains a queue with a mock handler. Resolves with the report of the drain and the handler. */
async function drainWithMock<T, Input>(queue: Queue<T, Input>) {
  const handler = vi.fn<Handler<T>>();
  return { report: await queue.drain(handler, { budget: "20s" }), handler };
}

describe.each(LIBRARIES)("a schema of %s", (_, email, event, asyncEmail) => {
  test("accepts a valid payload", async () => {
    const queue = freshQueue<Email>({ schema: email });
    await queue.enqueue(VALID, { id: "a" });
    expect((await queue.lease()).jobs).toMatchObject([{ id: "a", data: VALID }]);
  });

  test.each(INVALID)("refuses to enqueue %j, before a request is sent", async (data, path) => {
    const run = vi.fn();
    const queue = freshQueue<Email>({ schema: email, redis: { run } });
    const error = await queue
      .enqueueMany([{ data: VALID }, { data: data as Email, id: "b" }])
      .catch((reason) => reason);
    expect(error).toMatchObject({ name: "LeaseholdError", code: "invalid_payload" });
    expect(error.message).toBe(`${queue.name}, job 1 ("b"): the payload does not match its schema${path}`);
    expect(run).not.toHaveBeenCalled();
  });

  test.each(INVALID)("fails a leased job with the payload %j, and calls no handler for it", async (data, path) => {
    const name = freshName();
    await freshQueue<unknown>({}, name).enqueueMany([
      { data, id: "bad" },
      { data: VALID, id: "good" },
    ]);
    const queue = freshQueue<Email>({ schema: email }, name);
    const { report, handler } = await drainWithMock(queue);
    expect(handler.mock.calls.map(([job]) => [job.id, job.data])).toEqual([["good", VALID]]);
    expect(report).toMatchObject({ leased: 1, completed: 1, ended: "empty" });
    expect(await queue.get("bad")).toMatchObject({
      state: "failed",
      data,
      errors: [{ message: `the payload does not match its schema${path}`, attempt: 1 }],
    });
  });

  test("transforms the payload for the handler at every attempt", async () => {
    const queue = freshQueue<Event, EventInput>({ schema: event });
    await queue.enqueue({ at: "2026-01-02T03:04:05.000Z", title: " launch " }, { id: "a" });
    expect(await queue.get("a")).toMatchObject({ data: { at: "2026-01-02T03:04:05.000Z", title: " launch " } });
    for (const attempt of [1, 2]) {
      const [job] = (await queue.lease()).jobs;
      expect(job).toMatchObject({
        attempt,
        data: { at: new Date("2026-01-02T03:04:05.000Z"), title: "launch", size: 3 },
      });
      await job?.retry({ delay: 0 });
    }
  });

  test("can be asynchronous at enqueue and at lease", async () => {
    const name = freshName();
    const queue = freshQueue<{ to: string }>({ schema: asyncEmail }, name);
    await expect(queue.enqueue({ to: "unknown@example.com" })).rejects.toMatchObject({ code: "invalid_payload" });
    await freshQueue<{ to: string }>({}, name).enqueue({ to: "unknown@example.com" }, { id: "bad" });
    await queue.enqueue({ to: "ada@example.com" }, { id: "good" });
    const { handler } = await drainWithMock(queue);
    expect(handler.mock.calls.map(([job]) => job.id)).toEqual(["good"]);
    expect(await queue.get("bad")).toMatchObject({ state: "failed" });
  });
});

test("a schema that throws at lease delays the job for another attempt", async () => {
  const clock = new Clock();
  let isUnreachable = true;
  const lookUp = async () => {
    if (isUnreachable) throw new Error("the directory is unreachable");
    return true;
  };
  const schema = v.pipeAsync(v.string(), v.checkAsync(lookUp));
  const name = freshName();
  await freshQueue<string>({ now: clock.now }, name).enqueue("fine", { id: "a" });
  const queue = freshQueue<string>({ schema, now: clock.now, backoff: "5s" }, name);
  expect((await queue.lease()).jobs).toEqual([]);
  expect(await queue.get("a")).toMatchObject({
    state: "delayed",
    dueAt: START + 5_000,
    errors: [{ message: "the directory is unreachable" }],
  });
  isUnreachable = false;
  clock.pass(5_000);
  expect((await queue.lease()).jobs).toMatchObject([{ id: "a", data: "fine", attempt: 2 }]);
});

test("the error about an invalid payload with a very long key is short", async () => {
  const queue = freshQueue<unknown>({ schema: z.record(z.string(), z.number()), redis: { run: vi.fn() } });
  const error = await queue.enqueue({ ["k".repeat(5_000)]: "secret" }).catch((reason) => reason);
  expect(error).toMatchObject({ code: "invalid_payload" });
  expect(error.message.length).toBeLessThan(250);
});

test("the schema of a queue determines the types of enqueued payloads and of leased ones", () => {
  const options = { redis: upstash({ url: inject("restUrl"), token: inject("token") }), prefix: testPrefix() };
  const fromZod = new Queue("q", { ...options, schema: zodEvent });
  expectTypeOf(fromZod).toEqualTypeOf<Queue<z.output<typeof zodEvent>, z.input<typeof zodEvent>>>();
  const fromValibot = new Queue("q", { ...options, schema: valibotEvent });
  expectTypeOf(fromValibot).toEqualTypeOf<Queue<Event, v.InferInput<typeof valibotEvent>>>();
  expectTypeOf(new Queue("q", options)).toEqualTypeOf<Queue<unknown, unknown>>();
  expectTypeOf(new Queue<Email>("q", { ...options, schema: zodEmail })).toEqualTypeOf<Queue<Email, Email>>();
  expectTypeOf(fromZod.enqueue).parameter(0).toEqualTypeOf<z.input<typeof zodEvent>>();
  expectTypeOf<Awaited<ReturnType<typeof fromZod.lease>>["jobs"][number]["data"]>().toEqualTypeOf<
    z.output<typeof zodEvent>
  >();
  // @ts-expect-error a schema of events cannot validate a queue of emails
  void (() => new Queue<Email>("q", { ...options, schema: zodEvent }));
});
