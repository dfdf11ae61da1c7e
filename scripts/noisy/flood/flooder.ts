// Sends the requests of one scenario, at a rate that does not depend on the responses.
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "./http-client.ts";
import { Flood, type Scenario } from "./scenario.ts";

/** A flood to send. */
export interface FloodOrder {
  scenario: string;
  url: string;
  token: string;
  /** A token without limits, which fills the queues. */
  unlimitedToken: string;
  queue: string;
  perSecond: number;
}

/** The requests of a flood, by their responses. */
export interface FloodCounts {
  sent: number;
  /** Responses below 400. */
  accepted: number;
  /** Responses with 429, and with any other 4xx. */
  limited: number;
  refused: number;
  /** Responses with 5xx, and broken connections. */
  failed: number;
}

/** A flood that can be started and paused. */
export interface PausableFlood {
  resume(): Promise<unknown>;
  pause(): Promise<FloodCounts>;
}

const TICK = 10;
// The most requests in flight: a client with more of them waits for a response.
const MAX_IN_FLIGHT = 100;
// The time in ms for which a pause waits for responses. A request that waits for jobs has none by then.
const MAX_DRAIN = 300;

/** Fills the queues of a flood. */
export async function prepareFlood(scenario: Scenario, { url, unlimitedToken, queue }: FloodOrder): Promise<void> {
  const client = new HttpClient(url);
  await scenario.prepare?.(new Flood(() => client, { token: unlimitedToken, queue }));
  client.close();
}

/** Sends a flood, with pauses. */
export class Flooder {
  readonly #scenario: Scenario;
  readonly #order: FloodOrder;
  readonly #flood: Flood;
  readonly #counts: FloodCounts = { sent: 0, accepted: 0, limited: 0, refused: 0, failed: 0 };
  #client: HttpClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;

  constructor(scenario: Scenario, order: FloodOrder) {
    this.#scenario = scenario;
    this.#order = order;
    this.#flood = new Flood(() => this.#client, order);
  }

  /** Sends requests from now on. */
  resume(): void {
    const perTick = (this.#order.perSecond * TICK) / 1_000;
    this.#client = new HttpClient(this.#order.url);
    let due = 1;
    this.#timer = setInterval(() => {
      // Requests that exceed the limit in flight are skipped, not sent later.
      due = Math.min(due + perTick, Math.max(1, perTick));
      for (; due >= 1 && this.#inFlight < MAX_IN_FLIGHT; due--) void this.#send();
    }, TICK);
  }

  /** Stops sending, aborts the requests without a response after a moment, and returns the counts so far. */
  async pause(): Promise<FloodCounts> {
    clearInterval(this.#timer);
    for (let waited = 0; this.#inFlight > 0 && waited < MAX_DRAIN; waited += TICK) await sleep(TICK);
    this.#client?.close();
    this.#client = undefined;
    return this.#counts;
  }

  async #send(): Promise<void> {
    const counts = this.#counts;
    this.#inFlight += 1;
    const client = this.#client;
    try {
      const { status } = await this.#scenario.next(this.#flood, counts.sent++);
      if (status === 429) counts.limited += 1;
      else if (status >= 500) counts.failed += 1;
      else if (status >= 400) counts.refused += 1;
      else counts.accepted += 1;
    } catch {
      // A request that a pause aborted is no failure.
      if (client === this.#client) counts.failed += 1;
    }
    this.#inFlight -= 1;
  }
}
