// How a holder gives up a job, as the scripts take it.
import { lettersOf } from "./call.ts";
import { json } from "./codec.ts";
import type { Context } from "./context.ts";
import type { Duration } from "./duration.ts";
import type { RequestOptions } from "./enqueue.ts";
import { about, jobNamed } from "./errors.ts";
import type { JobRef } from "./job.ts";
import { checkBatch, checkBytes, checkId, checkOptions, checkWhole, invalid, span } from "./limits.ts";
import { newNonce } from "./random.ts";
import { readVerdict, type Settled } from "./record.ts";
import { settle as settleScript } from "./scripts.gen.ts";

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

const LONGEST_ERROR = 1_000;
const LETTERS = { complete: "c", retry: "r", fail: "f", release: "g" };

/** Settles any mix of jobs in one request. */
export async function settle<T>(
  context: Context<T>,
  items: readonly SettleItem[],
  options: RequestOptions = {},
): Promise<Settled[]> {
  const { nonce = newNonce() } = checkOptions(options);
  checkId(nonce);
  checkBatch(items);
  if (items.length === 0) return [];
  const args = { items: allFields(context, items) };
  const reply = await context.call(settleScript, args, { nonce, ids: items.map(({ job }) => job.id) });
  return [...lettersOf(reply, items.length)].map(readVerdict);
}

/** The fields of all items; what is wrong with one is said of its job. */
export function allFields<T>(context: Context<T>, items: readonly SettleItem[]): string[] {
  return Array.from(items, (item, i) => {
    try {
      return settleFields(context, item);
    } catch (error) {
      const id = item?.job?.id;
      throw about(typeof id === "string" ? jobNamed(id) : `job ${i}`, error);
    }
  }).flat();
}

/** The five fields of an item: what, id, fence, detail, error. */
export function settleFields<T>(context: Context<T>, item: SettleItem): string[] {
  const { id, fence, attempt = 1 } = checkRef(checkOptions(item, "an item to settle").job);
  checkWhole(attempt, "attempt", 1, Number.MAX_SAFE_INTEGER);
  const fields = [LETTERS[item.action], id, String(fence)];
  switch (item.action) {
    case "complete":
      return [...fields, item.result === undefined ? "" : resultText(context, item.result), ""];
    case "retry": {
      const delay = item.delay === undefined ? context.delayAfter(attempt) : span(item.delay, "delay");
      return [...fields, String(delay), errorText(item.error)];
    }
    case "fail":
      return [...fields, "", errorText(item.error) || '"failed"'];
    case "release":
      return [...fields, "", ""];
    default:
      throw invalid(`an action is one of ${Object.keys(LETTERS).join(", ")}`);
  }
}

function resultText<T>(context: Context<T>, result: unknown): string {
  return checkBytes(json.encode(result), context.maxPayloadBytes, "a result");
}

/** The message of an error on one line; "" for none. */
function errorText(error: unknown): string {
  if (error === undefined) return "";
  return JSON.stringify(messageOf(error).slice(0, LONGEST_ERROR));
}

/** Anything can be thrown, also what cannot be made a text. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    return "an error without a message";
  }
}

/** Checks what a caller holds a job by. */
/** What proves that somebody holds a job, as far as one can see from here. */
export function checkRef(job: JobRef): JobRef {
  checkId(checkOptions(job, "job").id);
  if (Number.isSafeInteger(job.fence) && job.fence > 0) return job;
  throw invalid("its fence must be the number that its lease gave");
}
