// Items to settle, as callers pass them and as the scripts take them.

import {
  invalidArgument,
  validateByteLength,
  validateId,
  validateInteger,
  validateObject,
} from "../../base/arguments.ts";
import { json } from "../../base/codec.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { jobLabel, labelError } from "../../base/errors.ts";
import { ChosenEnd } from "./handler-errors.ts";
import type { JobRef } from "./job.ts";
import { type Backoff, backoffDelay } from "./options/backoff.ts";
import type { FollowUp, PreparedFollowUp } from "./prepare-jobs.ts";
import type { QueueContext } from "./queue-context.ts";

/** A job to settle, and the action with its options. */
export type SettleItem =
  | ({ job: JobRef; action: "complete"; result?: unknown } & EndOptions)
  | ({ job: JobRef; action: "retry" } & RetryOptions)
  | ({ job: JobRef; action: "fail"; error?: unknown } & EndOptions)
  | ({ job: JobRef; action: "release" } & ReleaseOptions);

/** Options of an action that ends a job. */
export interface EndOptions {
  /** Jobs to add if the action takes effect, in the same step: both happen, or neither. At most 100. */
  then?: readonly FollowUp[];
}

/** Options of a retry. */
export interface RetryOptions {
  /** Overrides the backoff. */
  delay?: Duration;
  /** The cause of the failure. Its message and the first lines of its stack are kept with the job. */
  error?: unknown;
  /** Set to false to use up no attempt. A job may do this 1,000 times. */
  attempt?: boolean;
}

/** Options of a release. */
export interface ReleaseOptions {
  /**
   * Set if the work had begun. Every tenth such release counts as an attempt, and moves the job to the back of the queue, so
   * that a job that never ends cannot occupy its workers.
   */
  begun?: boolean;
}

// Errors take most of the memory of a failed job.
const MAX_ERROR_BYTES = 300;
// In characters.
const MAX_STACK_LENGTH = 400;

/** An item as the scripts take it. */
export interface PreparedItem {
  id: string;
  reference: string;
  /** The action's letter, the reference, the detail and the error, as src/lua/lib/steps/settle.lua describes them. */
  fields: string[];
  /** The fields without generated values, such as a backoff's delay. Requests with an idempotency key are compared by them. */
  content: string[];
  /** True if the job is completed and not kept. */
  isPlain: boolean;
  /** The result as JSON; "" for none. */
  result: string;
  /** The length of the fields in characters. */
  size: number;
  /** The follow-ups; undefined for none. */
  followUps?: readonly PreparedFollowUp[];
}

/** Prepares items, at once if none has follow-ups. An error names the job. */
export function prepareItems<T>(
  context: QueueContext<T>,
  items: readonly SettleItem[],
): PreparedItem[] | Promise<PreparedItem[]> {
  const label = (error: unknown, i: number) => {
    const id = items[i]?.job?.id;
    return labelError(typeof id === "string" ? jobLabel(id) : `job ${i}`, error);
  };
  const prepared = Array.from(items, (item, i) => {
    try {
      const linked = prepareLinkedItem(context, item);
      return linked instanceof Promise ? linked.catch((error) => Promise.reject(label(error, i))) : linked;
    } catch (error) {
      throw label(error, i);
    }
  });
  return prepared.some((item) => item instanceof Promise) ? Promise.all(prepared) : (prepared as PreparedItem[]);
}

/** Prepares an item, at once if it has no follow-ups. */
export function prepareLinkedItem<T>(context: QueueContext<T>, item: SettleItem): PreparedItem | Promise<PreparedItem> {
  const prepared = prepareItem(context, item);
  const { job, action, then } = item as SettleItem & EndOptions;
  if (then === undefined) return prepared;
  if (action !== "complete" && action !== "fail") throw invalidArgument("only complete and fail take follow-ups");
  return context.loadFollowUps().then(({ addTo }) => addTo(context, prepared, { job, followUps: then }));
}

/** Validates an item and encodes it as the scripts take it. */
export function prepareItem<T>(context: QueueContext<T>, item: SettleItem): PreparedItem {
  const job = validateJobRef(validateObject(item, "an item to settle").job);
  const { attempt = 1 } = job;
  validateInteger(attempt, "attempt", { min: 1 });
  const reference = formatReference(job);
  const { letter, detail = "", message = "", stack = "" } = encodeAction(context, item);
  return {
    id: job.id,
    reference,
    size: reference.length + detail.length + message.length + stack.length,
    fields: [letter, reference, detail, message + stack],
    content: [letter, reference, item.action === "retry" && item.delay === undefined ? "" : detail, message],
    isPlain: letter === "c",
    result: item.action === "complete" ? detail : "",
  };
}

