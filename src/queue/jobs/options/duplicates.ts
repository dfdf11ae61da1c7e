// Options that state what enqueueing a job does if its id is known.

import { invalidArgument, validateOptions } from "../../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../../base/duration.ts";

/** Pushes a job back with each further one of its id. */
export interface Debounce {
  /** The time after the last job of the id at which the job is due. */
  wait: Duration;
  /** The longest time after the first job of the id at which it is due in any case; no limit unless set. */
  longest?: Duration;
}

/** Options that state what enqueueing a job does if its id is known. Both need an id. */
export interface DuplicateOptions {
  /**
   * "keep" changes nothing, the default. "replace" replaces the job with the id while it waits. "again" does so too, and while that
   * job is leased, the new one runs after it; an ended job runs again.
   */
  onDuplicate?: "keep" | "replace" | "again";
  /** Delays the job, and with each further job of the id replaces it and delays it again. While it is leased, the new one runs after it. */
  debounce?: Debounce;
}

// The letters of the modes in src/lua/lib/duplicates/duplicates.lua.
const MODES = new Map<unknown, string>([
  ["keep", ""],
  ["replace", "r"],
  ["again", "a"],
]);

/** Formats the options as the scripts take them: a mode, and the time for which the id is remembered or the longest delay. */
export function formatDuplicates(
  { onDuplicate, debounce }: DuplicateOptions,
  { hasId, isDelayed, uniqueFor }: { hasId: boolean; isDelayed: boolean; uniqueFor: Duration | undefined },
): string {
  const name = debounce === undefined ? "onDuplicate" : "debounce";
  if (debounce !== undefined && onDuplicate !== undefined) {
    throw invalidArgument("a job has onDuplicate or debounce, not both");
  }
  if (!hasId && (debounce ?? onDuplicate) !== undefined) throw invalidArgument(`${name} needs an id`);
  if (uniqueFor !== undefined && (debounce !== undefined || onDuplicate === "again")) {
    throw invalidArgument("a job that may run again has no uniqueFor");
  }
  if (debounce !== undefined) {
    if (isDelayed) throw invalidArgument("a debounced job has no delay and no time of its own");
    return `b${longestOf(debounce)}`;
  }
  const mode = MODES.get(onDuplicate === undefined ? "keep" : onDuplicate);
  if (mode === undefined) throw invalidArgument('onDuplicate must be "keep", "replace" or "again"');
  return mode === "a" ? mode : mode + (uniqueFor === undefined ? 0 : toMilliseconds(uniqueFor, "uniqueFor"));
}

/** Validates the wait of a debounced job and returns it in ms. */
export function toWaitMilliseconds(debounce: Debounce): number {
  return toMilliseconds(validateOptions(debounce, "wait longest", { label: "debounce" }).wait, "wait", { min: 1 });
}

/** Returns the longest delay of a debounced job in ms; "" for no limit. */
function longestOf(debounce: Debounce): number | "" {
  const min = toWaitMilliseconds(debounce);
  return debounce.longest === undefined ? "" : toMilliseconds(debounce.longest, "longest", { min });
}
