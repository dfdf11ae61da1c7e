// A slot that keeps a process which speaks lines of JSON: a job goes in, and accept, progress, heartbeat, result or error come out.
// A process that ends, stays silent or writes lines without end loses its job, and another one is started in its place.
import { monotonicNow, sleep } from "../../base/monotonic.ts";
import type { Outcome } from "../kit/lease-client.ts";
import { writeDiagnostic } from "../lines/diagnostics.ts";
import { LineError } from "../lines/fields.ts";
import { readLines } from "../lines/read-lines.ts";
import { parseWorkerLine, type WorkerLine } from "./line-protocol.ts";
import { failedAttempt, type RunningJob, type Slot, StartError } from "./slot.ts";
import { type Program, spawnWorker, type WorkerProcess } from "./spawn-worker.ts";

/** Options of a slot that keeps a process. */
export interface LineProcessOptions {
  queue: string;
  /** The time in ms in which a process must accept a job. */
  accept: number;
  /** The time in ms for which the lease of an accepted job is extended whenever its process writes a line about it. */
  lease: number;
}

/** The job of a process. */
interface Current {
  running: RunningJob;
  isAccepted: boolean;
  finish(outcome: Outcome): void;
  fail(error: StartError): void;
}

// The pause in ms before a process is started again that has ended without having finished a job, which doubles.
const FIRST_PAUSE = 100;
const MAX_PAUSE = 10_000;
// The part of a lease for which a process may be silent. Then it loses its job before the lease expires.
const PATIENCE = 0.9;
// The time in ms in which a job that was not accepted is given back before its lease expires.
const SETTLE_TIME = 1_000;
// The number of lines in a row that a process may write without effect.
const MAX_INVALID = 100;
// The time in ms that an idle process has for its end when its input ends.
const CLOSE_AFTER = 1_000;

/** A slot that keeps a process. */
export class LineProcess implements Slot {
  readonly firstLease: number;
  readonly #program: Program;
  readonly #options: LineProcessOptions;
  #worker: WorkerProcess | undefined;
  #current: Current | undefined;
  #silence: NodeJS.Timeout | undefined;
  #invalid = 0;
  #startAt = 0;
  #pause = 0;

  constructor(program: Program, options: LineProcessOptions) {
    this.firstLease = options.accept + SETTLE_TIME;
    this.#program = program;
    this.#options = options;
  }

  async run(running: RunningJob): Promise<Outcome> {
    const { signal, job } = running;
    const acceptBy = running.leasedAt + this.#options.accept;
    // The lease of the job runs on meanwhile, so a process that cannot be started for long gives the job back.
    await sleep(Math.min(this.#startAt - monotonicNow(), this.#options.accept / 2));
    const isTooEarly = monotonicNow() < this.#startAt;
    if (isTooEarly || signal.aborted) return { action: "release", begun: false };
    const outcome = await new Promise<Outcome>((resolve, fail) => {
      const finish = (end: Outcome) => {
        clearTimeout(this.#silence);
        this.#current = undefined;
        resolve(end);
      };
      this.#current = { running, isAccepted: false, finish, fail };
      if (!this.#worker) this.#start();
      signal.addEventListener("abort", () => this.#end(String(signal.reason)), { once: true });
      this.#expect(acceptBy - monotonicNow(), "the process did not accept the job in time");
      const { receipt: _, ...fields } = job;
      this.#write({ type: "job", queue: this.#options.queue, ...fields });
    });
    if (outcome.action === "complete") this.#pause = 0;
    return outcome;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = undefined;
    // The end of its input asks the process to end; most need nothing else.
    worker.child.stdin.end();
    const timer = setTimeout(() => void worker.stop(), CLOSE_AFTER);
    await worker.ended;
    clearTimeout(timer);
    worker.kill();
  }

  #start(): void {
    const worker = spawnWorker(this.#program, { ...process.env, LEASEHOLD_QUEUE: this.#options.queue });
    this.#worker = worker;
    this.#invalid = 0;
    void this.#readLines(worker);
    void worker.ended.then(({ text, hasStarted }) => {
      worker.kill();
      if (this.#worker !== worker) return;
      if (!hasStarted) this.#current?.fail(new StartError(`${this.#program[0]} ${text}`));
      const tail = worker.stderrTail();
      this.#end(`the process ${text}${tail === "" ? "" : `: ${tail}`}`);
    });
  }

  async #readLines(worker: WorkerProcess): Promise<void> {
    for await (const line of readLines(worker.child.stdout)) {
      if (this.#worker !== worker) continue;
      try {
        if (line.problem !== undefined) throw new LineError(line.problem);
        this.#handle(parseWorkerLine(line.text));
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        this.#refuse({ type: "invalid", message: error.message }, error.message);
        // It was probably the result, and the process waits for its next job.
        if (line.problem !== undefined && line.isTooLong && this.#current)
          this.#end(`the process wrote a line that cannot be read: ${line.problem}`);
      }
    }
  }

  /** Carries out a line of the process. A line about a job that the process does not hold is late. */
  #handle(line: WorkerLine): void {
    const current = this.#current;
    if (current?.running.job.fence !== line.fence) {
      this.#refuse(
        { type: "late", of: line.type, fence: line.fence },
        `${line.type} is about a job that it does not hold`,
      );
      return;
    }
    this.#invalid = 0;
    if ("outcome" in line) {
      current.finish(line.outcome);
      return;
    }
    if (!current.isAccepted || line.type !== "accept") current.running.extend();
    current.isAccepted = true;
    this.#expect(this.#options.lease * PATIENCE, "the process was silent for longer than its lease");
    if (line.type === "progress") current.running.progress(line.progress, line.note);
  }

  /** Ends the process unless it writes a line in time. */
  #expect(ms: number, error: string): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#end(error), ms);
  }

  /** Takes the job from the process, and ends the process. The first restart is immediate. */
  #end(error: string): void {
    this.#worker?.kill();
    this.#worker = undefined;
    if (this.#pause > 0) this.#startAt = monotonicNow() + this.#pause;
    this.#pause = Math.min(Math.max(this.#pause * 2, FIRST_PAUSE), MAX_PAUSE);
    this.#lose(error);
  }

  /** Takes the job from the process. A job that was not accepted keeps its attempt. */
  #lose(error: string): void {
    const current = this.#current;
    if (!current) return;
    const { id, attempt } = current.running.job;
    writeDiagnostic("warn", error, { queue: this.#options.queue, job: id, attempt });
    current.finish(current.isAccepted ? failedAttempt(error) : { action: "release", begun: true });
  }

  /** Replies to a line without effect. A process that writes nothing else is ended: it may not even read the replies. */
  #refuse(reply: object, problem: string): void {
    const fields = { queue: this.#options.queue, job: this.#current?.running.job.id };
    writeDiagnostic("warn", `a process wrote a line without effect: ${problem}`, fields);
    this.#invalid += 1;
    if (this.#invalid <= MAX_INVALID) this.#write(reply);
    else this.#end(`the process wrote ${this.#invalid} lines in a row without effect`);
  }

  #write(message: object): void {
    this.#worker?.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
