// Cleaning queues in the format of redis-work-queue, one request at a time, into the same report.
import { sleep } from "../base/monotonic.ts";
import type { RedisWorkQueue } from "../redis-work-queue/redis-work-queue.ts";
import { add, type CleanReport, type Kind } from "./cron-report.ts";

/** The cleans of such a queue. */
export type ItemCleaner = Pick<RedisWorkQueue, "clean" | "deepClean">;

// The default time between two sightings of an item, after which a deep clean may act on it.
const GRACE = 1_000;
const DAY = 86_400_000;
const MINUTE = 60_000;

/** Returns such queues by their names in a report, which no other queue can have. */
export function labelled(queues: Readonly<Record<string, ItemCleaner>>): Map<string, ItemCleaner> {
  return new Map(Object.entries(queues).map(([name, queue]) => [`${name} (redis-work-queue)`, queue]));
}

/**
 * Merges the names of both kinds of queues alternately. The position of the last run among queues of redis-work-queue
 * is not stored, so each run begins with another one, chosen by the time.
 */
export function merged(names: string[], items: string[], { kind, now }: { kind: Kind; now: number }): string[] {
  const first = items.length === 0 ? 0 : Math.floor(now / (kind === "light" ? MINUTE : DAY)) % items.length;
  const rest = [...items.slice(first), ...items.slice(0, first)];
  return Array.from({ length: Math.max(names.length, rest.length) }, (_, i) => [rest[i], names[i]])
    .flat()
    .filter((name) => name !== undefined);
}

/** Cleans with one request, and waits where the next one needs a later time. Resolves with true where work is left. */
export async function cleanItems(report: CleanReport, queue: ItemCleaner): Promise<boolean> {
  const { moved, repaired } = report;
  if (report.kind === "light") {
    const { returned, strays, failed, lost, finished } = await queue.clean({ maxRequests: 1 });
    add(moved, { ...nothing(moved), reclaimed: returned + strays, failed, removed: lost });
    return !finished;
  }
  const { strays, doubles, lost, finished, waiting } = await queue.deepClean({ maxRequests: 1 });
  add(repaired, { ...nothing(repaired), orphans: strays, doubles, lost });
  if (!finished && waiting > 0) await sleep(GRACE);
  return !finished;
}

function nothing<S extends Record<keyof S, number>>(sums: S): S {
  return Object.fromEntries(Object.keys(sums).map((name) => [name, 0])) as S;
}
