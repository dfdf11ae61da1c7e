// Leasing as soon as there is something: sleeps until the queue is due or says that work has come, instead of asking.
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { elapsed } from "./elapsed.ts";
import { type Leased, type LeaseOptions, lease } from "./lease.ts";
import { checkOptions, checkSignal } from "./limits.ts";
import { News } from "./news.ts";
import { settle } from "./settle.ts";

/** What to lease, and how long to wait for it. */
export interface WaitingLeaseOptions extends LeaseOptions {
  /** How long to wait for a job where none is ready; not at all unless set. */
  wait?: Duration;
  /** Ends the waiting: whoever asked is gone, and must be given nothing, unless the request has a nonce to ask again. */
  signal?: AbortSignal;
}

const LONGEST_WAIT = 60_000;
// Where nobody tells of new work it asks after a second, then twice as long each time.
const FIRST_POLL = 1_000;
// A queue that is due at this moment, and yet gives nothing, is not asked again at once.
const LEAST_PAUSE = 100;

export async function leaseWaiting<T>(context: Context<T>, options: WaitingLeaseOptions = {}): Promise<Leased<T>> {
  const { wait = 0, signal, ...rest } = checkOptions(options);
  if (signal !== undefined) checkSignal(signal);
  const deadline = elapsed() + milliseconds(wait, "wait", 0, LONGEST_WAIT);
  const bell = new Bell();
  const news = new News(context, bell.ring, () => {}, rest.count);
  signal?.addEventListener("abort", bell.ring, { once: true });
  try {
    for (let poll = FIRST_POLL; ; poll *= 2) {
      bell.reset();
      news.asking();
      // An answer without jobs is not remembered, so that the same nonce asks anew until there are some.
      const leased = await lease(context, rest);
      if (signal?.aborted && rest.nonce === undefined && leased.jobs.length > 0)
        return await withoutJobs(context, leased);
      if (leased.jobs.length > 0 || elapsed() >= deadline || signal?.aborted) return leased;
      news.listen();
      const untilDue = leased.nextWakeAt === undefined ? Number.POSITIVE_INFINITY : leased.nextWakeAt - leased.now;
      const due = Math.max(LEAST_PAUSE, untilDue);
      news.note(false, due);
      const idle = news.isHeard ? Number.POSITIVE_INFINITY : Math.min(due, poll);
      await bell.until(Math.min(deadline, elapsed() + idle));
      if (elapsed() >= deadline || signal?.aborted) return leased;
    }
  } finally {
    signal?.removeEventListener("abort", bell.ring);
    news.close();
  }
}

/**
 * Gives back what came too late for the one who asked: held for nobody, it would wait for its lease to run out, and lose
 * an attempt. Where Redis does not answer to this, that is what happens.
 */
async function withoutJobs<T>(context: Context<T>, leased: Leased<T>): Promise<Leased<T>> {
  const given = leased.jobs.map((job) => ({ job, action: "release" as const }));
  await settle(context, given).catch(() => {});
  return { ...leased, jobs: [] };
}

/** Wakes a sleeper, also one who goes to sleep after it rang. */
class Bell {
  #rang = false;
  #wake: (() => void) | undefined;

  readonly ring = (): void => {
    this.#rang = true;
    this.#wake?.();
  };

  reset(): void {
    this.#rang = false;
  }

  until(time: number): Promise<void> {
    if (this.#rang) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, time - elapsed()));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
