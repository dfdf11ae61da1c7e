// What is refused before anything is sent: every argument of every public method, with a message that says where.
import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import {
  type Job,
  LeaseholdError,
  listQueues,
  Queue,
  type QueueOptions,
  RetryLater,
  upstash,
} from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { freshQueue } from "../setup/queue.ts";

// Tables of arguments that no type allows.
// biome-ignore lint/suspicious/noExplicitAny: the wrong type is what is tested
type Any = any;

const YEAR = 365 * 86_400_000;
const THINGS = [null, {}, [], true, Symbol("s"), 5n, () => 1];
const NO_TEXT = [...THINGS, 5, Number.NaN];
const NO_OBJECT = [null, 5, "30s", true, [], Symbol("s"), () => 1];
const NO_FUNCTION = [null, {}, [], "f", 5];
const NO_LIST = [null, {}, 5, true, () => 1, { length: 1, 0: "a" }];
const NO_NUMBER = [...THINGS, "3", "", Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, -1];
const NO_COUNT = [...NO_NUMBER, 0, 1_001];
const TEXTS = [
  "30",
  "-1s",
  "1e3ms",
  "s",
  "",
  " 1s",
  "1s ",
  "1 s",
  "1S",
  "1w",
  "1s1m",
  "0x1s",
  "Infinityms",
  ".5s",
  "1.s",
  "١s",
];
const NO_DURATION = [...THINGS, ...TEXTS, Number.NaN, Number.POSITIVE_INFINITY, -1, `${"9".repeat(400)}s`];
const NO_DELAY = [...NO_DURATION, YEAR + 1, "366d"];
const NO_LEASE = [...NO_DURATION, 0, 999, "0.9s", 12 * 3_600_000 + 1, "13h"];
const NO_ID = [...NO_TEXT, "", "x".repeat(257), "ü".repeat(129), "a\nb", "\u0000", "a\u007f", "a\u0085", "a\ud800"];
const NO_NAME = [...NO_TEXT, undefined, "", "a b", "ü", "a/b", "{a}", "a\n", "x".repeat(129), "😀"];

/** Calls a method with each value where it does not belong. */
type Row = [what: string, values: readonly unknown[], call: (queue: Queue<Any>, value: Any) => unknown];

const enqueueWith = (option: string): Row[2] => {
  return (queue, value) => queue.enqueueMany([{ data: 1 }, { data: 1, id: "b", [option]: value } as Any]);
};
const settleWith = (item: (value: Any) => Any): Row[2] => {
  return (queue, value) => queue.turn({ settle: [{ job: { id: "b", fence: 1 }, action: "complete" }, item(value)] });
};
const job = { id: "b", fence: 1 };
const never = vi.fn();

