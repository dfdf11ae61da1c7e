// What each process of a run is told, and what all of them set up alike: a wrong clock, the way to Redis, a history.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { type Adapter, LeaseholdError, Queue, type QueueOptions, upstash } from "../../src/index.ts";
import { recordHistory } from "../../src/testing.ts";

/** What a process is told, in its environment. */
export interface Task {
  /** Who it is: its seat, and how many sat there before. */
  name: string;
  seat: string;
  url: string;
  token: string;
  seed: number;
  /** Jobs of the whole run, and of how many producers this one is which. */
  jobs: number;
  producers: number;
  producer: number;
  lease: number;
  /** How far its clock is wrong, and after how long it is set right; never, where that is 0. */
  clock: number;
  clockSetAfter: number;
  /** How long it waits for an answer. */
  timeout: number;
  /** Where histories are written. */
  folder: string;
}

/** What a job holds. */
export interface Load {
  number: number;
  filler: string;
}

export const TASK = "LEASEHOLD_FAULTS_TASK";
/** Texts of scripts by name, sent instead of the real ones: how a test sees that a run finds out. */
export const SCRIPTS = "LEASEHOLD_FAULTS_SCRIPTS";

export const QUEUE = "faults";
// What may wait, so that producers go on for as long as workers do.
const LONGEST = 200;

/** What everybody who uses the queue says of it. Nothing fails for having been tried often: that is what happens here. */
export function queueOptions({ lease, jobs }: Pick<Task, "lease" | "jobs">): Omit<QueueOptions<Load>, "redis"> {
  return {
    lease,
    maxAttempts: 1_000,
    backoff: { type: "fixed", delay: 50 },
    maxLength: Math.max(LONGEST, Math.ceil(jobs / 50)),
    // A slow machine may keep a producer that was killed from asking again for longer than two minutes.
    rememberRequests: "10m",
  };
}

/** A process's part in a run, after its clock was put wrong. */
export class Part {
  readonly task = JSON.parse(process.env[TASK] ?? "") as Task;
  readonly redis: Adapter;
  readonly queue: Queue<Load>;

  constructor() {
    const { name, url, token, timeout } = this.task;
    this.#setClocks();
    const client = withScripts(upstash({ url, token, timeout }));
    // Written before a request is sent and when it is answered, so that it outlives SIGKILL.
    this.redis = recordHistory(client, { by: name, onLine: (line) => this.note("history", line) }).redis;
    this.queue = new Queue(QUEUE, { ...queueOptions(this.task), redis: this.redis });
  }

  #setClocks(): void {
    const { clock, clockSetAfter } = this.task;
    const rightly = Date.now;
    Date.now = () => rightly() + clock;
    const setRight = () => {
      Date.now = rightly;
    };
    if (clockSetAfter > 0) setTimeout(setRight, clockSetAfter).unref();
  }

  /** Adds a line to a file of this process. */
  note(kind: string, line: string): void {
    appendFileSync(join(this.task.folder, `${this.task.name}.${kind}`), `${line}\n`);
  }

  /** Adds a line to a file that whoever comes after this process in its seat will find. */
  noteForNext(kind: string, line: string): void {
    appendFileSync(join(this.task.folder, `${this.task.seat}.${kind}`), `${line}\n`);
  }

  /** Tells of an error that does not pass; one that says nothing but that Redis is away or busy is what a run is about. */
  readonly warn = (error: unknown): void => {
    const passes =
      error instanceof LeaseholdError && ["redis_unreachable", "redis_busy", "bad_reply"].includes(error.code);
    if (!passes) this.note("errors", error instanceof Error ? error.message : String(error));
  };
}

function withScripts(client: Adapter): Adapter {
  const texts = JSON.parse(process.env[SCRIPTS] ?? "{}") as Record<string, string>;
  const { runMany: _, ...others } = client;
  return {
    ...others,
    run: (script, keys, args) => client.run({ ...script, text: texts[script.name] ?? script.text }, keys, args),
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
