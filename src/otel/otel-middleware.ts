// The trace of an HTTP request, for apps that no other instrumentation observes.
import { context, trace } from "@opentelemetry/api";
import { parseTrace } from "./trace-text.ts";

/** The part of Hono's context that the middleware reads. */
interface RequestContext {
  req: { header(name: string): string | undefined };
}

/**
 * Returns Hono middleware that makes the trace of a request active, from its headers `traceparent` and `tracestate`. It
 * creates no span. Jobs that the request enqueues then carry the trace.
 *
 * @example
 * const app = new Hono().use(otelMiddleware()).route("/", createApp({ redis, tokens, telemetry: otel() }));
 */
export function otelMiddleware() {
  return (c: RequestContext, next: () => Promise<void>): Promise<void> => {
    const remote = parseTrace(c.req.header("traceparent"), c.req.header("tracestate"));
    const isTraced = trace.getSpan(context.active()) !== undefined;
    return remote && !isTraced ? context.with(trace.setSpanContext(context.active(), remote), next) : next();
  };
}
