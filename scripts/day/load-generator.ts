// The load of one queue: lulls without a new job, and between them jobs that become ready in every way.
import type { EnqueueOptions, Queue } from "../../src/index.ts";
import type { Random } from "../../src/instruments/testing/seeded-random.ts";
import { abortableSleep } from "./abortable-sleep.ts";
import type { JobPlan, JobTracker, Step, TrackedJob } from "./job-tracker.ts";

interface LoadOptions {
  tracker: JobTracker;
  random: Random;
  /** The longest time without a new job, and the longest delay, in ms. */
  longestLull: number;
  /** Returns the busyness at the hour of the day, from 0 to 1. */
  busyness: () => number;
  signal: AbortSignal;
}

const HANDLER_TIMEOUT = 300;
const MAX_BACKOFF = 3_000;
const LONG_DELAY = "1h";
// An act is drawn as often as its name stands here.
const ACTS = [
  ...["single", "single", "single", "trickle", "trickle", "burst", "burst", "delayed", "delayed", "retries"],
  ...["retries", "timeouts", "cancels", "deadWorker", "deadWorker", "pauses", "promotions", "failures"],
] as const;

/** Enqueues the jobs of one queue. */
export class LoadGenerator {
  readonly #queue: Queue<string>;
  readonly #tracker: JobTracker;
  readonly #options: LoadOptions;
  readonly #running = new Set<Promise<void>>();
  #deadWorkers = 0;

  constructor(queue: Queue<string>, options: LoadOptions) {
    this.#queue = queue;
    this.#tracker = options.tracker;
    this.#options = options;
  }

