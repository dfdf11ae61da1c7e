// The results as JSON: all figures, the goals, and the machine and versions that were measured.
import { cpus, totalmem } from "node:os";
import { withRedis } from "../kit/place.ts";
import { type Goal, verdicts } from "./goals.ts";
import type { Figure, Sheet } from "./sheet.ts";

/** The results as they are stored. */
export interface Results {
  date: string;
  command: string;
  machine: { processor: string; cores: number; memoryGB: number; platform: string };
  versions: Record<string, string>;
  goals: Goal[];
  figures: Figure[];
}

/** Returns the results of a sheet. */
export async function results(
  sheet: Sheet,
  { command, systems }: { command: string; systems: readonly { name: string; version: string }[] },
): Promise<Results> {
  const [processor] = cpus();
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
      redis: await withRedis(sheet, ({ probe }) => probe.version()),
      ...Object.fromEntries(systems.map(({ name, version }) => [name, version])),
    },
    goals: verdicts(sheet),
    figures: sheet.figures(),
  };
}
