// The cost of a job's life in a queue with many groups, beside a queue without groups that has as many jobs.
import { Redis } from "ioredis";
import { BatchedQueue, type BatchLoad } from "../harness/batches.ts";
import { CURRENT_ENGINE } from "../harness/engine.ts";
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import { costPerJob } from "./life.ts";

/** A queue of which the cost of a job is measured. */
export interface GroupQueue {
  name: string;
  groups?: number;
  concurrency?: number;
}

/** The number of groups, all of which have jobs that wait. */
export const MANY_GROUPS = 10_000;

/** The queue without groups, and queues with them. */
export const GROUP_QUEUES: GroupQueue[] = [
  { name: "no groups" },
  { name: "one at a time", groups: MANY_GROUPS, concurrency: 1 },
  { name: "five at a time", groups: MANY_GROUPS, concurrency: 5 },
];

/** The batches that are measured. */
const LOADS = [
  { batch: 100, batches: 60 },
  { batch: 1, batches: 2_000 },
];

/** Returns the description of a load with groups. */
export function formatGroupLoad(batch: number): string {
  return `${MANY_GROUPS} groups, batch ${batch}`;
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
    const waiting = MANY_GROUPS * 2;
    await jobs.fill(waiting);
    const bytes = ((await probe.usedMemory()) - before) / waiting - load.bytes;
    const number = batches * load.batch;
    const enqueue = await probe.measureCost(() => jobs.enqueue(batches));
    await jobs.lease();
    await jobs.turn(5);
    const turn = await probe.measureCost(() => jobs.turn(batches));
    const subject = { system: name, load: formatGroupLoad(load.batch) };
    for (const [measure, cost] of Object.entries({ enqueue, turn })) {
      samples.addAll({ measure: `groups: ${measure}`, ...subject }, costPerJob(cost, number));
    }
    const life = (enqueue.cpuMicros + turn.cpuMicros) / number;
    samples.addAll({ measure: "groups: life", ...subject }, { "Redis µs a job": life });
    samples.addAll({ measure: "groups: life", ...subject }, { "bytes of a waiting job beyond its payload": bytes });
  } finally {
    client.disconnect();
  }
}
