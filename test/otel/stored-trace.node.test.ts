// The trace that a job carries: only if a span was active, beside a payload whose bytes are the same.
import { createTraceState, TraceFlags, trace } from "@opentelemetry/api";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bucketDigit } from "../../src/engine/keys.ts";
import type { Queue } from "../../src/index.ts";
import { formatTrace, parseStoredTrace } from "../../src/otel/trace-text.ts";
import { freshQueue, testPrefix } from "../setup/queue.ts";
import { createTracing, linkedSpans, spanIdOf } from "./tracing.ts";

let redis: Redis;
beforeAll(() => {
  redis = new Redis(inject("redisUrl"));
});
afterAll(() => redis.quit());

/** Resolves with the stored record of a job: its head and its payload. */
async function storedRecord({ name }: Queue, id: string): Promise<{ head: string; payload: string }> {
  const text = await redis.hget(`${testPrefix()}:{${name}}:jobs:${bucketDigit(id)}`, id);
  const end = text?.indexOf(":") ?? -1;
  return { head: text?.slice(0, end) ?? "", payload: text?.slice(end + 1) ?? "" };
}

test("only a job that is enqueued while a span is active carries a trace, outside of its payload", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const queue = freshQueue({ telemetry });
  const data = { to: "ada: a~b/c", n: 1 };
  await inSpan(() => queue.enqueue(data, { id: "traced" }));
  await queue.enqueue(data, { id: "bare" });
  const [traced, bare] = await Promise.all([storedRecord(queue, "traced"), storedRecord(queue, "bare")]);
  const context = spansOf("send")[0]?.spanContext();
  expect(traced.head).toMatch(new RegExp(`^\\d{16} o-/w00-${context?.traceId}-${context?.spanId}-01$`));
  expect(bare.head).toMatch(/^\d{16}$/);
  expect(traced.payload).toBe(JSON.stringify(data));
  expect(bare.payload).toBe(traced.payload);
});

test("a trace travels with the job's other options, and through retries and a redrive", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const queue = freshQueue({ telemetry, backoff: 0 });
  const options = {
    id: "a",
    timeout: "1m",
    backoff: { type: "exponential", delay: 0, cap: "1h", jitter: 0.5 },
  } as const;
  await inSpan(() => queue.enqueue(1, { ...options, priority: 2, ttl: "1d", maxAttempts: 2, delay: 1 }));
  const seen: unknown[] = [];
  const fail = async (job: { timeout: unknown; backoff: unknown }) => {
    seen.push([job.timeout, job.backoff]);
    throw new Error("no");
  };
  for (const state of ["delayed", "failed"] as const) {
    if (state === "delayed") await queue.promote("a");
    else await queue.redrive();
    await queue.drain(fail, { budget: "10s" });
  }
  expect(seen).toEqual(Array(4).fill([60_000, { type: "exponential", delay: 0, cap: 3_600_000, jitter: 0.5 }]));
  expect(spansOf("process").flatMap(linkedSpans)).toEqual(Array(4).fill(spanIdOf(spansOf("send")[0])));
});

test("a repeated request in another trace gets the first reply", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const queue = freshQueue({ telemetry });
  const enqueue = () => queue.enqueue(1, { idempotencyKey: "order-7", timeout: "1m" });
  const first = await inSpan(enqueue);
  expect(await inSpan(enqueue)).toEqual(first);
  expect(await enqueue()).toEqual(first);
  await queue.drain(async () => {}, { budget: "10s" });
  expect(spansOf("process").flatMap(linkedSpans)).toEqual([spanIdOf(spansOf("send")[0])]);
});

test("a trace state travels with the job, up to the length that a job carries", () => {
  const context = { traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: TraceFlags.SAMPLED };
  const entries = Array.from({ length: 16 }, (_, i) => `vendor${i}@x=(~*'!)${"y".repeat(12)}`);
  const state = (count: number) => createTraceState(entries.slice(0, count).join());
  const short = parseStoredTrace(formatTrace({ ...context, traceState: state(2) }));
  expect(short).toMatchObject({ ...context, isRemote: true });
  expect(short?.traceState?.serialize()).toBe(state(2).serialize());
  const text = formatTrace({ ...context, traceState: state(16) });
  expect(text.length).toBeLessThanOrEqual(600);
  expect(text).toMatch(/^[\w%.~-]+$/);
  const kept = parseStoredTrace(text)?.traceState?.serialize() ?? "";
  expect(state(16).serialize().startsWith(kept)).toBe(true);
  expect(kept.length).toBeGreaterThan(200);
});

test.each([
  "",
  "~",
  "00-0-0-01",
  `00-${"0".repeat(32)}-${"1".repeat(16)}-01`,
  `ff-${"1".repeat(32)}-${"1".repeat(16)}-01`,
])("the text %j is no trace", (text) => {
  expect(parseStoredTrace(text)).toBeUndefined();
});

test("a damaged trace state does not hide the trace", () => {
  const text = `00-${"1".repeat(32)}-${"2".repeat(16)}-00~%E0%A4%A`;
  expect(parseStoredTrace(text)).toEqual({
    traceId: "1".repeat(32),
    spanId: "2".repeat(16),
    traceFlags: 0,
    isRemote: true,
  });
});

test("an unsampled trace travels too, so that its handlers are not sampled by themselves", async () => {
  const { telemetry } = createTracing();
  const queue = freshQueue({ telemetry });
  const { context: api } = await import("@opentelemetry/api");
  const unsampled = { traceId: "c".repeat(32), spanId: "d".repeat(16), traceFlags: TraceFlags.NONE };
  await api.with(trace.setSpanContext(api.active(), unsampled), () => queue.enqueue(1, { id: "a" }));
  expect((await storedRecord(queue, "a")).head).toContain(` o-/w00-${"c".repeat(32)}-`);
});
