// Word of new work, where the adapter can bring it.
import type { Context } from "./context.ts";
import { elapsed } from "./elapsed.ts";

/** How long to wait before subscribing again, and how often to ask although one listens: each ask may be billed. */
export const SAFETY_POLL = 150_000;

// Of many that hear of one job, one gets it, and says so to the others. So each waits for a moment by chance before it
// asks: longer when it came for nothing the last time, and not at all when it keeps finding something.
const FIRST_PATIENCE = 30;
const MOST_PATIENCE = 400;
const LEAST_PATIENCE = 5;

// How many jobs came into line, or 0 where none is left; and in how many ms something will be due.
const MESSAGE = /^(\d{1,15}) (\d{1,15}|-)$/;

/** A subscription to the channel of one queue, which rings when it is time to ask. */
export class News<T> {
  readonly #context: Context<T>;
  readonly #ring: () => void;
  readonly #warn: (error: unknown) => void;
  readonly #count: number;
  #end: (() => Promise<void>) | undefined;
  #isAsking = false;
  #isClosed = false;
  #notBefore = 0;
  #patience = FIRST_PATIENCE;
  #hasRung = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ringsAt = Number.POSITIVE_INFINITY;

  /** `count` is how many jobs are asked for at once. */
  constructor(context: Context<T>, ring: () => void, warn: (error: unknown) => void, count = 1) {
    this.#context = context;
    this.#ring = ring;
    this.#warn = warn;
    this.#count = count;
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
      .subscribe(keys.channel, this.#hear)
      .then(
        (end) => {
          this.#end = end;
          if (this.#isClosed) return this.doubt();
          // What came before it listened was not heard.
          this.#ring();
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

  /** Says that the queue is asked: that answers whatever was heard before. */
  asking(): void {
    this.#forget();
  }

  /** Says what came of asking, and in how many ms the queue will be due. */
  note(found: boolean, due: number): void {
    if (this.#hasRung && found) this.#patience = this.#patience > LEAST_PATIENCE ? this.#patience / 4 : 0;
    else if (this.#hasRung) this.#patience = Math.min(MOST_PATIENCE, Math.max(FIRST_PATIENCE, this.#patience * 4));
    this.#hasRung = false;
    // What was heard meanwhile may be newer than the answer.
    if (this.isHeard && elapsed() + due < this.#ringsAt) this.#ringIn(due);
  }

  /** Ends a subscription that may have died without a word; the next `listen` makes another. */
  doubt(): void {
    this.#forget();
    this.#end?.().catch(this.#warn);
    this.#end = undefined;
    this.#notBefore = 0;
  }

  close(): void {
    this.#isClosed = true;
    this.doubt();
  }

  readonly #hear = (message = ""): void => {
    const [, number, due] = MESSAGE.exec(message) ?? [];
    // Nobody said anything: the connection is new.
    if (number === undefined) this.#ringIn(0);
    else if (number !== "0") this.#ringIn(0, Math.max(1, Number(number) / this.#count));
    else this.#ringIn(due === "-" ? Number.POSITIVE_INFINITY : Number(due));
  };

  /** Rings after a time, and a moment: a shorter one where there is work for several. What was to ring before does not. */
  #ringIn(due: number, several = 1): void {
    this.#forget();
    const time = due + (Math.random() * this.#patience) / several;
    if (this.#isClosed || time > SAFETY_POLL) return;
    this.#ringsAt = elapsed() + time;
    this.#timer = setTimeout(() => {
      this.#forget();
      this.#hasRung = true;
      this.#ring();
    }, time);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#ringsAt = Number.POSITIVE_INFINITY;
  }
}
