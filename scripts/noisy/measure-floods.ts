// All floods one after the other, each with limits on its token and without.
import type { TokenLimits } from "../../src/access/token.ts";
import type { PausableFlood } from "./flood/flooder.ts";
import type { Scenario } from "./flood/scenario.ts";
import { formatHead, formatRow } from "./flood-table.ts";
import { type FloodResult, measureTurns, slowdownOf } from "./measure-in-turns.ts";
import { SCENARIOS } from "./scenarios/all.ts";
import { startTestbed, type Testbed } from "./testbed.ts";

interface MeasureOptions {
  /** The number of turns of a second, alone and beside each flood. */
  turns: number;
  /** Selects the scenarios whose name contains this text. */
  only: string;
  signal: AbortSignal;
  print: (line: string) => void;
}

/** The limits of the noisy token. */
export const LIMITS: TokenLimits = { requests: 600, bytes: 50_000_000, waits: 20, queues: 20, inFlight: 1 };
/** The largest ratio of the 99th percentiles beside a flood with limits and alone. */
const MAX_SLOWDOWN = 3;

const ALLOWED_PER_SECOND = (LIMITS.requests ?? 0) / 60;
const RATE_FACTOR = 20;
// A slowdown that is too high is measured this often, and the median counts: a single stall of the machine of 100 ms that the
// kernel does not count is enough to cause one.
const ATTEMPTS = 3;
// The longest time in ms until the cron has made a due job ready: the interval of its runs, and their own time.
const MAX_LATENESS = 7_000;

/** Measures all chosen scenarios. Returns the faults. */
export async function measureFloods({ turns, only, signal, print }: MeasureOptions): Promise<string[]> {
  const scenarios = SCENARIOS.filter(({ name }) => name.includes(only));
  const testbed = await startTestbed(LIMITS, scenarios.length * ATTEMPTS);
  const faults: string[] = [];
  try {
    // Warms up.
    await measureTurns(testbed, NO_FLOOD, { turns: 2 });
    for (const line of formatHead(LIMITS)) print(line);
    for (const scenario of scenarios) {
      if (signal.aborted) break;
      const limited = await measureWithLimits(testbed, scenario, { turns });
      const unlimited = await measureFlood(testbed, scenario, { turns: Math.ceil(turns / 2), isLimited: false });
      print(formatRow(scenario.name, { limited, unlimited }));
      faults.push(...faultsOf(limited).map((fault) => `${scenario.name}: ${fault}`));
    }
    faults.push(...testbed.quiet.failures.slice(0, 10).map((failure) => `a request of the quiet tenant: ${failure}`));
    return faults;
  } finally {
    await testbed.close();
  }
}

function faultsOf(limited: FloodResult): string[] {
  const faults: string[] = [];
  const slowdown = slowdownOf(limited);
  if (!(slowdown <= MAX_SLOWDOWN)) {
    faults.push(`with limits, the 99th percentile is ${slowdown.toFixed(1)} times that alone, over ${MAX_SLOWDOWN}`);
  }
  const { latest, missed } = limited.delayed;
  if (missed > 0) faults.push(`a run of the cron left ${missed} due jobs delayed`);
  if (latest > MAX_LATENESS) faults.push(`a due job became ready ${latest} ms late, over ${MAX_LATENESS} ms`);
  return faults;
}

/** Measures a scenario with limits, and again if its slowdown is too high. Returns the result with the median slowdown. */
async function measureWithLimits(
  testbed: Testbed,
  scenario: Scenario,
  { turns }: { turns: number },
): Promise<FloodResult> {
  const first = await measureFlood(testbed, scenario, { turns, isLimited: true });
  if (slowdownOf(first) <= MAX_SLOWDOWN) return first;
  const results = [first];
  while (results.length < ATTEMPTS) results.push(await measureFlood(testbed, scenario, { turns, isLimited: true }));
  return results.sort((a, b) => slowdownOf(a) - slowdownOf(b))[(results.length - 1) / 2] as FloodResult;
}

/** Measures a scenario once. */
export async function measureFlood(
  testbed: Testbed,
  scenario: Scenario,
  { turns, isLimited }: { turns: number; isLimited: boolean },
): Promise<FloodResult> {
  const perSecond = ALLOWED_PER_SECOND * (scenario.rateFactor ?? RATE_FACTOR);
  const result = await measureTurns(testbed, await testbed.prepare(scenario, { perSecond, isLimited }), { turns });
  await testbed.removeFloodQueues();
  return result;
}

const NO_COUNTS = { sent: 0, accepted: 0, limited: 0, refused: 0, failed: 0 };
const NO_FLOOD: PausableFlood = { resume: async () => {}, pause: async () => NO_COUNTS };
