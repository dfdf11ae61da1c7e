// The telemetry of jobs with groups or costs: they carry their traces beside these, and their requests are observed too.
import { expect, test } from "vitest";
import { freshName, freshQueue } from "../setup/queue.ts";
import { createRecordingAdapter } from "../setup/recording-adapter.ts";
import { activeTraceId, createTracing, linkedSpans, spanIdOf, traceIdsOf } from "./tracing.ts";

const GROUP = "messaging.leasehold.message.group";

test.each([{ group: "customer 7" }, { group: "a/w0", cost: 3 }, { cost: 3 }, { group: "b", timeout: "1m" as const }])(
  "a job with %j carries its trace, and keeps its group and its cost",
  async (options) => {
    const { telemetry, inSpan, spansOf } = createTracing();
    const queue = freshQueue({ telemetry });
    await inSpan(() => queue.enqueue(1, { ...options, id: "a" }));
    const { group, cost } = options as { group?: string; cost?: number };
    const job = await queue.get("a");
    expect([job?.group, job?.cost]).toEqual([group, cost]);
    await queue.drain(() => {}, { budget: "10s" });
    const [send] = spansOf("send");
    expect(spansOf("process").flatMap(linkedSpans)).toEqual([spanIdOf(send)]);
    for (const span of [send, ...spansOf("process")]) expect(span?.attributes[GROUP]).toBe(group);
  },
);

test("a client has one span for each request that leases or settles in a queue with groups, whichever scripts it takes", async () => {
  const name = freshName();
  await freshQueue({ groups: { concurrency: 1 } }, name).enqueueMany(
    ["a", "a", "b"].map((group, n) => ({ data: n, group, id: `${group}${n}` })),
  );
  const { telemetry, spansOf, allSpans } = createTracing();
  const { redis, scripts } = createRecordingAdapter();
  // It does not know that the queue has groups.
  const queue = freshQueue({ telemetry, redis }, name);
  const { jobs } = await queue.lease({ count: 9 });
  expect(scripts.filter((script) => script.startsWith("turn"))).toEqual(["turn", "turnGrouped"]);
  expect(jobs.map(({ id }) => id)).toEqual(["a0", "b2"]);
  expect(spansOf("receive").map(({ attributes }) => attributes["messaging.batch.message_count"])).toEqual([2]);
  await jobs[0]?.complete();
  await queue.drain(() => {}, { budget: "10s" });
  expect(spansOf("process").map(({ attributes }) => attributes["messaging.message.id"])).toEqual(["a1"]);
  expect(spansOf("settle").map(({ attributes }) => attributes["messaging.message.id"])).toEqual(["a0", "a1"]);
  expect(allSpans()).toHaveLength(5);
});

test("no request of a loop in a queue with groups runs in a trace", async () => {
  const { telemetry, inSpan, spansOf } = createTracing();
  const traces: (string | undefined)[] = [];
  const { redis, scripts } = createRecordingAdapter(() => traces.push(activeTraceId()));
  const queue = freshQueue({ telemetry, redis, groups: { concurrency: 1 } });
  await queue.enqueueMany([1, 2, 3].map((n) => ({ data: n, group: "a" })));
  const enqueued = traces.length;
  await inSpan(() => queue.drain(() => {}, { budget: "10s" }));
  expect(scripts.slice(enqueued)).toEqual(expect.arrayContaining(["turnGrouped"]));
  expect(traces.slice(enqueued).filter((id) => id !== undefined)).toEqual([]);
  expect(traceIdsOf(spansOf("process")).size).toBe(3);
  for (const span of spansOf("receive")) expect(span.parentSpanContext).toBeUndefined();
});

test("the span of a single job has its group; those of several jobs do not, unless each has its own", async () => {
  const { telemetry, inSpan, spansOf } = createTracing({ spanPerJob: true });
  const queue = freshQueue({ telemetry });
  await queue.enqueue(1);
  await inSpan(() => queue.enqueueMany(["a", "b"].map((group) => ({ data: 1, group }))));
  expect(spansOf("send").map(({ attributes }) => attributes[GROUP])).toEqual([undefined, undefined]);
  expect(spansOf("create").map(({ attributes }) => attributes[GROUP])).toEqual(["a", "b"]);
});
