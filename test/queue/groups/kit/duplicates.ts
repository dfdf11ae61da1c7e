// Calls for tests of duplicates in groups.
import { expect } from "vitest";
import type { EnqueueOptions } from "../../../../src/index.ts";
import { type GroupQueue, groupOfId } from "./group-queue.ts";

/** Enqueues a job of a known id, in the group that the id begins with unless another is stated. Resolves with its state and outcome. */
export async function duplicate(
  { queue }: GroupQueue,
  id: string,
  options: EnqueueOptions & { data?: string } = {},
): Promise<[state: string, outcome: string]> {
  const { data = "new", ...rest } = options;
  const { state, outcome } = await queue.enqueue(data, { id, group: groupOfId(id), ...rest });
  return [state, outcome];
}

/** Leases the next job, and expects it to have an id and a payload. */
export async function leaseNext(group: GroupQueue, id: string, data = id) {
  const [job] = await group.lease({ count: 1 });
  expect(job).toMatchObject({ id, data });
  return job as NonNullable<typeof job>;
}

/** Resolves with the numbers of a group: held jobs, the job in line, and the number of blocked ones. */
export async function numbersOf({ queue }: GroupQueue, name = "a") {
  const { held, next, blocked } = await queue.group(name);
  return [held, next, blocked];
}
