// Reads one job: its record, its run, its place and its ending.
import { validateId } from "../../base/arguments.ts";
import { readHeader } from "../../engine/call.ts";
import { STATES } from "../../engine/keys.ts";
import { get as getScript } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { readEnding, readResult, type StoredEnding, type StoredResult } from "../jobs/stored/ending.ts";
import { readRun } from "../jobs/stored/run.ts";
import { type Membership, readGroupReport, readMembership } from "./groups/group-report.ts";
import { type JobInfo, toJobInfo } from "./job-info.ts";

/** A snapshot of one job, read by one script. */
export interface JobSnapshot<T> {
  now: number;
  paused: boolean;
  /** The time until which its id is remembered. */
  seenUntil: number | undefined;
  /** The number of ready jobs before it. */
  place: number | undefined;
  /** The number of attempts that were released unused. */
  released: number;
  /** The number of retries that used up no attempt. */
  postponed: number;
  /** The number of releases after the work had begun. */
  unfinished: number;
  /** False for a large job before its first lease: its record, which states its own `maxAttempts`, is not read. */
  isLimitKnown: boolean;
  /** Undefined if no job has this id. */
  info: JobInfo<T> | undefined;
  /** The last ending of a job with this id that is gone. */
  end: StoredEnding | undefined;
  result: StoredResult | undefined;
  /** The numbers behind the probable start of a waiting job, as the script returns them; "" unless asked for. */
  rates: string;
  /** Its group and its cost, if it has any. */
  membership: Membership | undefined;
  /** Its group, and the limits of the queue. */
  report: ReturnType<typeof readGroupReport>;
}

const HEADER = /^\d+ -[a-z]*( (-|[\d.e+-]+)){6} (-|\d+) (-|\d+)( \+)?$/;

/** The parts of a job to read, beside its state and its run. */
interface Parts {
  /** Reads the record with its payload. */
  payload?: boolean;
  /** Reads the record without its payload. */
  head?: boolean;
  result?: boolean;
  /** Reads the numbers behind the probable start of a waiting job. */
  rates?: boolean;
}

/** Reads a job in one request. */
export async function readJob<T>(
  context: QueueContext<unknown, T>,
  id: string,
  { payload = false, head = false, result = false, rates = false }: Parts,
): Promise<JobSnapshot<T>> {
  const parts = (payload ? "d" : "") + (head ? "h" : "") + (result ? "r" : "") + (rates ? "s" : "");
  const reply = await context.call(getScript, { id: validateId(id), parts }, { id });
  const [now, flags = "", ...fields] = readHeader(reply, HEADER).split(" ");
  const [record = "", run = "", storedResult = "", storedRates = "", group = "", nextText = ""] = reply.records;
  const [member = ""] = group.split("\n", 1);
  const [place, seen, follower] = fields.slice(STATES.length);
  const index = STATES.findIndex((_, i) => fields[i] !== "-");
  const state = STATES[index];
  const toNumber = (field: string | undefined) => (field === undefined || field === "-" ? undefined : Number(field));
  const { released = 0, postponed = 0, unfinished = 0, maxAttempts = 0 } = readRun(run) ?? {};
  return {
    now: Number(now),
    paused: flags.includes("p"),
    seenUntil: toNumber(seen),
    place: toNumber(place),
    released,
    postponed,
    unfinished,
    isLimitKnown: record !== "" || maxAttempts > 0,
    info: state && {
      ...toJobInfo(context, { id, state, score: Number(fields[index]), record, run, member }),
      ...(follower === "+" && { runsAgain: true }),
    },
    end: readEnding(reply.values[1] ?? ""),
    result: readResult(storedResult),
    rates: storedRates,
    membership: readMembership(member),
    report: readGroupReport(group, { nextText, now: Number(now) }),
  };
}

/** Resolves with information about a job, or undefined if no job has this id. */
export async function findJob<T>(context: QueueContext<unknown, T>, id: string): Promise<JobInfo<T> | undefined> {
  return (await readJob(context, id, { payload: true })).info;
}
