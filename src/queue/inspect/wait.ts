// Reads the result of a job, and waits for the end of a job.

import { validateOptions, validateSignal } from "../../base/arguments.ts";
import { json } from "../../base/codec.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { monotonicNow, sleep } from "../../base/monotonic.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { StoredResult } from "../jobs/stored/ending.ts";
import type { JobError } from "../jobs/stored/run.ts";
import { readJob } from "./read-job.ts";

/** Resolves with a job's result while it is kept; undefined if there is none. */
export async function findResult<T>(context: QueueContext<T>, id: string): Promise<unknown> {
  const { info, result } = await readJob(context, id, { result: true });
  // The result may belong to an earlier job with this id.
  return (info && info.state !== "done") || !result ? undefined : decodeResult(result, json.decode);
}

/** Decodes a kept result. The error for a damaged one does not contain it. */
function decodeResult({ text }: StoredResult, decode: (text: string) => unknown): unknown {
  try {
    return decode(text);
  } catch {
    throw new LeaseholdError("bad_reply", "a result is damaged");
  }
}

/** The end of a job, or the reason why the wait ended without it. */
export type WaitResult =
  | { state: "done"; result: unknown }
  | { state: "failed"; errors: JobError[] }
  | { state: "cancelled" | "expired" | "purged" }
  /** No job has this id, and none that ended is remembered. */
  | { state: "unknown" }
  | { state: "timeout" };

/** Limits of a wait. */
export interface WaitOptions {
  /** 20 seconds unless set. */
  timeout?: Duration;
  /** Ends the wait as its timeout does. */
  signal?: AbortSignal;
}

// The first interval of polling in ms, its growth, and its maximum: 12 requests in 20 seconds.
const FIRST_POLL = 100;
const POLL_GROWTH = 1.6;
const MAX_POLL = 4_000;

/** Waits until a job has ended. Polls after 100 ms, then at growing intervals of up to four seconds. */
export async function wait<T>(context: QueueContext<T>, id: string, options: WaitOptions = {}): Promise<WaitResult> {
  return waitForEnd(context, id, { ...validateOptions(options, "timeout signal"), decode: json.decode });
}

/** Waits until a job has ended, and decodes its result with a given function. */
export async function waitForEnd<T>(
  context: QueueContext<T>,
  id: string,
  { timeout = "20s", signal, decode }: WaitOptions & { decode: (text: string) => unknown },
): Promise<WaitResult> {
  if (signal !== undefined) validateSignal(signal);
  const deadline = monotonicNow() + toMilliseconds(timeout, "timeout", { max: 3_600_000 });
  for (let next = FIRST_POLL; ; next = Math.min(next * POLL_GROWTH, MAX_POLL)) {
    const { info, end, result } = await readJob(context, id, { result: true });
    if (info?.state === "failed") return { state: info.state, errors: info.errors };
    // A job that is gone was done if its ending says so. If its ending is forgotten, a kept result shows it.
    if (info?.state === "done" || (!info && (end?.state === "done" || (!end && result))))
      return { state: "done", result: result && decodeResult(result, decode) };
    if (!info && end?.state === "failed") return { state: "failed", errors: [] };
    if (!info) return { state: end && end.state !== "done" && end.state !== "failed" ? end.state : "unknown" };
    const left = deadline - monotonicNow();
    if (left <= 0 || signal?.aborted) return { state: "timeout" };
    await sleep(Math.min(next, left));
  }
}
