// The wait times of one queue: from when a job became ready until its handler started. Times in which its worker could not
// have started it (outages, pauses, other jobs before it) do not count.
import type { Disruptions } from "./disruptions.ts";
import { Histogram } from "./histogram.ts";
import { coveredTime, formatClock, type Interval, Intervals } from "./intervals.ts";
import type { TrackedJob } from "./job-tracker.ts";
import type { Monitor } from "./monitor.ts";
import { type AdapterName, isOverHttp } from "./servers.ts";

/** The number of handlers that a worker runs at once. */
export const CONCURRENCY = 4;
/** The longest wait in ms beyond outages. */
const MAX_WAIT = 2_000;
// A worker that starts a job at least this often, in ms, is busy: the other jobs wait for their turn.
const BUSY_INTERVAL = 250;
// The time in ms after which a stall that has ended is known.
const STALL_REPORTED_AFTER = 1_000;

interface LongWait {
  text: string;
  interval: Interval;
  busy: Interval[];
}

/** The wait times of one queue. */
export class WaitTimes {
  readonly histogram = new Histogram();
  /** The longest time in ms from ready to start, with outages, pauses and the jobs before it. */
  longestWithOutages = 0;
  /** The number of waits that are too long only because of stalls of this process, and of Redis. */
  readonly excused = { process: 0, redis: 0 };
  tooLong = 0;
  starts = 0;
  readonly #adapter: AdapterName;
  readonly #disruptions: Disruptions;
  readonly #monitor: Monitor;
  readonly #addFault: (text: string) => void;
  readonly #pauses = new Intervals();
  readonly #busy = new Intervals();
  #running = 0;
  #fullSince = 0;
  #lastStart = 0;
  #longWaits: LongWait[] = [];

  constructor(
    adapter: AdapterName,
    { disruptions, monitor }: { disruptions: Disruptions; monitor: Monitor },
    addFault: (text: string) => void,
  ) {
    this.#adapter = adapter;
    this.#disruptions = disruptions;
    this.#monitor = monitor;
    this.#addFault = addFault;
  }

  /** Notes that the queue is being paused. Returns the function that notes its resumption. */
  notePause(): () => void {
    const pause = this.#pauses.add(Date.now());
    return () => {
      pause.to = Date.now();
    };
  }

  /** Reports whether Redis was reachable from a time until now. */
  isUndisturbed(since: number): boolean {
    return this.#outages.overlapping({ from: since, to: Date.now() }).length === 0;
  }

  /** Notes the start of a handler, and how long its job waited without outages, pauses and a busy worker. */
  noteStart({ id, ready, starts }: TrackedJob): void {
    const now = Date.now();
    this.#countRunning(now);
    this.starts += 1;
    // A handler may start before the reply that makes its job ready arrives here.
    const since = Math.min(now, ready?.at ?? now);
    this.longestWithOutages = Math.max(this.longestWithOutages, now - since);
    const whole = { from: since, to: now };
    const blocks = [...this.#outages.overlapping(whole), ...this.#pauses.overlapping(whole)];
    const interval = { from: Math.min(now, Math.max(since, ...blocks.map(({ to }) => to))), to: now };
    const busy = this.#busy.overlapping(interval);
    const wait = now - interval.from - coveredTime(interval, busy);
    if (wait <= MAX_WAIT) {
      this.histogram.add(wait);
      return;
    }
    const text =
      `${id} waited ${Math.round(wait)} ms for start ${starts + 1}: ${ready?.how}, ready at ${formatClock(since)}, ` +
      `started at ${formatClock(now)}`;
    this.#longWaits.push({ text, interval, busy: busy.map((each) => ({ ...each })) });
  }

  /** Notes the end of a handler. While CONCURRENCY handlers ran, the worker was busy. */
  noteStop(): void {
    if (this.#running === CONCURRENCY) this.#busy.add(this.#fullSince, Date.now());
    this.#running -= 1;
  }

  /** Judges the waits that are too long, once the stalls that overlap them are known. */
  judge(now = Date.now()): void {
    const isKnown = ({ interval }: LongWait) => interval.to < now - STALL_REPORTED_AFTER;
    const known = this.#longWaits.filter(isKnown);
    this.#longWaits = this.#longWaits.filter((wait) => !known.includes(wait));
    for (const wait of known) this.#judgeWait(wait);
  }

  /** Excuses a wait that is short enough without the stalls of this process and of Redis, or else adds a fault. */
  #judgeWait({ text, interval, busy }: LongWait): void {
    const { process, redis } = this.#monitor.stalls;
    const length = interval.to - interval.from;
    const processStalls = [...busy, ...process.overlapping(interval)];
    const allStalls = [...processStalls, ...redis.overlapping(interval)];
    const beyondProcess = length - coveredTime(interval, processStalls);
    const beyondRedis = length - coveredTime(interval, allStalls);
    if (beyondProcess <= MAX_WAIT) this.excused.process += 1;
    else if (beyondRedis <= MAX_WAIT) this.excused.redis += 1;
    else {
      this.tooLong += 1;
      const stalls =
        Math.round(beyondProcess) < Math.round(length) ? `, ${Math.round(beyondRedis)} ms without stalls` : "";
      const context = [...this.#disruptions.describe(interval), ...this.#monitor.logLines(this.#adapter, interval)];
      this.#addFault([text + stalls, ...context].join("\n      "));
    }
    this.histogram.add(Math.min(beyondProcess, beyondRedis));
  }

  /** Counts a handler that starts. Its worker was busy since the last start if that was recent. */
  #countRunning(now: number): void {
    if (now - this.#lastStart <= BUSY_INTERVAL) this.#busy.add(this.#lastStart, now);
    this.#lastStart = now;
    this.#running += 1;
    if (this.#running === CONCURRENCY) this.#fullSince = now;
  }

  get #outages(): Intervals {
    return this.#disruptions.outages[isOverHttp(this.#adapter) ? "http" : "tcp"];
  }
}
