// The table of a run.
import { cpus } from "node:os";
import type { TokenLimits } from "../../src/access/token.ts";
import { type Measured, quantile, type Times } from "./measure.ts";

const WIDTHS = [25, 6, 6, 6, 6, 11, 11, 11, 6, 13, 6, 22, 7] as const;
const NAMES = ["way", "sent", "done", "429", "4xx", "alone", "limited", "raw", "ratio", "unlimited", "ratio"];
const MORE = ["slowest script", "cron"];

/** Returns the ratio of the 99th percentiles beside a flood and alone, without waits for a core. */
export function ratioOf({ alone, beside }: Measured): number {
  return quantile(beside.net, 0.99) / quantile(alone.net, 0.99);
}

/** Returns the lines above the rows. */
export function headOf(limits: TokenLimits): string[] {
  return [
    `${cpus().length} cores, limits ${JSON.stringify(limits)}`,
    "ms from the enqueue of a job until it is done, p50/p99, over HTTP: alone, beside a flood with limits on its token, and",
    "without. All but raw are without the time for which the app, Redis or this process was ready to run and had no core.",
    "",
    line([...NAMES, ...MORE]),
  ];
}

/** Returns the row of a way. */
export function rowOf(name: string, limited: Measured, free: Measured): string {
  const { tally, alone, beside, late } = limited;
  const [slowest] = [...limited.slow, ...free.slow].sort((a, b) => b.ms - a.ms);
  return line([
    name,
    ...[tally.sent, tally.done, tally.limited, tally.refused + tally.failed].map(String),
    shown(alone.net),
    shown(beside.net),
    shown(beside.raw),
    ratioOf(limited).toFixed(1),
    shown(free.beside.net),
    ratioOf(free).toFixed(1),
    slowest ? `${slowest.what.slice(0, 14)} ${slowest.ms.toFixed(0)} ms` : "-",
    `${(late.longest / 1_000).toFixed(1)} s`,
  ]);
}

function shown(times: Times["raw"]): string {
  return [0.5, 0.99].map((share) => quantile(times, share).toFixed(0)).join("/");
}

function line(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[0]) : cell.padStart(WIDTHS[i] ?? 0))).join("");
}
