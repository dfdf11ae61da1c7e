// Measurements of a run: stalls of this process and of Redis, errors without a handler, log lines, memory, resources.
import type { LogEntry } from "../../src/base/log.ts";
import { pause } from "./pause.ts";
import type { Place, Way } from "./place.ts";
import { type Span, Spans } from "./spans.ts";
import { clock } from "./waits.ts";

const TICK = 50;
// A tick that is this much late, in ms, is the end of a stall; so is an answer to PING that takes as long.
const STALLED = 100;
const LINES_BEFORE = 8_000;
const MOST_LINES = 200;
const MOST_ERRORS = 20;
// The resources of an hour are the least that these samples, in intervals of ms, show.
const SAMPLES = 5;
const BETWEEN_SAMPLES = 100;
// The time in ms after an outage from which samples are taken.
const SETTLED = 1_000;

/** A sample of memory and resources. */
export interface Hour {
  heap: number;
  resources: Record<string, number>;
}

/** Watches a run. */
export class Watch {
  readonly stalls = { process: new Spans(), redis: new Spans() };
  readonly counts = { process: 0, processMs: 0, redis: 0, redisMs: 0 };
  readonly errors: string[] = [];
  readonly hours: Hour[] = [];
  readonly logged = new Map<string, number>();
  readonly #lines: { at: number; way: Way; text: string }[] = [];
  readonly #signal: AbortSignal;
  readonly #listeners = {
    unhandledRejection: (error: unknown) => this.#note("unhandledRejection", error),
    uncaughtException: (error: unknown) => this.#note("uncaughtException", error),
    warning: (error: unknown) => this.#note("warning", error),
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    for (const [event, listener] of Object.entries(this.#listeners)) process.on(event, listener);
  }

  /** Watches until the signal aborts. `isAway` tells whether Redis was away since a time. */
  async run(place: Place, isAway: (since: number) => boolean): Promise<void> {
    await Promise.all([this.#tick(), this.#ping(place, isAway)]);
  }

  close(): void {
    for (const [event, listener] of Object.entries(this.#listeners)) process.off(event, listener);
  }

  /** Returns a logger that collects the lines of a queue. */
  logger(way: Way): (entry: LogEntry) => void {
    return ({ event, code, error, job, stack: _, queue: __, ...others }) => {
      const kind = `${way} ${event}${code ? ` ${code}` : ""}`;
      this.logged.set(kind, (this.logged.get(kind) ?? 0) + 1);
      if (event === "attempt_failed") return;
      this.#lines.push({ at: Date.now(), way, text: JSON.stringify({ event, code, error, job, ...others }) });
      if (this.#lines.length > MOST_LINES) this.#lines.shift();
    };
  }

  /** Returns the lines of a queue shortly before or in a span. */
  logOf(way: Way, { from, to }: Span): string[] {
    const isNear = (line: { at: number; way: Way }) =>
      line.way === way && line.at > from - LINES_BEFORE && line.at < to + 1_000;
    return this.#lines.filter(isNear).map(({ at, text }) => `${clock(at)} log ${text.slice(0, 300)}`);
  }

  /** Returns a sample, after all garbage was collected, at a time when Redis is there; undefined where the run is over. */
  async sample(isAway: (since: number) => boolean): Promise<Hour | undefined> {
    const { gc } = globalThis as { gc?: () => void };
    if (!gc) throw new Error("start this through npm: it needs node --expose-gc");
    while (!this.#signal.aborted) {
      await pause(BETWEEN_SAMPLES, this.#signal);
      // Clients that connect again would hide growth.
      if (isAway(Date.now() - SETTLED)) continue;
      gc();
      await pause(BETWEEN_SAMPLES, this.#signal);
      gc();
      const heap = process.memoryUsage().heapUsed;
      const resources = await this.#leastResources();
      if (!isAway(Date.now() - SETTLED)) return { heap, resources };
    }
  }

  /** Returns the number of resources of each kind that all of several samples show. */
  async #leastResources(): Promise<Record<string, number>> {
    const least = countsOf(process.getActiveResourcesInfo());
    for (let i = 1; i < SAMPLES; i++) {
      await pause(BETWEEN_SAMPLES, this.#signal);
      const next = countsOf(process.getActiveResourcesInfo());
      for (const [kind, count] of Object.entries(least)) least[kind] = Math.min(count, next[kind] ?? 0);
    }
    return least;
  }

  async #tick(): Promise<void> {
    for (let last = Date.now(); !this.#signal.aborted; last = Date.now()) {
      await pause(TICK, this.#signal);
      const now = Date.now();
      if (now - last <= TICK + STALLED) continue;
      this.stalls.process.add(last + TICK, now);
      this.counts.process += 1;
      this.counts.processMs += now - last - TICK;
    }
  }

  async #ping(place: Place, isAway: (since: number) => boolean): Promise<void> {
    const client = place.client();
    while (!this.#signal.aborted) {
      const sentAt = Date.now();
      await client.ping().catch(() => {});
      const now = Date.now();
      if (now - sentAt > STALLED && !isAway(sentAt)) {
        this.stalls.redis.add(sentAt, now);
        this.counts.redis += 1;
        this.counts.redisMs += now - sentAt;
      }
      await pause(TICK, this.#signal);
    }
  }

  #note(event: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (this.errors.length < MOST_ERRORS) this.errors.push(`${clock(Date.now())} ${event}: ${text}`);
  }
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
