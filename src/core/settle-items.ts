// How a holder gives up a job, as the scripts take it.
import { json } from "./codec.ts";
import type { Context } from "./context.ts";
import type { Duration } from "./duration.ts";
import { about, jobNamed } from "./errors.ts";
import type { JobRef } from "./job.ts";
import { checkBytes, checkId, checkOptions, checkWhole, invalid, span } from "./limits.ts";

/** One job to settle. */
export type SettleItem =
  | { job: JobRef; action: "complete"; result?: unknown }
  | ({ job: JobRef; action: "retry" } & RetryOptions)
  | { job: JobRef; action: "fail"; error?: unknown }
  | { job: JobRef; action: "release" };

/** How a job is tried again. */
export interface RetryOptions {
  /** Instead of the queue's backoff. */
  delay?: Duration;
  /** What went wrong; its message is kept with the job. */
  error?: unknown;
}

// In bytes; of what is kept of a failed job, most is errors.
const LONGEST_ERROR = 300;

/** An item as the scripts take it. */
export interface PreparedItem {
  id: string;
  reference: string;
  /** What, reference, detail and error. */
  fields: string[];
  /** The same as its sender said it, without what was made up here. */
  content: string[];
  /** Whether the job is completed, and nothing of it kept. */
  isPlain: boolean;
  hasResult: boolean;
}

/** All items; what is wrong with one is said of its job. */
export function preparedItems<T>(context: Context<T>, items: readonly SettleItem[]): PreparedItem[] {
  return Array.from(items, (item, i) => {
    try {
      return preparedItem(context, item);
    } catch (error) {
      const id = item?.job?.id;
      throw about(typeof id === "string" ? jobNamed(id) : `job ${i}`, error);
    }
  });
}

export function preparedItem<T>(context: Context<T>, item: SettleItem): PreparedItem {
  const job = checkRef(checkOptions(item, "an item to settle").job);
  const { attempt = 1 } = job;
  checkWhole(attempt, "attempt", 1, Number.MAX_SAFE_INTEGER);
  const reference = referenceOf(job);
  const [what, detail, error] = asked(context, item);
  return {
    id: job.id,
    reference,
    fields: [what, reference, detail, error],
    content: [what, reference, item.action === "retry" && item.delay === undefined ? "" : detail, error],
    isPlain: what === "c" && detail === "",
    hasResult: item.action === "complete" && detail !== "",
  };
}

function asked<T>(context: Context<T>, item: SettleItem): [what: string, detail: string, error: string] {
  switch (item.action) {
    case "complete": {
      const result = item.result === undefined || !context.keepResults ? "" : resultText(context, item.result);
      return [context.keepsDone ? "k" : "c", result, ""];
    }
    case "retry": {
      const delay = item.delay === undefined ? context.delayAfter(item.job.attempt ?? 1) : span(item.delay, "delay");
      return ["r", String(delay), errorText(item.error)];
    }
    case "fail":
      return ["f", "", errorText(item.error) || '"failed"'];
    case "release":
      return ["g", "", ""];
    default:
      throw invalid("an action is one of complete, retry, fail, release");
  }
}

/** What a holder knows a job by, as the scripts compare it with the beginning of a run. */
export function referenceOf({ id, fence }: JobRef): string {
  return `L ${String(fence).padStart(15, "0")} ${id}`;
}

function resultText<T>(context: Context<T>, result: unknown): string {
  return checkBytes(json.encode(result), context.maxPayloadBytes, "a result");
}

/** The message of an error on one line, cut where it is long; "" for none. */
function errorText(error: unknown): string {
  if (error === undefined) return "";
  const message = messageOf(error);
  for (let length = Math.min(message.length, LONGEST_ERROR); ; length = Math.floor(length * 0.8)) {
    const text = JSON.stringify(message.slice(0, length));
    if (new TextEncoder().encode(text).length <= LONGEST_ERROR + 2 || length === 0) return text;
  }
}

/** Anything can be thrown, also what cannot be made a text. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    return "an error without a message";
  }
}

/** Checks what proves that somebody holds a job, as far as one can see from here. */
export function checkRef(job: JobRef): JobRef {
  checkId(checkOptions(job, "job").id);
  if (Number.isSafeInteger(job.fence) && job.fence > 0 && job.fence < 1e15) return job;
  throw invalid("its fence must be the number that its lease gave");
}
