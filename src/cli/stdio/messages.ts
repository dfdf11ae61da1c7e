// The lines that job creators and workers write. Each names a queue, and may carry a correlation id, which its answer repeats.
import type { HeldJob, Outcome } from "../kit/lease-client.ts";
import { type Fields, LineError, optionalTextOf, progressOf, textOf } from "../lines/fields.ts";
import { completionOf, failureOf } from "../lines/outcomes.ts";

/** A line about a job that a worker holds, or held. */
interface JobMessage {
  queue: string;
  worker: string;
  job: HeldJob;
}

/** A line that adds a job. */
interface AddMessage {
  type: "add_job";
  queue: string;
  job: Fields;
}

/** A line about a worker. */
interface WorkerMessage {
  type: "worker_idle" | "worker_gone";
  queue: string;
  worker: string;
}

/** A line that reports that a worker goes on with its job. */
export type HoldMessage = JobMessage &
  ({ type: "job_accepted" } | { type: "worker_progress"; progress: number; note: string | undefined });

/** A line that ends a job. */
export interface EndMessage extends JobMessage {
  type: "job_finished" | "job_failed";
  outcome: Outcome;
  /** False if the worker takes no other job for now. */
  isIdle: boolean;
}

/** A line that asks about a queue. */
interface QueryMessage {
  type: "list_workers" | "counts";
  queue: string;
}

/** A line. */
export type Message = AddMessage | WorkerMessage | HoldMessage | EndMessage | QueryMessage;

const TYPES =
  "add_job, worker_idle, worker_gone, job_accepted, worker_progress, job_finished, job_failed, list_workers or counts";

/** Validates the fields of a line. */
export function toMessage(fields: Fields): Message {
  const { type } = fields;
  if (type === "add_job") return { type, queue: queueOf(fields), job: jobOf(fields) };
  if (type === "list_workers" || type === "counts") return { type, queue: queueOf(fields) };
  if (type === "worker_idle" || type === "worker_gone")
    return { type, queue: queueOf(fields), worker: workerOf(fields) };
  if (type === "job_accepted") return { type, ...jobMessageOf(fields) };
  if (type === "worker_progress") {
    const note = optionalTextOf(fields, "note");
    return { type, ...jobMessageOf(fields), progress: progressOf(fields), note };
  }
  if (type === "job_finished" || type === "job_failed") {
    const outcome = type === "job_finished" ? completionOf(fields) : failureOf(fields);
    return { type, ...jobMessageOf(fields), outcome, isIdle: fields.idle !== false };
  }
  throw new LineError(`type must be ${TYPES}`);
}

/** Returns the correlation id of a line. */
export function correlationOf({ correlation }: Fields): { correlation?: string | number } {
  const isId = typeof correlation === "number" || (typeof correlation === "string" && correlation.length <= 256);
  return isId ? { correlation } : {};
}

function queueOf(fields: Fields): string {
  const queue = textOf(fields, "queue");
  if (!/^[\w.:-]{1,128}$/.test(queue)) throw new LineError("queue must be 1 to 128 of A-Z a-z 0-9 _ . : -");
  return queue;
}

function workerOf(fields: Fields): string {
  const worker = textOf(fields, "worker");
  if (worker.length > 256) throw new LineError("worker must have at most 256 characters");
  return worker;
}

/** Returns a new job, whose other fields the API validates. */
function jobOf({ type: _, queue: __, correlation: ___, ...job }: Fields): Fields {
  if (job.data === undefined) throw new LineError("data must be the payload of the job");
  return job;
}

function jobMessageOf(fields: Fields): JobMessage {
  const job = { id: textOf(fields, "id"), receipt: textOf(fields, "receipt") };
  return { queue: queueOf(fields), worker: workerOf(fields), job };
}
