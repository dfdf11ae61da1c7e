// Requests that may come again, and how Redis knows them: by their number in a lane, where one follows the other.
import { sha256 } from "./hex.ts";
import { checkId } from "./limits.ts";
import { randomText } from "./random.ts";

/** What tells a request from all others, the same each time it is sent. */
export interface RequestName {
  /** Ends the name of the key that remembers its reply. */
  readonly replies: string;
  readonly lane: string;
  readonly number: string;
  /** How long its reply is remembered at the least, in ms. */
  readonly keep: number;
  /** It was answered; its lane may be used for another request. */
  answered(): void;
}

/** A row of requests, of which one is under way at a time. Redis remembers the last of them, whatever it was about. */
interface Lane {
  readonly name: string;
  number: number;
}

// Lanes of this process that no request is using. Those whose request was never answered do not come back.
const free: Lane[] = [];
const MOST_FREE = 64;

/**
 * Names a new request. Replies of about the same time are in one key, which ends by itself: `keep` ms go by before the
 * next is begun, and as many until the last reply in it may be forgotten.
 */
export function newRequest(keep: number): RequestName {
  const lane = free.pop() ?? { name: randomText(12), number: 0 };
  lane.number += 1;
  let isOpen = true;
  return {
    replies: windowAt(Date.now(), keep),
    lane: lane.name,
    number: String(lane.number),
    keep: 2 * keep,
    answered() {
      if (isOpen && free.length < MOST_FREE) free.push(lane);
      isOpen = false;
    },
  };
}

function windowAt(time: number, keep: number): string {
  return `replies:${Math.floor(time / keep)}`;
}

/** The keys that remember replies which were given lately, even by clocks that are a little wrong. */
export function windowsAround(keep: number): string[] {
  return [-3, -2, -1, 0, 1].map((ahead) => windowAt(Date.now() + ahead * keep, keep));
}

/**
 * Names a request by the nonce that its sender gave it, bound to what it asks for: the same nonce with anything else is
 * refused.
 */
export async function namedRequest(nonce: string, keep: number, content: unknown): Promise<RequestName> {
  checkId(nonce);
  const fingerprint = (await sha256(JSON.stringify(content))).slice(0, 16);
  return { replies: `reply:${nonce}`, lane: fingerprint, number: "0", keep, answered() {} };
}
