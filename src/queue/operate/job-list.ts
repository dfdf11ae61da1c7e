// Lists of job ids as arguments.
import { validateBatch, validateId } from "../../base/arguments.ts";

/** Options of an operation on jobs that a search has found. */
export interface FoundEntries {
  /** The entries of the jobs as the search returned them; a job that has another one by now is left alone. */
  entries?: readonly string[];
}

/** Returns the arguments of a call about several jobs. */
export function argumentsForJobs(ids: string[], { entries = [] }: FoundEntries = {}) {
  return { entries: entries.join("\n"), ids };
}

/** Validates an id or a list of ids, and returns a list. */
export function toIdList(ids: string | readonly string[]): string[] {
  const all = typeof ids === "string" ? [ids] : ids;
  validateBatch(all);
  return Array.from(all, validateId);
}
