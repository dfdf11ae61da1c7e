// Injects faults of processes and of Redis. Each is due at a number of completed jobs, so that a slow machine gets as many as
// a fast one.
import { createRandom, type Random } from "../../src/instruments/testing/seeded-random.ts";
import { type Backend, SUSPENSIONS } from "./backend.ts";
import type { ProcessPool } from "./process-pool.ts";

const KINDS = ["kill", "end", "freeze", "restart", "pause"] as const;
type Kind = (typeof KINDS)[number];

/** The number of completed jobs for each fault of a kind. */
const JOBS_PER_FAULT: Record<Kind, number> = { kill: 400, end: 1_500, freeze: 1_500, restart: 5_000, pause: 4_000 };

/** The number of faults of each kind that happened. */
export type FaultTotals = Record<Kind, number>;

interface InjectorOptions {
  backend: Backend;
  processes: ProcessPool;
  seed: number;
  jobs: number;
  lease: number;
}

/** Plans the faults of a run, and injects those that are due. */
export class FaultInjector {
  readonly counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as FaultTotals;
  readonly #options: InjectorOptions;
  readonly #random: Random;
  readonly #plan: { afterJobs: number; kind: Kind }[];
  /** The last fault of Redis, after which the next one starts. Faults of processes do not wait for it. */
  #redisFault: Promise<unknown> = Promise.resolve();
  readonly #running = new Set<Promise<unknown>>();
  readonly #failed = new AbortController();

  constructor(options: InjectorOptions) {
    const { seed, jobs } = options;
    this.#options = options;
    this.#random = createRandom(`faults ${seed}`);
    this.#plan = KINDS.flatMap((kind) => {
      const times = Math.max(1, Math.round(jobs / JOBS_PER_FAULT[kind]));
      // Spread so that all faults have happened before the last jobs are completed.
      const dueAt = (i: number) => (0.85 * jobs * (i + this.#random.fraction())) / times;
      return Array.from({ length: times }, (_, i) => ({ afterJobs: dueAt(i), kind }));
    }).sort((a, b) => a.afterJobs - b.afterJobs);
  }

  get isDone(): boolean {
    return this.#plan.length === 0 && this.#running.size === 0;
  }

  /** Aborts if a fault could not be injected, such as when Redis does not start again. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Starts the faults that are due after a number of completed jobs. */
  inject(completed: number): void {
    for (let next = this.#plan[0]; next && next.afterJobs <= completed; next = this.#plan[0]) {
      // All workers are ending, and their successors have not started yet.
      if (this.#options.processes.runningSlots("worker").length === 0) return;
      this.#plan.shift();
      this.counts[next.kind] += 1;
      const fault: Promise<unknown> = this.#startFault(next.kind)
        .catch((error) => this.#failed.abort(error))
        .finally(() => this.#running.delete(fault));
      this.#running.add(fault);
    }
  }

  /** Resolves when all started faults are over. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #startFault(kind: Kind): Promise<unknown> {
    const { backend, processes, lease } = this.#options;
    // 1.3 to 2 times as long as a lease.
    const ms = Math.ceil(lease * (1.3 + 0.7 * this.#random.fraction()));
    switch (kind) {
      case "kill":
        return processes.replace(this.#pickRunningSlot("worker", "producer", "cleaner"), "SIGKILL");
      case "end":
        return processes.replace(this.#pickRunningSlot("worker"), "SIGTERM");
      case "freeze":
        return processes.freeze(this.#pickRunningSlot("worker"), ms);
      case "restart":
        return this.#queueRedisFault(() => backend.restartRedis());
      case "pause": {
        const way = SUSPENSIONS[this.counts.pause % SUSPENSIONS.length] ?? "SIGSTOP";
        return this.#queueRedisFault(() => backend.suspendRedis(way, ms));
      }
    }
  }

  /** Starts a fault of Redis when the last one is over. */
  #queueRedisFault(start: () => Promise<void>): Promise<unknown> {
    this.#redisFault = this.#redisFault.then(start);
    return this.#redisFault;
  }

  #pickRunningSlot(...programs: Parameters<ProcessPool["runningSlots"]>): string {
    return this.#random.pick(this.#options.processes.runningSlots(...programs));
  }
}
