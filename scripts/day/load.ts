// The load of one queue: quiet stretches, and between them jobs that become ready in every way.
import type { EnqueueOptions, Queue } from "../../src/index.ts";
import type { Random } from "../../src/instruments/testing/random.ts";
import { type Entry, type Ledger, type Step, TIMEOUT } from "./ledger.ts";
import { pause } from "./pause.ts";

interface LoadOptions {
  random: Random;
  /** The longest stretch without a new job, and the longest delay, in ms. */
  longestQuiet: number;
  /** Returns how busy the hour of the day is, from 0 to 1. */
  busyness: () => number;
  signal: AbortSignal;
}

const LONGEST_BACKOFF = 3_000;
const FOR_EVER = "1h";
// Chances of the acts, of which some come more often.
const ACTS = [
  ...["single", "single", "single", "trickle", "trickle", "burst", "burst", "delayed", "delayed", "retries"],
  ...["retries", "timeouts", "cancels", "deadHolder", "deadHolder", "pauses", "promotions", "failures"],
] as const;

/** Produces the jobs of one queue. */
export class Load {
  readonly #queue: Queue<string>;
  readonly #ledger: Ledger;
  readonly #options: LoadOptions;
  readonly #underWay = new Set<Promise<void>>();
  #abandoned = 0;

  constructor(queue: Queue<string>, ledger: Ledger, options: LoadOptions) {
    this.#queue = queue;
    this.#ledger = ledger;
    this.#options = options;
  }

