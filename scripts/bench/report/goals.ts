// The benchmark's goals and budgets. A quick run must stay within the budgets, which rest on ratios and on counts by
// Redis rather than on time, so that they hold on every machine.
import type { Figure, Subject } from "../harness/samples.ts";
import { formatLoad } from "../measurements/life.ts";
import { type Goal, ratio } from "./goal.ts";
import { groupGoals } from "./group-goals.ts";

/** A goal and whether it is met. */
export interface GoalResult extends Goal {
  isMet: boolean | undefined;
  /** True if the value exceeds its budget. */
  isOverBudget: boolean;
}

/** The load of batches, 32 requests in flight. */
export const BATCHED_LOAD = formatLoad({ batch: 100, concurrency: 32, bytes: 130 });
// Redis reads concurrent requests together, which is most of what BullMQ saves with many in flight.
const SEQUENTIAL_BATCHES = formatLoad({ batch: 100, concurrency: 1, bytes: 130 });
/** The load of single jobs, one request in flight. */
export const SINGLE_LOAD = formatLoad({ batch: 1, concurrency: 1, bytes: 130 });
const CALLS = formatLoad({ batch: 1, concurrency: 32, bytes: 130, isCalls: true });

/** Compares the figures with the goals. */
export function evaluateGoals(figures: readonly Figure[]): GoalResult[] {
  return goalsOf(figures).map((goal) => {
    const { value, max = Number.POSITIVE_INFINITY, min = 0, budget = Number.POSITIVE_INFINITY } = goal;
    if (value === undefined) return { ...goal, isMet: undefined, isOverBudget: false };
    return { ...goal, isMet: value <= max && value >= min, isOverBudget: value > budget };
  });
}

function goalsOf(figures: readonly Figure[]): Goal[] {
  const median = ({ measure, system, load, figure }: Subject): number | undefined =>
    figures.find(
      (each) => each.measure === measure && each.system === system && each.load === load && each.figure === figure,
    )?.median;
  const ratioToBullmq = (subject: Omit<Subject, "system">) =>
    ratio(median({ ...subject, system: "leasehold" }), median({ ...subject, system: "bullmq" }));
  const life = (load: string, figure: string) => ({ measure: "life", load, figure });
  const http = (system: string, request: string) =>
    median({ measure: "HTTP from Node", system, load: "one at a time", figure: `${request} ms p50` });
  const noOp = http("no-op EVAL", "no-op EVAL");
  const far = (system: string, batch: number) =>
    median({
      measure: "far",
      system,
      load: `20 ms round trips, one worker, batch ${batch}`,
      figure: "jobs a second",
    });
  const deepClean = (figure: string) =>
    median({ measure: "deep clean", system: "leasehold", load: "1000000 waiting", figure });
  const start = (figure: string) => median({ measure: "start", system: "leasehold", load: "Worker", figure });
  return [
    {
      goal: "Redis CPU a job, batches of 100: ratio to BullMQ",
      value: ratioToBullmq(life(BATCHED_LOAD, "Redis µs a job")),
      max: 0.14,
      budget: 0.3,
    },
    {
      goal: "Redis CPU a job, batches of 100, one request at a time: ratio to BullMQ",
      value: ratioToBullmq(life(SEQUENTIAL_BATCHES, "Redis µs a job")),
      max: 0.18,
    },
    {
      goal: "Redis CPU a job, single jobs: ratio to BullMQ",
      value: ratioToBullmq(life(SINGLE_LOAD, "Redis µs a job")),
      max: 0.75,
      budget: 1.3,
    },
    {
      goal: "commands a job, batches of 100: ratio to BullMQ",
      value: ratioToBullmq(life(BATCHED_LOAD, "commands a job")),
      max: 0.3,
      budget: 0.02,
    },
    {
      goal: "commands a job, single jobs",
      value: median({ ...life(SINGLE_LOAD, "commands a job"), system: "leasehold" }),
      max: 25,
      budget: 25.5,
    },
    {
      goal: "jobs a second, batches of 100: ratio to BullMQ",
      value: ratioToBullmq(life(BATCHED_LOAD, "jobs a second")),
      min: 4,
    },
    {
      goal: "jobs a second, 32 callers with one call at a time: ratio to BullMQ",
      value: ratio(
        median({ ...life(CALLS, "jobs a second"), system: "leasehold, calls" }),
        median({ ...life(CALLS, "jobs a second"), system: "bullmq" }),
      ),
      min: 2,
    },
    {
      goal: "median time of a lease over HTTP: ratio to a no-op EVAL",
      value: ratio(http("leasehold", "lease"), noOp),
      max: 1.05,
    },
    {
      goal: "median time of a settle over HTTP: ratio to a no-op EVAL",
      value: ratio(http("leasehold", "settle"), noOp),
      max: 1.05,
    },
    {
      goal: "jobs a second, 20 ms away from Redis: ratio to redis-work-queue",
      value: ratio(far("leasehold", 100), far("redis-work-queue", 1)),
      min: 200,
    },
    {
      goal: "memory of a waiting job beyond its payload: ratio to BullMQ",
      value: ratioToBullmq({ measure: "memory waiting", load: "130 B", figure: "bytes a job beyond its payload" }),
      max: 0.35,
      budget: 0.37,
    },
    {
      goal: "time of an operation with 1,000,000 waiting jobs: largest ratio to 1,000",
      value: largestGrowth(figures),
      max: 1.5,
    },
    ...groupGoals(figures),
    { goal: "deep clean of 1,000,000 jobs: longest EVAL, ms", value: deepClean("longest EVAL ms"), max: 5 },
    { goal: "deep clean of 1,000,000 jobs: slowest PING, ms", value: deepClean("slowest PING ms"), max: 10 },
    {
      goal: "commands an hour of an idle worker: ratio to BullMQ",
      value: ratioToBullmq({ measure: "idle", load: "one worker", figure: "commands an hour" }),
      max: 0.05,
    },
    {
      goal: "first response of the Worker: ratio to an empty Hono Worker",
      value: ratio(start("first response ms"), start("first response of an empty Hono Worker ms")),
      max: 1.3,
    },
  ];
}

/** Returns the largest ratio of the time of an operation with 1,000,000 jobs to that with 1,000. */
function largestGrowth(figures: readonly Figure[]): number | undefined {
  const flatness = figures.filter(({ measure }) => measure === "flatness");
  const baseOf = (figure: string) => flatness.find((each) => each.load === "1000 waiting" && each.figure === figure);
  const growths = flatness
    .filter(({ load }) => load === "1000000 waiting")
    .map(({ figure, median }) => ratio(median, baseOf(figure)?.median))
    .filter((growth) => growth !== undefined);
  return growths.length > 0 ? Math.max(...growths) : undefined;
}
