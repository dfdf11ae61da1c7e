// Batching: calls for one job each that are made at the same time travel as one request. Each gets its own answer or error.
import { type ErrorCode, LeaseholdError } from "../base/errors.ts";
import { Tick } from "../base/tick.ts";
import type { Adapter } from "../redis/adapter.ts";

/** Sends calls as one request. Returns the answers to the first of them, at least one; the others are sent again. */
type Send<Item, Answer> = (items: Item[]) => Promise<Answer[]>;

interface Call<Item, Answer> {
  item: Item;
  size: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const MOST = 1_000;
// In characters of payloads and results. A larger call travels alone.
const MOST_SIZE = 1_000_000;
// The time in ms for which a call waits for the request in flight, so that a far Redis delays it no more than that.
const LONGEST_WAIT = 5;
const QUIET = 4;
// Refusals of a whole request that may concern some of its calls only. The request took no effect.
const REFUSED = new Set<ErrorCode>(["queue_full", "too_large", "record_too_large", "redis_full"]);

/** The parts of a queue's context that batches need. */
interface Joining {
  readonly adapter: Adapter;
  readonly batching: boolean;
  readonly batches: Map<string, { isIdle: boolean }>;
}

const MOST_BATCHES = 100;

/** Returns the batch of a queue for calls of one kind, which share requests. */
export function batchOf<Item, Answer>(context: Joining, kind: string, send: Send<Item, Answer>): Batch<Item, Answer> {
  const { batches } = context;
  let batch = batches.get(kind) as Batch<Item, Answer> | undefined;
  if (!batch) {
    if (batches.size >= MOST_BATCHES) for (const [each, { isIdle }] of batches) if (isIdle) batches.delete(each);
    batch = new Batch(context, send);
    batches.set(kind, batch);
  }
  return batch;
}

/**
 * Calls of one kind, sent at the end of the tick in the order in which they were made. Where the adapter allows it, they also
 * wait while a request is in flight.
 */
class Batch<Item, Answer> {
  readonly #context: Joining;
  readonly #send: Send<Item, Answer>;
  readonly #waiting: Call<Item, Answer>[] = [];
  readonly #tick = new Tick(QUIET);
  /** The request that calls wait for. */
  #inFlight: object | undefined;

  constructor(context: Joining, send: Send<Item, Answer>) {
    this.#context = context;
    this.#send = send;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#inFlight;
  }

  /** Adds a call, and resolves with its answer. */
  add(item: Item, size = 0): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size, resolve, reject });
      if (!this.#context.batching) this.flush();
      else if (!this.#inFlight) this.#tick.atEnd(() => this.#sendTick());
    });
  }

  /** Sends all waiting calls now, so that the caller's own request does not overtake them. */
  flush(): void {
    if (this.#waiting.length > 0) void this.#sendAll(this.#waiting.splice(0));
  }

  #sendTick(): void {
    if (this.#inFlight) return;
    if (this.#context.adapter.joinsInFlight) this.#depart();
    // In Workers these calls are of one request, and later ones may be of another.
    else this.flush();
  }

  /** Sends the waiting calls that fit into one request. Later ones wait until it is answered, or for LONGEST_WAIT. */
  #depart(): void {
    if (this.#waiting.length === 0) return;
    const request = {};
    this.#inFlight = request;
    const arrive = () => {
      if (this.#inFlight !== request) return;
      this.#inFlight = undefined;
      this.#depart();
    };
    const timer = setTimeout(arrive, LONGEST_WAIT);
    void this.#deliver(this.#waiting.splice(0, fitting(this.#waiting))).then(() => {
      clearTimeout(timer);
      arrive();
    });
  }

  async #sendAll(calls: Call<Item, Answer>[]): Promise<void> {
    while (calls.length > 0) await this.#deliver(calls.splice(0, fitting(calls)));
  }

  /**
   * Sends a batch and hands each call its answer. A refused batch is sent again in halves, down to single calls, so that
   * no call fails because of another. An error with an unknown effect goes to every caller.
   */
  async #deliver(batch: Call<Item, Answer>[]): Promise<void> {
    for (let calls = batch; calls.length > 0; ) {
      try {
        const answers = await this.#send(calls.map(({ item }) => item));
        for (const [i, answer] of answers.entries()) calls[i]?.resolve(answer);
        calls = calls.slice(answers.length);
      } catch (error) {
        const isRefused = error instanceof LeaseholdError && REFUSED.has(error.code);
        if (calls.length === 1 || !isRefused) {
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
function fitting(calls: readonly { size: number }[]): number {
  let count = 1;
  for (let size = calls[0]?.size ?? 0; count < Math.min(calls.length, MOST); count++) {
    size += calls[count]?.size ?? 0;
    if (size > MOST_SIZE) break;
  }
  return count;
}
