// Leasing and completing as separate steps without a handler, in batches, as an edge function does.
import { forEachInFlight, toBatches } from "../harness/concurrency.ts";
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import { createPayloads } from "../harness/payload.ts";
import { costPerJob } from "../harness/probe.ts";
import type { LeasedJob, System } from "../harness/system.ts";
import { formatLoad, type LifeLoad } from "./life.ts";

/** Measures both steps in a system, if it supports them. */
export async function measureSteps(
  { url, probe, samples }: MeasuredRedis,
  system: System,
  load: LifeLoad,
): Promise<void> {
  const { batch, concurrency, jobs } = load;
  await probe.flush();
  const session = await system.open(url);
  const { lease, complete } = session;
  if (!lease || !complete) return session.close();
  try {
    await session.enqueue(createPayloads(jobs + batch, load.bytes), { batch, concurrency });
    await complete(await lease(batch));
    const leased: LeasedJob[] = [];
    const counts = toBatches(Array.from({ length: jobs }), batch).map(({ length }) => length);
    const leasing = await probe.measureCost(() =>
      forEachInFlight(counts, concurrency, async (count) => leased.push(...(await lease(count)))),
    );
    if (leased.length !== jobs) throw new Error(`${system.name} leased ${leased.length} of ${jobs} jobs`);
    const completing = await probe.measureCost(() => forEachInFlight(toBatches(leased, batch), concurrency, complete));
    for (const [measure, cost] of Object.entries({ lease: leasing, complete: completing })) {
      samples.addAll({ measure, system: system.name, load: formatLoad(load) }, costPerJob(cost, jobs));
    }
  } finally {
    await session.close();
  }
}
