// Lists the workers of a queue.
import { validateInteger } from "../../base/arguments.ts";
import { badReplyError, readHeader } from "../../engine/call.ts";
import { workers as workersScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** A worker that was seen or holds jobs. */
export interface WorkerInfo {
  worker: string;
  /** The time of its last lease or extension; undefined if it is no longer noted, but the worker holds jobs. */
  lastSeen: number | undefined;
  busy: boolean;
  holds: { id: string; fence: number; leasedUntil: number }[];
}

/** Lists the workers that were seen or hold jobs. Sends at most `maxSlices` requests, each for `slice` leased jobs. */
export async function listWorkers<T>(
  context: QueueContext<T>,
  { slice = 1_000, maxSlices = 1_000_000 }: { slice?: number; maxSlices?: number } = {},
): Promise<WorkerInfo[]> {
  const limit = validateInteger(slice, "slice", { min: 1, max: 1_000 });
  const found = new Map<string, WorkerInfo>();
  const infoOf = (worker: string): WorkerInfo => {
    const info = found.get(worker) ?? { worker, lastSeen: undefined, busy: false, holds: [] };
    found.set(worker, info);
    return info;
  };
  for (let offset = "0", slices = 0; offset !== "-" && slices < maxSlices; slices++) {
    const reply = await context.call(workersScript, { from: offset, limit });
    const [, ...entries] = reply.values;
    const next = readHeader(reply, /^\d+ (\d+|-)$/).split(" ")[1] ?? "-";
    if (Number(next) <= Number(offset)) throw badReplyError(reply);
    offset = next;
    for (const [i, entry] of entries.entries()) {
      const [, seen, name] = /^W (\d+) (.*)$/s.exec(entry) ?? [];
      if (name !== undefined) infoOf(name).lastSeen = Number(seen);
      const [, ends, fence, id] = /^H (\d+) (\d+) (.+)$/s.exec(entry) ?? [];
      // The next line names the holder, after a dash.
      const holder = entries[i + 1]?.slice(1);
      if (id === undefined || !holder) continue;
      const info = infoOf(holder);
      info.busy = true;
      info.holds.push({ id, fence: Number(fence), leasedUntil: Number(ends) });
    }
  }
  return [...found.values()].sort((a, b) => (a.worker < b.worker ? -1 : 1));
}
