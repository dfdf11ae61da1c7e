// A queue in use: jobs in every state, and producers, workers and a light clean that go on beside whatever a test does.
import type { Queue } from "../../../src/index.ts";

/** How many jobs of each state the stock holds. */
export const STOCK = 40;

/** Who holds the leased jobs of the stock, and never does anything with them. */
const HOLDER = "holder";

/** The ids of jobs that the traffic leaves alone, by their state; "ready" ones may be gone at any time. */
export type Stock = Record<"ready" | "delayed" | "leased" | "failed" | "done", string[]>;

/** Fills a queue that keeps done jobs with some of every state; every third one has a time to live. */
export async function fill(queue: Queue<string>): Promise<Stock> {
  const ids = (state: string) => Array.from({ length: STOCK }, (_, i) => `${state}-${i}`);
  const stock = { ready: ids("r"), delayed: ids("d"), leased: ids("l"), failed: ids("f"), done: ids("o") };
  const jobs = (list: string[], options = {}) =>
    list.map((id, i) => ({ data: id, id, ...options, ...(i % 3 ? {} : { ttl: "1d" as const }) }));
  for (const [list, action] of [
    [stock.leased, undefined],
    [stock.failed, "fail"],
    [stock.done, "complete"],
  ] as const) {
    await queue.enqueueMany(jobs(list));
    const leased = await queue.lease({ count: STOCK, for: "12h", worker: HOLDER });
    if (action) await queue.turn({ settle: leased.jobs.map((job) => ({ job, action })) });
  }
  await queue.enqueueMany(jobs(stock.delayed, { delay: "2h" }));
  await queue.enqueueMany(jobs(stock.ready, { priority: 9 }));
  return stock;
}

/** Producers, workers and a cleaner at work. */
export class Traffic {
  readonly enqueued = new Set<string>();
  readonly delivered = new Set<string>();
  readonly #queue: Queue<string>;
  readonly #loops: Promise<void>[];
  #stopping = false;
  #next = 0;

  constructor(queue: Queue<string>) {
    this.#queue = queue;
    const steps = [this.#produce, this.#produce, this.#work, this.#work, this.#clean];
    this.#loops = steps.map((step) => this.#repeat(step));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#loops);
  }

  /** Does all that is left, whatever it waits for. */
  async finish(): Promise<void> {
    await this.stop();
    await this.#queue.failWorker(HOLDER);
    await this.#queue.redrive({ limit: 1_000 });
    const { jobs } = await this.#queue.list("delayed", { limit: 1_000 });
    await this.#queue.promote(jobs.map(({ id }) => id));
    while ((await this.#queue.counts()).ready > 0) await this.#work();
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    while (!this.#stopping) {
      await step();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  readonly #produce = async (): Promise<void> => {
    const ids = Array.from({ length: 3 }, () => `t-${this.#next++}`);
    await this.#queue.enqueueMany([
      { data: "", id: ids[0] as string },
      { data: "", id: ids[1] as string, ttl: "1d", delay: 5 },
      { data: "", id: ids[2] as string, priority: 2 },
    ]);
    for (const id of ids) this.enqueued.add(id);
  };

  readonly #work = async (): Promise<void> => {
    const { jobs } = await this.#queue.lease({ count: 4, worker: "busy" });
    for (const { id } of jobs) this.delivered.add(id);
    const actions = ["complete", "retry", "release", "complete"] as const;
    // Each job is completed at its second attempt at the latest.
    const settle = jobs.map((job, i) => ({ job, action: job.attempt > 1 ? "complete" : (actions[i] ?? "complete") }));
    await this.#queue.turn({ settle: settle.map((item) => ({ ...item, delay: 1 })) });
  };

  readonly #clean = async (): Promise<void> => {
    await this.#queue.clean({ limit: 20 });
  };
}
