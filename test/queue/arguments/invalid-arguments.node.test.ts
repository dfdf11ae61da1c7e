// Invalid arguments of the public methods: every method refuses them before it sends a request.
import { describe, expect, test, vi } from "vitest";
import { type Job, LeaseholdError, type Queue } from "../../../src/index.ts";
import { freshQueue } from "../../setup/queue.ts";
import {
  type Any,
  catchError,
  INVALID_COUNTS,
  INVALID_DELAYS,
  INVALID_DURATIONS,
  INVALID_IDS,
  INVALID_INTEGERS,
  INVALID_LEASES,
  inspectShort,
  NON_ARRAYS,
  NON_FUNCTIONS,
  NON_OBJECTS,
  NON_SCALARS,
  NON_STRINGS,
} from "./invalid-values.ts";

/** A call that is repeated with each of the values. */
type Row = [argument: string, values: readonly unknown[], call: (queue: Queue<Any>, value: Any) => unknown];

const job = { id: "b", fence: 1 };
const handler = vi.fn();

/** Returns a row for each option of a method, from the invalid values of the option. `call` calls the method. */
function toOptionRows(
  method: string,
  valuesByOption: Record<string, readonly unknown[]>,
  call: (queue: Queue<Any>, options: Any) => unknown,
): Row[] {
  return Object.entries(valuesByOption).map(([option, values]) => [
    `${method}: ${option}`,
    values,
    (queue, value) => call(queue, { [option]: value }),
  ]);
}

const INVALID_WORKERS = INVALID_IDS.filter((id) => id !== "");
const INVALID_VERSIONS = ["\n", "v\x1f1", "\ud800", "x".repeat(65), "ü".repeat(33), null, 1, {}];
const LOOP_OPTIONS = {
  concurrency: INVALID_COUNTS,
  batch: INVALID_COUNTS,
  worker: INVALID_WORKERS,
  version: INVALID_VERSIONS,
  afterError: [...NON_STRINGS, "", "ignore"],
  on: [...NON_OBJECTS, { done: () => {} }, { failed: 1 }],
  use: [null, 1, "x", {}, [1]],
};