/** An action as the scripts take it. */
interface EncodedAction {
  letter: string;
  detail?: string;
  /** The error's message as JSON. */
  message?: string;
  /** A tab and the error's stack as JSON. */
  stack?: string;
}

/** Encodes an action: its letter, and a result, a delay or an error if it has one. */
function encodeAction<T>(context: QueueContext<T>, item: SettleItem): EncodedAction {
  switch (item.action) {
    case "complete": {
      const detail = item.result === undefined || !context.resultTtl ? "" : encodeResult(context, item.result);
      return { letter: context.keepsDone ? "k" : "c", detail };
    }
    case "retry": {
      const { job, delay, error, attempt } = item;
      const ms = delay === undefined ? retryDelay(context, { job, error }) : toMilliseconds(delay, "delay");
      return { letter: attempt === false ? "p" : "r", detail: String(ms), ...encodeError(error) };
    }
    case "fail": {
      const { error = "failed" } = item;
      return { letter: "f", ...encodeError(error) };
    }
    case "release":
      return item.begun ? { letter: "b", message: '"released unfinished too often"' } : { letter: "g" };
    default:
      throw invalidArgument("an action is one of complete, retry, fail, release");
  }
}

/** Returns the delay in ms before the next attempt, by the job's own backoff or the queue's. */
export function retryDelay<T>(context: QueueContext<T>, { job, error }: { job: JobRef; error: unknown }): number {
  const { attempt = 1 } = job;
  const backoff = job.backoff ?? context.backoff;
  const chosen: unknown = typeof backoff === "function" ? backoff(attempt, error) : backoff;
  // A promise is rejected as an invalid duration. Its own failure must not go unhandled.
  if (chosen instanceof Promise) chosen.catch(() => {});
  return backoffDelay(chosen as Backoff, { attempt, random: Math.random() });
}

/** Returns a job's reference, with which its run begins as long as the lease holds. */
export function formatReference({ id, fence }: JobRef): string {
  return `L ${String(fence).padStart(15, "0")} ${id}`;
}

/** Encodes the result of a job as JSON. A result is limited in size as payloads are. */
function encodeResult<T>(context: QueueContext<T>, result: unknown): string {
  return validateByteLength(json.encode(result), "a result", { max: context.maxPayloadBytes });
}

/** Encodes an error's message and stack; neither for no error. */
function encodeError(error: unknown): Pick<EncodedAction, "message" | "stack"> {
  return error === undefined ? {} : { message: encodeMessage(error), stack: encodeStack(error) };
}

/** Returns an error's message as one line of JSON, shortened to its limit. */
function encodeMessage(error: unknown): string {
  const message = messageOf(error);
  for (let length = Math.min(message.length, MAX_ERROR_BYTES); ; length = Math.floor(length * 0.8)) {
    // A cut may leave half of a surrogate pair.
    const text = JSON.stringify(message.slice(0, length).replace(/\p{Surrogate}/gu, "\ufffd"));
    if (new TextEncoder().encode(text).length <= MAX_ERROR_BYTES + 2 || length === 0) return text;
  }
}

/** Returns a tab and the first calls of an error's stack as one line of JSON; "" if there is none. */
function encodeStack(error: unknown): string {
  let stack: unknown;
  try {
    stack = error instanceof Error && !(error instanceof ChosenEnd) ? error.stack : undefined;
  } catch {
    // A thrown value may throw when it is read.
  }
  if (typeof stack !== "string") return "";
  const calls = stack
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at ") || line.includes("@"));
  let text = "";
  for (const call of calls) {
    if (text.length + call.length >= MAX_STACK_LENGTH) break;
    text += text === "" ? call : `\n${call}`;
  }
  return text === "" ? "" : `\t${JSON.stringify(text)}`;
}

/** Returns the message of a thrown value, which may be anything, even a value that cannot be converted to text. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    return "an error without a message";
  }
}

/** Validates the form of an id and a fence. */
export function validateJobRef(job: JobRef): JobRef {
  validateId(validateObject(job, "job").id);
  if (Number.isSafeInteger(job.fence) && job.fence > 0 && job.fence < 1e15) return job;
  throw invalidArgument("its fence must be the number that its lease returned");
}
