// The lines that a long-lived process writes. Each names the fence of its job, so that a line about an earlier lease counts for
// nothing.
//
//   {"type":"accept","fence":7}                                     the process has begun; extends the lease
//   {"type":"heartbeat","fence":7}                                  extends the lease
//   {"type":"progress","fence":7,"progress":0.5,"note":"…"}         extends the lease, too
//   {"type":"result","fence":7,"result":…,"then":[…]}               completes the job
//   {"type":"error","fence":7,"error":"…","delay":"5m","later":true,"final":true}
//                                                                   retries the job; `later` uses up no attempt, `final` fails it
import type { Outcome } from "../kit/lease-client.ts";
import { LineError, optionalTextOf, parseObject, progressOf } from "../lines/fields.ts";
import { completionOf, failureOf } from "../lines/outcomes.ts";

/** A line of a process. */
export type WorkerLine = { fence: number } & (
  | { type: "accept" | "heartbeat" }
  | { type: "progress"; progress: number; note: string | undefined }
  | { type: "result" | "error"; outcome: Outcome }
);

const TYPES = "accept, progress, heartbeat, result or error";

/** Parses a line of a process. */
export function parseWorkerLine(text: string): WorkerLine {
  const fields = parseObject(text);
  const { type, fence } = fields;
  if (typeof fence !== "number" || !Number.isSafeInteger(fence)) throw new LineError("fence must be that of a job");
  if (type === "accept" || type === "heartbeat") return { type, fence };
  if (type === "progress") return { type, fence, progress: progressOf(fields), note: optionalTextOf(fields, "note") };
  if (type === "result") return { type, fence, outcome: completionOf(fields) };
  if (type === "error") return { type, fence, outcome: failureOf(fields) };
  throw new LineError(`type must be ${TYPES}`);
}