const ROWS: Row[] = [
  ["enqueue: options", NO_OBJECT, (queue, value) => queue.enqueue(1, value)],
  ["enqueue: id", NO_ID, enqueueWith("id")],
  ["enqueue: delay", NO_DELAY, enqueueWith("delay")],
  ["enqueue: ttl", [...NO_DELAY, 0], enqueueWith("ttl")],
  ["enqueue: uniqueFor", NO_DELAY, enqueueWith("uniqueFor")],
  ["enqueue: priority", [...NO_NUMBER, 10], enqueueWith("priority")],
  ["enqueue: maxAttempts", [...NO_NUMBER, 0, 1_001], enqueueWith("maxAttempts")],
  ["enqueue: at", [...NO_NUMBER, "2026-01-01", new Date(Number.NaN), 1e15, new Date(8e15)], enqueueWith("at")],
  ["enqueue: at and delay", [1], (queue) => queue.enqueue(1, { at: Date.now(), delay: 1 })],
  ["enqueue: uniqueFor without id", ["1m"], (queue, value) => queue.enqueue(1, { uniqueFor: value })],
  ["enqueue: idempotency key", NO_ID, (queue, value) => queue.enqueue(1, { idempotencyKey: value })],
  ["enqueueMany: jobs", [...NO_LIST, undefined, "jobs"], (queue, value) => queue.enqueueMany(value)],
  ["enqueueMany: a job", [...NO_OBJECT, undefined], (queue, value) => queue.enqueueMany([{ data: 1 }, value])],
  ["enqueueMany: a hole", [new Array(2)], (queue, value) => queue.enqueueMany(value)],
  ["enqueueMany: options", NO_OBJECT, (queue, value) => queue.enqueueMany([{ data: 1 }], value)],
  [
    "enqueueMany: idempotency key",
    NO_ID,
    (queue, value) => queue.enqueueMany([{ data: 1 }], { idempotencyKey: value }),
  ],
  ["lease: options", NO_OBJECT, (queue, value) => queue.lease(value)],
  ["lease: count", NO_COUNT, (queue, value) => queue.lease({ count: value })],
  ["lease: for", NO_LEASE, (queue, value) => queue.lease({ for: value })],
  ["lease: worker", NO_ID.filter((id) => id !== ""), (queue, value) => queue.lease({ worker: value })],
  ["lease: idempotency key", NO_ID, (queue, value) => queue.lease({ idempotencyKey: value })],
  ["turn: options", [...NO_OBJECT, undefined], (queue, value) => queue.turn(value)],
  ["turn: settle", [...NO_LIST, "items"], (queue, value) => queue.turn({ settle: value })],
  ["turn: an item", [...NO_OBJECT, undefined], settleWith((value) => value)],
  ["turn: a job", [...NO_OBJECT, undefined], settleWith((value) => ({ job: value, action: "complete" }))],
  ["turn: an id", [...NO_ID, undefined], settleWith((id) => ({ job: { ...job, id }, action: "complete" }))],
  [
    "turn: a fence",
    [...NO_NUMBER, 0, undefined, 2 ** 53],
    settleWith((fence) => ({ job: { id: "b", fence }, action: "fail" })),
  ],
  ["turn: an attempt", [...NO_NUMBER, 0], settleWith((attempt) => ({ job: { ...job, attempt }, action: "retry" }))],
  ["turn: an action", [...NO_TEXT, undefined, "finish", "toString", ""], settleWith((action) => ({ job, action }))],
  ["turn: a delay", NO_DELAY, settleWith((delay) => ({ job, action: "retry", delay }))],
  ["turn: lease", NO_OBJECT, (queue, value) => queue.turn({ lease: value })],
  ["turn: lease.count", NO_COUNT, (queue, value) => queue.turn({ lease: { count: value } })],
  ["turn: lease.for", NO_LEASE, (queue, value) => queue.turn({ lease: { for: value } })],
  ["turn: lease.worker", [null, 5, {}], (queue, value) => queue.turn({ lease: { worker: value } })],
  ["turn: idempotency key", NO_ID, (queue, value) => queue.turn({ idempotencyKey: value })],
  ["get", [...NO_ID, undefined], (queue, value) => queue.get(value)],
  ["result", [...NO_ID, undefined], (queue, value) => queue.result(value)],
  ["wait", [...NO_ID, undefined], (queue, value) => queue.wait(value)],
  ["wait: options", NO_OBJECT, (queue, value) => queue.wait("b", value)],
  ["wait: timeout", [...NO_DURATION, "2h"], (queue, value) => queue.wait("b", { timeout: value })],
  ["explain", [...NO_ID, undefined], (queue, value) => queue.explain(value)],
  ["list: state", [...NO_TEXT, undefined, "", "gone", "toString"], (queue, value) => queue.list(value)],
  ["list: options", NO_OBJECT, (queue, value) => queue.list("ready", value)],
  ["list: cursor", [...NO_TEXT, "", "-1", "1.5", "a", ["5"]], (queue, value) => queue.list("ready", { cursor: value })],
  ["list: limit", NO_COUNT, (queue, value) => queue.list("ready", { limit: value })],
  ["cancel", [...NO_LIST, undefined, "", ["a", ""], ["a", null], new Array(2)], (queue, value) => queue.cancel(value)],
  ["redrive: options", NO_OBJECT, (queue, value) => queue.redrive(value)],
  ["redrive: ids", [...NO_LIST, ["a", 5]], (queue, value) => queue.redrive({ ids: value })],
  ["redrive: limit", NO_COUNT, (queue, value) => queue.redrive({ limit: value })],
  ["promote", [...NO_LIST, undefined, "", ["a", "\n"]], (queue, value) => queue.promote(value)],
  ["purge", [...NO_TEXT, undefined, "", "leased", "gone"], (queue, value) => queue.purge(value)],
  ["failWorker", [...NO_ID, undefined], (queue, value) => queue.failWorker(value)],
  ["clean: options", NO_OBJECT, (queue, value) => queue.clean(value)],
  ["clean: limit", NO_COUNT, (queue, value) => queue.clean({ limit: value })],
  ["deepClean: options", NO_OBJECT, (queue, value) => queue.deepClean(value)],
  ["deepClean: limit", [...NO_NUMBER, 0], (queue, value) => queue.deepClean({ limit: value })],
  ["deepClean: slice", NO_COUNT, (queue, value) => queue.deepClean({ slice: value })],
  ["deepClean: budget", [...NO_DURATION, 0, "2h"], (queue, value) => queue.deepClean({ budget: value })],
  ["drain: handler", [...NO_FUNCTION, undefined], (queue, value) => queue.drain(value, { budget: "1s" })],
  ["drain: options", [...NO_OBJECT, undefined], (queue, value) => queue.drain(never, value)],
  ["drain: budget", [...NO_DURATION, undefined, 0, "25h"], (queue, value) => queue.drain(never, { budget: value })],
  ["drain: signal", [...NO_OBJECT, {}], (queue, value) => queue.drain(never, { budget: "1s", signal: value })],
  ["work: handler", [...NO_FUNCTION, undefined], (queue, value) => queue.work(value)],
  ["work: options", NO_OBJECT, (queue, value) => queue.work(never, value)],
  ["work: grace", [...NO_DURATION, "2h"], (queue, value) => queue.work(never, { grace: value })],
  ["work: poll", [...NO_DURATION, 0, "2h"], (queue, value) => queue.work(never, { poll: value })],
  ...["drain", "work"].flatMap((method): Row[] => {
    const call = (option: string): Row[2] => {
      return (queue: Any, value) => queue[method](never, { budget: "1s", [option]: value });
    };
    return [
      [`${method}: concurrency`, NO_COUNT, call("concurrency")],
      [`${method}: batch`, NO_COUNT, call("batch")],
      [`${method}: worker`, NO_ID.filter((id) => id !== ""), call("worker")],
      [`${method}: afterError`, [...NO_TEXT, "", "ignore"], call("afterError")],
      [`${method}: on`, [...NO_OBJECT, { done: () => {} }, { failed: 1 }], call("on")],
      [`${method}: use`, [null, 1, "x", {}, [1]], call("use")],
    ];
  }),
];

