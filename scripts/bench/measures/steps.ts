// Leasing and completing as separate steps without a handler, in batches, as an edge function does.
import { batches, inFlight } from "../kit/in-flight.ts";
import { payloads } from "../kit/payload.ts";
import type { Place } from "../kit/place.ts";
import type { Held, System } from "../kit/system.ts";
import { type LifeLoad, loadName } from "./life.ts";

/** Measures both steps in each system that supports them. */
export async function steps(place: Place, systems: readonly System[], load: LifeLoad): Promise<void> {
  for (const system of systems) await ofSystem(place, system, load);
}

async function ofSystem({ redisUrl, probe, sheet }: Place, system: System, load: LifeLoad): Promise<void> {
  const { batch, concurrency, jobs } = load;
  await probe.flush();
  const session = await system.open(redisUrl);
  const { lease, complete } = session;
  if (!lease || !complete) return session.close();
  try {
    await session.enqueue(payloads(jobs + batch, load.bytes), { batch, concurrency });
    await complete(await lease(batch));
    const held: Held[] = [];
    const counts = batches(Array.from({ length: jobs }), batch).map(({ length }) => length);
    const leasing = await probe.cost(() =>
      inFlight(counts, concurrency, async (count) => held.push(...(await lease(count)))),
    );
    if (held.length !== jobs) throw new Error(`${system.name} gave ${held.length} of ${jobs} jobs`);
    const completing = await probe.cost(() => inFlight(batches(held, batch), concurrency, complete));
    for (const [measure, cost] of Object.entries({ lease: leasing, complete: completing })) {
      const note = (figure: string, value: number) =>
        sheet.note({ measure, system: system.name, load: loadName(load), figure }, value);
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
