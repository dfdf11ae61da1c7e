// The whole life of jobs over TCP, from enqueue to done: the cost to Redis, the bytes on the wire, and the jobs a second.
// In every round each system runs in turn on the same emptied Redis, so that load on the machine slows all of them.
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import { createPayloads, Tally } from "../harness/payload.ts";
import { type Cost, costPerJob } from "../harness/probe.ts";
import type { Load, System } from "../harness/system.ts";

/** A load, with the number of jobs and their size. */
export interface LifeLoad extends Load {
  bytes: number;
  jobs: number;
  /** Set if `concurrency` callers make one call at a time, each for one job. */
  isCalls?: true;
}

/** Returns the description of a load. */
export function formatLoad({ batch, concurrency, bytes, isCalls }: Omit<LifeLoad, "jobs">): string {
  const requests = isCalls ? `${concurrency} callers, one call at a time` : `batch ${batch}, ${concurrency} at once`;
  return `${requests}, ${bytes < 1_000 ? `${bytes} B` : `${bytes / 1_000} kB`}`;
}

/** Measures the life of jobs in a system. */
export async function measureLife(
  { url, probe, samples }: MeasuredRedis,
  system: System,
  load: LifeLoad,
): Promise<void> {
  const { jobs, bytes } = load;
  await probe.flush();
  const tally = new Tally(jobs, bytes);
  const payloads = createPayloads(jobs, bytes);
  const session = await system.open(url);
  try {
    // Warms up connections, scripts and code with a few jobs.
    const few = Math.min(jobs, 200);
    const warmUp = new Tally(few, bytes);
    await session.enqueue(payloads.slice(0, few), load);
    await session.work(few, load, warmUp.handle);
    warmUp.validate(system.name);
    const enqueue = await probe.measureCost(() => session.enqueue(payloads, load));
    const work = await probe.measureCost(() => session.work(jobs, load, tally.handle));
    tally.validate(system.name);
    for (const [measure, cost] of Object.entries({ enqueue, work, life: sumCosts(enqueue, work) })) {
      samples.addAll({ measure, system: system.name, load: formatLoad(load) }, costPerJob(cost, jobs));
    }
  } finally {
    await session.close();
  }
}

function sumCosts(a: Cost, b: Cost): Cost {
  return {
    cpuMicros: a.cpuMicros + b.cpuMicros,
    commands: a.commands + b.commands,
    reads: a.reads + b.reads,
    bytes: a.bytes + b.bytes,
    seconds: a.seconds + b.seconds,
  };
}
