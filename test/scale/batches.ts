// The enqueue requests of a run. The seed determines them, so that the successor of a killed producer sends the same ones.
import type { NewJob } from "../../src/index.ts";
import { createRandom } from "../../src/instruments/testing/seeded-random.ts";
import type { Payload, Task } from "./task.ts";

/** One request to enqueue, and the ids of its jobs. */
export interface Batch {
  idempotencyKey: string;
  jobs: NewJob<Payload>[];
  ids: string[];
}

type RunSize = Pick<Task, "seed" | "jobs" | "producers" | "lease">;

const MAX_BATCH = 100;

/** Yields the requests of one producer, in their order. Half of them choose the ids; the others let the queue derive them. */
export function* createBatches({ seed, jobs, producers, lease }: RunSize, producer: number): Generator<Batch> {
  const random = createRandom(`batches ${seed} ${producer}`);
  const largest = Math.max(1, Math.min(MAX_BATCH, Math.ceil(jobs / producers / 20)));
  let left = Math.floor(jobs / producers) + (producer < jobs % producers ? 1 : 0);
  for (let request = 0, number = 0; left > 0; request++) {
    const count = Math.min(left, 1 + random.below(largest));
    left -= count;
    const idempotencyKey = `enqueue-${producer}-${request}`;
    const hasIds = random.fraction() < 0.5;
    const batch: Batch = { idempotencyKey, jobs: [], ids: [] };
    for (let i = 0; i < count; i++, number++) {
      const id = `job-${producer}-${number}`;
      batch.ids.push(hasIds ? id : `${idempotencyKey}.${i}`);
      batch.jobs.push({
        data: { number, filler: "x".repeat(random.below(200)) },
        priority: random.below(10),
        ...(hasIds ? { id } : {}),
        ...(random.fraction() < 0.1 ? { delay: 1 + random.below(lease) } : {}),
      });
    }
    yield batch;
  }
}

/** Returns the ids of all jobs of a run. */
export function allIds(size: RunSize): string[] {
  const producers = Array.from({ length: size.producers }, (_, producer) => producer);
  return producers.flatMap((producer) => [...createBatches(size, producer)].flatMap(({ ids }) => ids));
}
