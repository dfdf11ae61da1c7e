// The cost of a light clean with nothing and with much to do, and the longest pause that a deep clean causes.
import type { Queue } from "../../../src/index.ts";
import type { MeasuredRedis } from "../harness/measured-redis.ts";
import { startPings } from "../harness/pings.ts";

const EXPIRED = 10_000;
const CALLS = 100;

/** A queue under two clocks: by the clock of `twoHoursAhead`, every lease has expired. */
export interface FilledQueue {
  queue: Queue<string>;
  twoHoursAhead: Queue<string>;
}

/** Measures light cleans of an idle queue and of expired leases. */
export async function measureLightCleans(
  { probe, samples }: MeasuredRedis,
  { queue, twoHoursAhead }: FilledQueue,
): Promise<void> {
  const add = (load: string, ms: number) =>
    samples.add({ measure: "light clean", system: "leasehold", load, figure: "Redis ms" }, ms);
  const redisMs = async (work: () => Promise<unknown>) => {
    const before = await probe.scriptMicros();
    await work();
    return ((await probe.scriptMicros()) - before) / 1_000;
  };
  // Clears expired leases that other measurements left.
  while ((await twoHoursAhead.clean()).more);
  const idle = await redisMs(async () => {
    for (let call = 0; call < CALLS; call++) await queue.clean();
  });
  add("nothing to do", idle / CALLS);
  for (let leased = 0; leased < EXPIRED; leased += 1_000) await queue.lease({ count: 1_000, for: "1h" });
  let reclaimed = 0;
  const expired = await redisMs(async () => {
    for (let more = true; more; ) {
      const cleaned = await twoHoursAhead.clean();
      reclaimed += cleaned.reclaimed;
      ({ more } = cleaned);
    }
  });
  if (reclaimed !== EXPIRED) throw new Error(`the light cleans reclaimed ${reclaimed} of ${EXPIRED} expired leases`);
  add(`${EXPIRED} expired leases`, expired);
}

/** Measures a deep clean, and the slowest PING beside it. `load` describes what the queue contains. */
export async function measureDeepClean(
  { url, probe, samples }: MeasuredRedis,
  { queue, load }: { queue: Queue<string>; load: string },
): Promise<void> {
  await probe.resetSlowlog(100);
  const pings = await startPings(url);
  const start = performance.now();
  const report = await queue.deepClean({ budget: "10m" });
  const seconds = (performance.now() - start) / 1_000;
  const slowestPing = await pings.stop();
  samples.addAll(
    { measure: "deep clean", system: "leasehold", load },
    {
      seconds,
      entries: report.examined,
      "longest EVAL ms": await probe.longestScriptMs(),
      "slowest PING ms": slowestPing,
    },
  );
}
