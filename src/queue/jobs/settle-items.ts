// Items to settle, in the form that the scripts take.

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
import type { Context } from "./context.ts";
import { Ending } from "./endings.ts";
import type { JobRef } from "./job.ts";

/** A job to settle, and the action that settles it. */
export type SettleItem =
  | { job: JobRef; action: "complete"; result?: unknown }
  | ({ job: JobRef; action: "retry" } & RetryOptions)
  | { job: JobRef; action: "fail"; error?: unknown }
  | ({ job: JobRef; action: "release" } & ReleaseOptions);

/** Options of a retry. */
export interface RetryOptions {
  /** Overrides the backoff. */
  delay?: Duration;
  /** The cause of the failure; its message and the first lines of its stack are kept with the job. */
  error?: unknown;
  /** Set to false to use up no attempt. A job may do so 1,000 times. */
  attempt?: boolean;
}

/** Options of a release. */
export interface ReleaseOptions {
  /**
   * Set where the work had begun. Every tenth such release counts as an attempt, and the job then goes to the back of the
   * queue, so that a job which never ends cannot occupy its workers.
   */
  begun?: boolean;
}

// In bytes. Errors are most of the data that is kept of a failed job.
const LONGEST_ERROR = 300;
// In characters.
const LONGEST_STACK = 400;

/** An item in the form of the scripts. */
export interface PreparedItem {
  id: string;
  reference: string;
  /** The action's letter, the reference, the detail and the error. */
  fields: string[];
  /** The fields as the caller gave them, without generated values such as a backoff's delay. */
  content: string[];
  /** True where the job is completed and not kept. */
  isPlain: boolean;
  /** The text of the result; "" for none. */
  result: string;
  /** The length of the fields in characters. */
  size: number;
}

/** Prepares all items; an error names the job that it is about. */
export function prepareItems<T>(context: Context<T>, items: readonly SettleItem[]): PreparedItem[] {
  return Array.from(items, (item, i) => {
    try {
      return prepareItem(context, item);
    } catch (error) {
      const id = item?.job?.id;
      throw labelError(typeof id === "string" ? jobLabel(id) : `job ${i}`, error);
    }
  });
}

/** Validates and encodes one item. */
export function prepareItem<T>(context: Context<T>, item: SettleItem): PreparedItem {
  const job = validateRef(validateObject(item, "an item to settle").job);
  const { attempt = 1 } = job;
  validateInteger(attempt, "attempt", { min: 1 });
  const reference = formatReference(job);
  const [what, detail, message, stack = ""] = asked(context, item);
  return {
    id: job.id,
    reference,
    size: reference.length + detail.length + message.length + stack.length,
    fields: [what, reference, detail, message + stack],
    content: [what, reference, item.action === "retry" && item.delay === undefined ? "" : detail, message],
    isPlain: what === "c",
    result: item.action === "complete" ? detail : "",
  };
}

function asked<T>(
  context: Context<T>,
  item: SettleItem,
): [what: string, detail: string, message: string, stack?: string] {
  switch (item.action) {
    case "complete": {
      const result = item.result === undefined || !context.keepResults ? "" : resultText(context, item.result);
      return [context.keepsDone ? "k" : "c", result, ""];
    }
    case "retry": {
      const delay =
        item.delay === undefined ? context.delayAfter(item.job, item.error) : toMilliseconds(item.delay, "delay");
      return [item.attempt === false ? "p" : "r", String(delay), errorText(item.error), stackText(item.error)];
    }
    case "fail":
      return ["f", "", errorText(item.error) || '"failed"', stackText(item.error)];
    case "release":
      return item.begun ? ["b", "", '"given back unfinished too often"'] : ["g", "", ""];
    default:
      throw invalidArgument("an action is one of complete, retry, fail, release");
  }
}

/** Returns a job's reference, which its run begins with as long as the lease holds. */
export function formatReference({ id, fence }: JobRef): string {
  return `L ${String(fence).padStart(15, "0")} ${id}`;
}

function resultText<T>(context: Context<T>, result: unknown): string {
  return validateByteLength(json.encode(result), "a result", { max: context.maxPayloadBytes });
}

/** Returns an error's message as one line of JSON, cut to size; "" for no error. */
function errorText(error: unknown): string {
  if (error === undefined) return "";
  const message = messageOf(error);
  for (let length = Math.min(message.length, LONGEST_ERROR); ; length = Math.floor(length * 0.8)) {
    // A cut may leave half of a surrogate pair.
    const text = JSON.stringify(message.slice(0, length).replace(/\p{Surrogate}/gu, "\ufffd"));
    if (new TextEncoder().encode(text).length <= LONGEST_ERROR + 2 || length === 0) return text;
  }
}

/** Returns a tab and the first calls of an error's stack as one line of JSON; "" where there is none. */
function stackText(error: unknown): string {
  let stack: unknown;
  try {
    stack = error instanceof Error && !(error instanceof Ending) ? error.stack : undefined;
  } catch {
    // An error may throw when it is read.
  }
  if (typeof stack !== "string") return "";
  const calls = stack
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at ") || line.includes("@"));
  let text = "";
  for (const call of calls) {
    if (text.length + call.length >= LONGEST_STACK) break;
    text += text === "" ? call : `\n${call}`;
  }
  return text === "" ? "" : `\t${JSON.stringify(text)}`;
}

/** Returns the message of a thrown value, which may be anything, even a value that has no text. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    return "an error without a message";
  }
}

/** Validates an id and a fence as far as their form goes. */
export function validateRef(job: JobRef): JobRef {
  validateId(validateObject(job, "job").id);
  if (Number.isSafeInteger(job.fence) && job.fence > 0 && job.fence < 1e15) return job;
  throw invalidArgument("its fence must be the number that its lease gave");
}
