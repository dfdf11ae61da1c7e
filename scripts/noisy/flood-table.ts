// The table of a run, with a row for each flood.
import { cpus } from "node:os";
import type { TokenLimits } from "../../src/access/token.ts";
import { quantile } from "../measuring/statistics.ts";
import { type FloodResult, type JobTimes, slowdownOf } from "./measure-in-turns.ts";

// Rows are printed as they are measured, so the widths of the columns are fixed.
const COLUMNS = [
  ["flood", 27],
  ["sent", 6],
  ["ok", 6],
  ["429", 6],
  ["errors", 7],
  ["alone", 11],
  ["limited", 11],
  ["raw", 11],
  ["ratio", 6],
  ["unlimited", 13],
  ["ratio", 6],
  ["slowest script", 22],
  ["cron", 7],
] as const;

/** Returns the lines above the rows. */
export function formatHead(limits: TokenLimits): string[] {
  return [
    `${cpus().length} cores, limits ${JSON.stringify(limits)}`,
    "Times are in ms from the enqueue of a job until it is completed over HTTP, as median/99th percentile: alone, beside a",
    "flood whose token has limits, and beside one without limits. Except in the column raw, they exclude the time for which",
    "the app, Redis or this process waited for a core. cron: the longest time until a due job became ready.",
    "",
    formatLine(COLUMNS.map(([name]) => name)),
  ];
}

/** Returns the row of a scenario. */
export function formatRow(name: string, { limited, unlimited }: Record<"limited" | "unlimited", FloodResult>): string {
  const { counts, alone, beside, delayed } = limited;
  const [slowest] = [...limited.slow, ...unlimited.slow].sort((a, b) => b.ms - a.ms);
  return formatLine([
    name,
    ...[counts.sent, counts.accepted, counts.limited, counts.refused + counts.failed].map(String),
    formatTimes(alone.net),
    formatTimes(beside.net),
    formatTimes(beside.raw),
    slowdownOf(limited).toFixed(1),
    formatTimes(unlimited.beside.net),
    slowdownOf(unlimited).toFixed(1),
    slowest ? `${slowest.name.slice(0, 14)} ${slowest.ms.toFixed(0)} ms` : "-",
    `${(delayed.latest / 1_000).toFixed(1)} s`,
  ]);
}

function formatTimes(times: JobTimes["raw"]): string {
  return [0.5, 0.99].map((share) => quantile(times, share).toFixed(0)).join("/");
}

function formatLine(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(COLUMNS[0][1]) : cell.padStart(COLUMNS[i]?.[1] ?? 0))).join("");
}
