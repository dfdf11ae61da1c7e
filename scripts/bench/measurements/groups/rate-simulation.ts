// Ten minutes of a queue whose rate holds its jobs back, by a clock that the simulation sets: which jobs start, and when.
import type { Queue, SettleItem } from "../../../../src/index.ts";
import type { Random } from "../../../../src/instruments/testing/seeded-random.ts";
import type { Rate } from "../../../../src/queue/jobs/options/limits.ts";

/** A rate with its burst, in ms. */
type BucketRate = Required<Rate> & { per: number };

/** A queue with a backlog and rates. */
export interface RateCase {
  name: string;
  /** The rate of each group. */
  group?: BucketRate;
  /** The rate of the queue. */
  queue?: BucketRate;
  /** The number of groups; one unless set. */
  groups?: number;
  /** The costs of jobs, by chance; one unless set. */
  costs?: number[];
  /** The interval in ms at which a client leases, by chance up to twice as long; if not set, it leases when Redis lets it. */
  poll?: number;
}

/** The start of a job. */
interface Start {
  time: number;
  cost: number;
}

/** The use of one rate. */
export interface RateUse {
  rate: BucketRate;
  starts: number;
  /** The tokens that the jobs have used, and those that the rate allows in the time: its burst, and what is added. */
  used: number;
  allowed: number;
  /** The largest number of tokens that were used in any window of the length `per`, and its bound: limit and burst. */
  largest: number;
  bound: number;
  /** The largest excess in a window of any length over what the rate adds in that time and the burst. */
  excess: number;
}

/** The simulated time in ms. */
const SIMULATED_TIME = 600_000;

/** The time of a simulation. */
export interface SimulatedClock {
  time: number;
}

/** Lets a queue with a backlog work for ten minutes. Resolves with the use of each rate. */
export async function simulateRates(
  queue: Queue<string>,
  { clock, random, rates }: { clock: SimulatedClock; random: Random; rates: RateCase },
): Promise<RateUse[]> {
  const { groups = 1, costs = [1], poll } = rates;
  const names = Array.from({ length: groups }, (_, i) => `g${i}`);
  const costOf = new Map<string, number>();
  await enqueueBacklog(queue, { names, rates, nextCost: () => random.pick(costs), costOf });
  const startedAt = clock.time;
  const starts = new Map<string, Start[]>(names.map((name) => [name, []]));
  let settle: SettleItem[] = [];
  for (const end = startedAt + SIMULATED_TIME; ; ) {
    const turn = await queue.turn({ settle, lease: { count: 1_000, for: "1h" } });
    for (const job of turn.jobs) starts.get(job.data)?.push({ time: clock.time, cost: costOf.get(job.id) ?? 0 });
    settle = turn.jobs.map((job) => ({ job, action: "complete" as const }));
    const isPause = poll !== undefined || turn.jobs.length === 0;
    if (isPause && clock.time >= end) break;
    if (poll !== undefined) clock.time += 1 + random.below(poll * 2);
    else if (isPause) clock.time = Math.min(end, turn.nextWakeAt ?? end);
  }
  const { blocked } = await queue.counts();
  if (blocked < groups && rates.group) throw new Error("the backlog was too small");
  const all = [...starts.values()].flat().sort((a, b) => a.time - b.time);
  const elapsed = clock.time - startedAt;
  return [
    ...(rates.group ? [...starts.values()].map((each) => toUse(rates.group as BucketRate, each, elapsed)) : []),
    ...(rates.queue ? [toUse(rates.queue, all, elapsed)] : []),
  ];
}

/** Enqueues more jobs of each group than its rates let start. */
async function enqueueBacklog(
  queue: Queue<string>,
  {
    names,
    rates,
    nextCost,
    costOf,
  }: { names: string[]; rates: RateCase; nextCost(): number; costOf: Map<string, number> },
): Promise<void> {
  const { group, queue: whole, groups = 1, costs = [1] } = rates;
  const rate = group ?? (whole as BucketRate);
  const tokens = rate.burst + (rate.limit * (SIMULATED_TIME + 60_000)) / rate.per;
  const number = Math.ceil(tokens / Math.min(...costs) / (group ? 1 : groups)) + 10;
  for (const name of names) {
    const jobs = Array.from({ length: number }, (_, n) => {
      const [id, cost] = [`${name}-${n}`, nextCost()];
      costOf.set(id, cost);
      return { data: name, id, group: name, cost };
    });
    for (let at = 0; at < number; at += 1_000) await queue.enqueueMany(jobs.slice(at, at + 1_000));
  }
}

/** Returns the use of a rate by some starts, in order of time. */
function toUse(rate: BucketRate, starts: readonly Start[], elapsed: number): RateUse {
  const { limit, per, burst } = rate;
  let [largest, excess, sum, inWindow, first] = [0, Number.NEGATIVE_INFINITY, 0, 0, 0];
  // For each start, the tokens used before it, less those that the rate has added by then: the smallest one begins the worst
  // window that ends here.
  let smallest = Number.POSITIVE_INFINITY;
  for (const { time, cost } of starts) {
    const added = (limit * time) / per;
    smallest = Math.min(smallest, sum - added);
    sum += cost;
    excess = Math.max(excess, sum - added - smallest - burst);
    inWindow += cost;
    for (let start = starts[first]; start && time - start.time > per; start = starts[first]) {
      inWindow -= start.cost;
      first += 1;
    }
    largest = Math.max(largest, inWindow);
  }
  return {
    rate,
    starts: starts.length,
    used: sum,
    allowed: burst + (limit * elapsed) / per,
    largest,
    bound: limit + burst,
    excess,
  };
}
