// The memory of a job in Redis beyond its payload, while it waits and while it is leased.
import { payloads } from "../kit/payload.ts";
import type { Place } from "../kit/place.ts";
import type { System } from "../kit/system.ts";

const BYTES = 130;

/** Measures the memory of a job in each system. */
export async function memory(place: Place, systems: readonly System[], jobs: number): Promise<void> {
  for (const system of systems) await ofSystem(place, system, jobs);
}

async function ofSystem({ redisUrl, probe, sheet }: Place, system: System, jobs: number): Promise<void> {
  await probe.flush();
  const session = await system.open(redisUrl);
  try {
    // Scripts and connections take the same memory for any number of jobs.
    await session.enqueue(payloads(100, BYTES), { batch: 100, concurrency: 1 });
    const empty = await probe.memory();
    await session.enqueue(payloads(jobs, BYTES), { batch: 100, concurrency: 1 });
    const full = await probe.memory();
    const of = { system: system.name, load: `${BYTES} B`, figure: "bytes a job beyond its payload" };
    sheet.note({ measure: "memory waiting", ...of }, (full - empty) / jobs - BYTES);
    if (!session.lease) return;
    for (let held = 0; held < jobs; held += 100) await session.lease(Math.min(100, jobs - held));
    sheet.note({ measure: "memory leased", ...of }, ((await probe.memory()) - empty) / jobs - BYTES);
  } finally {
    await session.close();
  }
}
