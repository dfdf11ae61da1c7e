// Lists the jobs of a state, a page at a time.
import { invalidArgument, validateCount, validateOptions } from "../../base/arguments.ts";
import { badReplyError, readHeader } from "../../engine/call.ts";
import { type JobState, STATES } from "../../engine/keys.ts";
import { list as listScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { type JobInfo, type StoredJob, toJobInfo } from "./job-info.ts";

/** A page of jobs; `cursor` is undefined on the last one. */
export interface Page<T> {
  jobs: JobInfo<T>[];
  total: number;
  cursor: string | undefined;
}

/** Lists the jobs of a state, a page at a time. */
export async function listJobs<T>(
  context: QueueContext<unknown, T>,
  state: JobState,
  options: { cursor?: string; limit?: number } = {},
): Promise<Page<T>> {
  const { cursor = "0", limit = 50 } = validateOptions(options, "cursor limit");
  if (!STATES.includes(state)) throw invalidArgument(`a state is one of ${STATES.join(", ")}`);
  if (typeof cursor !== "string" || !/^\d{1,12}$/.test(cursor))
    throw invalidArgument("cursor must be the cursor of the previous page");
  const { found, total } = await readStored(context, {
    state,
    from: cursor,
    limit: validateCount(limit, "limit"),
    ids: [],
  });
  const next = Number(cursor) + found.length;
  const jobs = found.map((job) => toJobInfo(context, job));
  return { jobs, total, cursor: jobs.length > 0 && next < total ? String(next) : undefined };
}

/** Returns the stored parts of those of some jobs that are in a state, as many as one script may read, in the order of the ids. */
export async function readStoredByIds<T>(
  context: QueueContext<unknown, T>,
  state: JobState,
  ids: readonly string[],
): Promise<StoredJob[]> {
  return (await readStored(context, { state, from: "0", limit: 0, ids })).found;
}

/** Runs the script. */
async function readStored<T>(
  context: QueueContext<unknown, T>,
  { state, ...args }: { state: JobState; from: string; limit: number; ids: readonly string[] },
): Promise<{ found: StoredJob[]; total: number }> {
  const reply = await context.call(listScript, args, { state });
  const { records } = reply;
  const total = Number(readHeader(reply, /^\d+ \d+$/).split(" ")[1]);
  const entries = reply.values.slice(1, reply.values.length - records.length);
  if (records.length !== entries.length * 2) throw badReplyError(reply);
  const found = entries.map((entry, i): StoredJob => {
    const [, score, id, member = ""] = /^([\d.e+-]+) ([^\t]+)(?:\t(.+))?$/s.exec(entry) ?? [];
    if (id === undefined) throw badReplyError(reply);
    return { id, state, score: Number(score), record: records[i * 2] ?? "", run: records[i * 2 + 1] ?? "", member };
  });
  return { found, total };
}
