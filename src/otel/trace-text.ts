// The trace context of a job as text: W3C's `traceparent`, and after a tilde `tracestate`, percent-encoded.
import { createTraceState, isSpanContextValid, type SpanContext, type TraceFlags } from "@opentelemetry/api";

const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;
// The longest text that a job carries, in characters.
const MAX_LENGTH = 600;

/** Formats a trace context for a job. Entries of the state that do not fit are left out, from the last one on. */
export function formatTrace({ traceId, spanId, traceFlags, traceState }: SpanContext): string {
  const text = `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`;
  const entries = traceState?.serialize().split(",") ?? [];
  for (; entries.length > 0; entries.pop()) {
    // `encodeURIComponent` leaves characters that the text of a job cannot have.
    const state = encodeURIComponent(entries.join()).replace(
      /[!'()*~]/g,
      (each) => `%${each.charCodeAt(0).toString(16)}`,
    );
    if (state !== "" && text.length + 1 + state.length <= MAX_LENGTH) return `${text}~${state}`;
  }
  return text;
}

/** Reads the trace context of a job. Returns undefined for a text that is none, which another program may have written. */
export function parseStoredTrace(text: string | undefined): SpanContext | undefined {
  const [traceparent, state] = text?.split("~") ?? [];
  try {
    return parseTrace(traceparent, state && decodeURIComponent(state));
  } catch {
    return parseTrace(traceparent);
  }
}

/** Reads a trace context from the values of `traceparent` and `tracestate`; undefined if it is invalid. */
export function parseTrace(traceparent: string | undefined, tracestate?: string): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const found: SpanContext = {
    traceId,
    spanId,
    traceFlags: (Number.parseInt(flags, 16) & 1) as TraceFlags,
    isRemote: true,
    ...(tracestate && { traceState: createTraceState(tracestate) }),
  };
  return isSpanContextValid(found) ? found : undefined;
}
