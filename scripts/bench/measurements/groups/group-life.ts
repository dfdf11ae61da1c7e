// The cost of a job's life in a queue with many groups, beside a queue without groups that has as many jobs.
import { Redis } from "ioredis";
import { BatchedQueue, type BatchLoad } from "../../harness/batches.ts";
import { CURRENT_ENGINE } from "../../harness/engine.ts";
import type { MeasuredRedis } from "../../harness/measured-redis.ts";
import { costPerJob } from "../../harness/probe.ts";

/** A queue of which the cost of a job is measured. */
export interface GroupQueue {
  name: string;
  groups?: number;
  concurrency?: number;
  queueConcurrency?: number;
}

const GROUPS = 10_000;
// Two of each group.
const WAITING = 20_000;

/** The queue with which the others are compared. */
export const WITHOUT_GROUPS = "no groups";
/** A queue with a limit that is never reached. */
export const WITH_QUEUE_LIMIT = "a limit of the queue";

/** The queue without groups, and those with groups or limits. */
export const GROUP_QUEUES: GroupQueue[] = [
  { name: WITHOUT_GROUPS },
  { name: "one at a time", groups: GROUPS, concurrency: 1 },
  { name: "five at a time", groups: GROUPS, concurrency: 5 },
  { name: WITH_QUEUE_LIMIT, queueConcurrency: 100_000 },
];

/** The batches that are measured. */
const LOADS = [
  { batch: 100, batches: 60 },
  { batch: 1, batches: 2_000 },
];

/** Returns the description of a load. */
export function formatGroupLoad(batch: number): string {
  return `${GROUPS} groups or none, ${WAITING} waiting, batch ${batch}`;
}

/** Measures the life of jobs in one queue after another. */
export async function measureGroupLife(redis: MeasuredRedis, queues: readonly GroupQueue[]): Promise<void> {
  for (const { batch, batches } of LOADS) {
    for (const { name, ...groups } of queues) {
      await measureQueue(redis, { name, batches, load: { batch, bytes: 130, ...groups } });
    }
  }
}

async function measureQueue(
  { url, probe, samples }: MeasuredRedis,
  { name, batches, load }: { name: string; batches: number; load: BatchLoad },
): Promise<void> {
  await probe.flush();
  const client = new Redis(url);
  try {
    const before = await probe.usedMemory();
    const jobs = new BatchedQueue(CURRENT_ENGINE, { client, load });
    await jobs.fill(WAITING);
    const bytes = ((await probe.usedMemory()) - before) / WAITING - load.bytes;
    const number = batches * load.batch;
    const enqueue = await probe.measureCost(() => jobs.enqueue(batches));
    await jobs.lease();
    await jobs.turn(5);
    const turn = await probe.measureCost(() => jobs.turn(batches));
    const subject = { system: name, load: formatGroupLoad(load.batch) };
    for (const [measure, cost] of Object.entries({ enqueue, turn })) {
      samples.addAll({ measure: `groups: ${measure}`, ...subject }, costPerJob(cost, number));
    }
    samples.addAll(
      { measure: "groups: life", ...subject },
      {
        "Redis µs a job": (enqueue.cpuMicros + turn.cpuMicros) / number,
        "jobs a second": number / (enqueue.seconds + turn.seconds),
        "bytes of a waiting job beyond its payload": bytes,
      },
    );
  } finally {
    client.disconnect();
  }
}
