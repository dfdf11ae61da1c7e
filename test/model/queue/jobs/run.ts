// Runs: the part of a job that changes, as Redis stores it.
import { formatAttempt, formatHolder } from "../state/attempts.ts";
import type { Job, Run } from "../state/model.ts";
import { formatPlace } from "../state/record.ts";

/** Formats a run: a line of numbers, then its holder, its progress and its attempts. */
export function formatRun({ state, priority, tick, expiresAt }: Job, run: Run): string {
  const { fence, attempt, released, maxAttempts, postponed, unfinished, progress, attempts } = run;
  const letter = run.isHeld ? (state === "failed" ? "E" : "L") : ({ failed: "F", done: "C" }[state as string] ?? "W");
  // The run of a job that was never leased and not replaced does not contain the end of its time to live.
  const end = fence === 0 && !run.isReplaced ? 0 : expiresAt;
  const counts = postponed + unfinished > 0 ? [postponed, unfinished] : [];
  const head = [letter, fence, attempt, released, formatPlace(priority, tick), maxAttempts, end, ...counts].join(" ");
  return [head, formatHolder(run), progress, ...attempts.map(formatAttempt)].join("\n");
}
