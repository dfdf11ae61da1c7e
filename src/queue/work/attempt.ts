// One attempt: the call of a handler, and the item that settles its job.

import { toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { errorFields } from "../../base/log.ts";
import { Discard, Next, RetryLater } from "../jobs/handler-errors.ts";
import type { Job } from "../jobs/job.ts";
import type { Middleware } from "../jobs/listeners.ts";
import { backoffDelay, DEFAULT_BACKOFF } from "../jobs/options/backoff.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import {
  type PreparedItem,
  prepareItem,
  prepareLinkedItem,
  retryDelay,
  type SettleItem,
} from "../jobs/settle-items.ts";

/**
 * A function that does the work of one job. Its return value is kept as the job's result. `job.stopping` aborts shortly before
 * the handler's time ends; `signal` aborts when the job is lost, its lease expired, or the handler's time ended.
 */
export type Handler<T> = (job: Job<T>, signal: AbortSignal) => unknown;

/** Returns a handler with middleware around it, the first function outermost. */
export function withMiddleware<T>(handler: Handler<T>, middleware: readonly Middleware<T>[]): Handler<T> {
  return middleware.reduceRight<Handler<T>>((inner, around) => wrapHandler(inner, around), handler);
}

/**
 * Returns a handler with a function around it. Its promise waits for both, even if the function does not await the handler.
 */
function wrapHandler<T>(inner: Handler<T>, around: Middleware<T>): Handler<T> {
  return async (job, signal) => {
    const running = new Set<Promise<unknown>>();
    const next = () => {
      const run = (async () => inner(job, signal))();
      const remove = () => void running.delete(run);
      // Also listens for the rejection of the handler, which has no other listener if the function fails first.
      run.then(remove, remove);
      running.add(run);
      return run;
    };
    const result = await around(job, next);
    await Promise.all(running);
    return result;
  };
}

/** The end of an attempt: the item that settles the job, and what the handler returned or threw. */
export interface AttemptEnd<T> {
  job: Job<T>;
  action: SettleItem["action"];
  /** The item as it is sent, the same each time. */
  item: PreparedItem;
  /** The delay of a retry in ms. */
  delay?: number;
  result?: unknown;
  error?: unknown;
  /** The result and the error with which the handler has settled the job itself. */
  own?: { result?: unknown; error?: unknown };
  /** True if the attempt failed. False if the handler chose its end. */
  isFailure?: boolean;
}

/** The effect of an error that a handler throws. */
export type AfterError = "retry" | "fail";

/** Calls a handler, and resolves with the end of the attempt. Never rejects. */
export async function runAttempt<T>(
  context: QueueContext<T>,
  handler: Handler<T>,
  { job, signal, afterError }: { job: Job<T>; signal: AbortSignal; afterError: AfterError },
): Promise<AttemptEnd<T>> {
  try {
    return endReturned(context, { job, returned: await handler(job, signal) });
  } catch (error) {
    return endByError(context, { job, error, afterError });
  }
}

/** An attempt whose handler threw, and the effect of the error. */
interface FailedAttempt<T> {
  job: Job<T>;
  error?: unknown;
  afterError: AfterError;
}

/** Returns the end of an attempt whose handler threw. A thrown value may be anything, even one that throws when it is read. */
export function endByError<T>(context: QueueContext<T>, attempt: FailedAttempt<T>): AttemptEnd<T> {
  try {
    return endByReadableError(context, attempt);
  } catch (thrown) {
    const error = `the handler threw a value that cannot be read${reasonIn(thrown)}`;
    return endByReadableError(context, { ...attempt, error });
  }
}

/**
 * Returns the end for an error: a retry, unless the error or `afterError` fails the job. Throws if the error cannot be read.
 */
function endByReadableError<T>(
  context: QueueContext<T>,
  { job, error = "the handler threw undefined", afterError }: FailedAttempt<T>,
): AttemptEnd<T> {
  const isLater = error instanceof RetryLater;
  if (error instanceof Discard || (afterError === "fail" && !isLater)) return endFailed(context, { job, error });
  const delay = isLater ? toMilliseconds(error.delay, "delay") : retryDelayOrDefault(context, { job, error });
  const item = prepareItem(context, { job, action: "retry", delay, error, attempt: !isLater || error.attempt });
  return { job, action: "retry", item, delay, error, isFailure: !isLater };
}

/** Returns the delay in ms before the next attempt, or the default delay if the program's backoff function fails. */
function retryDelayOrDefault<T>(context: QueueContext<T>, { job, error }: { job: Job<T>; error: unknown }): number {
  try {
    return retryDelay(context, { job, error });
  } catch (thrown) {
    context.log({ level: "error", event: "backoff_failed", queue: context.name, ...errorFields(thrown) });
    return backoffDelay(DEFAULT_BACKOFF, { attempt: job.attempt, random: Math.random() });
  }
}

/** Returns the end of an attempt after which the job has failed. */
export function endFailed<T>(context: QueueContext<T>, { job, error }: { job: Job<T>; error: unknown }): AttemptEnd<T> {
  return { job, action: "fail", item: prepareItem(context, { job, action: "fail", error }), error, isFailure: true };
}

/** Returns the end of a job that is released. `begun` is true if its handler was called. */
export function endReleased<T>(context: QueueContext<T>, job: Job<T>, { begun }: { begun: boolean }): AttemptEnd<T> {
  return { job, action: "release", item: prepareItem(context, { job, action: "release", begun }) };
}

/**
 * Returns the end of an attempt whose handler returned, at once if it has no follow-ups. A result that cannot be kept, or follow-ups
 * that cannot be added, fail the job: a retry would not help.
 */
function endReturned<T>(
  context: QueueContext<T>,
  { job, returned }: { job: Job<T>; returned: unknown },
): AttemptEnd<T> | Promise<AttemptEnd<T>> {
  const isNext = returned instanceof Next;
  const result = isNext ? returned.result : returned;
  const what = isNext ? "its result cannot be kept, or its follow-ups cannot be added" : "its result cannot be kept";
  const toEnd = (item: PreparedItem): AttemptEnd<T> => ({ job, action: "complete", item, result });
  const fail = (thrown: unknown) => endFailed(context, { job, error: `it was done, but ${what}${reasonIn(thrown)}` });
  try {
    const complete = { job, action: "complete", result } as const;
    const item = prepareLinkedItem(context, isNext ? { ...complete, then: returned.followUps } : complete);
    return item instanceof Promise ? item.then(toEnd).catch(fail) : toEnd(item);
  } catch (thrown) {
    return fail(thrown);
  }
}

/** Returns the message of a library error, after a colon. Other errors may contain data of the job. */
function reasonIn(error: unknown): string {
  return error instanceof LeaseholdError ? `: ${error.message}` : "";
}
