// The charts, and the figures that each shows.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "../harness/samples.ts";
import { type Chart, drawBars } from "./bar-chart.ts";
import { BATCHED_LOAD, SINGLE_LOAD } from "./goals.ts";

interface ChartPlan {
  file: string;
  title: string;
  unit: string;
  /** Groups of bars by label, each with the measurement, the load (any unless set) and the figure that it shows. */
  groups: Record<string, { measure: string; load?: string; figure: string }>;
}

const life = (figure: string) => ({
  "batches of 100, 32 at once": { measure: "life", load: BATCHED_LOAD, figure },
  "one at a time": { measure: "life", load: SINGLE_LOAD, figure },
});

const CHARTS: ChartPlan[] = [
  {
    file: "redis-cpu",
    title: "Redis CPU for the life of a job",
    unit: "µs a job, less is better",
    groups: life("Redis µs a job"),
  },
  {
    file: "commands",
    title: "Commands for the life of a job, those inside scripts included",
    unit: "commands a job, less is better",
    groups: life("commands a job"),
  },
  {
    file: "throughput",
    title: "Jobs through one process over TCP",
    unit: "jobs a second, more is better",
    groups: life("jobs a second"),
  },
  {
    file: "far",
    title: "One worker, 20 ms away from its Redis",
    unit: "jobs a second, more is better",
    groups: { "jobs a second": { measure: "far", figure: "jobs a second" } },
  },
  {
    file: "memory",
    title: "Memory of a job in Redis beyond its payload of 130 bytes",
    unit: "bytes a job, less is better",
    groups: {
      waiting: { measure: "memory waiting", load: "130 B", figure: "bytes a job beyond its payload" },
      leased: { measure: "memory leased", load: "130 B", figure: "bytes a job beyond its payload" },
    },
  },
  {
    file: "idle",
    title: "One worker with nothing to do",
    unit: "commands an hour, less is better",
    groups: { "commands an hour": { measure: "idle", load: "one worker", figure: "commands an hour" } },
  },
];

/** Draws the charts that have figures. */
export function drawCharts(figures: readonly Figure[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { file, title, unit, groups } of CHARTS) {
    const chart: Chart = { title, unit, groups: [] };
    for (const [label, { measure, load, figure }] of Object.entries(groups)) {
      const found = figures.filter(
        (each) => each.measure === measure && each.figure === figure && (load === undefined || each.load === load),
      );
      const bars = found.map(({ system, load: described, median, lowest, highest }) => {
        const batch = load !== undefined ? "" : `, ${described.split(", ").at(-1)}`;
        return { label: `${system}${batch}`, value: median, lowest, highest };
      });
      if (bars.length > 0) chart.groups.push({ label, bars });
    }
    if (chart.groups.length > 0) writeFileSync(join(folder, `${file}.svg`), drawBars(chart));
  }
}
