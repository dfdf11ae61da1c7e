// OpenTelemetry's SDK with exporters in memory, and a context manager as programs register it.
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { type OtelOptions, otel } from "../../src/otel.ts";

/** Returns telemetry whose spans are collected, and functions that create and find spans. */
export function createTracing(options: OtelOptions = {}) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = tracerProvider.getTracer("test");
  return {
    telemetry: otel({ tracerProvider, ...options }),
    /** Runs a function inside of a span of its own trace. */
    inSpan: <R>(run: () => Promise<R>): Promise<R> =>
      tracer.startActiveSpan("request", { root: true }, async (span) => {
        try {
          return await run();
        } finally {
          span.end();
        }
      }),
    /** Returns the spans of an operation that have ended, in the order of their ends. */
    spansOf: (operation: string): ReadableSpan[] =>
      exporter.getFinishedSpans().filter(({ name }) => name.split(" ")[0] === operation),
    allSpans: () => exporter.getFinishedSpans(),
  };
}

/** Returns the id of the active trace. */
export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

/** Returns the ids of the spans to which a span links. */
export function linkedSpans({ links }: ReadableSpan): string[] {
  return links.map((link) => link.context.spanId);
}

/** Returns the id of a span. */
export function spanIdOf(span: ReadableSpan | undefined): string | undefined {
  return span?.spanContext().spanId;
}

/** Returns the ids of the traces of spans, each once. */
export function traceIdsOf(spans: readonly ReadableSpan[]): Set<string> {
  return new Set(spans.map((span) => span.spanContext().traceId));
}
