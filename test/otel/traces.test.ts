// The spans of a job's life: sent, received, processed and settled, in traces that link to each other.
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { expect, test } from "vitest";
import { Discard, LeaseholdError, RetryLater } from "../../src/index.ts";
import { waitForever } from "../setup/handlers.ts";
import { freshQueue } from "../setup/queue.ts";
import { createTracing, linkedSpans, spanIdOf, traceIdsOf } from "./tracing.ts";

test("a job's spans have the names, kinds and attributes of the conventions", async () => {
  const { telemetry, inSpan, spansOf, allSpans } = createTracing();
  const queue = freshQueue({ telemetry });
  const { id } = await inSpan(() => queue.enqueue({ n: 1 }));
  await queue.drain(async () => "done", { budget: "10s", worker: "w1" });
  const [send, process, receive, settle, request] = ["send", "process", "receive", "settle", "request"].map(
    (name) => spansOf(name)[0],
  );
  expect(allSpans()).toHaveLength(5);
  const shared = (operation: string) => ({
    "messaging.system": "leasehold",
    "messaging.operation.name": operation,
    "messaging.operation.type": operation,
    "messaging.destination.name": queue.name,
    "messaging.message.id": id,
  });
  expect(send).toMatchObject({ name: `send ${queue.name}`, kind: SpanKind.PRODUCER, attributes: shared("send") });
  expect(send?.parentSpanContext?.spanId).toBe(spanIdOf(request));
  expect(receive).toMatchObject({ name: `receive ${queue.name}`, kind: SpanKind.CLIENT });
  expect(receive?.attributes).toEqual(shared("receive"));
  expect(process).toMatchObject({ name: `process ${queue.name}`, kind: SpanKind.CONSUMER });
  expect(process?.attributes).toEqual({
    ...shared("process"),
    "messaging.client.id": "w1",
    "messaging.leasehold.message.attempt": 1,
  });
  expect(settle).toMatchObject({ name: `settle ${queue.name}`, kind: SpanKind.CLIENT });
  expect(settle?.attributes).toEqual(shared("settle"));
  // The handler has a trace of its own, of which settling is a part; it and the lease link to the span that sent the job.
  for (const span of [process, receive]) {
    expect(span?.parentSpanContext).toBeUndefined();
    expect(span && linkedSpans(span)).toEqual([spanIdOf(send)]);
  }
  expect(settle?.parentSpanContext?.spanId).toBe(spanIdOf(process));
  expect(traceIdsOf(allSpans()).size).toBe(3);
});

test("each attempt is a trace of its own that links to the span that sent the job", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const queue = freshQueue({ telemetry, backoff: 0, maxAttempts: 3 });
  await inSpan(() => queue.enqueue(1));
  await queue.drain(
    ({ attempt }) => {
      if (attempt === 1) throw new RetryLater(0);
      if (attempt === 2) throw new TypeError("no payload in here");
      throw new Discard("enough");
    },
    { budget: "10s" },
  );
  const attempts = spansOf("process");
  expect(traceIdsOf(attempts).size).toBe(3);
  expect(attempts.map((span) => span.attributes["messaging.leasehold.message.attempt"])).toEqual([1, 2, 3]);
  const [send] = spansOf("send");
  for (const span of attempts) expect(linkedSpans(span)).toEqual([spanIdOf(send)]);
  // A handler that asks for a later attempt has not failed.
  expect(attempts.map((span) => span.attributes["error.type"])).toEqual([undefined, "TypeError", "Discard"]);
  expect(attempts.map(({ status }) => status)).toEqual([
    { code: SpanStatusCode.UNSET },
    { code: SpanStatusCode.ERROR },
    { code: SpanStatusCode.ERROR },
  ]);
});

