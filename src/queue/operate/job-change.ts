// Changes of failed jobs that are redriven: their payload by a JSON merge patch, their priority and their number of attempts.
import { invalidArgument, validateByteLength, validateInteger, validateOptions } from "../../base/arguments.ts";
import { json } from "../../base/codec.ts";
import { jobLabel, LeaseholdError, labelError } from "../../base/errors.ts";
import { mergePatchText, mergePatchValue } from "../../base/merge-patch.ts";
import { validatePayload } from "../../base/schema.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import type { StoredJob } from "../inspect/job-info.ts";
import { type QueueContext, validateMaxAttempts } from "../jobs/queue-context.ts";
import { changeRecord, readRecord } from "../jobs/stored/record.ts";

/** A change of jobs that are redriven. It needs at least one part. */
export interface JobChange {
  /**
   * A JSON merge patch (RFC 7396) of the payload: its properties replace those of the payload, null removes one. Everything else
   * in the payload stays as it is stored.
   */
  data?: unknown;
  priority?: number;
  maxAttempts?: number;
}

/** A valid change. */
export interface ValidChange {
  /** The merge patch as JSON text. */
  patch?: string;
  priority?: number;
  maxAttempts?: number;
}

/** A failed job with its changed record, as the script takes it. */
export interface ChangedJob {
  id: string;
  /** The state and the fence of its run as it was read. */
  stateAndFence: string;
  record: string;
}

// An operation stores its change. The patches of the jobs of one slice must fit into one request.
const MAX_PATCH_BYTES = 10_000;
// The length of the state and the fence, with which a run begins.
const STATE_AND_FENCE = 17;

/** Validates a change. */
export function validateChange(change: JobChange): ValidChange {
  const { data, priority, maxAttempts } = validateOptions(change, "data priority maxAttempts", { label: "change" });
  if (data === undefined && priority === undefined && maxAttempts === undefined)
    throw invalidArgument("change needs data, priority or maxAttempts");
  const patch = data === undefined ? undefined : json.encode(data);
  if (patch !== undefined) validateByteLength(patch, "change.data", { max: MAX_PATCH_BYTES });
  if (priority !== undefined) validateInteger(priority, "change.priority", { min: 0, max: 9 });
  if (maxAttempts !== undefined) validateMaxAttempts(maxAttempts);
  return withoutUndefined({ patch, priority, maxAttempts });
}

/** Returns a stored job with its changed record. Rejects if the job cannot be changed; the error names the job. */
export async function changeJob(
  context: QueueContext<unknown>,
  { id, record, run }: StoredJob,
  { patch, priority, maxAttempts }: ValidChange,
): Promise<ChangedJob> {
  try {
    const { payload } = readRecord(record);
    const changed = patch === undefined ? payload : await changePayload(context, payload, patch);
    return {
      id,
      stateAndFence: run.slice(0, STATE_AND_FENCE),
      record: changeRecord(record, { priority, maxAttempts, payload: changed }),
    };
  } catch (error) {
    throw labelError(jobLabel(id), error);
  }
}

/** Applies a patch to an encoded payload, and validates the result as an enqueue does. */
async function changePayload(context: QueueContext<unknown>, payload: string, patch: string): Promise<string> {
  const { codec, schema, maxPayloadBytes } = context;
  const data = decode(context, payload);
  const changed = codec.isJson
    ? mergePatchText(payload, patch)
    : codec.encode(mergePatchValue(data, JSON.parse(patch)));
  validateByteLength(changed, "a payload", { max: maxPayloadBytes });
  const changedData = decode(context, changed);
  if (schema) await validatePayload(schema, changedData);
  return changed;
}

/** Decodes a payload. The errors of codecs, which may contain parts of it, are replaced. */
function decode({ codec }: QueueContext<unknown>, payload: string): unknown {
  try {
    return codec.decode(payload);
  } catch {
    const problem = codec.isJson
      ? "the payload is not JSON in Redis, or nested too deeply, so this client cannot change it; one with the queue's codec can"
      : "the payload cannot be decoded";
    throw new LeaseholdError("invalid_payload", problem);
  }
}
