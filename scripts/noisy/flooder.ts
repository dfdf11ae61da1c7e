// A flood in one way, at a rate that does not depend on the answers.
import { setTimeout as sleep } from "node:timers/promises";
import { Sender } from "./sender.ts";
import { Flood, type Way } from "./way.ts";

/** The target of a flood. */
export interface Order {
  way: string;
  url: string;
  token: string;
  /** A token without limits, which fills the queues. */
  filler: string;
  queue: string;
  perSecond: number;
}

/** The requests of a flood by their answers. */
export interface Tally {
  sent: number;
  done: number;
  /** Answers with 429, and with any other 4xx. */
  limited: number;
  refused: number;
  /** Answers with 5xx, and broken connections. */
  failed: number;
}

/** A flood that can be started and stopped. */
export interface Interruptible {
  resume(): Promise<unknown>;
  pause(): Promise<Tally>;
}

const TICK = 10;
// The most requests at once: a client with more of them than this waits for an answer.
const IN_FLIGHT = 100;
// The time in ms for which a pause waits for answers. A request that waits for jobs has none by then.
const LAST_ANSWERS = 300;

/** Fills the queues of a flood. */
export async function prepare(way: Way, { url, filler, queue }: Order): Promise<void> {
  const sender = new Sender(url);
  await way.prepare?.(new Flood(() => sender, { token: filler, queue }));
  sender.close();
}

/** A flood that can be interrupted. */
export class Flooder {
  readonly #way: Way;
  readonly #order: Order;
  readonly #flood: Flood;
  readonly #tally: Tally = { sent: 0, done: 0, limited: 0, refused: 0, failed: 0 };
  #sender: Sender | undefined;
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;

  constructor(way: Way, order: Order) {
    this.#way = way;
    this.#order = order;
    this.#flood = new Flood(() => this.#sender, order);
  }

  /** Sends requests from now on. */
  resume(): void {
    const each = (this.#order.perSecond * TICK) / 1_000;
    this.#sender = new Sender(this.#order.url);
    let due = 1;
    this.#timer = setInterval(() => {
      // Requests that found no place among those in flight are not made up for.
      due = Math.min(due + each, Math.max(1, each));
      for (; due >= 1 && this.#inFlight < IN_FLIGHT; due--) void this.#send();
    }, TICK);
  }

  /** Sends no more requests, gives up those that are not answered soon, and returns the numbers so far. */
  async pause(): Promise<Tally> {
    clearInterval(this.#timer);
    for (let waited = 0; this.#inFlight > 0 && waited < LAST_ANSWERS; waited += TICK) await sleep(TICK);
    this.#sender?.close();
    this.#sender = undefined;
    return this.#tally;
  }

  async #send(): Promise<void> {
    const tally = this.#tally;
    this.#inFlight += 1;
    const sender = this.#sender;
    try {
      const { status } = await this.#way.next(this.#flood, tally.sent++);
      if (status === 429) tally.limited += 1;
      else if (status >= 500) tally.failed += 1;
      else if (status >= 400) tally.refused += 1;
      else tally.done += 1;
    } catch {
      // Those that were given up have failed in no other way.
      if (sender === this.#sender) tally.failed += 1;
    }
    this.#inFlight -= 1;
  }
}
