// The last report of each kind of clean, which the clean stores in the registry with its cursor.
import { withoutUndefined } from "../base/without-undefined.ts";
import { badReplyError } from "../engine/call.ts";
import { callRegistry, type RegistryAccess } from "../engine/registry.ts";
import { readRounds, storeRound as storeRoundScript } from "../engine/scripts.gen.ts";
import type { CleanReport } from "./cron-report.ts";

// A report has at most these many names in each list, so that it takes less than 20 kB.
const MAX_NAMES = 50;

/** The last report of a kind of clean. */
export interface StoredReport extends Omit<CleanReport, "bulk" | "failed"> {
  /** The time at which the clean ended. */
  at: number;
  /** The lengths of `left` and `errors` if only their first entries were stored. */
  leftCount?: number;
  errorsCount?: number;
}

/** Stores the report of a clean, and the cursor of the next one unless it is "". */
export async function storeRound(
  registry: RegistryAccess,
  { report, cursor }: { report: CleanReport; cursor: string },
): Promise<void> {
  const { kind, queues, moved, repaired, retired, left, errors, ms, requests } = report;
  const lengths = withoutUndefined({ leftCount: lengthOfLong(left), errorsCount: lengthOfLong(errors) });
  const lists = { left: left.slice(0, MAX_NAMES), errors: errors.slice(0, MAX_NAMES), ...lengths };
  const text = JSON.stringify({ kind, ms, queues, requests, moved, repaired, retired, ...lists });
  await callRegistry(registry, storeRoundScript, { kind, cursor, report: text });
}

function lengthOfLong(list: readonly unknown[]): number | undefined {
  return list.length > MAX_NAMES ? list.length : undefined;
}

/** Resolves with the last report of each kind of clean that has run. */
export async function readReports(registry: RegistryAccess): Promise<StoredReport[]> {
  const reply = await callRegistry(registry, readRounds, {});
  return reply.values
    .filter((line) => line !== "-")
    .map((line) => {
      const [, at, text = ""] = /^(\d+) (\{.*\})$/.exec(line) ?? [];
      if (at === undefined) throw badReplyError(reply);
      return { at: Number(at), ...(JSON.parse(text) as Omit<StoredReport, "at">) };
    });
}
