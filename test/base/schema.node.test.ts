// Payloads checked at both ends, by schemas of zod and of valibot.
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
// A date out of a text, a text trimmed, a number that has a default: each end sees its own side of it.
const zodEvent = z.object({ at: z.coerce.date<string>(), title: z.string().trim(), size: z.number().default(3) });
const valibotEvent = v.object({
  at: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
  title: v.pipe(v.string(), v.trim()),
  size: v.optional(v.number(), 3),
});
const exists = async (to: string) => to !== "nobody@example.com";
const zodKnown = z.object({ to: z.string().refine(exists) });
const valibotKnown = v.objectAsync({ to: v.pipeAsync(v.string(), v.checkAsync(exists)) });

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

/** A schema as a queue takes it, and nothing that tells its library. */
type Schemas = [
  library: string,
  email: StandardSchema<Email>,
  event: StandardSchema<EventInput, Event>,
  known: StandardSchema<{ to: string }>,
];
const LIBRARIES: Schemas[] = [
  ["zod", zodEmail, zodEvent, zodKnown],
  ["valibot", valibotEmail, valibotEvent, valibotKnown],
];

const GOOD: Email = { to: "ada@example.com", tags: ["a"] };
const BAD: [data: unknown, path: string][] = [
  [{ to: "secret at nowhere", tags: [] }, " at to"],
  [{ to: "ada@example.com", tags: ["a", 7_777] }, " at tags.1"],
  [{ to: "ada@example.com", tags: [], nested: { count: 7_777 } }, " at nested.count"],
  [{ to: "ada@example.com" }, " at tags"],
  ["secret", ""],
  [null, ""],
];

function drained<T, Input>(queue: Queue<T, Input>) {
  const handler = vi.fn<Handler<T>>();
  return queue.drain(handler, { budget: "20s" }).then((report) => ({ report, handler }));
}

describe.each(LIBRARIES)("a schema of %s", (_library, email, event, known) => {
  test("lets through what matches", async () => {
    const queue = freshQueue<Email>({ schema: email });
    await queue.enqueue(GOOD, { id: "a" });
    expect((await queue.lease()).jobs).toMatchObject([{ id: "a", data: GOOD }]);
  });

  test.each(BAD)("refuses %j when it is enqueued, before anything is sent", async (data, path) => {
    const run = vi.fn();
    const queue = freshQueue<Email>({ schema: email, redis: { run } });
    const error = await queue.enqueueMany([{ data: GOOD }, { data: data as Email, id: "b" }]).catch((reason) => reason);
    expect(error).toMatchObject({ name: "LeaseholdError", code: "invalid_payload" });
    expect(error.message).toBe(`${queue.name}, job 1 ("b"): the payload does not match its schema${path}`);
    expect(run).not.toHaveBeenCalled();
  });

  test.each(BAD)("fails a job with %j when it is leased, and no handler sees it", async (data, path) => {
    const name = freshName();
    await freshQueue<unknown>({}, name).enqueueMany([
      { data, id: "bad" },
      { data: GOOD, id: "good" },
    ]);
    const queue = freshQueue<Email>({ schema: email }, name);
    const { report, handler } = await drained(queue);
    expect(handler.mock.calls.map(([job]) => [job.id, job.data])).toEqual([["good", GOOD]]);
    expect(report).toMatchObject({ leased: 1, completed: 1, ended: "empty" });
    expect(await queue.get("bad")).toMatchObject({
      state: "failed",
      data,
      errors: [{ message: `the payload does not match its schema${path}`, attempt: 1 }],
    });
  });

  test("that transforms gives the handler its output, however often the job is tried", async () => {
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

  test("may be asynchronous at both ends", async () => {
    const name = freshName();
    const queue = freshQueue<{ to: string }>({ schema: known }, name);
    await expect(queue.enqueue({ to: "nobody@example.com" })).rejects.toMatchObject({ code: "invalid_payload" });
    await freshQueue<{ to: string }>({}, name).enqueue({ to: "nobody@example.com" }, { id: "bad" });
    await queue.enqueue({ to: "ada@example.com" }, { id: "good" });
    const { handler } = await drained(queue);
    expect(handler.mock.calls.map(([job]) => job.id)).toEqual(["good"]);
    expect(await queue.get("bad")).toMatchObject({ state: "failed" });
  });
});

test("a schema that throws at lease leaves the job another attempt", async () => {
  const clock = new Clock();
  let isAway = true;
  const lookUp = async () => {
    if (isAway) throw new Error("the directory is away");
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
    errors: [{ message: "the directory is away" }],
  });
  isAway = false;
  clock.pass(5_000);
  expect((await queue.lease()).jobs).toMatchObject([{ id: "a", data: "fine", attempt: 2 }]);
});

test("what a schema of symbols and long keys refuses is still told in one short line", async () => {
  const queue = freshQueue<unknown>({ schema: z.record(z.string(), z.number()), redis: { run: vi.fn() } });
  const error = await queue.enqueue({ ["k".repeat(5_000)]: "secret" }).catch((reason) => reason);
  expect(error).toMatchObject({ code: "invalid_payload" });
  expect(error.message.length).toBeLessThan(250);
});

test("the types of a queue follow from its schema: what is enqueued, and what a handler gets", () => {
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
  // @ts-expect-error a queue of emails cannot be checked by a schema of events
  void (() => new Queue<Email>("q", { ...options, schema: zodEvent }));
});
