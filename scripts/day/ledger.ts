// The jobs of one queue: their attempts in order, when each became ready, when it started, and how it ended.
import type { Way } from "./place.ts";
import type { Trouble } from "./trouble.ts";
import { Waits } from "./waits.ts";
import type { Watch } from "./watch.ts";

/** The course of one attempt. "cancel": the job is cancelled while its handler runs. */
export type Step = "return" | "throw" | "retry later" | "time out" | "discard" | "cancel";

/** The way in which a job ended. */
export type Ending = "completed" | "failed" | "cancelled";

/** A job that has not ended. */
export interface Entry {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly expected: Ending;
  /** The delay in ms before a retry. */
  readonly delay: number;
  /** The time in ms that its handler takes. */
  readonly length: number;
  starts: number;
  /** The time since which it is ready, and how it became so; undefined while that is not known. */
  ready: { at: number; how: string } | undefined;
  isRunning: boolean;
  /** The time when its last attempt ended. */
  endedAt: number;
  /** Called when it has failed and has steps left. */
  onFailed?: () => void;
}

export const TIMEOUT = 300;
export const CONCURRENCY = 4;
const MOST_FAULTS = 20;

/** The jobs of one queue. */
export class Ledger {
  readonly way: Way;
  readonly waits: Waits;
  readonly faults: string[] = [];
  /** As Redis should count them. */
  readonly totals = { enqueued: 0, completed: 0, retried: 0, failed: 0, cancelled: 0, redriven: 0, reclaimed: 0 };
  readonly #entries = new Map<string, Entry>();
  #ids = 0;

  constructor(way: Way, troubles: { trouble: Trouble; watch: Watch }) {
    this.way = way;
    this.waits = new Waits(way, troubles, (fault) => this.fault(fault));
  }

  /** The number of jobs that have not ended. */
  get open(): number {
    return this.#entries.size;
  }

  add(steps: readonly Step[], parts: Partial<Pick<Entry, "expected" | "delay" | "length">> = {}): Entry {
    const { expected = "completed", delay = 0, length = 0 } = parts;
    const id = `job-${++this.#ids}`;
    const known = { starts: 0, ready: undefined, isRunning: false, endedAt: 0 };
    const entry: Entry = { id, steps, expected, delay, length, ...known };
    this.#entries.set(id, entry);
    this.totals.enqueued += 1;
    return entry;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Notes that a job is ready after so many starts, unless it has started meanwhile. */
  ready({ id }: { id: string }, starts: number, ready: { at: number; how: string }): void {
    const entry = this.#entries.get(id);
    if (entry?.starts === starts) entry.ready = ready;
  }

  /** Notes the start of a handler. Returns its job, or undefined where it should not have started. */
  start(id: string): Entry | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return this.fault(`${id} started though it had ended`);
    if (entry.isRunning) return this.fault(`${id} was handled twice at the same time`);
    if (entry.starts === entry.steps.length) return this.fault(`${id} started ${entry.starts + 1} times`);
    this.waits.started(entry);
    entry.ready = undefined;
    entry.starts += 1;
    entry.isRunning = true;
    return entry;
  }

  /** Notes that a handler has returned, or that its time is up. */
  stop(entry: Entry): void {
    entry.isRunning = false;
    entry.endedAt = Date.now();
    this.waits.stopped();
  }

  /** Notes that another attempt follows: it is due after the delay, counted from the end of the last one. */
  retried(id: string): void {
    this.totals.retried += 1;
    const entry = this.#entries.get(id);
    if (!entry) return void this.fault(`${id} was retried though it had ended`);
    // After an outage the delay begins only when Redis accepts the retry.
    const since = this.waits.isUndisturbed(entry.endedAt) ? entry.endedAt : Date.now();
    this.ready(entry, entry.starts, { at: since + entry.delay, how: "retried" });
  }

  /** Notes the end of a job. */
  end(id: string, ending: Ending): void {
    this.totals[ending] += 1;
    const entry = this.#entries.get(id);
    if (!entry) return void this.fault(`${id} was ${ending} though it had ended`);
    if (ending === "failed" && entry.onFailed && entry.starts < entry.steps.length) {
      entry.onFailed();
      return;
    }
    const { expected, starts, steps } = entry;
    if (ending !== expected) this.fault(`${id} was ${ending}, not ${expected}`);
    else if (starts !== steps.length) this.fault(`${id} was ${ending} after ${starts} starts, not ${steps.length}`);
    this.#entries.delete(id);
  }

  /** Notes a job that its holder has lost, as it does when it is cancelled. */
  lost(id: string, reason: string): void {
    if (this.#entries.get(id)?.steps.includes("cancel") || this.#isCancelled.delete(id)) return;
    this.fault(`${id} was lost: ${reason}`);
  }

  /** The ids of jobs that were cancelled while they ran, until their holders notice. */
  readonly #isCancelled = new Set<string>();

  cancelled(entry: Entry): void {
    if (entry.steps.includes("cancel")) this.#isCancelled.add(entry.id);
    this.end(entry.id, "cancelled");
  }

  fault(text: string): undefined {
    if (this.faults.length === MOST_FAULTS) this.faults.push(`${this.way}: and more`);
    if (this.faults.length < MOST_FAULTS) this.faults.push(`${this.way}: ${text}`);
  }

  /** Notes a fault for each of the first jobs that never ended. */
  close(): void {
    for (const { id, steps, starts, ready } of this.#entries.values()) {
      const how = ready ? `, ${ready.how} at ${new Date(ready.at).toISOString()}` : "";
      this.fault(`${id} did not end: ${starts} of ${steps.join(", ")} begun${how}`);
    }
  }
}
