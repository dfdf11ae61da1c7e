// The whole life of jobs over TCP: the cost to Redis, the bytes on the wire, and the jobs a second. In every round each
// system runs in turn on the same emptied Redis, so that load on the machine slows all of them.
import { payloads, Tally } from "../kit/payload.ts";
import type { Place } from "../kit/place.ts";
import type { Cost } from "../kit/probe.ts";
import type { Load, System } from "../kit/system.ts";

/** A load, with the number of jobs and their size. */
export interface LifeLoad extends Load {
  bytes: number;
  jobs: number;
  /** Set where `concurrency` callers make one call at a time, each for one job. */
  isCalls?: true;
}

/** Returns the description of a load. */
export const loadName = ({ batch, concurrency, bytes, isCalls }: Omit<LifeLoad, "jobs">): string => {
  const requests = isCalls ? `${concurrency} callers one by one` : `batch ${batch}, ${concurrency} at once`;
  return `${requests}, ${bytes < 1_000 ? `${bytes} B` : `${bytes / 1_000} kB`}`;
};

/** Measures the life of jobs in each system. */
export async function life(place: Place, systems: readonly System[], load: LifeLoad): Promise<void> {
  for (const system of systems) await oneLife(place, system, load);
}

async function oneLife({ redisUrl, probe, sheet }: Place, system: System, load: LifeLoad): Promise<void> {
  const { jobs, bytes } = load;
  await probe.flush();
  const tally = new Tally(jobs, bytes);
  const all = payloads(jobs, bytes);
  const session = await system.open(redisUrl);
  try {
    // Warms up connections, scripts and code with a few jobs.
    const few = Math.min(jobs, 200);
    const first = new Tally(few, bytes);
    await session.enqueue(all.slice(0, few), load);
    await session.work(few, load, first.handle);
    first.check(system.name);
    const enqueue = await probe.cost(() => session.enqueue(all, load));
    const work = await probe.cost(() => session.work(jobs, load, tally.handle));
    tally.check(system.name);
    for (const [step, cost] of Object.entries({ enqueue, work, life: sum(enqueue, work) })) {
      const note = (figure: string, value: number) =>
        sheet.note({ measure: step, system: system.name, load: loadName(load), figure }, value);
      note("Redis µs a job", cost.cpu / jobs);
      note("commands a job", cost.commands / jobs);
      note("requests a job", cost.reads / jobs);
      note("bytes a job", cost.bytes / jobs);
      note("jobs a second", jobs / cost.seconds);
    }
  } finally {
    await session.close();
  }
}

function sum(a: Cost, b: Cost): Cost {
  return {
    cpu: a.cpu + b.cpu,
    commands: a.commands + b.commands,
    reads: a.reads + b.reads,
    bytes: a.bytes + b.bytes,
    seconds: a.seconds + b.seconds,
  };
}
