// The parts that all spans of one queue use.
import { type Attributes, type Span, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import type { Metrics } from "./metrics.ts";

/** The name of a queue, and the instruments that observe it. */
export interface TracingKit {
  queue: string;
  tracer: Tracer;
  metrics: Metrics;
}

/** Marks a span as failed. A span has no message of an error, which may contain data of a job. */
export function markFailed(span: Span, errorType: string): void {
  span.setAttribute("error.type", errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns attributes with that of an error, if there is one. */
export function withErrorType(attributes: Attributes, errorType: string | undefined): Attributes {
  return errorType === undefined ? attributes : { ...attributes, "error.type": errorType };
}
