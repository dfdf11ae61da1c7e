// Monitors a run: stalls of this process and of Redis, errors without a handler, log lines, memory, open resources.
import type { LogEntry } from "../../src/base/log.ts";
import { abortableSleep } from "./abortable-sleep.ts";
import type { Disruptions } from "./disruptions.ts";
import { formatClock, type Interval, Intervals } from "./intervals.ts";
import type { AdapterName, Servers } from "./servers.ts";

const TICK = 50;
// A tick that is this much late, in ms, is the end of a stall; so is a reply to PING that takes as long.
const STALL = 100;
// The time in ms before and after a wait whose log lines are printed with it.
const CONTEXT_BEFORE = 8_000;
const CONTEXT_AFTER = 1_000;
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 300;
const MAX_ERRORS = 20;
// The resources of an hour are the minimum of these samples, taken at an interval in ms.
const SAMPLES = 5;
const SAMPLE_INTERVAL = 100;
// The time in ms after an outage from which samples are taken. Clients that reconnect would hide growth.
const SETTLING = 1_000;

/** A sample of memory and resources. */
export interface HourSample {
  heap: number;
  /** The number of open resources of each kind. */
  resources: Record<string, number>;
}

/** Monitors a run. */
export class Monitor {
  readonly stalls = { process: new Intervals(), redis: new Intervals() };
  readonly counts = { process: 0, processMs: 0, redis: 0, redisMs: 0 };
  readonly errors: string[] = [];
  readonly hours: HourSample[] = [];
  /** The number of log lines of each adapter, event and code. */
  readonly logged = new Map<string, number>();
  readonly #lines: { at: number; adapter: AdapterName; text: string }[] = [];
  readonly #signal: AbortSignal;
  readonly #listeners = Object.fromEntries(
    ["unhandledRejection", "uncaughtException", "warning"].map((event) => [
      event,
      (error: unknown) => this.#noteError(event, error),
    ]),
  );

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    for (const [event, listener] of Object.entries(this.#listeners)) process.on(event, listener);
  }

  /** Monitors until the signal aborts. */
  async run(servers: Servers, disruptions: Disruptions): Promise<void> {
    await Promise.all([this.#watchProcess(), this.#watchRedis(servers, disruptions)]);
  }

  close(): void {
    for (const [event, listener] of Object.entries(this.#listeners)) process.off(event, listener);
  }

  /** Returns a logger that collects the lines of a queue. */
  createLogger(adapter: AdapterName): (entry: LogEntry) => void {
    return ({ event, code, error, job, stack: _, queue: __, ...others }) => {
      const kind = `${adapter} ${event}${code ? ` ${code}` : ""}`;
      this.logged.set(kind, (this.logged.get(kind) ?? 0) + 1);
      if (event === "attempt_failed") return;
      this.#lines.push({ at: Date.now(), adapter, text: JSON.stringify({ event, code, error, job, ...others }) });
      if (this.#lines.length > MAX_LINES) this.#lines.shift();
    };
  }

  /** Returns the log lines of a queue around an interval. */
  logLines(adapter: AdapterName, { from, to }: Interval): string[] {
    const isNear = (line: { at: number; adapter: AdapterName }) =>
      line.adapter === adapter && line.at > from - CONTEXT_BEFORE && line.at < to + CONTEXT_AFTER;
    return this.#lines.filter(isNear).map(({ at, text }) => `${formatClock(at)} log ${text.slice(0, MAX_LINE_LENGTH)}`);
  }

  /** Adds a sample, after a garbage collection at a time when Redis is reachable. Adds none once the signal aborts. */
  async sampleHour(disruptions: Disruptions): Promise<void> {
    const { gc } = globalThis as { gc?: () => void };
    if (!gc) throw new Error("node runs without --expose-gc; use npm run test:day");
    while (!this.#signal.aborted) {
      await abortableSleep(SAMPLE_INTERVAL, this.#signal);
      if (disruptions.wasDownSince(Date.now() - SETTLING)) continue;
      gc();
      await abortableSleep(SAMPLE_INTERVAL, this.#signal);
      gc();
      const heap = process.memoryUsage().heapUsed;
      const resources = await this.#minResources();
      if (disruptions.wasDownSince(Date.now() - SETTLING)) continue;
      this.hours.push({ heap, resources });
      return;
    }
  }

  /** Returns the number of resources of each kind that stay open: a request's are in some samples only, a leak's in all. */
  async #minResources(): Promise<Record<string, number>> {
    const min = countByName(process.getActiveResourcesInfo());
    for (let i = 1; i < SAMPLES; i++) {
      await abortableSleep(SAMPLE_INTERVAL, this.#signal);
      const next = countByName(process.getActiveResourcesInfo());
      for (const [kind, count] of Object.entries(min)) min[kind] = Math.min(count, next[kind] ?? 0);
    }
    return min;
  }

  /** Adds a stall of this process for each timer that fires too late. */
  async #watchProcess(): Promise<void> {
    for (let last = Date.now(); !this.#signal.aborted; last = Date.now()) {
      await abortableSleep(TICK, this.#signal);
      const now = Date.now();
      if (now - last <= TICK + STALL) continue;
      this.stalls.process.add(last + TICK, now);
      this.counts.process += 1;
      this.counts.processMs += now - last - TICK;
    }
  }

  /** Adds a stall of Redis for each late reply to PING outside an outage. */
  async #watchRedis(servers: Servers, disruptions: Disruptions): Promise<void> {
    const client = servers.createPatientClient();
    while (!this.#signal.aborted) {
      const sentAt = Date.now();
      await client.ping().catch(() => {});
      const now = Date.now();
      if (now - sentAt > STALL && !disruptions.wasDownSince(sentAt)) {
        this.stalls.redis.add(sentAt, now);
        this.counts.redis += 1;
        this.counts.redisMs += now - sentAt;
      }
      await abortableSleep(TICK, this.#signal);
    }
  }

  #noteError(event: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (this.errors.length < MAX_ERRORS) this.errors.push(`${formatClock(Date.now())} ${event}: ${text}`);
  }
}

function countByName(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]));
}
