// The ending of a job, read at once or awaited.

import { validateOptions, validateSignal } from "../../base/arguments.ts";
import { json } from "../../base/codec.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { monotonicNow, sleep } from "../../base/monotonic.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { StoredResult } from "../jobs/stored/ending.ts";
import type { JobError } from "../jobs/stored/run.ts";
import { readJob } from "./read-job.ts";

/** Returns a job's result once it is done, for as long as results are kept. */
export async function result<T>(context: QueueContext<T>, id: string): Promise<unknown> {
  const { info, result } = await readJob(context, id, { result: true });
  // An id that was enqueued again has no result until the new job is done.
  return (info && info.state !== "done") || !result ? undefined : resultOf(result, json.decode);
}

function resultOf({ text }: StoredResult, decode: (text: string) => unknown): unknown {
  try {
    return decode(text);
  } catch {
    throw new LeaseholdError("bad_reply", "a result is damaged");
  }
}

/** The ending of a job, or the reason why the wait ended without one. */
export type WaitResult =
  | { state: "done"; result: unknown }
  | { state: "failed"; errors: JobError[] }
  | { state: "cancelled" | "expired" | "purged" }
  /** No job has this id, and no ending of one is remembered. */
  | { state: "unknown" }
  | { state: "timeout" };

/** Limits of a wait. */
export interface WaitOptions {
  /** 20 seconds unless set. */
  timeout?: Duration;
  /** Ends the wait as its timeout does. */
  signal?: AbortSignal;
}

// The first interval of polling in ms, the factor of each further one, and the longest: 12 requests in 20 seconds.
const FIRST_POLL = 100;
const FACTOR = 1.6;
const LONGEST_POLL = 4_000;

/** Waits until a job has ended. Polls after 100 ms, then at growing intervals of up to four seconds. */
export async function wait<T>(
  context: QueueContext<T>,
  id: string,
  options: WaitOptions = {},
  decode = json.decode,
): Promise<WaitResult> {
  const { timeout = "20s", signal } = validateOptions(options, "timeout signal");
  if (signal !== undefined) validateSignal(signal);
  const deadline = monotonicNow() + toMilliseconds(timeout, "timeout", { max: 3_600_000 });
  for (let next = FIRST_POLL; ; next = Math.min(next * FACTOR, LONGEST_POLL)) {
    const { info, end, result } = await readJob(context, id, { result: true });
    if (info?.state === "failed") return { state: info.state, errors: info.errors };
    if (info?.state === "done" || (!info && (end?.state === "done" || (!end && result))))
      return { state: "done", result: result && resultOf(result, decode) };
    if (!info && end?.state === "failed") return { state: "failed", errors: [] };
    if (!info) return { state: end && end.state !== "done" && end.state !== "failed" ? end.state : "unknown" };
    const left = deadline - monotonicNow();
    if (left <= 0 || signal?.aborted) return { state: "timeout" };
    await sleep(Math.min(next, left));
  }
}
