// Invalid arguments of the constructors: of Queue and of the adapters.
import { describe, expect, test, vi } from "vitest";
import { LeaseholdError, listQueues, Queue, type QueueOptions, upstash } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import {
  catchError,
  INVALID_DELAYS,
  INVALID_DURATIONS,
  INVALID_INTEGERS,
  INVALID_LEASES,
  INVALID_QUEUE_NAMES,
  inspectShort,
  NON_FUNCTIONS,
  NON_OBJECTS,
  NON_SCALARS,
} from "./invalid-values.ts";

describe("the constructor of Queue refuses", () => {
  const OPTIONS: [option: string, values: readonly unknown[]][] = [
    ["redis", [...NON_OBJECTS, undefined, {}, { run: 1 }, { eval: 1 }]],
    ["prefix", INVALID_QUEUE_NAMES.filter((name) => name !== undefined)],
    ["codec", [...NON_OBJECTS, {}, { encode: 1, decode: 1 }, { encode: () => "" }]],
    ["schema", [...NON_SCALARS, 5, "s", { "~standard": {} }]],
    ["lease", INVALID_LEASES],
    ["maxAttempts", [...INVALID_INTEGERS, 0, 1_001]],
    ["maxLength", [...INVALID_INTEGERS, 0]],
    ["maxPayloadBytes", [...INVALID_INTEGERS, 0, 2 ** 27]],
    ["rememberRequests", [...INVALID_DELAYS, 0, 999]],
    ["now", NON_FUNCTIONS],
    [
      "backoff",
      [
        ...INVALID_DELAYS.filter((delay) => typeof delay !== "function"),
        ...[{ type: "linear", delay: 1 }, { type: "fixed" }, { delay: 1 }],
      ],
    ],
    ["timeout", [...INVALID_DURATIONS, 0, "2000d"].filter((timeout) => timeout !== false)],
    ["logger", [null, 1, "x", {}, true]],
    ["on", [...NON_OBJECTS, { done: () => {} }, { failed: 1 }]],
    ["use", [null, 1, "x", {}, [1]]],
    ["backoff", INVALID_DELAYS.map((delay) => ({ type: "fixed", delay }))],
    ["backoff", INVALID_DELAYS.map((cap) => ({ type: "fixed", delay: 1, cap }))],
    ["backoff", [null, "0.5", Number.NaN, -0.1, 1.1].map((jitter) => ({ type: "fixed", delay: 1, jitter }))],
    ["retention", NON_OBJECTS],
    ["retention", [...INVALID_DELAYS, 0].map((results) => ({ results }))],
    ...["done", "failed"].flatMap((state): [string, unknown[]][] => [
      ["retention", INVALID_DELAYS.filter((age) => String(age) !== "[object Object]").map((age) => ({ [state]: age }))],
      ["retention", INVALID_DELAYS.map((age) => ({ [state]: { age } }))],
      ["retention", INVALID_INTEGERS.map((count) => ({ [state]: { count } }))],
    ]),
  ];
  test.each(OPTIONS)("an invalid value of %s", async (option, values) => {
    const run = vi.fn();
    for (const value of values) {
      const options = { redis: { run }, [option]: value } as unknown as QueueOptions<unknown>;
      const error = await catchError(() => new Queue("emails", options));
      expect(error, inspectShort(value)).toMatchObject({ name: "LeaseholdError", code: "invalid_argument" });
      expect((error as Error).message).toMatch(/^emails: /);
    }
  });

  test("an invalid name and invalid options", async () => {
    const redis = { run: vi.fn() };
    for (const name of INVALID_QUEUE_NAMES) {
      const error = await catchError(() => new Queue(name as string, { redis }));
      expect(error, inspectShort(name)).toMatchObject({ code: "invalid_argument" });
    }
    for (const options of [...NON_OBJECTS, undefined] as never[]) {
      expect(await catchError(() => new Queue("emails", options)), inspectShort(options)).toMatchObject({
        code: "invalid_argument",
      });
      expect(await catchError(() => listQueues(options)), inspectShort(options)).toMatchObject({
        code: "invalid_argument",
      });
    }
  });
});

test("ioredis() and nodeRedis() refuse values that are not a client", () => {
  for (const client of [undefined, null, 5, {}] as never[]) {
    expect(() => ioredis(client)).toThrow("ioredis: the client must be an ioredis client");
    expect(() => nodeRedis(client)).toThrow("nodeRedis: the client must be a node-redis client");
  }
});

test("upstash() refuses invalid and unknown options", () => {
  const valid = { url: "https://example.com", token: "t" };
  const invalid = [
    { timeout: "x" },
    { timeout: 0 },
    { timeout: null },
    { retries: -1 },
    { retires: 1 },
    { keyLocking: "no" },
    { url: Symbol("url") },
    { url: Object.create(null) },
  ];
  for (const options of invalid) {
    expect(() => upstash({ ...valid, ...options } as never)).toThrow(LeaseholdError);
  }
  expect(() => upstash(null as never)).toThrow(LeaseholdError);
  expect(() => upstash({ ...valid, timeout: "5s" })).not.toThrow();
});
