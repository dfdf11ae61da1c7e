// The waits of one queue: the time from when a job became ready until its handler started, as far as its worker could have
// begun it.
import { Histogram } from "./histogram.ts";
import { CONCURRENCY, type Entry } from "./ledger.ts";
import { isOverHttp, type Way } from "./place.ts";
import { coveredBy, type Span, Spans } from "./spans.ts";
import type { Trouble } from "./trouble.ts";
import type { Watch } from "./watch.ts";

/** The longest wait in ms beyond outages. */
const LONGEST_WAIT = 2_000;
// A worker that starts jobs in intervals of at most so many ms is busy: the others wait for their turn.
const STEADY = 250;
// A stall is noticed within so many ms after its end.
const NOTICED = 1_000;

interface Late {
  text: string;
  span: Span;
  busy: Span[];
}

/** The waits of one queue. */
export class Waits {
  readonly histogram = new Histogram();
  /** The longest time from ready to start in ms, with outages, pauses and the jobs before it. */
  longestInAll = 0;
  /** The number of waits that only stalls of this process made too long, and those that stalls of Redis did. */
  readonly excused = { process: 0, redis: 0 };
  overlong = 0;
  starts = 0;
  readonly #way: Way;
  readonly #trouble: Trouble;
  readonly #watch: Watch;
  readonly #fault: (text: string) => void;
  readonly #pauses = new Spans();
  readonly #busy = new Spans();
  #running = 0;
  #fullSince = 0;
  #lastStart = 0;
  #late: Late[] = [];

  constructor(way: Way, { trouble, watch }: { trouble: Trouble; watch: Watch }, fault: (text: string) => void) {
    this.#way = way;
    this.#trouble = trouble;
    this.#watch = watch;
    this.#fault = fault;
  }

  /** Notes that the queue is being paused. Returns the function that notes its resumption. */
  paused(): () => void {
    const pause = this.#pauses.add(Date.now());
    return () => {
      pause.to = Date.now();
    };
  }

  /** Reports whether Redis was there from a time until now. */
  isUndisturbed(since: number): boolean {
    return this.#outages.within(since, Date.now()).length === 0;
  }

  started({ id, ready, starts }: Entry): void {
    const now = Date.now();
    this.#noteBusy(now);
    this.starts += 1;
    // A handler may start before the answer that its job is ready.
    const since = Math.min(now, ready?.at ?? now);
    this.longestInAll = Math.max(this.longestInAll, now - since);
    const blocks = [...this.#outages.within(since, now), ...this.#pauses.within(since, now)];
    const from = Math.min(now, Math.max(since, ...blocks.map(({ to }) => to)));
    const span = { from, to: now };
    const busy = this.#busy.within(from, now);
    const wait = now - from - coveredBy(busy, span);
    if (wait <= LONGEST_WAIT) {
      this.histogram.add(wait);
      return;
    }
    const text = `${id} waited ${Math.round(wait)} ms: ${ready?.how}, start ${starts + 1}, ready at ${clock(since)}`;
    this.#late.push({ text: `${text}, started at ${clock(now)}`, span, busy: busy.map((each) => ({ ...each })) });
  }

  stopped(): void {
    if (this.#running === CONCURRENCY) this.#busy.add(this.#fullSince, Date.now());
    this.#running -= 1;
  }

  /** Judges waits that were too long, once the stalls that overlap them are known. */
  judge(now = Date.now()): void {
    const known = this.#late.filter(({ span }) => span.to < now - NOTICED);
    this.#late = this.#late.filter((each) => !known.includes(each));
    for (const late of known) this.#judge(late);
  }

  #judge({ text, span, busy }: Late): void {
    const { process, redis } = this.#watch.stalls;
    const length = span.to - span.from;
    const byProcess = [...busy, ...process.within(span.from, span.to)];
    const beyondProcess = length - coveredBy(byProcess, span);
    const beyondRedis = length - coveredBy([...byProcess, ...redis.within(span.from, span.to)], span);
    if (beyondProcess <= LONGEST_WAIT) this.excused.process += 1;
    else if (beyondRedis <= LONGEST_WAIT) this.excused.redis += 1;
    else {
      this.overlong += 1;
      const stalls = Math.round(beyondProcess) < Math.round(length) ? `, ${Math.round(beyondRedis)} beyond stalls` : "";
      const story = [...this.#trouble.storyOf(span), ...this.#watch.logOf(this.#way, span)];
      this.#fault([text + stalls, ...story].join("\n      "));
    }
    this.histogram.add(Math.min(beyondProcess, beyondRedis));
  }

  #noteBusy(now: number): void {
    if (now - this.#lastStart <= STEADY) this.#busy.add(this.#lastStart, now);
    this.#lastStart = now;
    this.#running += 1;
    if (this.#running === CONCURRENCY) this.#fullSince = now;
  }

  get #outages(): Spans {
    return this.#trouble.outages[isOverHttp(this.#way) ? "http" : "tcp"];
  }
}

/** Formats a time of the day with ms. */
export function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 23);
}
