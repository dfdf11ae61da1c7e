// The spans of calls that enqueue jobs, whose contexts travel with the jobs.
import { context, isSpanContextValid, type Span, SpanKind, trace } from "@opentelemetry/api";
import { monotonicNow } from "../base/monotonic.ts";
import { appendTrace } from "../queue/jobs/options/own-options.ts";
import type { PreparedJob } from "../queue/jobs/prepare-jobs.ts";
import type { ObservedQueue } from "../queue/jobs/telemetry.ts";
import { attributesOf, errorTypeOf, messageAttributes } from "./conventions.ts";
import { formatTrace } from "./trace-text.ts";
import { markFailed, type TracingKit, withErrorType } from "./tracing-kit.ts";

/**
 * Returns a function that enqueues jobs inside of a span, a child of the active one. The jobs carry the context of that span,
 * or of a span of their own, but only if a span was active: other jobs carry nothing.
 */
export function observeSending(
  kit: TracingKit,
  { spanPerJob }: { spanPerJob: boolean },
): NonNullable<ObservedQueue["enqueuing"]> {
  const { queue, tracer, metrics } = kit;
  const startSend = (jobs: readonly PreparedJob[], created: readonly Span[]) =>
    tracer.startSpan(`send ${queue}`, {
      kind: created.length > 0 ? SpanKind.CLIENT : SpanKind.PRODUCER,
      attributes: { ...attributesOf("send", queue), ...messageAttributes(jobs.length, jobs[0]) },
      links: created.map((each) => ({ context: each.spanContext() })),
    });

  return async (jobs, send) => {
    const active = trace.getSpanContext(context.active());
    const isTraced = active !== undefined && isSpanContextValid(active);
    const created = isTraced && spanPerJob && jobs.length > 1 ? createSpans(kit, jobs) : [];
    const span = startSend(jobs, created);
    const startedAt = monotonicNow();
    let errorType: string | undefined;
    try {
      return await send(isTraced ? jobs.map((job, i) => withTrace(job, created[i] ?? span)) : jobs);
    } catch (error) {
      errorType = errorTypeOf(error);
      markFailed(span, errorType);
      throw error;
    } finally {
      for (const each of created) each.end();
      span.end();
      const attributes = withErrorType(attributesOf("send", queue), errorType);
      metrics.recordOperation((monotonicNow() - startedAt) / 1_000, attributes);
      metrics.countSent(jobs.length, attributes);
    }
  };
}

/** Starts a span for each job of a batch. */
function createSpans({ queue, tracer }: TracingKit, jobs: readonly PreparedJob[]): Span[] {
  const shared = attributesOf("create", queue);
  return jobs.map((job) =>
    tracer.startSpan(`create ${queue}`, {
      kind: SpanKind.PRODUCER,
      attributes: { ...shared, ...messageAttributes(1, job) },
    }),
  );
}

/** Returns a job that carries the context of a span. */
function withTrace(job: PreparedJob, span: Span): PreparedJob {
  return { ...job, kind: appendTrace(job.kind, formatTrace(span.spanContext())) };
}
