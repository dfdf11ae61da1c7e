// A queue whose groups are in every position.
import type { Stack } from "./stack.ts";

/** The queue of `seedGroups`. */
export const GROUPS_QUEUE = "shipping";

/**
 * Fills the queue `shipping`, which runs two jobs of a group at a time: `customer-7` holds both of its slots, with one job next
 * and four blocked; `customer-8` is paused for an hour; `label-api` has used up a rate of its own; and `idle` has limits of its
 * own, and no jobs.
 */
export async function seedGroups(stack: Stack): Promise<void> {
  const groups = { concurrency: 2 };
  const queue = stack.queue(GROUPS_QUEUE, { groups, rate: { limit: 1_000, per: "1s" }, limitsVersion: 3 });
  await queue.setGroup("label-api", { rate: { limit: 60, per: "1h", burst: 1 } });
  await queue.setGroup("idle", { concurrency: 5 });
  await queue.enqueueMany([
    ...Array.from({ length: 7 }, (_, i) => ({ id: `parcel-${i}`, group: "customer-7", data: { i } })),
    ...Array.from({ length: 3 }, (_, i) => ({ id: `label-${i}`, group: "label-api", data: { i }, cost: i + 1 })),
  ]);
  await queue.lease({ count: 3, worker: "ship-1", for: "10m" });
  await queue.setGroup("customer-8", { paused: true, until: "1h" });
  await queue.enqueueMany(
    Array.from({ length: 2 }, (_, i) => ({ id: `letter-${i}`, group: "customer-8", data: { i }, priority: i })),
  );
}
