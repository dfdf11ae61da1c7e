// Batches of jobs through a queue, one request at a time, with or without groups.
import type { Redis } from "ioredis";
import type { Job, QueueOptions } from "../../../src/index.ts";
import type { Engine } from "./engine.ts";
import { createPayloads, type Payload } from "./payload.ts";

/** A load of batches. */
export interface BatchLoad {
  /** The number of jobs in a batch. */
  batch: number;
  /** The size of a payload. */
  bytes: number;
  /** The number of groups, to which the jobs belong in turns; no groups unless set. */
  groups?: number;
  /** The number of jobs of a group that may be leased. */
  concurrency?: number;
  /** The number of jobs of the queue that may be leased. */
  queueConcurrency?: number;
}

/** A queue with a load of batches. */
export class BatchedQueue {
  readonly queue: InstanceType<Engine["Queue"]>;
  readonly #load: BatchLoad;
  readonly #payloads: Payload[];
  #enqueued = 0;
  #leased: Job<Payload>[] = [];

  constructor(engine: Engine, { client, load }: { client: Redis; load: BatchLoad }) {
    const { groups, concurrency, queueConcurrency } = load;
    const limits: Partial<QueueOptions<Payload>> = {
      ...(groups && { groups: concurrency ? { concurrency } : {} }),
      ...(queueConcurrency && { concurrency: queueConcurrency }),
    };
    this.queue = new engine.Queue("bench", { redis: engine.ioredis(client), lease: "1h", ...limits });
    this.#load = load;
    this.#payloads = createPayloads(1_000, load.bytes);
  }

  /** Enqueues jobs that stay behind those that are leased, in large batches. */
  async fill(jobs: number): Promise<void> {
    for (let left = jobs; left > 0; left -= 1_000) await this.#enqueueBatch(Math.min(left, 1_000));
  }

  /** Enqueues batches. */
  async enqueue(batches: number): Promise<void> {
    for (let i = 0; i < batches; i++) await this.#enqueueBatch(this.#load.batch);
  }

  /** Leases the batch that the first turn settles. */
  async lease(): Promise<void> {
    const { jobs } = await this.queue.lease({ count: this.#load.batch });
    this.#leased = jobs as Job<Payload>[];
  }

  /** Takes turns, each of which completes a batch and leases the next one. */
  async turn(turns: number): Promise<void> {
    const { batch } = this.#load;
    for (let i = 0; i < turns; i++) {
      const settle = this.#leased.map((job) => ({ job, action: "complete" as const }));
      const { settled, jobs } = await this.queue.turn({ settle, lease: { count: batch } });
      if (jobs.length !== batch || !settled.every(({ ok }) => ok)) throw new Error("a turn was not complete");
      this.#leased = jobs as Job<Payload>[];
    }
  }

  async #enqueueBatch(size: number): Promise<void> {
    const { groups } = this.#load;
    const jobs = Array.from({ length: size }, () => {
      const n = this.#enqueued++;
      const data = this.#payloads[n % this.#payloads.length] as Payload;
      return groups ? { data, group: `customer-${n % groups}` } : { data };
    });
    await this.queue.enqueueMany(jobs);
  }
}
