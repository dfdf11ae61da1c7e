// Identities of requests that may be sent again: each has a number in a lane, and Redis keeps the lane's last reply.

import { validateId } from "../base/arguments.ts";
import { sha256Hex } from "../base/hex.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { randomText } from "../base/random.ts";

/** The identity of a request, the same each time it is sent. */
export interface RequestName {
  /** The last part of the name of the key that remembers its reply. */
  readonly replies: string;
  readonly lane: string;
  readonly number: string;
  /** The time to live of that key, in ms. */
  readonly keep: number;
  /** Runs an operation that sends the request. Other requests may use the lane once one has succeeded and none runs. */
  during<R>(operation: () => Promise<R>): Promise<R>;
  /** Returns the identity of a part of the request, the same each time. */
  part(n: number): RequestName;
}

/** A sequence of requests with one in flight at a time. Redis remembers the reply to the last of them. */
interface Lane {
  readonly name: string;
  number: number;
}

// Idle lanes of this process. A lane whose last request did not succeed does not return.
const free: Lane[] = [];
/** The most idle lanes that are kept. */
export const MOST_FREE = 64;

/**
 * Names a new request. Requests of the same `keep` ms share a key of replies, which lives for twice that time after a
 * lane is added to it, so that each reply in it is remembered for at least `keep`.
 */
export function newRequest(keep: number): RequestName {
  return new LaneRequest(keep);
}

class LaneRequest implements RequestName {
  readonly replies: string;
  readonly lane: string;
  readonly number: string;
  readonly keep: number;
  readonly #window: number;
  readonly #parts = new Map<number, LaneRequest>();
  #lane: Lane | undefined;
  #running = 0;
  #hasSucceeded = false;

  constructor(window: number) {
    const lane = free.pop() ?? { name: randomText(12), number: 0 };
    lane.number += 1;
    this.replies = `replies:${Math.floor(steadyTime() / window)}`;
    this.lane = lane.name;
    this.number = String(lane.number);
    this.keep = 2 * window;
    this.#window = window;
    this.#lane = lane;
  }

  async during<R>(operation: () => Promise<R>): Promise<R> {
    this.#running += 1;
    try {
      const result = await operation();
      this.#hasSucceeded = true;
      return result;
    } finally {
      this.#running -= 1;
      if (this.#hasSucceeded && this.#running === 0) this.#release();
    }
  }

  part(n: number): RequestName {
    const part = this.#parts.get(n) ?? new LaneRequest(this.#window);
    this.#parts.set(n, part);
    return part;
  }

  #release(): void {
    if (this.#lane && free.length < MOST_FREE) free.push(this.#lane);
    this.#lane = undefined;
    for (const part of this.#parts.values()) part.#release();
  }
}

// In ms. Smaller differences come from rounding.
const STANDSTILL = 100;
let origin: number | undefined;
let wallOrigin = 0;

/**
 * Returns a time that never goes back when the system clock does, and that goes on while the process stands still, as
 * between the calls of a function: the monotonic clock may stop then.
 */
function steadyTime(): number {
  const [wall, now] = [Date.now(), monotonicNow()];
  if (origin === undefined) origin = wallOrigin = wall - now;
  const ahead = wall - now - wallOrigin;
  if (Math.abs(ahead) > STANDSTILL) {
    wallOrigin += ahead;
    origin += Math.max(0, ahead);
  }
  return origin + now;
}

/**
 * Names a request by its sender's idempotency key and a fingerprint of its content: the same idempotency key with other content is refused.
 */
export async function namedRequest(idempotencyKey: string, keep: number, content: unknown): Promise<RequestName> {
  validateId(idempotencyKey);
  const fingerprint = (await sha256Hex(JSON.stringify(content))).slice(0, 16);
  return named(`reply:${idempotencyKey}`, fingerprint, keep);
}

function named(replies: string, lane: string, keep: number): RequestName {
  // No idempotency key contains a tab.
  return {
    replies,
    lane,
    number: "0",
    keep,
    during: (operation) => operation(),
    part: (n) => named(`${replies}\t${n}`, lane, keep),
  };
}