  /** Produces jobs until the signal aborts, and resolves when all of them are enqueued. */
  async run(): Promise<void> {
    const { random, longestQuiet, busyness, signal } = this.#options;
    while (!signal.aborted) {
      const act = random.pick(ACTS);
      await this.#acts[act]?.();
      // Most stretches are short, and those of the night are longer.
      await pause(longestQuiet * random.fraction() ** (1 + 4 * busyness()), signal);
    }
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Cancels a job whose handler runs. */
  readonly cancelRunning = async (entry: Entry): Promise<void> => {
    const [result] = await this.#queue.cancel(entry.id);
    if (result?.ok && result.was === "leased") this.#ledger.cancelled(entry);
    else this.#ledger.fault(`${entry.id} could not be cancelled: ${JSON.stringify(result)}`);
  };

  readonly #acts: Record<string, () => Promise<void>> = {
    single: () => this.#add(["return"]),
    trickle: async () => {
      for (let left = 5 + this.#below(20); left > 0 && !this.#options.signal.aborted; left--) {
        await this.#add(["return"], { length: this.#below(4) === 0 ? this.#below(200) : 0 });
        await this.#pause(400);
      }
    },
    burst: async () => {
      const entries = this.#several(100 + this.#below(400), () => this.#ledger.add(["return"]));
      const jobs = entries.map(({ id }) => ({ data: id, id, priority: this.#below(10) }));
      await this.#queue.enqueueMany(jobs);
      const at = Date.now();
      for (const entry of entries) this.#ledger.ready(entry, 0, { at, how: "enqueued with others" });
    },
    delayed: () => this.#addAll(1 + this.#below(20), () => this.#addDelayed()),
    retries: () =>
      this.#addAll(1 + this.#below(8), () => {
        const kind = this.#below(3) === 0 ? "retry later" : "throw";
        const steps = this.#several<Step>(1 + this.#below(3), () => kind);
        return this.#add([...steps, "return"], { delay: this.#below(LONGEST_BACKOFF) });
      }),
    timeouts: () =>
      this.#addAll(1 + this.#below(3), () => this.#add(["time out", "return"], { delay: this.#below(1_000) })),
    cancels: async () => {
      await this.#add(["cancel"], { expected: "cancelled" });
      const entries = this.#several(3, () => this.#ledger.add([], { expected: "cancelled" }));
      await Promise.all(entries.map(({ id }) => this.#queue.enqueue(id, { id, delay: FOR_EVER })));
      await this.#pause(1_000);
      await this.#cancel(entries, "delayed");
    },
    deadHolder: () => this.#leaseAndLeave(),
    pauses: () => this.#pauseQueue(),
    promotions: async () => {
      const entries = this.#several(1 + this.#below(5), () => this.#ledger.add(["return"]));
      await Promise.all(entries.map(({ id }) => this.#queue.enqueue(id, { id, delay: FOR_EVER })));
      await this.#pause(2_000);
      await this.#queue.promote(entries.map(({ id }) => id));
      const at = Date.now();
      for (const entry of entries) this.#ledger.ready(entry, 0, { at, how: "promoted" });
    },
    failures: async () => {
      const wornOut = { expected: "failed", delay: this.#below(1_000) } as const;
      await this.#add(["throw", "throw"], wornOut, { maxAttempts: 2 });
      await this.#addRedriven();
    },
  };

  /** Enqueues a job that is ready at once. */
  async #add(steps: Step[], parts: Parameters<Ledger["add"]>[1] = {}, options: EnqueueOptions = {}): Promise<void> {
    await this.#enqueue(this.#ledger.add(steps, parts), options);
  }

  async #enqueue(entry: Entry, options: EnqueueOptions = {}): Promise<void> {
    const { id, steps, delay } = entry;
    const timeout = steps.includes("time out") ? { timeout: TIMEOUT } : {};
    await this.#queue.enqueue(id, { id, backoff: delay, ...timeout, ...options });
    this.#ledger.ready(entry, 0, { at: Date.now(), how: "enqueued" });
  }

  async #addDelayed(): Promise<void> {
    const entry = this.#ledger.add(["return"]);
    const { id } = entry;
    const at = Math.round(Date.now() + this.#below(this.#options.longestQuiet));
    await this.#queue.enqueue(id, { id, at });
    this.#ledger.ready(entry, 0, { at: Math.max(at, Date.now()), how: "due" });
  }

  /** Enqueues a job that fails, and makes it ready again. */
  async #addRedriven(): Promise<void> {
    const entry = this.#ledger.add(["discard", "return"]);
    entry.onFailed = () =>
      this.#track(async () => {
        await this.#pause(1_000);
        const { redriven } = await this.#queue.redrive({ ids: [entry.id] });
        if (redriven !== 1) this.#ledger.fault(`${entry.id} could not be redriven`);
        this.#ledger.totals.redriven += redriven;
        this.#ledger.ready(entry, 1, { at: Date.now(), how: "redriven" });
      });
    await this.#enqueue(entry);
  }

  /** Leases jobs for a second and leaves them. The lease is sent right behind the jobs, before the worker is awake. */
  async #leaseAndLeave(): Promise<void> {
    const entries = this.#several(1 + this.#below(4), () => this.#ledger.add(["return"]));
    const added = entries.map((entry) => this.#enqueue(entry, { priority: 0 }));
    this.#abandoned += 1;
    const lease = { count: entries.length, for: 1_000, worker: "dead", idempotencyKey: `dead-${this.#abandoned}` };
    const { jobs } = await this.#queue.lease(lease);
    this.#ledger.totals.reclaimed += jobs.length;
    await Promise.all(added);
    for (const { id, leasedUntil } of jobs) {
      const starts = this.#ledger.get(id)?.starts ?? 0;
      // Unless the answer took so long that another lease may have begun.
      if (Date.now() < leasedUntil) this.#ledger.ready({ id }, starts, { at: leasedUntil, how: "lease ended" });
    }
  }

  async #pauseQueue(): Promise<void> {
    const resumed = this.#ledger.waits.paused();
    await this.#queue.pause();
    const cancelled = this.#several(2, () => this.#ledger.add([], { expected: "cancelled" }));
    await Promise.all(cancelled.map(({ id }) => this.#queue.enqueue(id, { id })));
    await this.#addAll(1 + this.#below(20), () => this.#add(["return"]));
    await this.#pause(5_000);
    await this.#cancel(cancelled, "ready");
    await this.#queue.resume();
    resumed();
  }

  async #cancel(entries: readonly Entry[], was: "ready" | "delayed"): Promise<void> {
    const results = await this.#queue.cancel(entries.map(({ id }) => id));
    for (const [i, entry] of entries.entries()) {
      const result = results[i];
      if (result?.ok && result.was === was) this.#ledger.cancelled(entry);
      else this.#ledger.fault(`${entry.id} could not be cancelled: ${JSON.stringify(result)}`);
    }
  }

  async #addAll(count: number, add: () => Promise<void>): Promise<void> {
    await Promise.all(this.#several(count, add));
  }

  /** Lets something go on beside the next acts. */
  #track(act: () => Promise<void>): void {
    const tracked: Promise<void> = act().finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }

  #several<R>(count: number, make: () => R): R[] {
    return Array.from({ length: count }, make);
  }

  #below(bound: number): number {
    return this.#options.random.below(Math.ceil(bound));
  }

  #pause(longest: number): Promise<void> {
    return pause(this.#below(longest), this.#options.signal);
  }
}
