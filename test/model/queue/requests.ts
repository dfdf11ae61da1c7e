// Requests that may come again. Each is the next of its lane, or has a name that its sender gave it; the reply is
// remembered under that, and given again.
import { count, type Model } from "./model.ts";

/** How a request is known. */
export interface Request {
  /** The end of the name of the key that remembers the reply. */
  key: string;
  lane: string;
  number: number;
  /** How long that key stays after its last new lane. */
  keep: number;
  /** The content that a name is bound to; undefined for a request of a lane. */
  content: string | undefined;
}

/** A job as it was handed out. */
export interface Head {
  id: string;
  fence: number;
  attempt: number;
  /** Whether the job had no run before. */
  isFirst: boolean;
}

/** The answer to a turn. A field is undefined where the answer does not tell. */
export interface TurnReply {
  letters: string;
  now?: number;
  till?: number;
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

/** The answer to a request: carried out, remembered, or refused. */
export type Answer =
  | { status: "ok" | "again"; reply: Reply; isRegistrationDue?: boolean }
  | { status: "late" | "reused" | "full" };

/** Returns the answer to a request that is not carried out: it was before, its lane is past it, or its name is taken. */
export function openRequest(model: Model, request: Request): Answer | undefined {
  const remembered = model.replies.get(request.key);
  if (remembered && remembered.content !== request.content) return { status: "reused" };
  const last = remembered?.lanes.get(request.lane);
  if (!last || last.number < request.number) return undefined;
  if (last.number > request.number) return { status: "late" };
  // Nothing is written for a queue that was destroyed meanwhile.
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

/** Carries out a request that is answered with a text, unless it was before. */
export function once(model: Model, request: Request, work: () => string | undefined): Answer {
  const known = openRequest(model, request);
  if (known) return known;
  const text = work();
  if (text === undefined) return { status: "full" };
  const reply = { text };
  if (model.isMade) remember(model, request, reply);
  return { status: "ok", reply };
}
