// A slot that starts the program once for each job: the payload on stdin or in a file, the outcome in the exit code.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LeasedJob, Outcome } from "../kit/lease-client.ts";
import { failedAttempt, type RunningJob, type Slot, StartError } from "./slot.ts";
import { type Ending, type Program, spawnWorker, type WorkerProcess } from "./spawn-worker.ts";

/** Options of a slot that starts a process for each job. */
export interface ProcessPerJobOptions {
  queue: string;
  /** The time in ms for which a job is leased, and for which its lease is renewed. */
  lease: number;
  /** True to write the payload to a file instead of stdin. */
  usesFile: boolean;
  /** The time in ms after which a job is ready again that the program puts off, with exit code 75. */
  later: number;
}

// The code with which mail programs report a failure that is temporary.
const LATER_CODE = 75;
const MAX_OUTPUT = 1_000_000;
// The part of a lease after which it is renewed.
const RENEW_AT = 1 / 3;

/** Returns a slot that starts the program for each job. */
export function processPerJob(program: Program, options: ProcessPerJobOptions): Slot {
  return {
    firstLease: options.lease,
    async run(running) {
      const file = options.usesFile ? await writePayload(running.job) : undefined;
      try {
        return await runProgram(program, running, { ...options, file });
      } finally {
        if (file) await rm(file.folder, { recursive: true, force: true });
      }
    },
    close: async () => {},
  };
}

/** Runs the program for a job. */
async function runProgram(
  program: Program,
  running: RunningJob,
  { queue, lease, later, file }: ProcessPerJobOptions & { file: { path: string } | undefined },
): Promise<Outcome> {
  const { job, signal } = running;
  const worker = spawnWorker(program, { ...process.env, ...environmentOf(job, queue, file?.path) });
  const renewal = setInterval(() => running.extend(), lease * RENEW_AT);
  const abort = () => void worker.stop();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  worker.child.stdin.end(file ? "" : `${JSON.stringify(job.data)}\n`);
  try {
    const [ending, output] = await Promise.all([worker.ended, readOutput(worker)]);
    if (!ending.hasStarted) throw new StartError(`${program[0]} ${ending.text}`);
    if (signal.aborted) return failedAttempt(String(signal.reason));
    return toOutcome(ending, { output, stderr: worker.stderrTail(), later });
  } finally {
    clearInterval(renewal);
    signal.removeEventListener("abort", abort);
  }
}

/** Returns the outcome of a job from the end of its process. */
function toOutcome(
  ending: Ending,
  { output, stderr, later }: { output: string | undefined; stderr: string; later: number },
): Outcome {
  if (ending.code === LATER_CODE)
    return { action: "retry", delay: later, postpone: true, ...(stderr && { error: stderr }) };
  if (ending.code !== 0) return failedAttempt(stderr === "" ? `the program ${ending.text}` : stderr);
  if (output === undefined) return failedAttempt("the program printed more than 1 MB to stdout, the result of its job");
  const text = output.trim();
  return { action: "complete", ...(text !== "" && { result: parseOrText(text) }) };
}

/** Reads what a program prints to stdout. Returns undefined if it is too long. */
async function readOutput({ child }: WorkerProcess): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= MAX_OUTPUT) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    // It was closed because the process has ended.
  }
  return length <= MAX_OUTPUT ? Buffer.concat(chunks).toString() : undefined;
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function environmentOf(job: LeasedJob, queue: string, file: string | undefined): NodeJS.ProcessEnv {
  return {
    LEASEHOLD_QUEUE: queue,
    LEASEHOLD_JOB_ID: job.id,
    LEASEHOLD_ATTEMPT: String(job.attempt),
    LEASEHOLD_FENCE: String(job.fence),
    LEASEHOLD_LEASED_UNTIL: String(job.leasedUntil),
    ...(job.group !== undefined && { LEASEHOLD_GROUP: job.group }),
    ...(file !== undefined && { LEASEHOLD_FILE: file }),
  };
}

/** Writes the payload of a job to a file that only this user can read. */
async function writePayload({ data }: LeasedJob): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "leasehold-job-"));
  const path = join(folder, "payload.json");
  await writeFile(path, `${JSON.stringify(data)}\n`, { mode: 0o600 });
  return { folder, path };
}
