// The whole life of jobs over TCP: what it costs Redis, what goes over the wire, and how many get through in a second.
// Each system on the same emptied Redis, one after the other in every round, so that what slows the machine slows all.
import { payloads, Tally } from "../payload.ts";
import type { Place } from "../place.ts";
import type { Cost } from "../probe.ts";
import type { Load, System } from "../system.ts";

/** A load, and how many jobs of what size. */
export interface LifeLoad extends Load {
  bytes: number;
  jobs: number;
}

export const loadName = ({ batch, concurrency, bytes }: Omit<LifeLoad, "jobs">): string =>
  `batch ${batch}, ${concurrency} at once, ${bytes < 1_000 ? `${bytes} B` : `${bytes / 1_000} kB`}`;

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
    // A few jobs first: connections, scripts, and code that is warm.
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
