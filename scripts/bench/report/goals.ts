// The benchmark's goals and budgets. A quick run must stay within the budgets, which rest on ratios and on counts by
// Redis rather than on time, so that they hold on every machine.
import { loadName } from "../measures/life.ts";
import type { Sheet } from "./sheet.ts";

/** A goal: a figure, usually a ratio, and its bound. */
export interface Goal {
  goal: string;
  /** Undefined where it was not measured in this run. */
  value: number | undefined;
  atMost?: number;
  atLeast?: number;
  /** The largest value with which a quick run passes. */
  budget?: number;
}

/** A goal and whether it is met. */
export interface Verdict extends Goal {
  met: boolean | undefined;
  /** True where the value exceeds its budget. */
  over: boolean;
}

/** The load of batches, 32 in flight. */
export const BATCH = loadName({ batch: 100, concurrency: 32, bytes: 130 });
// Redis reads concurrent requests together, which is most of what BullMQ saves with many in flight.
const ALONE = loadName({ batch: 100, concurrency: 1, bytes: 130 });
/** The load of single jobs, one in flight. */
export const SINGLE = loadName({ batch: 1, concurrency: 1, bytes: 130 });

const CALLS = loadName({ batch: 1, concurrency: 32, bytes: 130, isCalls: true });

/** Compares the figures with the goals. */
export function verdicts(sheet: Sheet): Verdict[] {
  return goals(sheet).map((goal) => {
    const { value, atMost = Number.POSITIVE_INFINITY, atLeast = 0, budget = Number.POSITIVE_INFINITY } = goal;
    if (value === undefined) return { ...goal, met: undefined, over: false };
    return { ...goal, met: value <= atMost && value >= atLeast, over: value > budget };
  });
}

function goals(sheet: Sheet): Goal[] {
  const of = (system: string, measure: string, load: string, figure: string) =>
    sheet.median({ system, measure, load, figure });
  const toBullmq = (measure: string, load: string, figure: string) =>
    ratio(of("leasehold", measure, load, figure), of("bullmq", measure, load, figure));
  const http = (what: string) =>
    ratio(
      of("leasehold", "HTTP from Node", "one at a time", `${what} ms p50`),
      of("no-op EVAL", "HTTP from Node", "one at a time", "no-op EVAL ms p50"),
    );
  const farRatio = ratio(
    of("leasehold", "far", "20 ms round trips, one worker, batch 100", "jobs a second"),
    of("redis-work-queue", "far", "20 ms round trips, one worker, batch 1", "jobs a second"),
  );
  const deep = (figure: string) => of("leasehold", "deep clean", "1000000 waiting", figure);
  return [
    {
      goal: "Redis CPU a job, batch 100, of BullMQ's",
      value: toBullmq("life", BATCH, "Redis µs a job"),
      atMost: 0.14,
      budget: 0.3,
    },
    {
      goal: "the same, one request at a time",
      value: toBullmq("life", ALONE, "Redis µs a job"),
      atMost: 0.18,
    },
    {
      goal: "Redis CPU a job, batch 1, of BullMQ's",
      value: toBullmq("life", SINGLE, "Redis µs a job"),
      atMost: 0.75,
      budget: 1.3,
    },
    {
      goal: "commands a job, batch 100, of BullMQ's",
      value: toBullmq("life", BATCH, "commands a job"),
      atMost: 0.3,
      budget: 0.02,
    },
    {
      goal: "commands a job, batch 1",
      value: of("leasehold", "life", SINGLE, "commands a job"),
      atMost: 25,
      budget: 25.5,
    },
    { goal: "jobs a second, batch 100, of BullMQ's", value: toBullmq("life", BATCH, "jobs a second"), atLeast: 4 },
    {
      goal: "jobs a second, 32 callers one by one, of BullMQ's",
      value: ratio(
        of("leasehold, calls", "life", CALLS, "jobs a second"),
        of("bullmq", "life", CALLS, "jobs a second"),
      ),
      atLeast: 2,
    },
    { goal: "HTTP: one lease, of a no-op EVAL, p50", value: http("lease"), atMost: 1.05 },
    { goal: "HTTP: one settle, of a no-op EVAL, p50", value: http("settle"), atMost: 1.05 },
    { goal: "20 ms away: jobs a second, of redis-work-queue's", value: farRatio, atLeast: 200 },
    {
      goal: "memory of a waiting job beyond its payload, of BullMQ's",
      value: toBullmq("memory waiting", "130 B", "bytes a job beyond its payload"),
      atMost: 0.35,
      budget: 0.37,
    },
    { goal: "flatness, from 1,000 to 1,000,000 waiting", value: flat(sheet), atMost: 1.5 },
    { goal: "deep clean of 1,000,000: longest EVAL, ms", value: deep("longest EVAL ms"), atMost: 5 },
    { goal: "deep clean of 1,000,000: slowest PING, ms", value: deep("slowest PING ms"), atMost: 10 },
    {
      goal: "idle worker: commands an hour, of BullMQ's",
      value: toBullmq("idle", "one worker", "commands an hour"),
      atMost: 0.05,
    },
    {
      goal: "the Worker's first answer, of an empty Hono Worker's",
      value: ratio(
        of("leasehold", "start", "Worker", "first answer ms"),
        of("leasehold", "start", "Worker", "first answer of an empty Hono Worker ms"),
      ),
      atMost: 1.3,
    },
  ];
}

function ratio(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || !b ? undefined : a / b;
}

/** Returns the largest growth of any operation. */
function flat(sheet: Sheet): number | undefined {
  const figures = sheet.figures().filter(({ measure }) => measure === "flatness");
  const grown = figures
    .filter(({ load }) => load === "1000000 waiting")
    .map(({ figure, median }) =>
      ratio(median, figures.find((few) => few.load === "1000 waiting" && few.figure === figure)?.median),
    )
    .filter((value) => value !== undefined);
  return grown.length > 0 ? Math.max(...grown) : undefined;
}
