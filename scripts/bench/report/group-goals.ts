// The goals of queues with groups or limits.
import type { Figure } from "../harness/samples.ts";
import { formatGroupLoad, GROUP_QUEUES, WITH_QUEUE_LIMIT, WITHOUT_GROUPS } from "../measurements/groups/group-life.ts";
import { type Goal, ratio } from "./goal.ts";

/** Returns the goals, with their values. */
export function groupGoals(figures: readonly Figure[]): Goal[] {
  const lifeGoals = [100, 1].flatMap((batch): Goal[] => {
    const jobs = batch === 1 ? "single jobs" : "batches of 100";
    const ratioOf = (queue: string, figure: string) =>
      ratio(findLife(figures, { batch, queue, figure }), findLife(figures, { batch, queue: WITHOUT_GROUPS, figure }));
    const grouped = GROUP_QUEUES.filter(({ groups }) => groups).map(({ name }) => ratioOf(name, "Redis µs a job"));
    return [
      { goal: `Redis CPU of a job with 10,000 groups, ${jobs}: ratio to no groups`, value: largest(grouped), max: 1.6 },
      {
        goal: `jobs a second with a limit of the queue, ${jobs}: ratio to no limit`,
        value: ratioOf(WITH_QUEUE_LIMIT, "jobs a second"),
        min: 0.6,
      },
    ];
  });
  return [
    ...lifeGoals,
    {
      goal: "time of an operation with 1,000,000 blocked jobs: largest ratio to 1,000",
      value: largestGrowth(figures),
      max: 1.5,
    },
  ];
}

/** Returns a figure of the life of jobs in a queue. */
function findLife(
  figures: readonly Figure[],
  { batch, queue, figure }: { batch: number; queue: string; figure: string },
): number | undefined {
  return figures.find(
    (each) =>
      each.measure === "groups: life" &&
      each.load === formatGroupLoad(batch) &&
      each.system === queue &&
      each.figure === figure,
  )?.median;
}

/** Returns the largest ratio of the time of an operation with 1,000,000 blocked jobs to that with 1,000, of as many groups. */
function largestGrowth(figures: readonly Figure[]): number | undefined {
  const flatness = figures.filter(({ measure }) => measure === "groups: flatness");
  const growths = flatness
    .filter(({ load }) => load.startsWith("1000000 blocked"))
    .map(({ load, figure, median }) => {
      const base = flatness.find((each) => each.figure === figure && each.load === load.replace("1000000", "1000"));
      return ratio(median, base?.median);
    });
  return largest(growths);
}

function largest(values: readonly (number | undefined)[]): number | undefined {
  const measured = values.filter((value) => value !== undefined);
  return measured.length > 0 ? Math.max(...measured) : undefined;
}