  /** Enqueues jobs until the signal aborts. Resolves when all of them are enqueued. */
  async run(): Promise<void> {
    const { random, longestLull, busyness, signal } = this.#options;
    while (!signal.aborted) {
      const act = random.pick(ACTS);
      await this.#acts[act]?.();
      // Most lulls are short; at quiet hours they are longer.
      await abortableSleep(longestLull * random.fraction() ** (1 + 4 * busyness()), signal);
    }
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Cancels a job whose handler runs. */
  readonly cancelRunning = (job: TrackedJob): Promise<void> => this.#cancel([job], "leased");

  readonly #acts: Record<string, () => Promise<void>> = {
    single: () => this.#add(["return"]),
    trickle: async () => {
      for (let left = 5 + this.#draw(20); left > 0 && !this.#options.signal.aborted; left--) {
        await this.#add(["return"], { length: this.#draw(4) === 0 ? this.#draw(200) : 0 });
        await this.#sleepUpTo(400);
      }
    },
    burst: async () => {
      const jobs = this.#several(100 + this.#draw(400), () => this.#tracker.add(["return"]));
      await this.#queue.enqueueMany(jobs.map(({ id }) => ({ data: id, id, priority: this.#draw(10) })));
      const at = Date.now();
      for (const job of jobs) this.#tracker.noteReady(job, { starts: 0, at, how: "enqueued with others" });
    },
    delayed: () => this.#addAll(1 + this.#draw(20), () => this.#addDelayed()),
    retries: () =>
      this.#addAll(1 + this.#draw(8), () => {
        const kind = this.#draw(3) === 0 ? "retry later" : "throw";
        const steps = this.#several<Step>(1 + this.#draw(3), () => kind);
        return this.#add([...steps, "return"], { delay: this.#draw(MAX_BACKOFF) });
      }),
    timeouts: () =>
      this.#addAll(1 + this.#draw(3), () => this.#add(["time out", "return"], { delay: this.#draw(1_000) })),
    cancels: async () => {
      await this.#add(["cancel"], { expected: "cancelled" });
      const jobs = this.#several(3, () => this.#tracker.add([], { expected: "cancelled" }));
      await Promise.all(jobs.map(({ id }) => this.#queue.enqueue(id, { id, delay: LONG_DELAY })));
      await this.#sleepUpTo(1_000);
      await this.#cancel(jobs, "delayed");
    },
    deadWorker: () => this.#leaseAndAbandon(),
    pauses: () => this.#pauseAndResume(),
    promotions: async () => {
      const jobs = this.#several(1 + this.#draw(5), () => this.#tracker.add(["return"]));
      await Promise.all(jobs.map(({ id }) => this.#queue.enqueue(id, { id, delay: LONG_DELAY })));
      await this.#sleepUpTo(2_000);
      await this.#queue.promote(jobs.map(({ id }) => id));
      const at = Date.now();
      for (const job of jobs) this.#tracker.noteReady(job, { starts: 0, at, how: "promoted" });
    },
    failures: async () => {
      const plan = { expected: "failed", delay: this.#draw(1_000) } as const;
      await this.#add(["throw", "throw"], plan, { maxAttempts: 2 });
      await this.#addRedriven();
    },
  };

  /** Enqueues a job that is ready at once. */
  async #add(steps: Step[], plan: JobPlan = {}, options: EnqueueOptions = {}): Promise<void> {
    await this.#enqueue(this.#tracker.add(steps, plan), options);
  }

  async #enqueue(job: TrackedJob, options: EnqueueOptions = {}): Promise<void> {
    const { id, steps, delay } = job;
    const timeout = steps.includes("time out") ? { timeout: HANDLER_TIMEOUT } : {};
    await this.#queue.enqueue(id, { id, backoff: delay, ...timeout, ...options });
    this.#tracker.noteReady(job, { starts: 0, at: Date.now(), how: "enqueued" });
  }

  async #addDelayed(): Promise<void> {
    const job = this.#tracker.add(["return"]);
    const { id } = job;
    const at = Math.round(Date.now() + this.#draw(this.#options.longestLull));
    await this.#queue.enqueue(id, { id, at });
    this.#tracker.noteReady(job, { starts: 0, at: Math.max(at, Date.now()), how: "due" });
  }

  /** Enqueues a job that fails, and redrives it. */
  async #addRedriven(): Promise<void> {
    const job = this.#tracker.add(["discard", "return"]);
    job.onFailed = () =>
      this.#runInBackground(async () => {
        await this.#sleepUpTo(1_000);
        const { redriven } = await this.#queue.redrive({ ids: [job.id] });
        if (redriven !== 1) this.#tracker.addFault(`${job.id} could not be redriven`);
        this.#tracker.totals.redriven += redriven;
        this.#tracker.noteReady(job, { starts: 1, at: Date.now(), how: "redriven" });
      });
    await this.#enqueue(job);
  }

  /** Leases jobs for a second and abandons them. The lease is sent right behind the jobs, before the worker wakes. */
  async #leaseAndAbandon(): Promise<void> {
    const jobs = this.#several(1 + this.#draw(4), () => this.#tracker.add(["return"]));
    const added = jobs.map((job) => this.#enqueue(job, { priority: 0 }));
    this.#deadWorkers += 1;
    const lease = { count: jobs.length, for: 1_000, worker: "dead", idempotencyKey: `dead-${this.#deadWorkers}` };
    const { jobs: leased } = await this.#queue.lease(lease);
    this.#tracker.totals.reclaimed += leased.length;
    await Promise.all(added);
    for (const { id, leasedUntil } of leased) {
      const starts = this.#tracker.get(id)?.starts ?? 0;
      // If the reply took longer than the lease, the job may be leased again already.
      if (Date.now() < leasedUntil) this.#tracker.noteReady({ id }, { starts, at: leasedUntil, how: "lease expired" });
    }
  }

  async #pauseAndResume(): Promise<void> {
    const noteResume = this.#tracker.waits.notePause();
    await this.#queue.pause();
    const cancelled = this.#several(2, () => this.#tracker.add([], { expected: "cancelled" }));
    await Promise.all(cancelled.map(({ id }) => this.#queue.enqueue(id, { id })));
    await this.#addAll(1 + this.#draw(20), () => this.#add(["return"]));
    await this.#sleepUpTo(5_000);
    await this.#cancel(cancelled, "ready");
    await this.#queue.resume();
    noteResume();
  }

  async #cancel(jobs: readonly TrackedJob[], was: "ready" | "delayed" | "leased"): Promise<void> {
    const results = await this.#queue.cancel(jobs.map(({ id }) => id));
    for (const [i, job] of jobs.entries()) {
      const result = results[i];
      if (result?.ok && result.was === was) this.#tracker.noteCancelled(job);
      else this.#tracker.addFault(`${job.id} could not be cancelled: ${JSON.stringify(result)}`);
    }
  }

  async #addAll(count: number, add: () => Promise<void>): Promise<void> {
    await Promise.all(this.#several(count, add));
  }

  /** Runs something beside the next acts. */
  #runInBackground(act: () => Promise<void>): void {
    const running: Promise<void> = act().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  #several<R>(count: number, create: () => R): R[] {
    return Array.from({ length: count }, create);
  }

  #draw(bound: number): number {
    return this.#options.random.below(Math.ceil(bound));
  }

  #sleepUpTo(longest: number): Promise<void> {
    return abortableSleep(this.#draw(longest), this.#options.signal);
  }
}
