// The remaining quota of a token. Redis sums the requests and bytes of all processes (`charge-token`). A process synchronizes
// with these sums once a second at most, so a token may exceed its limits by the requests that all processes accept in a
// second.
import { readHeader } from "../engine/call.ts";
import { callAccessScript, type PrefixData } from "./call-access-script.ts";
import { chargeToken } from "./scripts.gen.ts";
import { type ReleaseSlot, SlotPool } from "./slot-pool.ts";
import { type Access, toShortHash } from "./token.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
// The minimum time in ms between two synchronizations, unless many bytes are unreported.
const SYNC_INTERVAL = 1_000;
// The share of the daily bytes from which unreported bytes are reported at once.
const UNREPORTED_SHARE = 0.01;
// In ms. A slot of a longer request is free again while the request still runs.
const MAX_REQUEST_DURATION = 60_000;
// The longest time in ms for which a request waits for a slot.
const MAX_SLOT_WAIT = 5_000;

/** The refusal of a request by a limit of its token. */
export interface QuotaRefusal {
  /** A sentence that states the limit. */
  detail: string;
  retryAfterSeconds: number;
}

/** The quota of one token, as far as this process knows. */
export class TokenQuota {
  readonly #access: Access;
  #minute = 0;
  #requests = 0;
  #day = 0;
  #bytes = 0;
  #unreportedRequests = 0;
  #unreportedBytes = 0;
  #syncedAt = Number.NEGATIVE_INFINITY;
  /** The time in ms by which Redis's clock, which defines the minutes and days, is ahead of this process's. */
  #clockOffset = 0;
  readonly #waits: SlotPool;
  readonly #inFlight: SlotPool | undefined;

  /** Creates an unused quota. Only the slots of requests in flight have a cooldown. */
  constructor(access: Access) {
    const { waits, inFlight } = access.limits;
    this.#access = access;
    this.#waits = new SlotPool(waits);
    this.#inFlight = inFlight === undefined ? undefined : new SlotPool(inFlight, { cooldown: true });
  }

  /** True if the token has limits that all processes share, and this process has not synchronized yet. */
  get isUnknown(): boolean {
    return this.#hasSharedLimits && this.#syncedAt === Number.NEGATIVE_INFINITY;
  }

  /** True if the token has limits that all processes share. */
  get #hasSharedLimits(): boolean {
    const { requests, bytes } = this.#access.limits;
    return requests !== undefined || bytes !== undefined;
  }

  /** Counts a request, including one that is refused afterwards, here and for the next report to Redis. */
  countRequest(now: number): void {
    this.#startPeriods(now);
    this.#requests += 1;
    this.#unreportedRequests += 1;
  }

  /** Returns the refusal of a counted request; undefined if the requests are within the limit. */
  requestRefusal(now: number): QuotaRefusal | undefined {
    const { requests } = this.#access.limits;
    this.#startPeriods(now);
    if (requests === undefined || this.#requests <= requests) return undefined;
    return {
      detail: `The token's limit is ${requests} requests a minute.`,
      retryAfterSeconds: this.#secondsToNext(MINUTE, now),
    };
  }

  /** Returns the number of bytes that bodies of requests may still have today. */
  bytesLeft(now: number): number {
    this.#startPeriods(now);
    return Math.max(0, (this.#access.limits.bytes ?? Number.POSITIVE_INFINITY) - this.#bytes);
  }

  /** Counts the bytes of a body. Returns a refusal, and counts nothing, if too few bytes are left. */
  countBytes(bytes: number, now: number): QuotaRefusal | undefined {
    if (bytes > this.bytesLeft(now)) return this.bytesRefusal(now);
    this.#bytes += bytes;
    this.#unreportedBytes += bytes;
    return undefined;
  }

  /** Returns the refusal of a body for which too few bytes are left. */
  bytesRefusal(now: number): QuotaRefusal {
    return {
      detail: `The token's limit is ${this.#access.limits.bytes} bytes a day.`,
      retryAfterSeconds: this.#secondsToNext(DAY, now),
    };
  }

  /** Takes a slot of a waiting request for up to `maxDuration` ms. Returns undefined if too many requests wait. */
  takeWaitSlot(maxDuration: number): ReleaseSlot | undefined {
    return this.#waits.take(maxDuration);
  }

  /**
   * Takes a slot of a request in flight as soon as one is free; until then the request takes a slot of a waiting one. Resolves
   * with undefined if too many requests wait, or after MAX_SLOT_WAIT.
   */
  async takeInFlightSlot(): Promise<ReleaseSlot | undefined> {
    if (!this.#inFlight) return () => {};
    const release = this.#inFlight.take(MAX_REQUEST_DURATION);
    if (release) return release;
    const stopWaiting = this.#waits.take(MAX_SLOT_WAIT);
    try {
      return stopWaiting && (await this.#inFlight.takeWhenFree(MAX_REQUEST_DURATION, MAX_SLOT_WAIT));
    } finally {
      stopWaiting?.();
    }
  }

  /** Reports the usage to Redis and reads the sums of all processes, if that is due. */
  async synchronize(data: PrefixData, now: number): Promise<void> {
    if (!this.#hasSharedLimits) return;
    const isRecent = now >= this.#syncedAt && now < this.#syncedAt + SYNC_INTERVAL;
    const maxUnreported = (this.#access.limits.bytes ?? Number.POSITIVE_INFINITY) * UNREPORTED_SHARE;
    if (isRecent && this.#unreportedBytes < maxUnreported) return;
    this.#syncedAt = now;
    const [requests, bytes] = [this.#unreportedRequests, this.#unreportedBytes];
    this.#unreportedRequests = this.#unreportedBytes = 0;
    try {
      const args = { times: now, requests, bytes };
      const reply = await callAccessScript(chargeToken, data, { args, shortHash: toShortHash(this.#access) });
      const [at = 0, allRequests = 0, allBytes = 0] = readHeader(reply, /^\d+ \d+ \d+$/)
        .split(" ")
        .map(Number);
      this.#clockOffset = at - now;
      this.#startPeriods(now);
      // The sums do not include requests that arrived during the call.
      this.#requests = allRequests + this.#unreportedRequests;
      this.#bytes = allBytes + this.#unreportedBytes;
    } catch (error) {
      this.#unreportedRequests += requests;
      this.#unreportedBytes += bytes;
      throw error;
    }
  }

  /** Resets the counts if a new minute or a new day has begun. */
  #startPeriods(now: number): void {
    const time = now + this.#clockOffset;
    const [minute, day] = [Math.floor(time / MINUTE), Math.floor(time / DAY)];
    if (minute !== this.#minute) this.#requests = 0;
    if (day !== this.#day) this.#bytes = 0;
    [this.#minute, this.#day] = [minute, day];
  }

  /** Returns the seconds until the next period, a minute or a day, begins by Redis's clock. */
  #secondsToNext(period: number, now: number): number {
    return Math.ceil((period - ((now + this.#clockOffset) % period)) / 1_000);
  }
}
