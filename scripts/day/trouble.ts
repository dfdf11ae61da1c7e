// Troubles of a run: the news are cut in two ways by turns, and Redis is killed and restarted.

import type { Random } from "../../src/instruments/testing/random.ts";
import { pause } from "./pause.ts";
import type { Place } from "./place.ts";
import { type Span, Spans } from "./spans.ts";
import { clock } from "./waits.ts";

const RESTARTS = 10;
const CUTS = 60;
const SHORTEST_OUTAGE = 1_000;
const LONGEST_OUTAGE = 5_000;
// The time in ms before a wait whose troubles are printed with it, and the largest number of troubles that is kept.
const BEFORE = 8_000;
const MOST_KEPT = 50;

interface TroubleOptions {
  random: Random;
  /** The length of the run in ms. */
  length: number;
  signal: AbortSignal;
}

/** The troubles of a run. */
export class Trouble {
  /** From each kill until Redis answers: over TCP, and through the gateway. */
  readonly outages = { tcp: new Spans(), http: new Spans() };
  readonly counts = { restarts: 0, outageMs: 0, relayCuts: 0, relayed: 0, kills: 0, killed: 0 };
  readonly #place: Place;
  readonly #options: TroubleOptions;
  readonly #story: { at: number; text: string }[] = [];

  constructor(place: Place, options: TroubleOptions) {
    this.#place = place;
    this.#options = options;
  }

  /** Lets all troubles happen. Resolves when the last one is over. */
  async run(): Promise<void> {
    await Promise.all([this.#cutAll(), this.#restartAll()]);
  }

  /** Returns lines about the troubles shortly before or in a span. */
  storyOf({ from, to }: Span): string[] {
    return this.#story.filter(({ at }) => at > from - BEFORE && at < to).map(({ at, text }) => `${clock(at)} ${text}`);
  }

  async #restartAll(): Promise<void> {
    const { random, length, signal } = this.#options;
    const begun = Date.now();
    for (let i = 0; i < RESTARTS && !signal.aborted; i++) {
      const at = begun + (length * (i + 0.1 + 0.7 * random.fraction())) / RESTARTS;
      const outage = SHORTEST_OUTAGE + random.fraction() * (LONGEST_OUTAGE - SHORTEST_OUTAGE);
      await pause(Math.max(0, at - Date.now()), signal);
      if (!signal.aborted) await this.#restart(outage);
    }
  }

  async #restart(outage: number): Promise<void> {
    const { tcp, http } = this.outages;
    const from = Date.now();
    const [overTcp, overHttp] = [tcp.add(from), http.add(from)];
    this.#tell("Redis was killed");
    await this.#place.kill();
    await pause(from + outage - Date.now(), this.#options.signal);
    await this.#place.start();
    overTcp.to = Date.now();
    this.#tell(`Redis answered after ${overTcp.to - from} ms`);
    await this.#place.gatewayAnswers();
    overHttp.to = Date.now();
    this.#tell(`Redis answered through the gateway ${overHttp.to - overTcp.to} ms later`);
    this.counts.restarts += 1;
    this.counts.outageMs += overHttp.to - from;
  }

  async #cutAll(): Promise<void> {
    const { length, signal } = this.#options;
    const admin = this.#place.client();
    for (let i = 0; i < CUTS; i++) {
      await pause(length / CUTS, signal);
      if (signal.aborted) return;
      if (i % 2 === 0) {
        this.counts.relayCuts += 1;
        const cut = this.#place.cutRelay();
        this.counts.relayed += cut;
        this.#tell(`the relay ended ${cut} connections`);
      } else {
        const killed = Number(await admin.call("CLIENT", "KILL", "TYPE", "pubsub"));
        this.counts.kills += 1;
        this.counts.killed += killed;
        this.#tell(`Redis ended ${killed} subscriptions`);
      }
    }
  }

  #tell(text: string): void {
    this.#story.push({ at: Date.now(), text });
    if (this.#story.length > MOST_KEPT) this.#story.shift();
  }
}
