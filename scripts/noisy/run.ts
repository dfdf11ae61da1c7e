// A run: each way of flooding in its turn, with limits on its token and without.
import type { TokenLimits } from "../../src/access/token.ts";
import { type Measured, measure } from "./measure.ts";
import { openPlace, type Place } from "./place.ts";
import { headOf, ratioOf, rowOf } from "./table.ts";
import type { Way } from "./way.ts";
import { WAYS } from "./ways/all.ts";

/** Options of a run. */
export interface RunOptions {
  /** The number of turns of a second, alone and beside each flood. */
  turns: number;
  /** The ways whose name holds this text alone. */
  only: string;
  signal: AbortSignal;
  print: (line: string) => void;
}

/** The limits of the noisy token. */
export const LIMITS: TokenLimits = { requests: 600, bytes: 50_000_000, waits: 20, queues: 20, inFlight: 1 };
/** The highest ratio of the 99th percentiles beside a flood with limits and alone. */
const MOST_RATIO = 3;

const ALLOWED_PER_SECOND = (LIMITS.requests ?? 0) / 60;
const FACTOR = 20;
// A ratio that is too high is measured this often, and the one in the middle counts: a stall of the machine of 100 ms that the
// kernel does not count is enough for one.
const ATTEMPTS = 3;
// The longest time in ms until the cron has made a due job ready: the interval of its runs, and their own time.
const LATEST = 7_000;

/** Measures all ways, and returns what went wrong. */
export async function run({ turns, only, signal, print }: RunOptions): Promise<string[]> {
  const ways = WAYS.filter(({ name }) => name.includes(only));
  const place = await openPlace(LIMITS, ways.length * ATTEMPTS);
  const faults: string[] = [];
  try {
    await measure(place, NOTHING, 2);
    for (const line of headOf(LIMITS)) print(line);
    for (const way of ways) {
      if (signal.aborted) break;
      const limited = await withLimits(place, way, turns);
      const free = await flood(place, way, { turns: Math.ceil(turns / 2), isLimited: false });
      print(rowOf(way.name, limited, free));
      const ratio = ratioOf(limited);
      if (ratio > MOST_RATIO) faults.push(`${way.name}: the ratio is ${ratio.toFixed(1)} with limits`);
      const { longest, missed } = limited.late;
      if (missed > 0) faults.push(`${way.name}: a run of the cron passed over ${missed} due jobs`);
      if (longest > LATEST) faults.push(`${way.name}: a due job was ready ${longest} ms late`);
    }
    faults.push(...place.quiet.failures.slice(0, 10).map((failure) => `the quiet tenant: ${failure}`));
    return faults;
  } finally {
    await place.close();
  }
}

/** Measures a way with limits, again where the ratio is too high. Returns the measurement whose ratio is in the middle. */
async function withLimits(place: Place, way: Way, turns: number): Promise<Measured> {
  const all = [await flood(place, way, { turns, isLimited: true })];
  if (ratioOf(all[0] as Measured) > MOST_RATIO)
    while (all.length < ATTEMPTS) all.push(await flood(place, way, { turns, isLimited: true }));
  return all.sort((a, b) => ratioOf(a) - ratioOf(b))[(all.length - 1) / 2] as Measured;
}

/** Measures a way once. */
export async function flood(
  place: Place,
  way: Way,
  { turns, isLimited }: { turns: number; isLimited: boolean },
): Promise<Measured> {
  const perSecond = ALLOWED_PER_SECOND * (way.factor ?? FACTOR);
  const measured = await measure(place, await place.prepare(way, { perSecond, isLimited }), turns);
  await place.clear();
  return measured;
}

const NO_TALLY = { sent: 0, done: 0, limited: 0, refused: 0, failed: 0 };
const NOTHING = { resume: async () => {}, pause: async () => NO_TALLY };
