// The spans of handlers: one for each attempt, in a trace of its own with a link to the span that enqueued the job.
import { context, ROOT_CONTEXT, type Span, type SpanContext, SpanKind, trace } from "@opentelemetry/api";
import { monotonicNow } from "../base/monotonic.ts";
import { RetryLater } from "../queue/jobs/handler-errors.ts";
import type { Job } from "../queue/jobs/job.ts";
import type { Middleware } from "../queue/jobs/listeners.ts";
import { formatReference } from "../queue/jobs/settle-items.ts";
import { attributesOf, errorTypeOf, messageAttributes } from "./conventions.ts";
import { parseStoredTrace } from "./trace-text.ts";
import { markFailed, type TracingKit, withErrorType } from "./tracing-kit.ts";

/** The span of a handler that runs, or whose job is not settled yet. */
interface HandlerSpan {
  span: Span;
  startedAt: number;
  isOpen: boolean;
}

/** The spans of the handlers of one queue. */
export class HandlerSpans {
  readonly #kit: TracingKit;
  readonly #parent: boolean;
  /** The spans of jobs that are not settled yet, by the references of their leases. */
  readonly #spans = new Map<string, HandlerSpan>();

  constructor(kit: TracingKit, { parent }: { parent: boolean }) {
    this.#kit = kit;
    this.#parent = parent;
  }

  /** Returns the context of a handler's span until its job is settled, by the reference of the lease. */
  contextOf(reference: string): SpanContext | undefined {
    return this.#spans.get(reference)?.span.spanContext();
  }

  /** Runs a handler inside of its span. Nothing of the caller's trace is active there. */
  readonly around: Middleware = async (job, next) => {
    const enqueued = parseStoredTrace(job.trace);
    const isChild = this.#parent && enqueued !== undefined;
    const parent = isChild ? trace.setSpanContext(ROOT_CONTEXT, enqueued) : ROOT_CONTEXT;
    const attributes = {
      ...attributesOf("process", this.#kit.queue),
      ...messageAttributes(1, job),
      "messaging.leasehold.message.attempt": job.attempt,
      ...(job.worker !== "" && { "messaging.client.id": job.worker }),
    };
    const links = enqueued && !isChild ? [{ context: enqueued }] : [];
    const options = { kind: SpanKind.CONSUMER, attributes, links, root: !isChild };
    const span = this.#kit.tracer.startSpan(`process ${this.#kit.queue}`, options, parent);
    const entry = { span, startedAt: monotonicNow(), isOpen: true };
    this.#spans.set(formatReference(job), entry);
    try {
      const result = await context.with(trace.setSpan(parent, span), next);
      this.#end(entry, job.ended === "fail" ? "_OTHER" : undefined);
      return result;
    } catch (error) {
      this.#end(entry, error instanceof RetryLater ? undefined : errorTypeOf(error));
      throw error;
    }
  };

  /** Ends the span of a job that was settled or lost. A handler that continues after its timeout has no other end. */
  close(job: Job, errorType: string | undefined): void {
    const reference = formatReference(job);
    const entry = this.#spans.get(reference);
    if (entry) this.#end(entry, errorType);
    this.#spans.delete(reference);
  }

  #end(entry: HandlerSpan, errorType: string | undefined): void {
    if (!entry.isOpen) return;
    entry.isOpen = false;
    if (errorType !== undefined) markFailed(entry.span, errorType);
    entry.span.end();
    const seconds = (monotonicNow() - entry.startedAt) / 1_000;
    const attributes = withErrorType(attributesOf("process", this.#kit.queue), errorType);
    this.#kit.metrics.recordProcessing(seconds, attributes);
  }
}
