// Batching: calls that are made at the same time, each for one job, share a request. Each gets its own result or error.
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";
import type { Adapter } from "../redis/adapter.ts";
import { Tick } from "../redis/tick.ts";

/** Sends items as one request. Resolves with the results of the first of them, at least one; the others are sent again. */
type Send<Item, Result> = (items: Item[]) => Promise<Result[]>;

interface WaitingCall<Item, Result> {
  item: Item;
  length: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const MAX_CALLS = 1_000;
// In characters of payloads and results. A longer call has a request of its own.
const MAX_LENGTH = 1_000_000;
// The longest time in ms that a call waits for the request in flight, so that a distant Redis delays it no longer.
const MAX_WAIT = 5;
const QUIET_MICROTASKS = 4;
// Rejections of a whole request that may concern only some of its calls. The request took no effect.
const REJECTED = new Set<ErrorCode>(["queue_full", "too_large", "record_too_large", "redis_full"]);

/** The parts of a queue's context that batches need. */
interface BatchContext {
  readonly adapter: Adapter;
  readonly batching: boolean;
  readonly batches: Map<string, { isIdle: boolean }>;
}

// The number of batches above which a queue drops the idle ones.
const MAX_BATCHES = 100;

/** Returns the batch of a queue for calls of one kind, which share requests. */
export function batchOf<Item, Result>(
  context: BatchContext,
  kind: string,
  send: Send<Item, Result>,
): Batch<Item, Result> {
  const { batches } = context;
  let batch = batches.get(kind) as Batch<Item, Result> | undefined;
  if (!batch) {
    if (batches.size >= MAX_BATCHES) for (const [key, { isIdle }] of batches) if (isIdle) batches.delete(key);
    batch = new Batch(context, send);
    batches.set(kind, batch);
  }
  return batch;
}

/**
 * Calls of one kind, sent at the end of the tick in the order in which they were made. If the adapter allows it, they also
 * wait while a request is in flight.
 */
class Batch<Item, Result> {
  readonly #context: BatchContext;
  readonly #send: Send<Item, Result>;
  readonly #waiting: WaitingCall<Item, Result>[] = [];
  readonly #tick = new Tick(QUIET_MICROTASKS);
  /** The request in flight, for whose reply later calls wait. */
  #inFlight: object | undefined;

  constructor(context: BatchContext, send: Send<Item, Result>) {
    this.#context = context;
    this.#send = send;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#inFlight;
  }

  /** The item of the call that waits the longest. */
  get first(): Item | undefined {
    return this.#waiting[0]?.item;
  }

  /** Adds a call, and resolves with its result. `length` is that of its payload or result in characters. */
  add(item: Item, length = 0): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, length, resolve, reject });
      if (!this.#context.batching) this.flush();
      else if (!this.#inFlight) this.#tick.runAtEnd(() => this.#sendTick());
    });
  }

  /** Sends all waiting calls now, so that another request of the same caller does not overtake them. */
  flush(): void {
    if (this.#waiting.length > 0) void this.#sendAll(this.#waiting.splice(0));
  }

  /** Sends the calls of a tick that has ended, unless they wait for the request in flight. */
  #sendTick(): void {
    if (this.#inFlight) return;
    if (this.#context.adapter.joinsInFlight) this.#sendNext();
    // In Workers these calls belong to one request, and later calls may belong to another.
    else this.flush();
  }

  /** Sends the waiting calls that fit into one request. Later calls wait for its reply, at most for MAX_WAIT. */
  #sendNext(): void {
    if (this.#waiting.length === 0) return;
    const request = {};
    this.#inFlight = request;
    const endWait = () => {
      if (this.#inFlight !== request) return;
      this.#inFlight = undefined;
      this.#sendNext();
    };
    const timer = setTimeout(endWait, MAX_WAIT);
    void this.#deliver(this.#waiting.splice(0, countFitting(this.#waiting))).then(() => {
      clearTimeout(timer);
      endWait();
    });
  }

  /** Sends calls in as many requests as they need, one after the other. */
  async #sendAll(calls: WaitingCall<Item, Result>[]): Promise<void> {
    while (calls.length > 0) await this.#deliver(calls.splice(0, countFitting(calls)));
  }

  /**
   * Sends a batch and resolves each call with its result. A rejected batch is sent again in halves, down to single calls, so
   * that no call fails because of another. An error with an unknown effect rejects every call.
   */
  async #deliver(batch: WaitingCall<Item, Result>[]): Promise<void> {
    for (let calls = batch; calls.length > 0; ) {
      try {
        const results = await this.#send(calls.map(({ item }) => item));
        for (const [i, result] of results.entries()) calls[i]?.resolve(result);
        calls = calls.slice(results.length);
      } catch (error) {
        const isRejected = error instanceof LeaseholdError && REJECTED.has(error.code);
        if (calls.length === 1 || !isRejected) {
          for (const { reject } of calls) reject(error);
          return;
        }
        const half = Math.ceil(calls.length / 2);
        await this.#deliver(calls.slice(0, half));
        calls = calls.slice(half);
      }
    }
  }
}

/** Returns the number of calls, from the first on, that fit into one request. */
function countFitting(calls: readonly { length: number }[]): number {
  let count = 1;
  for (let sum = calls[0]?.length ?? 0; count < Math.min(calls.length, MAX_CALLS); count++) {
    sum += calls[count]?.length ?? 0;
    if (sum > MAX_LENGTH) break;
  }
  return count;
}
