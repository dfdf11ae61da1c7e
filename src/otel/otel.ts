// The telemetry of queues by OpenTelemetry: replaces the parts of a queue that it observes.
import { type MeterProvider, type TracerProvider, trace } from "@opentelemetry/api";
import { invalidArgument, validateOptions } from "../base/arguments.ts";
import type { Listeners, LoopEvents } from "../queue/jobs/listeners.ts";
import type { ObservedQueue, Telemetry } from "../queue/jobs/telemetry.ts";
import { errorTypeOf } from "./conventions.ts";
import { HandlerSpans } from "./handler-spans.ts";
import { Metrics } from "./metrics.ts";
import { observeRequests } from "./request-spans.ts";
import { observeSending } from "./send-spans.ts";

/** Options of the telemetry. */
export interface OtelOptions {
  /** The provider of the tracer; the one that is registered with the API unless set. */
  tracerProvider?: TracerProvider;
  /** The provider of the meter; the one that is registered with the API at the first operation unless set. */
  meterProvider?: MeterProvider;
  /**
   * Makes the span of a handler a child of the span that enqueued its job, in the same trace. Unless set, each attempt is a
   * trace of its own with a link to that span, so that no trace grows with the jobs that jobs enqueue.
   */
  parent?: boolean;
  /** Creates a span for each job of a batch, to which the spans of its handlers link; false unless set. */
  spanPerJob?: boolean;
}

/**
 * Returns the telemetry of queues, for the option `telemetry` of `Queue`, `createWorker` and `createApp`.
 *
 * @example
 * const emails = new Queue<Email>("emails", { redis, telemetry: otel() });
 */
export function otel(options: OtelOptions = {}): Telemetry {
  const {
    tracerProvider = trace,
    meterProvider,
    parent = false,
    spanPerJob = false,
  } = validateOptions(options, "tracerProvider meterProvider parent spanPerJob", { label: "otel" });
  if (typeof parent !== "boolean") throw invalidArgument("otel: parent must be true or false");
  if (typeof spanPerJob !== "boolean") throw invalidArgument("otel: spanPerJob must be true or false");
  const tracer = tracerProvider.getTracer("leasehold");
  const metrics = new Metrics(meterProvider);
  return (queue) => {
    const kit = { queue: queue.name, tracer, metrics };
    const handlers = new HandlerSpans(kit, { parent });
    return {
      enqueuing: observeSending(kit, { spanPerJob }),
      call: observeRequests(kit, { call: queue.call, handlers }),
      middleware: [handlers.around, ...queue.middleware],
      listeners: withHandlerEnds(queue.listeners, handlers),
    };
  };
}

/** Returns listeners that end the spans of handlers, and then call the queue's own listeners. */
function withHandlerEnds(own: ObservedQueue["listeners"], handlers: HandlerSpans): Listeners {
  const listen =
    <Name extends keyof LoopEvents>(name: Name, errorOf: (event: LoopEvents[Name]) => string | undefined) =>
    (event: LoopEvents[Name]) => {
      if ("job" in event) handlers.close(event.job, errorOf(event));
      const listener = own?.[name] as ((event: LoopEvents[Name]) => unknown) | undefined;
      return listener?.call(own, event);
    };
  return {
    ...own,
    completed: listen("completed", () => undefined),
    released: listen("released", () => undefined),
    retried: listen("retried", ({ error }) => errorTypeOf(error)),
    failed: listen("failed", ({ error }) => errorTypeOf(error)),
    lost: listen("lost", () => "lease_lost"),
  };
}
