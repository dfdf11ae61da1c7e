// How a job ended: at once, or when it has.
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { elapsed, pause } from "./elapsed.ts";
import { LeaseholdError } from "./errors.ts";
import { checkOptions, checkSignal } from "./limits.ts";
import { look } from "./look.ts";
import type { JobError, StoredEnd } from "./record.ts";

/** A result, once the job is done and for as long as results are kept. */
export async function result<T>(context: Context<T>, id: string): Promise<unknown> {
  const { info, end } = await look(context, id);
  // An id that was enqueued again has no result until that job is done.
  if (info && info.state !== "done") return undefined;
  return end?.state === "done" ? resultOf(end) : undefined;
}

function resultOf({ result }: StoredEnd): unknown {
  try {
    return result === "" ? undefined : JSON.parse(result);
  } catch {
    throw new LeaseholdError("bad_reply", "a result is damaged");
  }
}

/** How waiting for a job came out. */
export type Outcome =
  | { state: "done"; result: unknown }
  | { state: "failed"; errors: JobError[] }
  /** It was there, and ended without leaving anything: done without a result, expired or purged. */
  | { state: "gone" }
  | { state: "cancelled" }
  | { state: "unknown" }
  | { state: "timeout" };

/** How long to wait. */
export interface WaitOptions {
  /** 20 seconds unless set. */
  timeout?: Duration;
  /** Ends the waiting, as when its time is over. */
  signal?: AbortSignal;
}

/** Waits until a job has ended. Asks again after 50 ms, then less and less often, up to once a second. */
export async function wait<T>(context: Context<T>, id: string, options: WaitOptions = {}): Promise<Outcome> {
  const { timeout = "20s", signal } = checkOptions(options);
  if (signal !== undefined) checkSignal(signal);
  const deadline = elapsed() + milliseconds(timeout, "timeout", 0, 3_600_000);
  let wasThere = false;
  for (let next = 50; ; next = Math.min(next * 1.5, 1_000)) {
    const { info, end } = await look(context, id);
    if (info?.state === "failed") return { state: info.state, errors: info.errors };
    // An end is of this job only if the job has ended: its id may have been enqueued again since.
    const ended = info ? info.state : end?.state;
    if (ended === "done") return { state: ended, result: end ? resultOf(end) : undefined };
    if (ended === "cancelled") return { state: ended };
    if (!info) return { state: wasThere ? "gone" : "unknown" };
    wasThere = true;
    const left = deadline - elapsed();
    if (left <= 0 || signal?.aborted) return { state: "timeout" };
    await pause(Math.min(next, left));
  }
}
