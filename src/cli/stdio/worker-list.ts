// The workers of a queue: those that Redis knows, of all processes, with what this process knows better of its own.
import type { Dispatcher } from "./dispatcher.ts";

/** A worker, as the API lists it. */
export interface WorkerRow {
  worker: string;
  lastSeen?: number;
  holds: { id: string; leasedUntil: number }[];
}

/** A worker of a queue. */
interface ListedWorker {
  worker: string;
  state: "idle" | "busy";
  lastSeen: number | undefined;
  /** The jobs that were dispatched to it, accepted or not. */
  jobs: string[];
}

/** Returns the workers that have a job, or were seen after `since`. */
export function toWorkerList(
  rows: readonly WorkerRow[],
  { dispatcher, since }: { dispatcher: Dispatcher; since: number },
): ListedWorker[] {
  const now = Date.now();
  const listed = new Map<string, ListedWorker>();
  for (const { worker, lastSeen, holds } of rows) {
    const jobs = holds.filter(({ leasedUntil }) => leasedUntil > now).map(({ id }) => id);
    if (jobs.length > 0 || (lastSeen ?? 0) > since)
      listed.set(worker, { worker, state: jobs.length > 0 ? "busy" : "idle", lastSeen, jobs });
  }
  for (const { name, lastSeen, job } of dispatcher.workers.values()) {
    const jobs = job ? [job.id] : (listed.get(name)?.jobs ?? []);
    const last = Math.max(lastSeen, listed.get(name)?.lastSeen ?? 0);
    listed.set(name, { worker: name, state: jobs.length > 0 ? "busy" : "idle", lastSeen: last, jobs });
  }
  return [...listed.values()].sort((a, b) => (a.worker < b.worker ? -1 : 1));
}
