// Contexts do not leak: between the jobs of a loop, from a handler into requests, or from the starter of a worker.
import { trace } from "@opentelemetry/api";
import { expect, inject, test } from "vitest";
import { decorateAdapter, upstash } from "../../src/index.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { activeTraceId, createTracing, linkedSpans, spanIdOf, traceIdsOf } from "./tracing.ts";

/** Returns an adapter, and the name of each script with the trace that was active when it was sent. */
function createObservedAdapter() {
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const sent: { script: string; traceId: string | undefined }[] = [];
  const redis = decorateAdapter(gateway, {
    run(script, keys, args) {
      sent.push({ script: script.name, traceId: activeTraceId() });
      return gateway.run(script, keys, args);
    },
  });
  return { redis, sent };
}

test("each handler of a loop has its own trace, before and after it waits", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const queue = freshQueue<number>({ telemetry });
  const next = freshQueue<number>({ telemetry });
  await inSpan(() => queue.enqueueMany(Array.from({ length: 40 }, (_, n) => ({ data: n }))));
  const seen = new Map<number, (string | undefined)[]>();
  const work = async (n: number) => {
    const traces = [activeTraceId()];
    await new Promise((resolve) => setTimeout(resolve, n % 7));
    traces.push(activeTraceId());
    await next.enqueue(n, { id: `next-${n}` });
    traces.push(activeTraceId());
    seen.set(n, traces);
  };
  await queue.drain(({ data }) => work(data), { budget: "15s", concurrency: 8 });
  const traces = [...seen.values()].map((each) => [...new Set(each)]);
  expect(traces).toHaveLength(40);
  for (const each of traces) expect(each).toHaveLength(1);
  expect(new Set(traces.flat()).size).toBe(40);
  expect(traceIdsOf(spansOf("process"))).toEqual(new Set(traces.flat()));
  // Although the calls share requests, each job carries the trace of its own handler.
  for (const [n, [traceId]] of seen) {
    const [send] = spansOf("send").filter((span) => span.attributes["messaging.message.id"] === `next-${n}`);
    expect(send?.spanContext().traceId).toBe(traceId);
  }
});

test("a trace of jobs that enqueue jobs does not grow", async () => {
  const { telemetry, inSpan, allSpans, spansOf } = createTracing();
  const queue = freshQueue<number>({ telemetry });
  await inSpan(() => queue.enqueue(0));
  await queue.drain(({ data }) => (data < 30 ? queue.enqueue(data + 1) : undefined), { budget: "15s" });
  const sizes = new Map<string, number>();
  for (const span of allSpans()) {
    const { traceId } = span.spanContext();
    sizes.set(traceId, (sizes.get(traceId) ?? 0) + 1);
  }
  // A handler, its settling, and the next job.
  expect(Math.max(...sizes.values())).toBeLessThanOrEqual(3);
  const sends = spansOf("send");
  expect(spansOf("process").flatMap(linkedSpans)).toEqual(sends.map(spanIdOf));
});

test("no request of a loop runs in the trace of a handler or of the caller who started the loop", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const { redis, sent } = createObservedAdapter();
  const queue = freshQueue({ telemetry, redis, lease: "1s", batching: false });
  await queue.enqueueMany([{ data: 1 }, { data: 2 }, { data: 3 }]);
  const worker = await inSpan(async () =>
    queue.work(
      async (job) => {
        // Long enough for the lease to be renewed.
        if (job.data === 1) await until(() => sent.some(({ script }) => script === "extend"));
        expect(trace.getActiveSpan()).toBeDefined();
      },
      { concurrency: 2 },
    ),
  );
  await until(() => spansOf("settle").length >= 2 && spansOf("process").length === 3);
  await inSpan(() => worker.stop());
  const traced = sent.filter(({ traceId }) => traceId !== undefined).map(({ script }) => script);
  expect(traced).toEqual([]);
  expect(sent.map(({ script }) => script)).toEqual(expect.arrayContaining(["extend", "turn"]));
  for (const span of spansOf("receive")) expect(span.parentSpanContext).toBeUndefined();
});

test("jobs that handlers settle themselves are settled in their own traces", async () => {
  const { telemetry, spansOf } = createTracing();
  const queue = freshQueue<number>({ telemetry, batching: false });
  await queue.enqueueMany(Array.from({ length: 6 }, (_, n) => ({ data: n })));
  await queue.drain((job) => job.complete(), { budget: "10s", concurrency: 3 });
  const handled = spansOf("process");
  const settled = spansOf("settle");
  expect(settled).toHaveLength(6);
  for (const span of settled) {
    const own = handled.find(
      ({ attributes }) => attributes["messaging.message.id"] === span.attributes["messaging.message.id"],
    );
    expect(span.parentSpanContext?.spanId).toBe(spanIdOf(own));
  }
});

test("a queue without telemetry runs its handlers in the caller's context, as before", async () => {
  const { inSpan } = createTracing();
  const queue = freshQueue({}, freshName());
  await queue.enqueue(1);
  const [outside, inside] = await inSpan(async () => {
    let seen: string | undefined;
    await queue.drain(
      () => {
        seen = activeTraceId();
      },
      { budget: "10s" },
    );
    return [activeTraceId(), seen];
  });
  expect(inside).toBe(outside);
});
