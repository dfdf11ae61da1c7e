// The types of expectations, and the context in which a call is played.
import type { Queue } from "../../../src/index.ts";
import { register } from "../queue/jobs/enqueue.ts";
import type { ProgramState } from "../queue/program.ts";
import type { Model } from "../queue/state/model.ts";
import type { AcceptedResult, LeasedHead, Request, RequestResult } from "../queue/state/requests.ts";
import type { RealQueue } from "../real/real-queue.ts";
import type { SentRequest } from "../real/sent-request.ts";

/** The context in which a call is played. */
export interface PlayContext {
  model: Model;
  /** Every lease of the sequence so far. */
  leases: LeasedHead[];
  program: ProgramState;
  realQueue: RealQueue;
}

type Call = (queue: Queue<unknown>) => Promise<unknown>;

/** A call whose requests may be repeated: one request, or several, each of which continues the earlier ones. */
export interface RepeatableCall {
  call: Call;
  /** The idempotency key of the call, and the content to which it is bound. */
  idempotent?: { idempotencyKey: string; content: unknown };
  /** Called before the first request is sent. */
  begin?(): void;
  /** Carries out a request on the model, as often as it is sent. `earlier` has the results of the earlier requests. */
  carryOut(request: Request, sent: SentRequest, earlier: readonly AcceptedResult[]): RequestResult;
  /** True if the call reads the queue before its first request that may be repeated. It may then send none. */
  readsFirst?: boolean;
  /** Returns the result for the caller, from the last result of each request. */
  toResult(results: [AcceptedResult, ...AcceptedResult[]]): unknown;
}

/** A call whose requests are not repeated. */
export interface SingleCall {
  call: Call;
  /** Carries out the call on the model. Returns the result for the caller; `actual` is that of the real queue. */
  result(actual: unknown): unknown;
}

/** Adds the queue to the registry, unless the program knows that it is registered. */
export function ensureRegistered({ model, program, realQueue }: PlayContext): void {
  if (program.knowsRegistered(model.now)) return;
  register(model, realQueue.name);
  program.noteRegistered(model.now);
}

/** Returns the text of a reply that has one. */
export function replyText({ reply }: AcceptedResult): string {
  return "text" in reply ? reply.text : "";
}

/** Parses the numbers in the first line of a reply. */
export function replyNumbers(result: AcceptedResult): number[] {
  const [line = ""] = replyText(result).split("\n");
  return line.split(" ").map(Number);
}
