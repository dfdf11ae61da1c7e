// The exactness of all rates, with several sequences of random numbers.
import { Redis } from "ioredis";
import { Queue } from "../../../../src/index.ts";
import { createRandom } from "../../../../src/instruments/testing/seeded-random.ts";
import { ioredis } from "../../../../src/redis/ioredis.ts";
import { withCleanup } from "../../../processes/cleanup.ts";
import { startRedis } from "../../../processes/redis-server.ts";
import { RATE_CASES } from "./rate-cases.ts";
import { type RateUse, type SimulatedClock, simulateRates } from "./rate-simulation.ts";

const SEEDS = 3;

/** The use of the rate of a group, or of the queue, in one of the simulations. */
export interface MeasuredRate extends RateUse {
  name: string;
  subject: "group" | "queue";
}

/** Simulates each case several times. Returns the worst use of each rate: the smallest share, or one beyond its bound. */
export function measureRates(): Promise<MeasuredRate[]> {
  return withCleanup(async (cleanup) => {
    const server = cleanup.stopAtEnd(await startRedis());
    const client = new Redis(server.url);
    cleanup.add(async () => client.disconnect());
    const measured: MeasuredRate[] = [];
    for (const [i, rates] of RATE_CASES.entries()) {
      for (let seed = 0; seed < SEEDS; seed++) {
        const clock: SimulatedClock = { time: 1_700_000_000_000 };
        const queue = new Queue<string>(`rates-${i}-${seed}`, {
          redis: ioredis(client),
          now: () => clock.time,
          ...(rates.group && { groups: { rate: rates.group } }),
          ...(rates.queue && { rate: rates.queue }),
        });
        const uses = await simulateRates(queue, { clock, random: createRandom(`${rates.name} ${seed}`), rates });
        for (const use of uses) {
          measured.push({ ...use, name: rates.name, subject: use.rate === rates.queue ? "queue" : "group" });
        }
      }
    }
    const byRate = Map.groupBy(measured, ({ name, subject }) => `${name}: ${subject}`);
    return [...byRate.values()].flatMap((all) => {
      const [worst] = all.toSorted((a, b) => b.largest - a.largest || a.used / a.allowed - b.used / b.allowed);
      return worst ? [worst] : [];
    });
  });
}
