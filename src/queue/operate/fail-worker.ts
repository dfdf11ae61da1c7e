// Taking jobs back from a worker.
import { validateId } from "../../base/arguments.ts";
import { readNumbers } from "../../engine/call.ts";
import { failWorker as failWorkerScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

// The number of leased jobs that one request looks at.
const SLICE = 500;

/** Takes back every job that a worker holds. Resolves with their number. */
export async function failWorker<T>(context: QueueContext<T>, worker: string): Promise<number> {
  validateId(worker);
  let returned = 0;
  // Jobs settled during a pass shift the rest past its offset, so passes repeat until one finds nothing.
  for (let found = -1; found !== 0; returned += found) found = await returnSlices(context, worker);
  return returned;
}

async function returnSlices<T>(context: QueueContext<T>, worker: string): Promise<number> {
  let returned = 0;
  for (let offset = "0"; offset !== "-"; ) {
    const reply = await context.call(failWorkerScript, { worker, from: offset, limit: SLICE });
    returned += readNumbers(reply)[0] ?? 0;
    offset = reply.values[1] ?? "-";
  }
  return returned;
}