/** What calling comes to, thrown or rejected. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return "no error";
  } catch (error) {
    return error;
  }
}

function show(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY }).slice(0, 80);
}

describe("nothing is sent for", () => {
  test.each(ROWS)("%s", async (what, values, call) => {
    const run = vi.fn();
    const queue = freshQueue<Any>({ redis: { run } });
    for (const value of values) {
      const error = await errorOf(() => call(queue, value));
      expect(error, show(value)).toBeInstanceOf(LeaseholdError);
      expect(error, show(value)).toMatchObject({ code: "invalid_argument" });
      expect((error as Error).message, show(value)).toMatch(new RegExp(`^${queue.name}[:,] `));
      if (/^(enqueue: (?!options|idempotency key|at and|uniqueFor without)|enqueueMany: a job|turn: an? )/.test(what)) {
        expect((error as Error).message, show(value)).toMatch(/, job (1|")/);
      }
    }
    expect(run).not.toHaveBeenCalled();
    expect(never).not.toHaveBeenCalled();
  });
});

describe("a leased job sends nothing for", () => {
  const rows: [string, readonly unknown[], (job: Job<unknown>, value: Any) => unknown, code?: string][] = [
    ["retry: options", NO_OBJECT, (leased, value) => leased.retry(value)],
    ["retry: delay", NO_DELAY, (leased, value) => leased.retry({ delay: value })],
    ["extend", [...NO_LEASE, undefined], (leased, value) => leased.extend(value)],
    ["progress", [...THINGS, undefined, "0.5", Number.NaN, -0.1, 1.1], (leased, value) => leased.progress(value)],
    ["progress: options", NO_OBJECT, (leased, value) => leased.progress(0.5, value)],
    ["progress: note", NO_TEXT, (leased, value) => leased.progress(0.5, { note: value })],
    ["progress: extend", NO_LEASE, (leased, value) => leased.progress(0.5, { extend: value })],
    [
      "complete: a result that is no JSON",
      [5n, () => 1, new Map()],
      (leased, value) => leased.complete(value),
      "invalid_payload",
    ],
    ["complete: a result too large", ["x".repeat(2 ** 20)], (leased, value) => leased.complete(value), "too_large"],
    ["progress: a note too large", ["x".repeat(2_000)], (leased, note) => leased.progress(0, { note }), "too_large"],
  ];
  test.each(rows)("%s", async (_what, values, call, code = "invalid_argument") => {
    const answer = 'ok\n-\n- 1700000030000 0 1700000030000 - 100000000000001\n"b"\n\n4600000000000000:1';
    const run = vi.fn(async () => answer);
    const queue = freshQueue({ redis: { run } });
    const [leased] = (await queue.lease()).jobs as [Job<unknown>];
    for (const value of values) {
      const error = await errorOf(() => call(leased, value));
      expect(error, show(value)).toMatchObject({ name: "LeaseholdError", code });
      expect((error as Error).message).toMatch(`${queue.name}, job "\\"b\\"": `);
    }
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe("what is too large", () => {
  test.each<[string, (queue: Queue<Any>) => unknown, RegExp]>([
    [
      "a payload",
      (queue) => queue.enqueue("x".repeat(2 ** 20), { id: "b" }),
      /, job 0 \("b"\): a payload must be at most/,
    ],
    [
      "a payload of wide characters",
      (queue) => queue.enqueue("ü".repeat(2 ** 19)),
      /, job 0: a payload must be at most/,
    ],
    [
      "a batch",
      (queue) => queue.enqueueMany(new Array(1_001).fill({ data: 1 })),
      /: a batch may have 1000 jobs, not 1001/,
    ],
    [
      "a batch to settle",
      (queue) => queue.turn({ settle: new Array(1_001).fill({ job, action: "fail" }) }),
      /: a batch/,
    ],
    ["ids to cancel", (queue) => queue.cancel(new Array(1_001).fill("a")), /: a batch/],
    ["ids to redrive", (queue) => queue.redrive({ ids: new Array(1_001).fill("a") }), /: a batch/],
    ["ids to promote", (queue) => queue.promote(new Array(1_001).fill("a")), /: a batch/],
  ])("%s is refused, and nothing is sent", async (_what, call, message) => {
    const run = vi.fn();
    const queue = freshQueue<Any>({ redis: { run } });
    const error = await errorOf(() => call(queue));
    expect(error).toMatchObject({ name: "LeaseholdError", code: "too_large" });
    expect((error as Error).message).toMatch(queue.name);
    expect((error as Error).message).toMatch(message);
    expect(run).not.toHaveBeenCalled();
  });
});

describe("an option that does not exist is refused, by its name", () => {
  const misspelt: [what: string, call: (queue: Any) => unknown][] = [
    ["enqueue", (queue) => queue.enqueue(1, { dely: "1s" })],
    ["enqueueMany", (queue) => queue.enqueueMany([{ data: 1 }], { idempotencykey: "a" })],
    ["a job", (queue) => queue.enqueueMany([{ data: 1, idempotencyKey: "a" }])],
    ["lease", (queue) => queue.lease({ cuont: 1 })],
    ["turn", (queue) => queue.turn({ lese: {} })],
    ["settle", (queue) => queue.settle([], { idempotencyKy: "a" })],
    ["extend", (queue) => queue.extend([], "1m", { wrker: "w" })],
    ["progress", (queue) => queue.progress({ id: "a", fence: 1 }, 0.5, { extnd: "1m" })],
    ["redrive", (queue) => queue.redrive({ id: ["a"] })],
    ["list", (queue) => queue.list("ready", { limt: 1 })],
    ["wait", (queue) => queue.wait("a", { timout: 1 })],
    ["clean", (queue) => queue.clean({ limt: 1 })],
    ["deepClean", (queue) => queue.deepClean({ budgt: 1 })],
    ["drain", (queue) => queue.drain(never, { budget: "1s", concurency: 2 })],
    ["work", (queue) => queue.work(never, { grce: "1s" })],
    ["events", (queue) => queue.events({ sinse: 1 }).next()],
    ["recordEvents", (queue) => queue.recordEvents({ kep: 1 })],
  ];
  test.each(misspelt)("%s", async (_, call) => {
    const run = vi.fn();
    const error = await errorOf(() => call(freshQueue<Any>({ redis: { run } })));
    expect(error).toMatchObject({ code: "invalid_argument", message: expect.stringContaining("there is no ") });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ["retention", { retention: { don: "1d" } }],
    ["a limit", { retention: { done: { ages: "1d" } } }],
    ["backoff", { backoff: { type: "fixed", delay: 1, jiter: 0 } }],
    ["a queue", { leese: "1m" }],
  ])("%s", async (_, options) => {
    const error = await errorOf(() => new Queue("emails", { redis: { run: vi.fn() }, ...(options as object) }));
    expect(error).toMatchObject({ code: "invalid_argument", message: expect.stringContaining("there is no ") });
  });

  test("RetryLater", () => {
    for (const options of [{ atempt: false }, { attempt: 0 }] as never[]) {
      expect(() => new RetryLater("1m", options)).toThrow(LeaseholdError);
    }
  });

  test("clients over TCP", () => {
    for (const client of [undefined, null, 5, {}] as never[]) {
      expect(() => ioredis(client)).toThrow("ioredis: the client must be an ioredis client");
      expect(() => nodeRedis(client)).toThrow("nodeRedis: the client must be a node-redis client");
    }
  });

  test("items, apps and crons", async () => {
    const redis = { run: vi.fn() };
    const items = new RedisWorkQueue("items", { redis });
    for (const call of [
      () => new RedisWorkQueue("items", { redis, recver: "back" } as never),
      () => items.lease(30, { cuont: 1 } as never),
      () => items.clean({ limt: 1 } as never),
      () => createApp({ redis, token: [] } as never),
      () => createWorker({ redis, queues: { a: { handler: never, concurency: 2 } } } as never),
      () => createWorker({ redis, queues: {}, crons: { lite: "* * * * *" } } as never),
    ]) {
      expect(await errorOf(call)).toMatchObject({ message: expect.stringContaining("there is no ") });
    }
    expect(redis.run).not.toHaveBeenCalled();
  });

  test("upstash()", () => {
    const place = { url: "https://example.com", token: "t" };
    const wrongs = [
      { timeout: "x" },
      { timeout: 0 },
      { timeout: null },
      { retries: -1 },
      { retires: 1 },
      { keyLocking: "no" },
      { url: Symbol("url") },
      { url: Object.create(null) },
    ];
    for (const wrong of wrongs) {
      expect(() => upstash({ ...place, ...wrong } as never)).toThrow(LeaseholdError);
    }
    expect(() => upstash(null as never)).toThrow(LeaseholdError);
    expect(() => upstash({ ...place, timeout: "5s" })).not.toThrow();
  });
});

describe("a queue is not made with", () => {
  const rows: [option: string, values: readonly unknown[]][] = [
    ["redis", [...NO_OBJECT, undefined, {}, { run: 1 }, { eval: 1 }]],
    ["prefix", NO_NAME.filter((name) => name !== undefined)],
    ["codec", [...NO_OBJECT, {}, { encode: 1, decode: 1 }, { encode: () => "" }]],
    ["schema", [...THINGS, 5, "s", { "~standard": {} }]],
    ["lease", NO_LEASE],
    ["maxAttempts", [...NO_NUMBER, 0, 1_001]],
    ["maxLength", [...NO_NUMBER, 0]],
    ["maxPayloadBytes", [...NO_NUMBER, 0, 2 ** 27]],
    ["rememberRequests", [...NO_DELAY, 0, 999]],
    ["now", NO_FUNCTION],
    [
      "backoff",
      [
        ...NO_DELAY.filter((delay) => typeof delay !== "function"),
        ...[{ type: "linear", delay: 1 }, { type: "fixed" }, { delay: 1 }],
      ],
    ],
    ["timeout", [...NO_DURATION, 0, "2000d"].filter((timeout) => timeout !== false)],
    ["logger", [null, 1, "x", {}, true]],
    ["on", [...NO_OBJECT, { done: () => {} }, { failed: 1 }]],
    ["use", [null, 1, "x", {}, [1]]],
    ["backoff", NO_DELAY.map((delay) => ({ type: "fixed", delay }))],
    ["backoff", NO_DELAY.map((cap) => ({ type: "fixed", delay: 1, cap }))],
    ["backoff", [null, "0.5", Number.NaN, -0.1, 1.1].map((jitter) => ({ type: "fixed", delay: 1, jitter }))],
    ["retention", NO_OBJECT],
    ["retention", [...NO_DELAY, 0].map((results) => ({ results }))],
    ...["done", "failed"].flatMap((state): [string, unknown[]][] => [
      ["retention", [...NO_DELAY.filter((age) => String(age) !== "[object Object]")].map((age) => ({ [state]: age }))],
      ["retention", NO_DELAY.map((age) => ({ [state]: { age } }))],
      ["retention", NO_NUMBER.map((count) => ({ [state]: { count } }))],
    ]),
  ];
  test.each(rows)("%s of another kind", async (option, values) => {
    const run = vi.fn();
    for (const value of values) {
      const options = { redis: { run }, [option]: value } as unknown as QueueOptions<unknown>;
      const error = await errorOf(() => new Queue("emails", options));
      expect(error, show(value)).toMatchObject({ name: "LeaseholdError", code: "invalid_argument" });
      expect((error as Error).message).toMatch(/^emails: /);
    }
  });

  test("a name or options of another kind", async () => {
    const redis = { run: vi.fn() };
    for (const name of NO_NAME) {
      const error = await errorOf(() => new Queue(name as string, { redis }));
      expect(error, show(name)).toMatchObject({ code: "invalid_argument" });
    }
    for (const options of [...NO_OBJECT, undefined] as never[]) {
      expect(await errorOf(() => new Queue("emails", options)), show(options)).toMatchObject({
        code: "invalid_argument",
      });
      expect(await errorOf(() => listQueues(options)), show(options)).toMatchObject({ code: "invalid_argument" });
    }
  });
});

test("what is just within its limits is sent", async () => {
  const queue = freshQueue<unknown>({ lease: "12h", maxPayloadBytes: 2 ** 20 });
  const id = "ü".repeat(128);
  await queue.enqueue("x".repeat(2 ** 20 - 2), { id, delay: YEAR, priority: 9, ttl: "365d", maxAttempts: 1_000 });
  expect(await queue.promote([id])).toEqual([{ id, ok: true }]);
  expect((await queue.lease({ count: 1_000, for: "1s", worker: "x".repeat(256) })).jobs).toMatchObject([{ id }]);
  expect(await queue.enqueueMany([])).toEqual([]);
  expect((await queue.turn({})).settled).toEqual([]);
});
