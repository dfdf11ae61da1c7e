// Searching the jobs of a state, in bounded slices and with a cursor.
import { invalidArgument, validateCount, validateInteger, validateOptions } from "../../base/arguments.ts";
import { badReplyError, readHeader } from "../../engine/call.ts";
import { search } from "../../engine/scripts.gen.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { type FilterArguments, filterArguments, type JobFilter, type Redacted } from "./job-filter.ts";
import { type JobInfo, type StoredJob, toJobInfo } from "./job-info.ts";

/** Options of a search. */
export interface SearchOptions {
  /** The cursor of the result before. */
  cursor?: string;
  /** The most jobs to return; 50 unless set. */
  limit?: number;
  /** The most jobs to examine; 20,000 unless set. */
  scan?: number;
  /** The most requests to send; 40 unless set. Large payloads take a request for each few jobs. */
  slices?: number;
  /** "count" to count the matches without reading them; `limit` has no effect then. */
  output?: "jobs" | "count";
}

/** A part of a search; `cursor` is undefined when all jobs of the state were examined. */
export interface SearchResult<T> {
  /** The matches; an empty list if they are only counted. */
  jobs: JobInfo<T>[];
  /** The number of matches in this part. */
  matched: number;
  /** The number of jobs that this search has examined so far. */
  examined: number;
  /**
   * The number of jobs that this call has examined and whose payload it could not compare: it is nested over 1,000 levels or no
   * JSON; or it is larger than 64 kB, and contains the texts of the conditions or is too large to look for them.
   */
  skipped: number;
  /** The number of jobs to examine: those in the state, or only those of the filter's group if they are ready or blocked. */
  total: number;
  cursor: string | undefined;
}

/** The place of a search: the number of examined jobs, and the score and the id of the last of them. */
export interface SearchPlace {
  examined: number;
  score: string;
  after: string;
}

// Limits of one script, which takes Redis less than 10 ms: entries to examine, bytes of records to read, bytes of payloads to
// decode, and bytes of payloads to compare with texts. Ten texts, the most, can be looked for in a payload that can be decoded.
const SLICE = 500;
const READ_BYTES = 250_000;
const DECODED_BYTES = 64_000;
const COMPARED_BYTES = 10 * DECODED_BYTES;
const SCAN = 20_000;
// Fewer requests than a function may send.
const MAX_SLICES = 40;
// In bytes of records, for one result.
const RESULT_BYTES = 2_000_000;
const CURSOR = /^(\d{1,12}) ([\d.e+-]{1,30}) (.+)$/s;

/** Searches the jobs of a state. */
export async function searchJobs<T>(
  context: QueueContext<unknown, T>,
  filter: JobFilter,
  options: SearchOptions = {},
  redacted: Redacted = {},
): Promise<SearchResult<T>> {
  const {
    cursor,
    limit = 50,
    scan = SCAN,
    slices = MAX_SLICES,
    output = "jobs",
  } = validateOptions(options, "cursor limit scan slices output");
  validateCount(limit, "limit");
  validateInteger(scan, "scan", { min: 1, max: 1_000_000 });
  validateInteger(slices, "slices", { min: 1 });
  if (output !== "jobs" && output !== "count") throw invalidArgument("output is jobs or count");
  const counts = output === "count";
  const args = filterArguments(filter, { now: context.now(), codec: context.codec, ...redacted });
  let place = parseCursor(cursor);
  const jobs: JobInfo<T>[] = [];
  let [matched, skipped, bytes] = [0, 0, 0];
  const end = place.examined + scan;
  for (let sent = 1; ; sent++) {
    const most = Math.min(SLICE, end - place.examined);
    const slice = await searchSlice(context, args, { place, limit: counts ? most : limit - matched, most, counts });
    jobs.push(...slice.found.map((job) => toJobInfo(context, job)));
    matched += slice.matched;
    skipped += slice.skipped;
    bytes += slice.bytes;
    const { next, total, examined } = slice;
    const isFull = !counts && (matched >= limit || bytes >= RESULT_BYTES);
    if (next === undefined || isFull || examined >= end || sent >= slices)
      return { jobs, matched, examined, skipped, total, cursor: next && formatCursor(next) };
    place = next;
  }
}

