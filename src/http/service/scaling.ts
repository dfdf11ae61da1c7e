// The numbers for programs that scale workers, such as KEDA: jobs, the rate, and the workers that would do.
import { withoutUndefined } from "../../base/without-undefined.ts";
import { readCounts } from "../../queue/inspect/counts.ts";
import { readHistory } from "../../queue/inspect/history.ts";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";

// In ms. The rates are those of this time.
const RECENT = 5 * 60_000;
const SECOND = 1_000;

/** The wishes of the program that scales. */
interface ScalingOptions {
  /** The time in ms in which the waiting jobs are to be leased. */
  target: number;
  /** The number of jobs that a worker handles at a time. */
  concurrency: number;
}

/** The waiting and leased jobs of a queue, and its rates in jobs a ms. */
interface Load {
  /** Jobs that could be leased now. */
  waiting: number;
  leased: number;
  paused: boolean;
  /** The rate at which jobs are enqueued. */
  arrivals: number;
  /** The average time from leased to settled, in ms; undefined before the first job. */
  runTime: number | undefined;
}

/** Returns the numbers of a queue for scaling. */
export async function readScaling(queue: QueueContext<unknown>, options: ScalingOptions) {
  const recent = { from: queue.now() - RECENT };
  const [counts, { samples }] = await Promise.all([readCounts(queue), readHistory(queue, recent)]);
  const { ready, delayed, leased, paused, oldestReadyAge, overdue, runTimes } = counts;
  // A longer sample says too little about the last minutes.
  const looks = samples.filter(({ from, to }) => to - from <= 2 * RECENT);
  const sum = (value: (sample: (typeof looks)[number]) => number) =>
    looks.reduce((total, each) => total + value(each), 0);
  const time = sum(({ from, to }) => to - from);
  const rateOf = (total: "enqueued" | "completed") => (time > 0 ? sum(({ totals }) => totals[total]) / time : 0);
  const settled = sum((sample) => sample.runTimes.count);
  const { count, sum: allTime } = settled > 0 ? { count: settled, sum: sum((each) => each.runTimes.sum) } : runTimes;
  const workers = suggestWorkers(
    {
      waiting: ready + overdue.delayed + overdue.leased,
      leased: leased - overdue.leased,
      paused,
      arrivals: rateOf("enqueued"),
      runTime: count > 0 ? allTime / count : undefined,
    },
    options,
  );
  const rate = Number((rateOf("completed") * SECOND).toPrecision(3));
  return { ready, delayed, leased, ...withoutUndefined({ oldestReadyAge }), rate, workers };
}

/**
 * Returns the number of workers that lease all waiting jobs within the target beside those that arrive meanwhile: at least
 * one if a job waits, and as many as hold jobs now, which the program would otherwise stop at their work.
 */
export function suggestWorkers(load: Load, { target, concurrency }: ScalingOptions): number {
  const { waiting, leased, paused, arrivals, runTime = 0 } = load;
  const holding = Math.ceil(leased / concurrency);
  if (paused) return holding;
  const slots = runTime * (waiting / target + arrivals);
  return Math.max(holding, waiting > 0 ? 1 : 0, Math.ceil(slots / concurrency));
}
