// The jobs of a run, the same for the same seed: a producer that was killed begins again with the very same requests.
import type { NewJob } from "../../src/index.ts";
import { below, randomOf } from "../../src/instruments/testing/random.ts";
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
  const random = randomOf(`batches ${seed} ${producer}`);
  const largest = Math.max(1, Math.min(LARGEST, Math.ceil(jobs / producers / 20)));
  let left = Math.floor(jobs / producers) + (producer < jobs % producers ? 1 : 0);
  for (let request = 0, number = 0; left > 0; request++) {
    const count = Math.min(left, 1 + below(largest, random));
    left -= count;
    const idempotencyKey = `enqueue-${producer}-${request}`;
    const isNamed = random() < 0.5;
    const batch: Batch = { idempotencyKey, jobs: [], ids: [] };
    for (let i = 0; i < count; i++, number++) {
      const id = `job-${producer}-${number}`;
      batch.ids.push(isNamed ? id : `${idempotencyKey}.${i}`);
      batch.jobs.push({
        data: { number, filler: "x".repeat(below(200, random)) },
        priority: below(10, random),
        ...(isNamed ? { id } : {}),
        ...(random() < 0.1 ? { delay: 1 + below(lease, random) } : {}),
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
