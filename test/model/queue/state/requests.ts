// Requests that may be sent again. Each is the next one of its lane or has an idempotency key. Its reply is remembered, and is
// the reply to a repeated request.
import type { Model } from "./model.ts";
import { count } from "./moves.ts";
import { isClockBad } from "./ticks.ts";

/** The identity of a request. */
export interface Request {
  /** The key that remembers the reply, without the prefix of the queue. */
  key: string;
  lane: string;
  /** 0 for a request with an idempotency key. */
  number: number;
  /** The time to live of `key` in ms, from its last new lane on. */
  keep: number;
  /** The content to which an idempotency key is bound; undefined for a request without one. */
  content: string | undefined;
}

/** A leased job as a reply lists it. */
export interface LeasedHead {
  id: string;
  fence: number;
  attempt: number;
  /** True if the job had no run before. */
  isFirst: boolean;
  /** The group and the cost of a job that has any. */
  member: { group: string | undefined; cost: number } | undefined;
}

/** The reply to a turn. A field is undefined if the reply does not contain it. */
export interface TurnReply {
  letters: string;
  now?: number;
  endsAt?: number;
  more: boolean;
  due?: number;
  flags: string;
  heads: LeasedHead[];
}

/** A reply that is remembered. */
export type Reply = { text: string } | { turn: TurnReply };

/** The replies that one key remembers. */
export interface RememberedReplies {
  until: number;
  lanes: Map<string, { number: number; reply: Reply }>;
  content: string | undefined;
}

/** The result of a request that took effect: now ("ok"), or when it was sent before ("again"). */
export type AcceptedResult = {
  status: "ok" | "again";
  reply: Reply;
  isRegistrationDue?: boolean;
  hasOtherLimits?: boolean;
};

/** The result of a request on the model. */
export type RequestResult = AcceptedResult | { status: "late" | "reused" | "full" | "large" | "bad_clock" };

/**
 * Returns the result of a request that must not be carried out; undefined for one that must. A lane is a sequence of numbered
 * requests, of which one is in flight at a time, so its last reply is enough to tell a repeated request from a late one.
 */
export function refuseOrReplay(model: Model, request: Request): RequestResult | undefined {
  if (isClockBad(model)) return { status: "bad_clock" };
  const remembered = model.replies.get(request.key);
  if (remembered && remembered.content !== request.content) return { status: "reused" };
  const last = remembered?.lanes.get(request.lane);
  if (!last || last.number < request.number) return undefined;
  if (last.number > request.number) return { status: "late" };
  // Nothing is written for a queue that does not exist.
  if (model.exists) count(model, "replayed");
  return { status: "again", reply: last.reply };
}

/** Remembers the reply to a request, instead of the reply before in its lane. A new lane prolongs the life of the key. */
export function remember(model: Model, request: Request, reply: Reply): void {
  const { key, lane, number, keep, content } = request;
  const remembered = model.replies.get(key) ?? { until: 0, lanes: new Map(), content };
  if (!remembered.lanes.has(lane)) remembered.until = model.now + keep;
  remembered.lanes.set(lane, { number, reply });
  model.replies.set(key, remembered);
}

/** Carries out a request whose reply is a text, or replays its result. `carryOut` returns undefined if the queue is full. */
export function carryOutOnce(model: Model, request: Request, carryOut: () => string | undefined): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  const text = carryOut();
  if (text === undefined) return { status: "full" };
  const reply = { text };
  if (model.exists) remember(model, request, reply);
  return { status: "ok", reply };
}
