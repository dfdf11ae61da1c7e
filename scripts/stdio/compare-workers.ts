// Compares the list of workers of a queue with what each worker has last seen and written.
import { setTimeout as sleep } from "node:timers/promises";
import type { CrowdWorker } from "./crowd-worker.ts";
import type { StdioProcess } from "./stdio-process.ts";

/** A worker in the list. */
interface Listed {
  worker: string;
  state: "idle" | "busy";
  lastSeen: number;
  jobs: string[];
}

// In ms: what is on its way in a pipe arrives within this time.
const SETTLE = 60;
// The number of ticks by which another process may know the last line of an idle worker too late.
const LATE_TICKS = 4;

/**
 * Asks a process for the workers. Only those count about which no line was on its way meanwhile, and that have written a line lately:
 * a silent one may lose its job at any moment.
 */
export async function compareWorkers(
  asked: StdioProcess,
  { queue, workers, tick }: { queue: string; workers: ReadonlyMap<string, CrowdWorker>; tick: number },
): Promise<{ count: number; faults: string[] }> {
  await sleep(SETTLE);
  const before = new Map([...workers.values()].map((worker) => [worker, worker.version]));
  await sleep(SETTLE);
  const answer = await asked.ask({ type: "list_workers", queue });
  const now = Date.now();
  await sleep(SETTLE);
  const listed = new Map(((answer?.workers ?? []) as Listed[]).map((row) => [row.worker, row]));
  const faults: string[] = [];
  let count = 0;
  for (const [worker, version] of before) {
    const isCalm = worker.version === version && worker.unanswered === 0 && now - worker.wroteAt < tick;
    // A job that it does not accept may be taken back at any moment.
    const isLosing = worker.hasHadJobFor(tick) || now < worker.uncertainUntil;
    if (!answer || !isCalm || isLosing || workers.get(worker.name) !== worker) continue;
    count += 1;
    const row = listed.get(worker.name);
    const expected = worker.job ? `busy ${worker.job.id}` : "idle ";
    const found = row ? `${row.state} ${row.jobs.join()}` : "missing";
    if (found !== expected) faults.push(`${worker.name} is listed as ${found}, not as ${expected}`);
    else if (row && (row.lastSeen < worker.wroteAt - tick * LATE_TICKS || row.lastSeen > now + SETTLE))
      faults.push(`${worker.name} was seen ${worker.wroteAt - row.lastSeen} ms too early in the list`);
  }
  return { count, faults };
}