const CALLS: Row[] = [
  ["enqueue: options", NON_OBJECTS, (queue, value) => queue.enqueue(1, value)],
  ["enqueue: at with delay", [1], (queue) => queue.enqueue(1, { at: Date.now(), delay: 1 })],
  ["enqueue: uniqueFor without id", ["1m"], (queue, value) => queue.enqueue(1, { uniqueFor: value })],
  [
    "enqueue: options for known ids without an id",
    [{ onDuplicate: "again" }, { onDuplicate: "keep" }, { debounce: { wait: 1 } }],
    (queue, value) => queue.enqueue(1, { ...value, idempotencyKey: "n" }),
  ],
  [
    "enqueue: options that exclude each other",
    [
      { onDuplicate: "replace", debounce: { wait: 1 } },
      { onDuplicate: "keep", debounce: { wait: 1 } },
      { onDuplicate: "again", uniqueFor: 1 },
      { debounce: { wait: 1 }, uniqueFor: 1 },
      { debounce: { wait: 1 }, delay: 1 },
      { debounce: { wait: 1 }, at: 1 },
    ],
    (queue, value) => queue.enqueue(1, { id: "a", ...value }),
  ],
  ...toOptionRows("enqueue", { idempotencyKey: INVALID_IDS }, (queue, options) => queue.enqueue(1, options)),
  ["enqueueMany: jobs", [...NON_ARRAYS, undefined, "jobs"], (queue, value) => queue.enqueueMany(value)],
  ["enqueueMany: an array with holes", [new Array(2)], (queue, value) => queue.enqueueMany(value)],
  ["enqueueMany: options", NON_OBJECTS, (queue, value) => queue.enqueueMany([{ data: 1 }], value)],
  ...toOptionRows("enqueueMany", { idempotencyKey: INVALID_IDS }, (queue, options) =>
    queue.enqueueMany([{ data: 1 }], options),
  ),
  ["lease: options", NON_OBJECTS, (queue, value) => queue.lease(value)],
  ...toOptionRows(
    "lease",
    {
      count: INVALID_COUNTS,
      for: INVALID_LEASES,
      worker: INVALID_WORKERS,
      version: INVALID_VERSIONS,
      idempotencyKey: INVALID_IDS,
    },
    (queue, options) => queue.lease(options),
  ),
  ["turn: options", [...NON_OBJECTS, undefined], (queue, value) => queue.turn(value)],
  ...toOptionRows(
    "turn",
    { settle: [...NON_ARRAYS, "items"], lease: NON_OBJECTS, idempotencyKey: INVALID_IDS },
    (queue, options) => queue.turn(options),
  ),
  ...toOptionRows(
    "turn: lease",
    { count: INVALID_COUNTS, for: INVALID_LEASES, worker: [null, 5, {}] },
    (queue, options) => queue.turn({ lease: options }),
  ),
  ["get", [...INVALID_IDS, undefined], (queue, value) => queue.get(value)],
  ["result", [...INVALID_IDS, undefined], (queue, value) => queue.result(value)],
  ["wait", [...INVALID_IDS, undefined], (queue, value) => queue.wait(value)],
  ["wait: options", NON_OBJECTS, (queue, value) => queue.wait("b", value)],
  ...toOptionRows("wait", { timeout: [...INVALID_DURATIONS, "2h"] }, (queue, options) => queue.wait("b", options)),
  ["explain", [...INVALID_IDS, undefined], (queue, value) => queue.explain(value)],
  ["list: state", [...NON_STRINGS, undefined, "", "gone", "toString"], (queue, value) => queue.list(value)],
  ["list: options", NON_OBJECTS, (queue, value) => queue.list("ready", value)],
  ...toOptionRows(
    "list",
    { cursor: [...NON_STRINGS, "", "-1", "1.5", "a", ["5"]], limit: INVALID_COUNTS },
    (queue, options) => queue.list("ready", options),
  ),
  [
    "cancel",
    [...NON_ARRAYS, undefined, "", ["a", ""], ["a", null], new Array(2)],
    (queue, value) => queue.cancel(value),
  ],
  ["redrive: options", NON_OBJECTS, (queue, value) => queue.redrive(value)],
  ...toOptionRows("redrive", { ids: [...NON_ARRAYS, ["a", 5]], limit: INVALID_COUNTS }, (queue, options) =>
    queue.redrive(options),
  ),
  ["promote", [...NON_ARRAYS, undefined, "", ["a", "\n"]], (queue, value) => queue.promote(value)],
  ["purge", [...NON_STRINGS, undefined, "", "leased", "gone"], (queue, value) => queue.purge(value)],
  ["failWorker", [...INVALID_IDS, undefined], (queue, value) => queue.failWorker(value)],
  ["clean: options", NON_OBJECTS, (queue, value) => queue.clean(value)],
  ...toOptionRows("clean", { limit: INVALID_COUNTS }, (queue, options) => queue.clean(options)),
  ["deepClean: options", NON_OBJECTS, (queue, value) => queue.deepClean(value)],
  ...toOptionRows(
    "deepClean",
    { limit: [...INVALID_INTEGERS, 0], slice: INVALID_COUNTS, budget: [...INVALID_DURATIONS, 0, "2h"] },
    (queue, options) => queue.deepClean(options),
  ),
  ["drain: handler", [...NON_FUNCTIONS, undefined], (queue, value) => queue.drain(value, { budget: "1s" })],
  ["drain: options", [...NON_OBJECTS, undefined], (queue, value) => queue.drain(handler, value)],
  ...toOptionRows(
    "drain",
    { ...LOOP_OPTIONS, budget: [...INVALID_DURATIONS, undefined, 0, "25h"], signal: [...NON_OBJECTS, {}] },
    (queue, options) => queue.drain(handler, { budget: "1s", ...options }),
  ),
  ["work: handler", [...NON_FUNCTIONS, undefined], (queue, value) => queue.work(value)],
  ["work: options", NON_OBJECTS, (queue, value) => queue.work(handler, value)],
  ...toOptionRows(
    "work",
    { ...LOOP_OPTIONS, grace: [...INVALID_DURATIONS, "2h"], poll: [...INVALID_DURATIONS, 0, "2h"] },
    (queue, options) => queue.work(handler, options),
  ),
];

/** Calls `enqueueMany` with a valid job and one that has an invalid option. */
const enqueueWith = (option: string): Row[2] => {
  return (queue, value) => queue.enqueueMany([{ data: 1 }, { data: 1, id: "b", [option]: value } as Any]);
};
/** Calls `turn` with a valid item and an invalid one. */
const settleWith = (createItem: (value: Any) => Any): Row[2] => {
  return (queue, value) => queue.turn({ settle: [{ job, action: "complete" }, createItem(value)] });
};

