// Failing a worker: its jobs become ready again, or fail.
import { validateId } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import { failWorker as failWorkerScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

// The number of leased jobs that one request examines.
const SLICE = 500;

/** Takes every job of a worker from it. Resolves with their number. */
export async function failWorker<T>(context: QueueContext<T>, worker: string): Promise<number> {
  validateId(worker);
  let taken = 0;
  // Jobs that are settled during a pass move others before its offset, so passes repeat until one finds nothing.
  for (let found = -1; found !== 0; taken += found) found = await takeJobs(context, worker);
  return taken;
}

/** Makes one pass through the leased jobs, and takes those of a worker. Resolves with their number. */
async function takeJobs<T>(context: QueueContext<T>, worker: string): Promise<number> {
  let taken = 0;
  for (let offset = "0"; offset !== "-"; ) {
    const reply = await context.call(failWorkerScript, { worker, from: offset, limit: SLICE });
    taken += readNumbers(reply)[0] ?? 0;
    offset = reply.values[1] ?? "-";
  }
  return taken;
}