test("1,000 jobs of one request are handled in 1,000 traces", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const queue = freshQueue<number>({ telemetry });
  await inSpan(() => queue.enqueueMany(Array.from({ length: 1_000 }, (_, n) => ({ data: n }))));
  await inSpan(() => queue.drain(async () => {}, { budget: "15s", concurrency: 100 }));
  const [send] = spansOf("send");
  expect(spansOf("send")).toHaveLength(1);
  expect(send?.attributes["messaging.batch.message_count"]).toBe(1_000);
  const handled = spansOf("process");
  expect(handled).toHaveLength(1_000);
  expect(traceIdsOf(handled).size).toBe(1_000);
  for (const span of handled) expect(linkedSpans(span)).toEqual([spanIdOf(send)]);
  // A request for many jobs links to what it concerns, up to the number of links that a span has.
  const batch = spansOf("settle").find((span) => Number(span.attributes["messaging.batch.message_count"]) > 1);
  expect(batch?.parentSpanContext).toBeUndefined();
  expect(batch?.links.length).toBe(Math.min(128, Number(batch?.attributes["messaging.batch.message_count"])));
  const counts = spansOf("receive").map((span) => Number(span.attributes["messaging.batch.message_count"] ?? 1));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1_000);
});

test("with `parent`, handlers are part of the trace that sent the job", async () => {
  const { telemetry, inSpan, spansOf } = createTracing({ parent: true });
  const queue = freshQueue({ telemetry });
  await inSpan(() => queue.enqueue(1));
  await queue.enqueue(2);
  await queue.drain(async () => {}, { budget: "10s" });
  const [send] = spansOf("send");
  const [child, other] = spansOf("process");
  expect(child?.parentSpanContext).toMatchObject({ spanId: spanIdOf(send), isRemote: true });
  expect(child?.links).toEqual([]);
  // A job that was enqueued outside of any trace carries none.
  expect(other?.parentSpanContext).toBeUndefined();
});

test("with `spanPerJob`, each job of a batch has a span, to which its handler links", async () => {
  const { telemetry, inSpan, spansOf } = createTracing({ spanPerJob: true });
  const queue = freshQueue({ telemetry });
  const jobs = await inSpan(() => queue.enqueueMany([{ data: 1 }, { data: 2 }]));
  await queue.drain(async () => {}, { budget: "10s" });
  const created = spansOf("create");
  expect(created.map(({ kind }) => kind)).toEqual([SpanKind.PRODUCER, SpanKind.PRODUCER]);
  expect(created.map((span) => span.attributes["messaging.message.id"])).toEqual(jobs.map(({ id }) => id));
  const [send] = spansOf("send");
  expect(send?.kind).toBe(SpanKind.CLIENT);
  expect(send && linkedSpans(send)).toEqual(created.map(spanIdOf));
  expect(spansOf("process").flatMap(linkedSpans)).toEqual(created.map(spanIdOf));
});

test("the span of a handler that never returns ends at its timeout", async () => {
  const { telemetry, spansOf } = createTracing();
  const queue = freshQueue({ telemetry, timeout: 20, maxAttempts: 1 });
  await queue.enqueue(1);
  await queue.drain(waitForever, { budget: "10s" });
  expect(spansOf("process").map((span) => span.attributes["error.type"])).toEqual(["timed_out"]);
});

test("the span of a handler that lost its job says so", async () => {
  const { telemetry, spansOf } = createTracing();
  const queue = freshQueue({ telemetry });
  const { id } = await queue.enqueue(1);
  await queue.drain(() => queue.cancel(id), { budget: "10s" });
  // The handler returned before the loss was known, so the request that settles tells of it.
  expect(spansOf("process")).toHaveLength(1);
  expect(spansOf("settle")).toHaveLength(1);
});

test("a request that Redis does not answer is a span with the code of the error", async () => {
  const { telemetry, spansOf } = createTracing();
  const error = new LeaseholdError("redis_unreachable", "no reply");
  const queue = freshQueue({ telemetry, redis: { run: () => Promise.reject(error) } });
  await expect(queue.enqueue(1)).rejects.toMatchObject({ code: "redis_unreachable" });
  await expect(queue.lease()).rejects.toMatchObject({ code: "redis_unreachable" });
  await expect(queue.settle([{ job: { id: "a", fence: 1 }, action: "complete" }])).rejects.toThrow();
  for (const operation of ["send", "receive", "settle"]) {
    expect(spansOf(operation)).toMatchObject([
      { attributes: { "error.type": "redis_unreachable" }, status: { code: SpanStatusCode.ERROR } },
    ]);
  }
});

test("a worker without jobs creates no spans", async () => {
  const { telemetry, allSpans } = createTracing();
  const queue = freshQueue({ telemetry });
  await queue.drain(async () => {}, { budget: "10s" });
  await queue.lease();
  expect(allSpans()).toEqual([]);
});
