// Lists of job ids as arguments.
import { validateBatch, validateId } from "../../base/arguments.ts";
import { bucketDigits } from "../../engine/keys.ts";

/** Returns the arguments and the parts of key names for a call about several jobs. */
export function argumentsForJobs(ids: string[]) {
  const buckets = bucketDigits(ids);
  return [{ buckets, ids }, { buckets }] as const;
}

/** Validates an id or a list of ids, and returns a list. */
export function toIdList(ids: string | readonly string[]): string[] {
  const all = typeof ids === "string" ? [ids] : ids;
  validateBatch(all);
  return Array.from(all, validateId);
}
