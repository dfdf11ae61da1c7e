// The metrics of queues, and what neither metrics nor spans contain.
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, inject, test } from "vitest";
import { freshQueue } from "../setup/queue.ts";
import { createTracing } from "./tracing.ts";

/** Returns a meter provider, and a function that resolves with the data points of each metric. */
function createMeter() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const read = async () => {
    await meterProvider.forceFlush();
    const metrics =
      exporter
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    await meterProvider.shutdown();
    return new Map(
      metrics.map(({ descriptor, dataPoints }) => [descriptor.name, { unit: descriptor.unit, dataPoints }]),
    );
  };
  return { meterProvider, read };
}

test("the metrics have the names, units and attributes of the conventions", async () => {
  const { meterProvider, read } = createMeter();
  const { telemetry } = createTracing({ meterProvider });
  const queue = freshQueue<number>({ telemetry, maxAttempts: 1 });
  await queue.enqueueMany([{ data: 1 }, { data: 2 }, { data: 3 }]);
  await queue.drain(
    ({ data }) => {
      if (data === 2) throw new RangeError("no");
    },
    { budget: "10s" },
  );
  const metrics = await read();
  const attributes = (operation: string, error = {}) => ({
    "messaging.system": "leasehold",
    "messaging.operation.name": operation,
    "messaging.operation.type": operation,
    "messaging.destination.name": queue.name,
    ...error,
  });
  const failed = { "error.type": "RangeError" };
  expect(metrics.get("messaging.client.sent.messages")).toMatchObject({
    unit: "{message}",
    dataPoints: [{ value: 3, attributes: attributes("send") }],
  });
  expect(metrics.get("messaging.client.consumed.messages")).toMatchObject({
    unit: "{message}",
    dataPoints: [{ value: 3, attributes: attributes("receive") }],
  });
  expect(metrics.get("messaging.process.duration")).toMatchObject({
    unit: "s",
    dataPoints: [
      { value: { count: 2 }, attributes: attributes("process") },
      { value: { count: 1 }, attributes: attributes("process", failed) },
    ],
  });
  const operations = metrics.get("messaging.client.operation.duration");
  expect(operations?.unit).toBe("s");
  const byOperation = new Map(
    operations?.dataPoints.map((point) => [point.attributes["messaging.operation.name"], point]),
  );
  expect([...byOperation.keys()].sort()).toEqual(["receive", "send", "settle"]);
  for (const [operation, point] of byOperation) {
    expect(point.attributes).toEqual(attributes(String(operation)));
    const { sum = 0, count } = point.value as { sum?: number; count: number };
    // In seconds: a request within this machine takes milliseconds.
    expect(sum / count).toBeLessThan(5);
    expect(sum).toBeGreaterThan(0);
  }
});

test("no span or metric contains a payload, a result, an error's message or the token of the database", async () => {
  const { meterProvider, read } = createMeter();
  const { telemetry, inSpan, allSpans } = createTracing({ meterProvider });
  const queue = freshQueue<string>({ telemetry, maxAttempts: 1 });
  await inSpan(() => queue.enqueueMany([{ data: "secret-1" }, { data: "secret-2" }]));
  await queue.drain(
    async (job) => {
      if (job.data === "secret-1") throw new Error(`cannot handle ${job.data}`);
      await job.progress(0.5, { note: "secret-3" });
      return "secret-4";
    },
    { budget: "10s" },
  );
  await expect(queue.enqueue("secret-5", { id: "" })).rejects.toThrow();
  expect(allSpans().length).toBeGreaterThan(5);
  const texts = JSON.stringify([
    allSpans().map(({ name, attributes, events, links, status }) => ({ name, attributes, events, links, status })),
    [...(await read())],
  ]);
  expect(texts).not.toMatch(/secret|cannot handle/);
  expect(texts).not.toContain(inject("token"));
});
