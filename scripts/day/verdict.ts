// The verdict on a run: its faults, and a table of waits.
import type { Counts } from "../../src/index.ts";
import type { Ledger } from "./ledger.ts";
import type { Hour, Watch } from "./watch.ts";

/** The largest growth of the heap, from the second quarter to the last. */
const MOST_GROWTH = 1.15;
// The number of resources of a kind by which the last quarter may exceed the second one at its least.
const MOST_MORE = 3;
const MB = 1024 * 1024;

/** Returns the faults of one queue at its end. */
export function faultsOf({ way, totals, faults }: Ledger, counts: Counts): string[] {
  const expected: Record<string, number> = {
    ...totals,
    duplicates: 0,
    expired: 0,
    purged: 0,
    ready: 0,
    delayed: 0,
    leasedNow: 0,
    failedNow: totals.failed - totals.redriven,
  };
  const found: Record<string, number> = {
    ...counts.totals,
    ready: counts.ready,
    delayed: counts.delayed,
    leasedNow: counts.leased,
    failedNow: counts.failed,
  };
  const wrong = Object.keys(expected).filter((name) => found[name] !== expected[name]);
  return [...faults, ...wrong.map((name) => `${way}: Redis counts ${found[name]} ${name}, not ${expected[name]}`)];
}

/** Returns the figures of memory and resources, and their faults. */
export function judgeFlatness({ hours }: Watch): { lines: string[]; faults: string[] } {
  const quarter = Math.floor(hours.length / 4);
  const [second, last] = [hours.slice(quarter, 2 * quarter), hours.slice(-quarter)];
  const [before, after] = [meanHeap(second), meanHeap(last)];
  const growth = after / before;
  const heap = `heap: mean of the second quarter ${mb(before)}, of the last ${mb(after)} (× ${growth.toFixed(3)})`;
  const faults = growth <= MOST_GROWTH ? [] : [`memory is not flat: ${heap}`];
  const kinds = [...new Set(hours.flatMap(({ resources }) => Object.keys(resources)))].sort();
  const resources = kinds.map((kind) => {
    const [from, to] = [least(second, kind), least(last, kind)];
    if (to > from + MOST_MORE) faults.push(`resources grow: ${kind} from ${from} to ${to}`);
    return `${kind} ${from} → ${to}`;
  });
  return { lines: [heap, `resources, least of the second and of the last quarter: ${resources.join(", ")}`], faults };
}

/** Returns a table with a line for each queue. */
export function tableOf(ledgers: readonly Ledger[]): string[] {
  const heads = ["adapter", "jobs", "starts", "median", "99.9 %", "longest", "overlong", "excused", "with outages"];
  const rows = ledgers.map(({ way, totals, waits }) => [
    way,
    String(totals.enqueued),
    String(waits.starts),
    `${waits.histogram.quantile(0.5)} ms`,
    `${waits.histogram.quantile(0.999)} ms`,
    `${Math.round(waits.histogram.longest)} ms`,
    String(waits.overlong),
    `${waits.excused.process} + ${waits.excused.redis}`,
    `${waits.longestInAll} ms`,
  ]);
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ");
  return [heads, ...rows].map(line);
}

export function mb(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

function meanHeap(hours: readonly Hour[]): number {
  return hours.reduce((sum, { heap }) => sum + heap, 0) / hours.length;
}

function least(hours: readonly Hour[], kind: string): number {
  return Math.min(...hours.map(({ resources }) => resources[kind] ?? 0));
}
