// The last hour of a queue, by the minute, from the samples of its history.
import { badReplyError } from "../../../engine/call.ts";
import { history } from "../../../engine/scripts.gen.ts";
import type { QueueContext } from "../../jobs/queue-context.ts";
import { parseLook } from "./look.ts";

const MINUTE = 60_000;
const MINUTES = 60;
// A sample that spans more time may lack a clean. It counts as seen only if nothing has changed.
const MAX_SPAN = 2.5 * MINUTE;

/** The jobs of each minute of the last hour, oldest first; null for a minute in which no clean has looked at the queue. */
export interface Recent {
  completed: (number | null)[];
  failed: (number | null)[];
}

/** A time whose jobs are known, between two looks at a queue. */
interface Span {
  from: number;
  to: number;
  completed: number;
  failed: number;
}

/** Resolves with the last hour of a queue. */
export async function readRecent(context: QueueContext<unknown>): Promise<Recent> {
  // One sample more at the start, and one for an hour that does not begin with a sample.
  const args = { count: MINUTES + 2, brief: 1 };
  const reply = await context.call(history, args, { samples: "history" });
  const [now, ...lines] = reply.values;
  if (!/^\d+$/.test(now ?? "")) throw badReplyError(reply);
  return toRecent(Number(now), lines);
}

/** Returns the last hour before `now`, from the lines of samples, newest first. */
export function toRecent(now: number, lines: readonly string[]): Recent {
  const looks = lines.flatMap((line) => parseLook(line) ?? []);
  const spans: Span[] = [];
  for (const [i, look] of looks.entries()) {
    const before = looks[i + 1];
    if (look.to > look.from) spans.push({ from: look.from, to: look.to, completed: 0, failed: 0 });
    if (!before) continue;
    const span = {
      from: before.to,
      to: look.from,
      completed: look.totals.completed - before.totals.completed,
      failed: look.totals.failed - before.totals.failed,
    };
    // A queue that was created again counts from zero.
    if (span.completed < 0 || span.failed < 0) continue;
    if (span.to - span.from <= MAX_SPAN || span.completed + span.failed === 0) spans.push(span);
  }
  // The minutes end with the last look, so that each has the jobs of about one sample.
  const last = looks[0]?.to ?? now;
  const end = now - last <= MAX_SPAN ? last : now;
  const ends = Array.from({ length: MINUTES }, (_, i) => end - (MINUTES - 1 - i) * MINUTE);
  const byMinute = (name: "completed" | "failed") =>
    ends.map((to) => {
      const isSeen = overlap(spans, { from: to - MINUTE, to }) * 2 >= MINUTE;
      // The difference of two rounded sums, so that the minutes have whole numbers and the sum of the samples.
      return isSeen ? sumUntil(spans, to, name) - sumUntil(spans, to - MINUTE, name) : null;
    });
  return { completed: byMinute("completed"), failed: byMinute("failed") };
}

/** Returns the part of a minute, in ms, that spans cover. */
function overlap(spans: readonly Span[], minute: { from: number; to: number }): number {
  const parts = spans.map(({ from, to }) => Math.min(to, minute.to) - Math.max(from, minute.from));
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/** Returns the number of jobs in spans until a time, as if the jobs of a span were spread evenly. */
function sumUntil(spans: readonly Span[], time: number, name: "completed" | "failed"): number {
  const parts = spans.map((span) => {
    const share = span.to > span.from ? (time - span.from) / (span.to - span.from) : Number(time >= span.to);
    return span[name] * Math.min(1, Math.max(0, share));
  });
  return Math.round(parts.reduce((sum, part) => sum + part, 0));
}
