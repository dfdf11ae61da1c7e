// Tracks the jobs of one queue: their attempts in order, when each became ready, when it started, and how it ended. A job
// that takes another course than planned is a fault.
import type { Disruptions } from "./disruptions.ts";
import type { Monitor } from "./monitor.ts";
import type { AdapterName } from "./servers.ts";
import { WaitTimes } from "./wait-times.ts";

/** The course of one attempt. "cancel": the job is cancelled while its handler runs. */
export type Step = "return" | "throw" | "retry later" | "time out" | "discard" | "cancel";

/** The way in which a job ends. */
export type Ending = "completed" | "failed" | "cancelled";

/** The moment since which a job is ready, and how it became ready. */
export interface Readiness {
  at: number;
  how: string;
}

/** A job that has not ended. */
export interface TrackedJob {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly expected: Ending;
  /** The delay in ms before a retry. */
  readonly delay: number;
  /** The time in ms that its handler takes. */
  readonly length: number;
  starts: number;
  /** Undefined while it is not known. */
  ready: Readiness | undefined;
  isRunning: boolean;
  /** The time when its last attempt ended. */
  endedAt: number;
  /** Called when it has failed and has steps left. */
  onFailed?: () => void;
}

/** The plan of a job: how it ends, and how long its retries and its handler take. */
export type JobPlan = Partial<Pick<TrackedJob, "expected" | "delay" | "length">>;

const MAX_FAULTS = 20;

/** Tracks the jobs of one queue. */
export class JobTracker {
  readonly adapter: AdapterName;
  readonly waits: WaitTimes;
  readonly faults: string[] = [];
  /** The totals that Redis should count. */
  readonly totals = { enqueued: 0, completed: 0, retried: 0, failed: 0, cancelled: 0, redriven: 0, reclaimed: 0 };
  readonly #jobs = new Map<string, TrackedJob>();
  /** The ids of jobs that were cancelled while they ran, until their workers notice. */
  readonly #cancelledRunning = new Set<string>();
  #ids = 0;

  constructor(adapter: AdapterName, causes: { disruptions: Disruptions; monitor: Monitor }) {
    this.adapter = adapter;
    this.waits = new WaitTimes(adapter, causes, (fault) => this.addFault(fault));
  }

  /** The number of jobs that have not ended. */
  get open(): number {
    return this.#jobs.size;
  }

  add(steps: readonly Step[], { expected = "completed", delay = 0, length = 0 }: JobPlan = {}): TrackedJob {
    const id = `job-${++this.#ids}`;
    const state = { starts: 0, ready: undefined, isRunning: false, endedAt: 0 };
    const job: TrackedJob = { id, steps, expected, delay, length, ...state };
    this.#jobs.set(id, job);
    this.totals.enqueued += 1;
    return job;
  }

  get(id: string): TrackedJob | undefined {
    return this.#jobs.get(id);
  }

  /** Notes that a job is ready after its first `starts` starts, unless it has started again meanwhile. */
  noteReady({ id }: { id: string }, { starts, ...ready }: Readiness & { starts: number }): void {
    const job = this.#jobs.get(id);
    if (job?.starts === starts) job.ready = ready;
  }

  /** Notes the start of a handler. Returns its job, or undefined if it should not have started. */
  noteStart(id: string): TrackedJob | undefined {
    const job = this.#jobs.get(id);
    if (!job) return this.addFault(`${id} started after it had ended`);
    if (job.isRunning) return this.addFault(`${id} was handled twice at the same time`);
    if (job.starts === job.steps.length) return this.addFault(`${id} started ${job.starts + 1} times`);
    this.waits.noteStart(job);
    job.ready = undefined;
    job.starts += 1;
    job.isRunning = true;
    return job;
  }

  /** Notes that a handler has returned, or that it timed out. */
  noteStop(job: TrackedJob): void {
    job.isRunning = false;
    job.endedAt = Date.now();
    this.waits.noteStop();
  }

  /** Notes a retry. The next attempt is due after the delay, counted from the end of the last attempt. */
  noteRetry(id: string): void {
    this.totals.retried += 1;
    const job = this.#jobs.get(id);
    if (!job) return void this.addFault(`${id} was retried after it had ended`);
    // After an outage the delay begins only when Redis accepts the retry.
    const since = this.waits.isUndisturbed(job.endedAt) ? job.endedAt : Date.now();
    this.noteReady(job, { starts: job.starts, at: since + job.delay, how: "retried" });
  }

  /** Notes the end of a job. */
  noteEnd(id: string, ending: Ending): void {
    this.totals[ending] += 1;
    const job = this.#jobs.get(id);
    if (!job) return void this.addFault(`${id} was ${ending} after it had ended`);
    if (ending === "failed" && job.onFailed && job.starts < job.steps.length) {
      job.onFailed();
      return;
    }
    const { expected, starts, steps } = job;
    if (ending !== expected) this.addFault(`${id} was ${ending}, not ${expected}`);
    else if (starts !== steps.length) this.addFault(`${id} was ${ending} after ${starts} starts, not ${steps.length}`);
    this.#jobs.delete(id);
  }

  /** Notes that a worker lost the lease of a job, which is expected if the job was cancelled. */
  noteLost(id: string, reason: string): void {
    if (this.#jobs.get(id)?.steps.includes("cancel") || this.#cancelledRunning.delete(id)) return;
    this.addFault(`the lease of ${id} was lost: ${reason}`);
  }

  noteCancelled(job: TrackedJob): void {
    if (job.steps.includes("cancel")) this.#cancelledRunning.add(job.id);
    this.noteEnd(job.id, "cancelled");
  }

  addFault(text: string): undefined {
    if (this.faults.length === MAX_FAULTS) this.faults.push(`${this.adapter}: more faults are not shown`);
    if (this.faults.length < MAX_FAULTS) this.faults.push(`${this.adapter}: ${text}`);
  }

  /** Adds a fault for each job that never ended. */
  close(): void {
    for (const { id, steps, starts, ready } of this.#jobs.values()) {
      const how = ready ? `; ${ready.how} at ${new Date(ready.at).toISOString()}` : "";
      this.addFault(`${id} did not end: ${starts} of its attempts (${steps.join(", ")}) started${how}`);
    }
  }
}
