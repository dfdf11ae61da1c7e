// The remaining allowance of a token. Requests and bytes of all processes are summed in Redis (`charge`), which a process asks
// about once a second at most. So a limit may be passed by what the processes let through in a second.
import { readHeader } from "../engine/call.ts";
import type { Adapter } from "../redis/adapter.ts";
import { callAccess } from "./call-access-script.ts";
import { charge } from "./scripts.gen.ts";
import { Places } from "./slot-pool.ts";
import { type Access, SHORT } from "./token.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
// The interval in ms between two questions of a process about a token.
const ASKED_EVERY = 1_000;
// The share of the bytes of a day that a process reports at once.
const SHARE = 0.01;
// The longest time in ms of a request, and of its wait until the token has fewer in flight.
const LONGEST = 60_000;
const PATIENCE = 5_000;

/** The reason why a request is refused, and the seconds after which the limit allows it again. */
export interface Refusal {
  why: string;
  retryAfter: number;
}

/** The use of one token, as far as this process knows. */
export class Budget {
  readonly #access: Access;
  #minute = 0;
  #requests = 0;
  #day = 0;
  #bytes = 0;
  #unsentRequests = 0;
  #unsentBytes = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** The time in ms by which Redis's clock, whose minutes and days count, is ahead of this process's. */
  #offset = 0;
  readonly #waits: Places;
  readonly #inFlight: Places | undefined;

  constructor(access: Access) {
    const { waits, inFlight } = access.limits;
    this.#access = access;
    this.#waits = new Places(waits);
    this.#inFlight = inFlight === undefined ? undefined : new Places(inFlight, { rests: true });
  }

  /** True until this process has asked what others have used, where the token has limits that all processes share. */
  get isUnknown(): boolean {
    return this.#isShared && this.#askedAt === Number.NEGATIVE_INFINITY;
  }

  get #isShared(): boolean {
    const { requests, bytes } = this.#access.limits;
    return requests !== undefined || bytes !== undefined;
  }

  /** Counts a request, also one that is refused. */
  addRequest(now: number): void {
    this.#beginPeriods(now);
    this.#requests += 1;
    this.#unsentRequests += 1;
  }

  /** Returns why a request is refused that was counted; undefined where it is within the limit. */
  excess(now: number): Refusal | undefined {
    const { requests } = this.#access.limits;
    this.#beginPeriods(now);
    if (requests === undefined || this.#requests <= requests) return undefined;
    return { why: `The token's limit is ${requests} requests a minute.`, retryAfter: this.#secondsTo(now, MINUTE) };
  }

  /** Returns the number of bytes that bodies of requests may still have today. */
  bytesLeft(now: number): number {
    this.#beginPeriods(now);
    return Math.max(0, (this.#access.limits.bytes ?? Number.POSITIVE_INFINITY) - this.#bytes);
  }

  /** Counts the bytes of a body, or returns why it is refused. */
  takeBytes(now: number, bytes: number): Refusal | undefined {
    if (bytes > this.bytesLeft(now)) return this.withoutBytes(now);
    this.#bytes += bytes;
    this.#unsentBytes += bytes;
    return undefined;
  }

  /** Returns the refusal of a body that is larger than what is left. */
  withoutBytes(now: number): Refusal {
    return {
      why: `The token's limit is ${this.#access.limits.bytes} bytes a day.`,
      retryAfter: this.#secondsTo(now, DAY),
    };
  }

  /** Begins a wait of up to `longest` ms. Returns the function that ends it, or nothing where too many requests wait. */
  wait(longest: number): (() => void) | undefined {
    return this.#waits.take(longest);
  }

  /**
   * Begins a request, as soon as the token has few enough in flight; until then it is one of those that wait. Returns the
   * function that ends it, or nothing where too many wait, or where it has waited for too long.
   */
  async enter(): Promise<(() => void) | undefined> {
    if (!this.#inFlight) return () => {};
    const leave = this.#inFlight.take(LONGEST);
    if (leave) return leave;
    const end = this.#waits.take(PATIENCE);
    try {
      return end && (await this.#inFlight.takeWhenFree(LONGEST, PATIENCE));
    } finally {
      end?.();
    }
  }

  /** Reports to Redis what was used and learns what other processes have used, where that is due. */
  async report(adapter: Adapter, prefix: string, now: number): Promise<void> {
    const { hash, limits } = this.#access;
    if (!this.#isShared) return;
    const isRecent = now >= this.#askedAt && now < this.#askedAt + ASKED_EVERY;
    if (isRecent && this.#unsentBytes < (limits.bytes ?? Number.POSITIVE_INFINITY) * SHARE) return;
    this.#askedAt = now;
    const [requests, bytes] = [this.#unsentRequests, this.#unsentBytes];
    this.#unsentRequests = this.#unsentBytes = 0;
    try {
      const args = { times: now, requests, bytes };
      const reply = await callAccess(charge, { adapter, prefix, args, token: hash.slice(0, SHORT) });
      const [at = 0, allRequests = 0, allBytes = 0] = readHeader(reply, /^\d+ \d+ \d+$/)
        .split(" ")
        .map(Number);
      this.#offset = at - now;
      this.#beginPeriods(now);
      // Requests since the call are not in these sums.
      this.#requests = allRequests + this.#unsentRequests;
      this.#bytes = allBytes + this.#unsentBytes;
    } catch (error) {
      this.#unsentRequests += requests;
      this.#unsentBytes += bytes;
      throw error;
    }
  }

  #beginPeriods(now: number): void {
    const time = now + this.#offset;
    const [minute, day] = [Math.floor(time / MINUTE), Math.floor(time / DAY)];
    if (minute !== this.#minute) this.#requests = 0;
    if (day !== this.#day) this.#bytes = 0;
    [this.#minute, this.#day] = [minute, day];
  }

  #secondsTo(now: number, span: number): number {
    return Math.ceil((span - ((now + this.#offset) % span)) / 1_000);
  }
}
