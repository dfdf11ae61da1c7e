// Lists of job ids, as arguments of operations.
import { validateBatch, validateId } from "../../base/arguments.ts";
import { bucketDigits } from "../../engine/keys.ts";

/** Returns the arguments and keys of a call for a list of jobs. */
export function aboutJobs(ids: string[]) {
  const buckets = bucketDigits(ids);
  return [{ buckets, ids }, { buckets }] as const;
}

/** Validates one id or several, and returns them as a list. */
export function idList(ids: string | readonly string[]): string[] {
  const all = typeof ids === "string" ? [ids] : ids;
  validateBatch(all);
  return Array.from(all, validateId);
}
