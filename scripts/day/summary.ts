// The results of a run: its faults, the table of wait times, and the figures of memory, disruptions and stalls.
import type { Counts } from "../../src/index.ts";
import { formatTable } from "../measuring/text-table.ts";
import type { Disruptions } from "./disruptions.ts";
import { formatClock } from "./intervals.ts";
import type { JobTracker } from "./job-tracker.ts";
import type { HourSample, Monitor } from "./monitor.ts";

// The largest ratio of the mean heap of the last quarter to that of the second.
const MAX_HEAP_GROWTH = 1.15;
// The number of resources of a kind by which the minimum of the last quarter may exceed that of the second.
const MAX_MORE_RESOURCES = 3;
const MB = 1024 * 1024;

/** Returns the faults of one queue at its end, those of the counts of Redis included. */
export function faultsOf({ adapter, totals, faults }: JobTracker, counts: Counts): string[] {
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
  return [...faults, ...wrong.map((name) => `${adapter}: Redis counts ${found[name]} ${name}, not ${expected[name]}`)];
}

/** Returns the figures of memory and resources, and the faults if they grew. */
export function evaluateGrowth({ hours }: Monitor): { lines: string[]; faults: string[] } {
  const quarter = Math.floor(hours.length / 4);
  const [second, last] = [hours.slice(quarter, 2 * quarter), hours.slice(-quarter)];
  const [before, after] = [meanHeap(second), meanHeap(last)];
  const growth = after / before;
  const heap = `heap: mean of the second quarter ${formatMB(before)}, of the last ${formatMB(after)} (× ${growth.toFixed(3)})`;
  const faults = growth <= MAX_HEAP_GROWTH ? [] : [`memory grew: ${heap}`];
  const kinds = [...new Set(hours.flatMap(({ resources }) => Object.keys(resources)))].sort();
  const resources = kinds.map((kind) => {
    const [from, to] = [minResources(second, kind), minResources(last, kind)];
    if (to > from + MAX_MORE_RESOURCES) faults.push(`open resources grew: ${kind} from ${from} to ${to}`);
    return `${kind} ${from} → ${to}`;
  });
  return {
    lines: [heap, `open resources, minimum of the second and of the last quarter: ${resources.join(", ")}`],
    faults,
  };
}

/** Returns a table of wait times with a line for each queue. */
export function formatWaitTimes(trackers: readonly JobTracker[]): string[] {
  const head = ["adapter", "jobs", "starts", "median", "99.9 %", "longest", "too long", "excused", "with outages"];
  const rows = trackers.map(({ adapter, totals, waits }) => [
    adapter,
    String(totals.enqueued),
    String(waits.starts),
    `${waits.histogram.quantile(0.5)} ms`,
    `${waits.histogram.quantile(0.999)} ms`,
    `${Math.round(waits.histogram.longest)} ms`,
    String(waits.tooLong),
    `${waits.excused.process} + ${waits.excused.redis}`,
    `${waits.longestWithOutages} ms`,
  ]);
  const explanation =
    "wait times from ready to start; excused: too long only by stalls of this process + of Redis; " +
    "with outages: the longest wait with outages, pauses and other jobs";
  return [explanation, ...formatTable([head, ...rows])];
}

/** The parts of a run. */
interface RunParts {
  trackers: readonly JobTracker[];
  disruptions: Disruptions;
  monitor: Monitor;
}

/** Returns a line about the progress of a run. */
export function formatProgress(hour: number, { trackers, disruptions, monitor }: RunParts): string {
  const sum = (value: (tracker: JobTracker) => number) => trackers.reduce((total, each) => total + value(each), 0);
  const longest = Math.max(...trackers.map(({ waits }) => waits.histogram.longest));
  const excused = sum(({ waits }) => waits.excused.process + waits.excused.redis);
  const faults = sum((tracker) => tracker.faults.length) + monitor.errors.length;
  const { restarts, proxyCuts, kills } = disruptions.counts;
  const heap = formatMB(monitor.hours.at(-1)?.heap ?? process.memoryUsage().heapUsed);
  return (
    `${formatClock(Date.now()).slice(0, 8)} hour ${hour.toFixed(1)}: ${sum(({ waits }) => waits.starts)} starts, ` +
    `longest wait ${Math.round(longest)} ms, ${excused} waits excused, ${restarts} restarts, ${proxyCuts + kills} cuts, ` +
    `${monitor.counts.processMs} ms of stalls, heap ${heap}, ${faults} faults`
  );
}

/** Returns lines about the disruptions and stalls of a run, and its log. */
export function formatDisruptions({ counts }: Disruptions, monitor: Monitor): string[] {
  const { process, processMs, redis, redisMs } = monitor.counts;
  const logged = [...monitor.logged].sort().map(([kind, count]) => `${kind} × ${count}`);
  return [
    `Redis restarted ${counts.restarts} times, unreachable for ${(counts.outageMs / 1_000).toFixed(1)} s in all`,
    `subscriptions cut ${counts.proxyCuts} times by the proxy (${counts.endedConnections} connections) and ` +
      `${counts.kills} times by Redis (${counts.endedSubscriptions} subscriptions)`,
    `stalls: ${process} of this process (${processMs} ms), ${redis} of Redis (${redisMs} ms)`,
    `log lines: ${logged.join(", ")}`,
  ];
}

function formatMB(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

function meanHeap(hours: readonly HourSample[]): number {
  return hours.reduce((sum, { heap }) => sum + heap, 0) / hours.length;
}

/** Returns the least number of open resources of a kind in several hours: a leak raises it, a short burst does not. */
function minResources(hours: readonly HourSample[], kind: string): number {
  return Math.min(...hours.map(({ resources }) => resources[kind] ?? 0));
}
