// The results as JSON: all figures, the goals, and the machine and versions that were measured.
import { cpus, totalmem } from "node:os";
import { withMeasuredRedis } from "../harness/measured-redis.ts";
import type { Figure, Samples, Subject, Summary } from "../harness/samples.ts";
import { evaluateGoals, type GoalResult } from "./goals.ts";

/** The results of a run. */
export interface Results {
  date: string;
  command: string;
  machine: { processor: string; cores: number; memoryGB: number; platform: string };
  versions: Record<string, string>;
  goals: GoalResult[];
  figures: Figure[];
}

/** A line of the stored results: all figures of a measurement of a system under a load. */
type StoredMeasurement = Omit<Subject, "figure"> & { figures: Record<string, Summary> };

/** Collects the results of a run. */
export async function collectResults(
  samples: Samples,
  { command, systems }: { command: string; systems: readonly { name: string; version: string }[] },
): Promise<Results> {
  const [processor] = cpus();
  const figures = samples.figures();
  return {
    date: new Date().toISOString().slice(0, 10),
    command,
    machine: {
      processor: processor?.model ?? "",
      cores: cpus().length,
      memoryGB: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform} ${process.arch}`,
    },
    versions: {
      node: process.version.slice(1),
      redis: await withMeasuredRedis(samples, ({ probe }) => probe.version()),
      ...Object.fromEntries(systems.map(({ name, version }) => [name, version])),
    },
    goals: evaluateGoals(figures),
    figures,
  };
}

/** Formats results as JSON, with one goal or one measurement a line. */
export function formatResults({ goals, figures, ...run }: Results): string {
  const fields = Object.entries(run).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  const lists = Object.entries({ goals, measurements: toMeasurements(figures) }).map(([name, items]) => {
    const lines = items.map((item) => `    ${JSON.stringify(item)}`);
    return `  "${name}": [\n${lines.join(",\n")}\n  ]`;
  });
  return `{\n${[...fields, ...lists].join(",\n")}\n}\n`;
}

/** Parses what `formatResults` returns. */
export function parseResults(text: string): Results {
  const { measurements, ...run }: Omit<Results, "figures"> & { measurements: StoredMeasurement[] } = JSON.parse(text);
  const figures = measurements.flatMap(({ figures, ...subject }) =>
    Object.entries(figures).map(([figure, summary]) => ({ ...subject, figure, ...summary })),
  );
  return { ...run, figures };
}

/** Groups consecutive figures of one measurement, so that their order is kept. */
function toMeasurements(figures: readonly Figure[]): StoredMeasurement[] {
  const measurements: StoredMeasurement[] = [];
  for (const { measure, system, load, figure, ...summary } of figures) {
    const last = measurements.at(-1);
    if (last?.measure === measure && last.system === system && last.load === load) last.figures[figure] = summary;
    else measurements.push({ measure, system, load, figures: { [figure]: summary } });
  }
  return measurements;
}