const ITEMS: Row[] = [
  ["enqueue: id", INVALID_IDS, enqueueWith("id")],
  ["enqueue: delay", INVALID_DELAYS, enqueueWith("delay")],
  ["enqueue: ttl", [...INVALID_DELAYS, 0], enqueueWith("ttl")],
  ["enqueue: uniqueFor", INVALID_DELAYS, enqueueWith("uniqueFor")],
  ["enqueue: onDuplicate", [...NON_STRINGS, "", "Keep", "toString", "a"], enqueueWith("onDuplicate")],
  [
    "enqueue: debounce",
    [
      ...NON_OBJECTS,
      ...[...INVALID_DELAYS, 0, undefined].map((wait) => ({ wait })),
      ...[...INVALID_DELAYS, 4].map((longest) => ({ wait: 5, longest })),
      { wait: 1, most: 2 },
    ],
    enqueueWith("debounce"),
  ],
  ["enqueue: priority", [...INVALID_INTEGERS, 10], enqueueWith("priority")],
  ["enqueue: maxAttempts", [...INVALID_INTEGERS, 0, 1_001], enqueueWith("maxAttempts")],
  ["enqueue: at", [...INVALID_INTEGERS, "2026-01-01", new Date(Number.NaN), 1e15, new Date(8e15)], enqueueWith("at")],
  ["enqueueMany: a job", [...NON_OBJECTS, undefined], (queue, value) => queue.enqueueMany([{ data: 1 }, value])],
  ["turn: an item", [...NON_OBJECTS, undefined], settleWith((value) => value)],
  ["turn: a job", [...NON_OBJECTS, undefined], settleWith((value) => ({ job: value, action: "complete" }))],
  ["turn: an id", [...INVALID_IDS, undefined], settleWith((id) => ({ job: { ...job, id }, action: "complete" }))],
  [
    "turn: a fence",
    [...INVALID_INTEGERS, 0, undefined, 2 ** 53],
    settleWith((fence) => ({ job: { id: "b", fence }, action: "fail" })),
  ],
  [
    "turn: an attempt",
    [...INVALID_INTEGERS, 0],
    settleWith((attempt) => ({ job: { ...job, attempt }, action: "retry" })),
  ],
  ["turn: an action", [...NON_STRINGS, undefined, "finish", "toString", ""], settleWith((action) => ({ job, action }))],
  ["turn: a delay", INVALID_DELAYS, settleWith((delay) => ({ job, action: "retry", delay }))],
];

/** Expects the call of a row to refuse each value, before it sends a request or calls a handler. */
async function expectRefusals([, values, call]: Row, message: RegExp): Promise<void> {
  const run = vi.fn();
  const queue = freshQueue<Any>({ redis: { run } });
  for (const value of values) {
    const error = await catchError(() => call(queue, value));
    expect(error, inspectShort(value)).toBeInstanceOf(LeaseholdError);
    expect(error, inspectShort(value)).toMatchObject({ code: "invalid_argument" });
    expect((error as Error).message, inspectShort(value)).toMatch(new RegExp(`^${queue.name}[:,] `));
    expect((error as Error).message, inspectShort(value)).toMatch(message);
  }
  expect(run).not.toHaveBeenCalled();
  expect(handler).not.toHaveBeenCalled();
}

describe("a queue refuses, before it sends a request, an invalid argument of", () => {
  test.each(CALLS)("%s", (...row) => expectRefusals(row, /./));
  test.each(ITEMS)("%s, with the job in the message", (...row) => expectRefusals(row, /, job (1|")/));
});

describe("a leased job refuses, before it sends a request, an invalid argument of", () => {
  const rows: [string, readonly unknown[], (job: Job<unknown>, value: Any) => unknown, code?: string][] = [
    ["retry: options", NON_OBJECTS, (leased, value) => leased.retry(value)],
    ["retry: delay", INVALID_DELAYS, (leased, value) => leased.retry({ delay: value })],
    ["extend", [...INVALID_LEASES, undefined], (leased, value) => leased.extend(value)],
    ["progress", [...NON_SCALARS, undefined, "0.5", Number.NaN, -0.1, 1.1], (leased, value) => leased.progress(value)],
    ["progress: options", NON_OBJECTS, (leased, value) => leased.progress(0.5, value)],
    ["progress: note", NON_STRINGS, (leased, value) => leased.progress(0.5, { note: value })],
    ["progress: extend", INVALID_LEASES, (leased, value) => leased.progress(0.5, { extend: value })],
    [
      "complete: a result that JSON cannot represent",
      [5n, () => 1, new Map()],
      (leased, value) => leased.complete(value),
      "invalid_payload",
    ],
    [
      "complete: a result that is too large",
      ["x".repeat(2 ** 20)],
      (leased, value) => leased.complete(value),
      "too_large",
    ],
    [
      "progress: a note that is too large",
      ["x".repeat(2_000)],
      (leased, note) => leased.progress(0, { note }),
      "too_large",
    ],
  ];
  test.each(rows)("%s", async (_, values, call, code = "invalid_argument") => {
    const reply = 'ok\n-\n- 1700000030000 0 1700000030000 - 100000000000001\n"b"\n\n4600000000000000:1';
    const run = vi.fn(async () => reply);
    const queue = freshQueue({ redis: { run } });
    const [leased] = (await queue.lease()).jobs as [Job<unknown>];
    for (const value of values) {
      const error = await catchError(() => call(leased, value));
      expect(error, inspectShort(value)).toMatchObject({ name: "LeaseholdError", code });
      expect((error as Error).message).toMatch(`${queue.name}, job "\\"b\\"": `);
    }
    expect(run).toHaveBeenCalledTimes(1);
  });
});
