// Requests that may be sent again. Each is the next one of its lane, or has an idempotency key; the reply is remembered, and a
// repeated request gets it again.
import { count, isClockBad, type Model } from "./model.ts";

/** The identity of a request. */
export interface Request {
  /** The last part of the name of the key that remembers the reply. */
  key: string;
  lane: string;
  /** 0 for a request with an idempotency key. */
  number: number;
  /** The time to live of that key, from its last new lane on. */
  keep: number;
  /** The content to which an idempotency key is bound; undefined for a request without one. */
  content: string | undefined;
}

/** A leased job as a reply lists it. */
export interface Head {
  id: string;
  fence: number;
  attempt: number;
  /** True where the job had no run before. */
  isFirst: boolean;
}

/** The reply to a turn. A field is undefined where the reply has none. */
export interface TurnReply {
  letters: string;
  now?: number;
  endsAt?: number;
  more: boolean;
  due?: number;
  flags: string;
  heads: Head[];
}

/** A reply that is remembered. */
export type Reply = { text: string } | { turn: TurnReply };

/** The replies that one key remembers. */
export interface Remembered {
  until: number;
  lanes: Map<string, { number: number; reply: Reply }>;
  content: string | undefined;
}

/** The answer to a request that took effect, now or before. */
export type Done = { status: "ok" | "again"; reply: Reply; isRegistrationDue?: boolean };

/** The answer to a request. */
export type Answer = Done | { status: "late" | "reused" | "full" | "bad_clock" };

/** Returns the answer to a request that is not carried out. */
export function openRequest(model: Model, request: Request): Answer | undefined {
  if (isClockBad(model)) return { status: "bad_clock" };
  const remembered = model.replies.get(request.key);
  if (remembered && remembered.content !== request.content) return { status: "reused" };
  const last = remembered?.lanes.get(request.lane);
  if (!last || last.number < request.number) return undefined;
  if (last.number > request.number) return { status: "late" };
  // Nothing is written for a queue that does not exist.
  if (model.isMade) count(model, "replayed");
  return { status: "again", reply: last.reply };
}

export function remember(model: Model, request: Request, reply: Reply): void {
  const { key, lane, number, keep, content } = request;
  const remembered = model.replies.get(key) ?? { until: 0, lanes: new Map(), content };
  if (!remembered.lanes.has(lane)) remembered.until = model.now + keep;
  remembered.lanes.set(lane, { number, reply });
  model.replies.set(key, remembered);
}

/** Carries out a request with a text as its reply, or returns the answer that it got before. */
export function once(model: Model, request: Request, work: () => string | undefined): Answer {
  const known = openRequest(model, request);
  if (known) return known;
  const text = work();
  if (text === undefined) return { status: "full" };
  const reply = { text };
  if (model.isMade) remember(model, request, reply);
  return { status: "ok", reply };
}
