// One attempt: the call of a handler, and the item that settles its job.

import { toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { Discard, RetryLater } from "../jobs/handler-errors.ts";
import type { Job } from "../jobs/job.ts";
import type { Middleware } from "../jobs/listeners.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { type PreparedItem, prepareItem, type SettleItem } from "../jobs/settle-items.ts";

/**
 * A function that does the work of one job; its return value is kept as the job's result. `job.stopping` aborts shortly
 * before the handler's time ends. The signal aborts when the job is lost, its lease ran out, or its time is up.
 */
export type Handler<T> = (job: Job<T>, signal: AbortSignal) => unknown;

/** Returns a handler with functions around it, the first one outermost. */
export function withMiddleware<T>(handler: Handler<T>, around: readonly Middleware<T>[]): Handler<T> {
  return around.reduceRight<Handler<T>>((inner, each) => aroundOne(inner, each), handler);
}

/** Returns a handler with a function around it. It ends when both have, even if the function does not wait for the handler. */
function aroundOne<T>(inner: Handler<T>, around: Middleware<T>): Handler<T> {
  return async (job, signal) => {
    const running = new Set<Promise<unknown>>();
    const next = () => {
      const call = async () => {
        try {
          return await inner(job, signal);
        } finally {
          running.delete(run);
        }
      };
      const run = call();
      // If the function fails first, the rejection of the handler has no other listener.
      run.catch(() => {});
      running.add(run);
      return run;
    };
    const result = await around(job, next);
    await Promise.all(running);
    return result;
  };
}

/** The end of an attempt: how it settles its job, and what the handler returned or threw. */
export interface Ended<T> {
  job: Job<T>;
  action: SettleItem["action"];
  /** The item as it is sent, the same each time. */
  item: PreparedItem;
  /** In ms, of a retry. */
  delay?: number;
  result?: unknown;
  error?: unknown;
  /** The values with which the handler has settled the job itself. */
  own?: { result?: unknown; error?: unknown };
  /** True where the attempt failed, and was not ended on purpose. */
  isFailure?: boolean;
}

/** The effect of an error that a handler throws. */
export type AfterError = "retry" | "fail";

/** Calls a handler. Never rejects. */
export async function attempt<T>(
  context: QueueContext<T>,
  handler: Handler<T>,
  { job, signal, afterError }: { job: Job<T>; signal: AbortSignal; afterError: AfterError },
): Promise<Ended<T>> {
  try {
    return completed(context, job, await handler(job, signal));
  } catch (error) {
    return failed(context, job, { error, afterError });
  }
}

/** Returns the end of an attempt that threw. A thrown value may be anything, even one that throws when it is read. */
export function failed<T>(
  context: QueueContext<T>,
  job: Job<T>,
  { error, afterError }: { error: unknown; afterError: AfterError },
): Ended<T> {
  try {
    return endOf(context, job, { error, afterError });
  } catch (thrown) {
    const why = thrown instanceof LeaseholdError ? `: ${thrown.message}` : "";
    const unreadable = `the handler threw a value that cannot be read${why}`;
    return endOf(context, job, { error: unreadable, afterError });
  }
}

function endOf<T>(
  context: QueueContext<T>,
  job: Job<T>,
  { error = "the handler threw undefined", afterError }: { error?: unknown; afterError: AfterError },
): Ended<T> {
  if (error instanceof Discard || (afterError === "fail" && !(error instanceof RetryLater))) {
    return failedForGood(context, job, error);
  }
  const isLater = error instanceof RetryLater;
  const delay = isLater ? toMilliseconds(error.delay, "delay") : context.delayOrDefault(job, error);
  const item = prepareItem(context, { job, action: "retry", delay, error, attempt: !isLater || error.attempt });
  return { job, action: "retry", item, delay, error, isFailure: !isLater };
}

/** Returns the end of an attempt after which there is no other. */
export function failedForGood<T>(context: QueueContext<T>, job: Job<T>, error: unknown): Ended<T> {
  const item = prepareItem(context, { job, action: "fail", error });
  return { job, action: "fail", item, error, isFailure: true };
}

/** Returns the end of a job that is given back; `begun` tells whether its handler had been called. */
export function released<T>(context: QueueContext<T>, job: Job<T>, { begun }: { begun: boolean }): Ended<T> {
  return { job, action: "release", item: prepareItem(context, { job, action: "release", begun }) };
}

/** Returns the end of a handler that returned. A result that cannot be kept fails the job: another attempt would not help. */
function completed<T>(context: QueueContext<T>, job: Job<T>, result: unknown): Ended<T> {
  try {
    return { job, action: "complete", item: prepareItem(context, { job, action: "complete", result }), result };
  } catch (error) {
    const why = error instanceof LeaseholdError ? `: ${error.message}` : "";
    return failedForGood(context, job, `it was done, but its result cannot be kept${why}`);
  }
}
