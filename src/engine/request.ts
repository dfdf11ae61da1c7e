// Identities of requests. A reply may be lost on its way, so a client sends a request again until it has the reply. For this
// not to take effect twice, Redis remembers replies, and answers a repeated request with the first reply.
//
// A reply is found by the identity of its request, in one of two ways:
//   - A caller's idempotency key: Redis remembers the reply under the key. A fingerprint of the content tells whether another
//     request uses the same key.
//   - A lane and a number: a lane is a random name that carries one request at a time. Its requests are numbered, and Redis
//     remembers only the reply to the last one. So memory grows with the requests in flight, not with all requests.

import { validateId } from "../base/arguments.ts";
import { sha256Hex } from "../base/hex.ts";
import { monotonicNow } from "../base/monotonic.ts";
import { randomText } from "../base/random.ts";

/** The identity of a request, the same each time the request is sent. */
export interface RequestIdentity {
  /** The end of the name of the key that remembers the reply. */
  readonly replies: string;
  /** The lane, or the fingerprint of the content of a request with an idempotency key. */
  readonly lane: string;
  /** The number in the lane, or "0" for a request with an idempotency key. */
  readonly number: string;
  /** The time to live of the key that remembers the reply, in ms. */
  readonly keep: number;
  /** Runs an operation that sends the request. Later requests may use the lane once an operation has succeeded and none runs. */
  during<R>(operation: () => Promise<R>): Promise<R>;
  /** Returns the identity of a part of the request, the same each time. */
  part(n: number): RequestIdentity;
}

/** A sequence of requests, one of which is in flight at a time. */
interface Lane {
  readonly name: string;
  number: number;
}

// The idle lanes of this process. A lane whose last request did not succeed is not used again.
const idleLanes: Lane[] = [];
/** The largest number of idle lanes to keep. */
export const MAX_IDLE_LANES = 64;

/**
 * Creates the identity of a new request, whose reply is remembered for at least `keep` ms. Requests of the same period of
 * `keep` ms share a key of replies, which lives for twice as long after a lane was added to it.
 */
export function newRequest(keep: number): RequestIdentity {
  return new LaneRequest(keep);
}

/** A request that is identified by its lane and its number there. */
class LaneRequest implements RequestIdentity {
  readonly replies: string;
  readonly lane: string;
  readonly number: string;
  readonly keep: number;
  readonly #period: number;
  readonly #parts = new Map<number, LaneRequest>();
  #lane: Lane | undefined;
  #running = 0;
  #hasSucceeded = false;

  /**
   * Takes the next number of an idle lane, or creates a lane. `period` is the time in ms for which a reply is remembered at
   * least.
   */
  constructor(period: number) {
    const lane = idleLanes.pop() ?? { name: randomText(12), number: 0 };
    lane.number += 1;
    this.replies = `replies:${Math.floor(steadyTime() / period)}`;
    this.lane = lane.name;
    this.number = String(lane.number);
    this.keep = 2 * period;
    this.#period = period;
    this.#lane = lane;
  }

  /** Runs an operation. Releases the lane when one has succeeded and none runs: only then no request of it is repeated. */
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

  /** Returns the identity of part `n`, which has a lane of its own. */
  part(n: number): RequestIdentity {
    const part = this.#parts.get(n) ?? new LaneRequest(this.#period);
    this.#parts.set(n, part);
    return part;
  }

  /** Makes the lanes of this request and of its parts idle, so that new requests take them. */
  #release(): void {
    if (this.#lane && idleLanes.length < MAX_IDLE_LANES) idleLanes.push(this.#lane);
    this.#lane = undefined;
    for (const part of this.#parts.values()) part.#release();
  }
}

// In ms. Smaller differences between the two clocks come from rounding.
const MIN_STANDSTILL = 100;
let origin: number | undefined;
let wallOrigin = 0;

/**
 * Returns a time that does not go back when the system clock does, and that goes on while the process is suspended, as it is
 * between the calls of a function. The monotonic clock may stop then, so the wall clock's lead over it is added.
 */
function steadyTime(): number {
  const [wall, now] = [Date.now(), monotonicNow()];
  if (origin === undefined) origin = wallOrigin = wall - now;
  const ahead = wall - now - wallOrigin;
  if (Math.abs(ahead) > MIN_STANDSTILL) {
    wallOrigin += ahead;
    origin += Math.max(0, ahead);
  }
  return origin + now;
}

/** Creates the identity of a request with an idempotency key, whose reply is remembered for `keep` ms. */
export async function requestWithKey(
  idempotencyKey: string,
  { keep, content }: { keep: number; content: unknown },
): Promise<RequestIdentity> {
  validateId(idempotencyKey);
  const fingerprint = (await sha256Hex(JSON.stringify(content))).slice(0, 16);
  return keyedRequest({ replies: `reply:${idempotencyKey}`, lane: fingerprint, keep });
}

/** Returns an identity with a fingerprint as its lane. It needs no number, since its key remembers only its own reply. */
function keyedRequest(names: Pick<RequestIdentity, "replies" | "lane" | "keep">): RequestIdentity {
  return {
    ...names,
    number: "0",
    during: (operation) => operation(),
    // No idempotency key contains a tab.
    part: (n) => keyedRequest({ ...names, replies: `${names.replies}\t${n}` }),
  };
}
