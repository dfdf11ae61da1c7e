// A queue with jobs in every state, and concurrent traffic on it: producers, workers and a light clean.
import type { Queue } from "../../../src/index.ts";

/** The number of jobs that `fillQueue` creates in each state. */
export const JOBS_PER_STATE = 40;

/** The worker that leases the leased jobs of `fillQueue` and never settles them. */
const HOLDER = "holder";

/** Ids of jobs by their state. Traffic takes the ready jobs at any time and leaves the others alone. */
export type JobIds = Record<"ready" | "delayed" | "leased" | "failed" | "done", string[]>;

/** Creates jobs in each state, in a queue that keeps done jobs. Every third job has a time to live. */
export async function fillQueue(queue: Queue<string>): Promise<JobIds> {
  const createIds = (letter: string) => Array.from({ length: JOBS_PER_STATE }, (_, i) => `${letter}-${i}`);
  const ids = {
    ready: createIds("r"),
    delayed: createIds("d"),
    leased: createIds("l"),
    failed: createIds("f"),
    done: createIds("o"),
  };
  const toJobs = (list: string[], options = {}) =>
    list.map((id, i) => ({ data: id, id, ...options, ...(i % 3 ? {} : { ttl: "1d" as const }) }));
  for (const [list, action] of [
    [ids.leased, undefined],
    [ids.failed, "fail"],
    [ids.done, "complete"],
  ] as const) {
    await queue.enqueueMany(toJobs(list));
    const leased = await queue.lease({ count: JOBS_PER_STATE, for: "12h", worker: HOLDER });
    if (action) await queue.turn({ settle: leased.jobs.map((job) => ({ job, action })) });
  }
  await queue.enqueueMany(toJobs(ids.delayed, { delay: "2h" }));
  await queue.enqueueMany(toJobs(ids.ready, { priority: 9 }));
  return ids;
}

/** Two producers, two workers and a light clean that run until `stop`. */
export class Traffic {
  readonly delivered = new Set<string>();
  readonly #queue: Queue<string>;
  readonly #loops: Promise<void>[];
  #isStopping = false;
  #nextId = 0;

  /** Starts two producers, two workers and one cleaner. */
  constructor(queue: Queue<string>) {
    this.#queue = queue;
    const steps = [this.#produce, this.#produce, this.#work, this.#work, this.#clean];
    this.#loops = steps.map((step) => this.#repeat(step));
  }

  /** Stops after the steps in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#loops);
  }

  /** Stops, then makes every job ready and works until none is left. */
  async finishAllJobs(): Promise<void> {
    await this.stop();
    await this.#queue.failWorker(HOLDER);
    await this.#queue.redrive({ limit: 1_000 });
    const { jobs } = await this.#queue.list("delayed", { limit: 1_000 });
    await this.#queue.promote(jobs.map(({ id }) => id));
    while ((await this.#queue.counts()).ready > 0) await this.#work();
  }

  /** Repeats a step, 2 ms apart, until `stop` is called. */
  async #repeat(step: () => Promise<void>): Promise<void> {
    while (!this.#isStopping) {
      await step();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  readonly #produce = async (): Promise<void> => {
    const createId = () => `t-${this.#nextId++}`;
    await this.#queue.enqueueMany([
      { data: "", id: createId() },
      { data: "", id: createId(), ttl: "1d", delay: 5 },
      { data: "", id: createId(), priority: 2 },
    ]);
  };

  readonly #work = async (): Promise<void> => {
    const { jobs } = await this.#queue.lease({ count: 4, worker: "busy" });
    for (const { id } of jobs) this.delivered.add(id);
    const actions = ["complete", "retry", "release", "complete"] as const;
    // The second attempt of a job completes it.
    const settle = jobs.map((job, i) => ({ job, action: job.attempt > 1 ? "complete" : (actions[i] ?? "complete") }));
    await this.#queue.turn({ settle: settle.map((item) => ({ ...item, delay: 1 })) });
  };

  readonly #clean = async (): Promise<void> => {
    await this.#queue.clean({ limit: 20 });
  };
}
