// The memory of a job in Redis beyond its payload, while it waits and while it is leased.
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import { createPayloads } from "../harness/payload.ts";
import type { System } from "../harness/system.ts";

const BYTES = 130;

/** Measures the memory of a job in a system. */
export async function measureMemory(
  { url, probe, samples }: MeasuredRedis,
  system: System,
  { jobs }: { jobs: number },
): Promise<void> {
  await probe.flush();
  const session = await system.open(url);
  try {
    // Scripts and connections take the same memory for any number of jobs.
    await session.enqueue(createPayloads(100, BYTES), { batch: 100, concurrency: 1 });
    const empty = await probe.usedMemory();
    await session.enqueue(createPayloads(jobs, BYTES), { batch: 100, concurrency: 1 });
    const full = await probe.usedMemory();
    const subject = { system: system.name, load: `${BYTES} B`, figure: "bytes a job beyond its payload" };
    samples.add({ measure: "memory waiting", ...subject }, (full - empty) / jobs - BYTES);
    if (!session.lease) return;
    for (let leased = 0; leased < jobs; leased += 100) await session.lease(Math.min(100, jobs - leased));
    samples.add({ measure: "memory leased", ...subject }, ((await probe.usedMemory()) - empty) / jobs - BYTES);
  } finally {
    await session.close();
  }
}
