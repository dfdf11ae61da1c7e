// Reading one stored job: its record, its run, its position and its ending.
import { validateId } from "../../base/arguments.ts";
import { readHeader } from "../../engine/call.ts";
import { STATES } from "../../engine/keys.ts";
import { get as getScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { readEnding, readResult, type StoredEnding, type StoredResult } from "../jobs/stored/ending.ts";
import { readRun } from "../jobs/stored/run.ts";
import { type JobInfo, toJobInfo } from "./job-info.ts";

/** A snapshot of one job, read by one script. */
export interface JobSnapshot<T> {
  now: number;
  paused: boolean;
  /** The time until which its id is remembered. */
  seenUntil: number | undefined;
  place: number | undefined;
  /** The number of attempts that were given back unused. */
  released: number;
  /** The number of retries that used up no attempt. */
  postponed: number;
  /** The number of releases after it had begun. */
  unfinished: number;
  /** False before the first lease of a large job, whose record is not read to find its own `maxAttempts`. */
  isLimitKnown: boolean;
  info: JobInfo<T> | undefined;
  /** The last ending of a job with this id that is gone. */
  end: StoredEnding | undefined;
  result: StoredResult | undefined;
}

const HEADER = /^\d+ -[a-z]*( (-|[\d.e+-]+)){5} (-|\d+) (-|\d+)$/;

/**
 * Reads a job in one request: its record (`payload`), the head of its record (`head`) and its result (`result`) only
 * where asked for.
 */
export async function readJob<T>(
  context: QueueContext<unknown, T>,
  id: string,
  { payload = false, head = false, result = false }: { payload?: boolean; head?: boolean; result?: boolean } = {},
): Promise<JobSnapshot<T>> {
  const parts = `${payload ? "d" : ""}${head ? "h" : ""}${result ? "r" : ""}`;
  const reply = await context.call(getScript, { id: validateId(id), parts }, { id });
  const [now, flags = "", ...fields] = readHeader(reply, HEADER).split(" ");
  const [record = "", run = "", kept = ""] = reply.records;
  const [place, seen] = fields.slice(STATES.length);
  const index = STATES.findIndex((_, i) => fields[i] !== "-");
  const state = STATES[index];
  const numberOr = (field: string | undefined) => (field === undefined || field === "-" ? undefined : Number(field));
  const ran = readRun(run);
  return {
    now: Number(now),
    paused: flags.includes("p"),
    seenUntil: numberOr(seen),
    place: numberOr(place),
    released: ran?.released ?? 0,
    postponed: ran?.postponed ?? 0,
    unfinished: ran?.unfinished ?? 0,
    isLimitKnown: record !== "" || (ran?.maxAttempts ?? 0) > 0,
    info: state && toJobInfo(context, { id, state, score: Number(fields[index]), record, run }),
    end: readEnding(reply.values[1] ?? ""),
    result: readResult(kept),
  };
}

/** Returns a job as it is stored, or undefined. */
export async function get<T>(context: QueueContext<unknown, T>, id: string): Promise<JobInfo<T> | undefined> {
  return (await readJob(context, id, { payload: true })).info;
}
