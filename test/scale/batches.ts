// The jobs of a run, the same for the same seed: a producer that was killed begins again with the very same requests.
import type { NewJob } from "../../src/index.ts";
import { createRandom } from "../../src/instruments/testing/random.ts";
import type { Load, Task } from "./task.ts";

/** One request to enqueue, and the ids that its jobs have. */
export interface Batch {
  idempotencyKey: string;
  jobs: NewJob<Load>[];
  ids: string[];
}

const LARGEST = 100;

/** The requests of one producer, in their order. Half of them name their jobs; the others leave it to the request. */
export function* batchesOf(task: Pick<Task, "seed" | "jobs" | "producers" | "lease">, producer: number) {
  const { seed, jobs, producers, lease } = task;
  const random = createRandom(`batches ${seed} ${producer}`);
  const largest = Math.max(1, Math.min(LARGEST, Math.ceil(jobs / producers / 20)));
  let left = Math.floor(jobs / producers) + (producer < jobs % producers ? 1 : 0);
  for (let request = 0, number = 0; left > 0; request++) {
    const count = Math.min(left, 1 + random.below(largest));
    left -= count;
    const idempotencyKey = `enqueue-${producer}-${request}`;
    const isNamed = random.fraction() < 0.5;
    const batch: Batch = { idempotencyKey, jobs: [], ids: [] };
    for (let i = 0; i < count; i++, number++) {
      const id = `job-${producer}-${number}`;
      batch.ids.push(isNamed ? id : `${idempotencyKey}.${i}`);
      batch.jobs.push({
        data: { number, filler: "x".repeat(random.below(200)) },
        priority: random.below(10),
        ...(isNamed ? { id } : {}),
        ...(random.fraction() < 0.1 ? { delay: 1 + random.below(lease) } : {}),
      });
    }
    yield batch;
  }
}

/** The ids of all jobs of a run. */
export function allIds(task: Pick<Task, "seed" | "jobs" | "producers" | "lease">): string[] {
  const ids: string[] = [];
  for (let producer = 0; producer < task.producers; producer++)
    for (const batch of batchesOf(task, producer)) ids.push(...batch.ids);
  return ids;
}
