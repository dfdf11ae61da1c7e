// The disruptions of a run: subscriptions are cut in two ways by turns, and Redis is killed and restarted.
import type { Random } from "../../src/instruments/testing/seeded-random.ts";
import { abortableSleep } from "./abortable-sleep.ts";
import { formatClock, type Interval, Intervals } from "./intervals.ts";
import type { Servers } from "./servers.ts";

const RESTARTS = 10;
const CUTS = 60;
const MIN_OUTAGE = 1_000;
const MAX_OUTAGE = 5_000;
// The time in ms before a wait from which disruptions are printed with it, and the number of events that is kept.
const CONTEXT = 8_000;
const MAX_EVENTS = 50;

interface DisruptionOptions {
  random: Random;
  /** The length of the run in ms. */
  length: number;
  signal: AbortSignal;
}

/** The disruptions of a run. */
export class Disruptions {
  /** The intervals from each kill until Redis replies: over TCP, and through the gateway. */
  readonly outages = { tcp: new Intervals(), http: new Intervals() };
  readonly counts = { restarts: 0, outageMs: 0, proxyCuts: 0, endedConnections: 0, kills: 0, endedSubscriptions: 0 };
  readonly #servers: Servers;
  readonly #options: DisruptionOptions;
  readonly #events: { at: number; text: string }[] = [];

  constructor(servers: Servers, options: DisruptionOptions) {
    this.#servers = servers;
    this.#options = options;
  }

  /** Causes all disruptions. Resolves when the last one is over. */
  async run(): Promise<void> {
    await Promise.all([this.#cutSubscriptions(), this.#restartRedis()]);
  }

  /** Reports whether Redis was unreachable over TCP at any moment since a time. */
  wasDownSince(from: number): boolean {
    return this.outages.tcp.overlapping({ from, to: Date.now() }).length > 0;
  }

  /** Describes the disruptions shortly before or in an interval, a line for each. */
  describe({ from, to }: Interval): string[] {
    const isNear = ({ at }: { at: number }) => at > from - CONTEXT && at < to;
    return this.#events.filter(isNear).map(({ at, text }) => `${formatClock(at)} ${text}`);
  }

  async #restartRedis(): Promise<void> {
    const { random, length, signal } = this.#options;
    const startedAt = Date.now();
    for (let i = 0; i < RESTARTS && !signal.aborted; i++) {
      const at = startedAt + (length * (i + 0.1 + 0.7 * random.fraction())) / RESTARTS;
      const outage = MIN_OUTAGE + random.fraction() * (MAX_OUTAGE - MIN_OUTAGE);
      await abortableSleep(at - Date.now(), signal);
      if (!signal.aborted) await this.#killAndStart(outage);
    }
  }

  async #killAndStart(outage: number): Promise<void> {
    const { tcp, http } = this.outages;
    const from = Date.now();
    const [overTcp, overHttp] = [tcp.add(from), http.add(from)];
    this.#noteEvent("Redis was killed");
    await this.#servers.killRedis();
    await abortableSleep(from + outage - Date.now(), this.#options.signal);
    await this.#servers.startRedis();
    overTcp.to = Date.now();
    this.#noteEvent(`Redis replied after ${overTcp.to - from} ms`);
    await this.#servers.untilGatewayReplies();
    overHttp.to = Date.now();
    this.#noteEvent(`Redis replied through the gateway ${overHttp.to - overTcp.to} ms later`);
    this.counts.restarts += 1;
    this.counts.outageMs += overHttp.to - from;
  }

  async #cutSubscriptions(): Promise<void> {
    const { length, signal } = this.#options;
    const client = this.#servers.createPatientClient();
    for (let i = 0; i < CUTS; i++) {
      await abortableSleep(length / CUTS, signal);
      if (signal.aborted) return;
      if (i % 2 === 0) {
        this.counts.proxyCuts += 1;
        const ended = this.#servers.endProxyConnections();
        this.counts.endedConnections += ended;
        this.#noteEvent(`the proxy ended ${ended} connections`);
      } else {
        const ended = Number(await client.call("CLIENT", "KILL", "TYPE", "pubsub"));
        this.counts.kills += 1;
        this.counts.endedSubscriptions += ended;
        this.#noteEvent(`Redis ended ${ended} subscriptions`);
      }
    }
  }

  #noteEvent(text: string): void {
    this.#events.push({ at: Date.now(), text });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
  }
}
