// Enqueues jobs whose options are stated by name.

import { enqueue, enqueueKnown } from "../../../src/engine/all-scripts.ts";
import { bucketDigits } from "../../../src/engine/keys.ts";
import type { CallOptions, TestQueue } from "./test-queue.ts";

/** A job to enqueue. An id counts as chosen by the caller if `uniqueFor` is stated, otherwise as generated. */
export interface NewJob {
  id?: string;
  priority?: number | string;
  delay?: number;
  at?: number;
  uniqueFor?: number;
  /** A mode of src/lua/lib/duplicates/duplicates.lua, and the number after it: the `uniqueFor` or the longest delay. */
  duplicates?: string;
  max?: number;
  ttl?: number;
  payload?: string;
}

/** Enqueues jobs, each as a group of its own. Resolves with the status and the lines of the reply. */
export function enqueueAll(queue: TestQueue, jobs: readonly NewJob[], options: CallOptions<typeof enqueue> = {}) {
  const ids = jobs.map(({ id }, i) => id ?? `new ${i}`);
  const items = jobs.flatMap(({ priority = 5, delay, at, uniqueFor, duplicates, max, ttl, payload = "{}" }, i) => {
    const time = at === undefined ? (delay === undefined ? undefined : `+${delay}`) : `@${at}`;
    const group = [time, duplicates ?? uniqueFor, max, ttl, undefined].map((value) => value ?? "-").join(" ");
    return [`${priority} 1 ${group}`, ids[i] ?? "", payload];
  });
  const results = ids.filter((_, i) => (jobs[i]?.duplicates ?? jobs[i]?.uniqueFor) !== undefined);
  const script = jobs.some(({ duplicates }) => duplicates !== undefined) ? enqueueKnown : enqueue;
  return queue.call(script, { items, buckets: bucketDigits(ids), results, ...options });
}
