// Extending leases and noting progress, by id and fence.

import {
  invalidArgument,
  toLeaseMilliseconds,
  validateBatch,
  validateByteLength,
  validateWorkerName,
} from "../../base/arguments.ts";
import type { Duration } from "../../base/duration.ts";
import { badReplyError, readLetters } from "../../engine/call.ts";
import { bucketDigits } from "../../engine/keys.ts";
import { extend as extendScript, progress as progressScript } from "../../engine/scripts.gen.ts";
import type { JobRef } from "./job.ts";
import type { QueueContext } from "./queue-context.ts";
import { formatReference, validateJobRef } from "./settle-items.ts";
import { type ProgressResult, readHeldLetter, type StaleReason } from "./stored/letters.ts";

/** The result of extending one lease. */
export type ExtendResult =
  | { id: string; ok: true; leasedUntil: number }
  | { id: string; ok: false; reason: StaleReason };

/** Options of a progress note. */
export interface ProgressOptions {
  /** A text of at most 300 bytes. */
  note?: string;
  /** Extends the lease in the same request. */
  extend?: Duration;
}

const MAX_NOTE_BYTES = 300;

/** Extends the leases of many jobs in one request. */
export async function extendLeases<T>(
  context: QueueContext<T>,
  jobs: readonly JobRef[],
  { duration, worker }: { duration: Duration; worker?: string },
): Promise<ExtendResult[]> {
  validateBatch(jobs);
  const refs = Array.from(jobs, validateJobRef);
  const args = {
    duration: toLeaseMilliseconds(duration),
    worker: validateWorkerName(worker),
    buckets: bucketDigits(refs.map(({ id }) => id)),
    items: refs.map(formatReference),
  };
  if (refs.length === 0) return [];
  const reply = await context.call(extendScript, args, { buckets: args.buckets });
  const leasedUntil = Number(reply.values[1]);
  const letters = readLetters(reply, refs.length);
  return refs.map(({ id }, i) => {
    const held = readHeldLetter(letters[i] ?? "", id);
    if (!held.ok) return held;
    if (!(leasedUntil > 0)) throw badReplyError(reply);
    return { ...held, leasedUntil };
  });
}

/** Notes the progress of a job, and extends its lease if `extend` is set. */
export async function noteProgress<T>(
  context: QueueContext<T>,
  job: JobRef,
  { fraction, note, extend }: { fraction: number } & ProgressOptions,
): Promise<ProgressResult> {
  const { id, fence } = validateJobRef(job);
  const isFraction = typeof fraction === "number" && fraction >= 0 && fraction <= 1;
  if (!isFraction) throw invalidArgument("progress must be a number from 0 to 1");
  if (note !== undefined && typeof note !== "string") throw invalidArgument("a note must be text");
  const text =
    note === undefined ? "" : ` ${JSON.stringify(validateByteLength(note, "a note", { max: MAX_NOTE_BYTES }))}`;
  const duration = extend === undefined ? "" : toLeaseMilliseconds(extend, "extend");
  const progress = fraction.toFixed(4).replace(/\.?0+$/, "") + text;
  const args = { duration, reference: formatReference({ id, fence }), progress };
  return readHeldLetter(readLetters(await context.call(progressScript, args, { id }), 1), id);
}