/** Parses the cursor of a search. */
export function parseCursor(cursor: string | undefined): SearchPlace {
  if (cursor === undefined) return { examined: 0, score: "", after: "" };
  const [, examined, score, after] = (typeof cursor === "string" && CURSOR.exec(cursor)) || [];
  if (score === undefined || after === undefined)
    throw invalidArgument("cursor must be the one that the result before had");
  return { examined: Number(examined), score, after };
}

/** Formats the cursor of a search. */
export function formatCursor({ examined, score, after }: SearchPlace): string {
  return `${examined} ${score} ${after}`;
}

/** The options of one script of a search. */
export interface SliceOptions {
  place: SearchPlace;
  limit: number;
  most: number;
  /** The last tick that had been issued when a job entered its state; any unless set. */
  entered?: number;
  /** True if only the number of matches is needed. */
  counts?: boolean;
  /** True if only the ids and the entries of the matches are needed, so that no payload is read for them. */
  idsOnly?: boolean;
}

/** The result of one script of a search. */
export interface SearchSlice {
  /** The matches; without their records and runs if only their ids were needed. */
  found: StoredJob[];
  /** Texts that tell the entries of the matches from later entries of the same ids, if only ids were needed. */
  entries: string[];
  matched: number;
  /** Redis's time. */
  now: number;
  /** The last tick that the queue has issued. */
  tick: number;
  examined: number;
  skipped: number;
  total: number;
  /** The size of the records and runs that were returned. */
  bytes: number;
  /** The place from which the search continues; undefined at the end. */
  next: SearchPlace | undefined;
}

/** Runs one script of a search. */
export async function searchSlice<T>(
  context: QueueContext<unknown, T>,
  filter: FilterArguments,
  { place, limit, most, entered, counts = false, idsOnly = false }: SliceOptions,
): Promise<SearchSlice> {
  const { name: state } = filter;
  const { score, after } = place;
  const args = {
    isRedacted: "",
    group: "",
    ...filter,
    score,
    after,
    most,
    limit,
    bytes: READ_BYTES,
    decoded: DECODED_BYTES,
    compared: COMPARED_BYTES,
    entered: entered ?? "",
    output: counts ? "count" : idsOnly ? "ids" : "jobs",
  };
  const reply = await context.call(search, args, { state });
  const header = readHeader(reply, /^\d+ -?\d+ \d+ \d+ \d+ \S+ .*$/s);
  const [, nowDigits, tickDigits, totalDigits, examinedDigits, skippedDigits, nextScore = "-", nextId = ""] =
    /^(\d+) (-?\d+) (\d+) (\d+) (\d+) (\S+) (.*)$/s.exec(header) ?? [];
  const { records } = reply;
  const lines = reply.values.slice(1, reply.values.length - records.length);
  const entries: string[] = [];
  if (!counts && !idsOnly && records.length !== lines.length * 2) throw badReplyError(reply);
  const found = counts
    ? []
    : lines.map((line, i): StoredJob => {
        const [, jobScore, id, text] = /^([\d.e+-]+) ([^\t]+)(?:\t([^\t]+))?$/s.exec(line) ?? [];
        if (id === undefined || (idsOnly && text === undefined)) throw badReplyError(reply);
        if (idsOnly && text !== undefined) entries.push(text);
        const [record = "", run = ""] = records.slice(i * 2);
        return { id, state, score: Number(jobScore), record, run, member: idsOnly ? "" : (text ?? "") };
      });
  const examined = place.examined + Number(examinedDigits);
  return {
    found,
    entries,
    now: Number(nowDigits),
    tick: Number(tickDigits),
    matched: counts ? Number(lines[0]) : found.length,
    examined,
    skipped: Number(skippedDigits),
    total: Number(totalDigits),
    bytes: records.reduce((sum, { length }) => sum + length, 0),
    next: nextScore === "-" ? undefined : { examined, score: nextScore, after: nextId },
  };
}
