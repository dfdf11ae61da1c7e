// The clean of queues in the format of redis-work-queue, one request at a time, into the same report.
import { sleep } from "../base/monotonic.ts";
import type { RedisWorkQueue } from "../redis-work-queue/redis-work-queue.ts";
import { addToSums, type CleanKind, type CleanReport } from "./cron-report.ts";

/** The cleans of a queue in the format of redis-work-queue. */
export type ItemCleaner = Pick<RedisWorkQueue, "clean" | "deepClean">;

// The default time in ms between the two observations of an item after which a deep clean may repair it.
const GRACE = 1_000;
const DAY = 86_400_000;
const MINUTE = 60_000;

const LABEL_SUFFIX = " (redis-work-queue)";

/** Returns queues by their labels in a report. No other queue can have such a name, which contains a space. */
export function labelItemQueues(queues: Readonly<Record<string, ItemCleaner>>): Map<string, ItemCleaner> {
  return new Map(Object.entries(queues).map(([name, queue]) => [name + LABEL_SUFFIX, queue]));
}

/** Returns the name of a queue in a report. */
export function nameOfLabel(label: string): string {
  return label.endsWith(LABEL_SUFFIX) ? label.slice(0, -LABEL_SUFFIX.length) : label;
}

/**
 * Merges the names of queues of both formats alternately. No cursor is stored for queues of redis-work-queue, so each run
 * starts with another one of them, which follows from the time.
 */
export function interleaveNames(
  names: readonly string[],
  itemQueues: readonly string[],
  { kind, now }: { kind: CleanKind; now: number },
): string[] {
  const run = Math.floor(now / (kind === "light" ? MINUTE : DAY));
  const first = itemQueues.length === 0 ? 0 : run % itemQueues.length;
  const rotated = [...itemQueues.slice(first), ...itemQueues.slice(0, first)];
  return Array.from({ length: Math.max(names.length, rotated.length) }, (_, i) => [rotated[i], names[i]])
    .flat()
    .filter((name) => name !== undefined);
}

/** Cleans with one request, and waits if the next request needs a later time. Resolves with true if work is left. */
export async function cleanItems(report: CleanReport, queue: ItemCleaner): Promise<boolean> {
  const { moved, repaired } = report;
  if (report.kind === "light") {
    const { returned, strays, failed, lost, finished } = await queue.clean({ maxRequests: 1 });
    addToSums(moved, { ...zeroSums(moved), reclaimed: returned + strays, failed, removed: lost });
    return !finished;
  }
  const { strays, doubles, lost, finished, waiting } = await queue.deepClean({ maxRequests: 1 });
  addToSums(repaired, { ...zeroSums(repaired), orphans: strays, doubles, lost });
  if (!finished && waiting > 0) await sleep(GRACE);
  return !finished;
}

/** Returns sums of the same names, each 0. */
function zeroSums<S extends Record<keyof S, number>>(sums: S): S {
  return Object.fromEntries(Object.keys(sums).map((name) => [name, 0])) as S;
}
