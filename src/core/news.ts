// Word of new work, where the adapter can bring it.
import type { Context } from "./context.ts";
import { elapsed } from "./elapsed.ts";

/** How long to wait before subscribing again, and how often to ask although one listens: each ask may be billed. */
export const SAFETY_POLL = 150_000;

/** A subscription to the channel of one queue. */
export class News<T> {
  readonly #context: Context<T>;
  readonly #onNews: () => void;
  readonly #warn: (error: unknown) => void;
  #end: (() => Promise<void>) | undefined;
  #isAsking = false;
  #isClosed = false;
  #notBefore = 0;

  constructor(context: Context<T>, onNews: () => void, warn: (error: unknown) => void) {
    this.#context = context;
    this.#onNews = onNews;
    this.#warn = warn;
  }

  get isHeard(): boolean {
    return this.#end !== undefined;
  }

  /** Subscribes unless that is done; nobody waits for it, since it may take long where Redis is away. */
  listen(): void {
    const { adapter, keys } = this.#context;
    if (!adapter.subscribe || this.#end || this.#isAsking || this.#isClosed || elapsed() < this.#notBefore) return;
    this.#isAsking = true;
    adapter
      .subscribe(keys.channel, this.#onNews)
      .then(
        (end) => {
          this.#end = end;
          if (this.#isClosed) return this.doubt();
          // What came before it listened was not heard.
          this.#onNews();
        },
        (error) => {
          this.#notBefore = elapsed() + SAFETY_POLL;
          if (!this.#isClosed) this.#warn(error);
        },
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  /** Ends a subscription that may have died without a word; the next `listen` makes another. */
  doubt(): void {
    this.#end?.().catch(this.#warn);
    this.#end = undefined;
    this.#notBefore = 0;
  }

  close(): void {
    this.#isClosed = true;
    this.doubt();
  }
}
