// A worker in Python, and what this process knows of it.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { OutLine } from "./stdio-process.ts";

/** Options of a worker. */
interface CrowdWorkerOptions {
  queue: string;
  tick: number;
  seed: number;
  share: number;
  /** Passes a line of the worker on. */
  send: (line: string) => void;
  onExit: () => void;
}

// The number of ticks in which a job must be accepted.
const ACCEPT_TICKS = 3;
const PROGRAM = join(import.meta.dirname, "worker.py");

/** A worker in Python. */
export class CrowdWorker {
  readonly name: string;
  readonly #child: ChildProcessWithoutNullStreams;
  /** Rises with each line from or to the worker. */
  version = 0;
  /** The time of the last line from it. */
  wroteAt = 0;
  /** Until then, its process that was killed may have leased a job for it, and not sent the job. */
  uncertainUntil = 0;
  /** The lines from it that are not answered yet. */
  unanswered = 0;
  /** The job that it has; undefined if it is idle. */
  job: { id: string; isAccepted: boolean; since: number } | undefined;

  constructor(name: string, { queue, tick, seed, share, send, onExit }: CrowdWorkerOptions) {
    this.name = name;
    this.#child = spawn("python3", [PROGRAM, name, String(tick), String(seed), String(share), queue]);
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.pipe(process.stderr);
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.version += 1;
      this.unanswered += 1;
      this.wroteAt = Date.now();
      // It gives up what it has accepted, and has not accepted in time what it was sent long ago.
      const isIdle = line.includes('"worker_idle"');
      if (isIdle && this.job && (this.job.isAccepted || this.hasHadJobFor(tick * ACCEPT_TICKS))) this.job = undefined;
      send(line);
    });
    this.#child.once("close", onExit);
  }

  /** Notes a line about the worker. */
  note({ type, of, id }: OutLine): void {
    this.version += 1;
    if (type === "dispatch_job") this.job = { id: String(id), isAccepted: false, since: Date.now() };
    else this.unanswered -= 1;
    if (id !== this.job?.id) return;
    if (this.job && type === "ack" && of === "job_accepted") this.job.isAccepted = true;
    // A late worker has lost its job, and so has one that has finished it.
    if (type === "late" || of === "job_finished") this.job = undefined;
  }

  /** Reports whether it was sent its job more than `ms` ago and has not accepted it. */
  hasHadJobFor(ms: number): boolean {
    return this.job?.isAccepted === false && Date.now() - this.job.since > ms;
  }

  write(line: object): void {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
