// Taking jobs out of a queue and giving them back: lease, settle, and both at once. All of it is one script.
import { badReply, type Reply } from "./call.ts";
import type { Context } from "./context.ts";
import type { Duration } from "./duration.ts";
import { LeaseholdError } from "./errors.ts";
import { Job, type JobRef } from "./job.ts";
import { checkBatch, checkCount, checkId, checkOptions, checkWorker, leaseLength } from "./limits.ts";
import { readRecord, readSettled, type Settled, type StoredRecord } from "./record.ts";
import type { RequestName } from "./request.ts";
import { validate } from "./schema.ts";
import { held } from "./scripts.gen.ts";
import { settle } from "./settle.ts";
import { preparedItems, referenceOf, type SettleItem } from "./settle-items.ts";
import { sendTurn } from "./turn.ts";

/** What to lease. */
export interface LeaseOptions {
  /** How many at the most; 1 unless set. Fewer where their payloads pass 2 MB together. */
  count?: number;
  /** How long; the queue's lease unless set. */
  for?: Duration;
  /** Who leases, for `workers()` and `failWorker()`. */
  worker?: string;
  /** The same nonce again gets the first reply again. */
  nonce?: string;
}

/** What was leased, and when to come back. */
export interface Leased<T> {
  jobs: Job<T>[];
  /** Redis's time. */
  now: number;
  /** Whether more is ready. */
  more: boolean;
  /** Until when there will be nothing to do by itself; undefined when nothing is known to come. */
  nextWakeAt: number | undefined;
  paused: boolean;
}

/** What to settle and what to lease in one request. */
export interface TurnOptions {
  settle?: readonly SettleItem[];
  /** Nothing is leased unless set. */
  lease?: Omit<LeaseOptions, "nonce"> | undefined;
  nonce?: string;
}

/** The outcome of each settled item, in order, and what was leased. */
export interface Turned<T> extends Leased<T> {
  settled: Settled[];
}

export async function lease<T>(context: Context<T>, options: LeaseOptions = {}): Promise<Leased<T>> {
  const { nonce, ...wanted } = checkOptions(options);
  const asked = { lease: wanted, ...(nonce === undefined ? {} : { nonce }) };
  const { settled: _, ...leased } = await turn(context, asked, { operation: "lease" });
  return leased;
}

/** `known` is the request as it was sent before, where this is a repetition. */
export async function turn<T>(
  context: Context<T>,
  options: TurnOptions,
  { known, operation = "turn" }: { known?: RequestName; operation?: "lease" | "turn" } = {},
): Promise<Turned<T>> {
  const { nonce, settle: items = [], lease } = checkOptions(options);
  if (nonce !== undefined) checkId(nonce);
  checkBatch(items);
  const { count = 1, for: length = context.lease, worker } = lease === undefined ? {} : checkOptions(lease, "lease");
  const wanted = {
    count: lease === undefined ? 0 : checkCount(count),
    duration: leaseLength(length),
    worker: checkWorker(worker),
  };
  const prepared = preparedItems(context, items);
  const request = known ?? (await context.request(nonce, [operation, wanted, prepared.map(({ content }) => content)]));
  const reply = await sendTurn(context, { ...wanted, items: prepared, request });
  return readTurn(context, reply, { ...wanted, settled: items.length });
}

// "now till more due flags fence"; the time follows from when the leases end where it is not there.
const HEADER = /^(\d+|-) (\d+|-) ([01]) (\d+|-) -([a-z]*) (\d+|-)$/;
const NEVER = 9_999_999_999_999;

async function readTurn<T>(
  context: Context<T>,
  reply: Reply,
  { duration, worker, settled }: { duration: number; worker: string; settled: number },
): Promise<Turned<T>> {
  const lines = reply.rest.slice(0, reply.rest.length - reply.records.length);
  const [letters = "", header = "", ...heads] = lines;
  const [, told, until, more, due, flags = "", first] = HEADER.exec(header) ?? [];
  if (until === undefined || (letters === "-" ? 0 : letters.length) !== settled) throw badReply(reply);
  const leasedUntil = Number(until);
  const now = told === "-" ? leasedUntil - duration : Number(told);
  let refs = heads.map((head, i) => readHead(head, Number(first) + i));
  let { records } = reply;
  if (reply.status === "again") ({ refs, records } = await fetchHeld(context, refs));
  if (records.length !== refs.length) throw badReply(reply);
  const { jobs, broken } = await openAll(context, refs, records, { leasedUntil, worker });
  // A payload that cannot be read is kept among the failed, with the reason, and never reaches a handler. Where Redis
  // does not answer to this, those jobs come again when their leases run out; the others are leased all the same.
  if (broken.length > 0) await settle(context, broken).catch(() => {});
  const wake = due === "-" || Number(due) >= NEVER ? undefined : Number(due);
  return {
    settled: letters === "-" ? [] : Array.from(letters, readSettled),
    jobs,
    now,
    more: more === "1",
    nextWakeAt: more === "1" ? now : wake,
    paused: flags.includes("p"),
  };
}

function readHead(head: string, fence: number): Required<JobRef> {
  const tab = head.indexOf("\t");
  return tab < 0
    ? { id: head, fence, attempt: 1 }
    : { id: head.slice(tab + 1), fence, attempt: Number(head.slice(0, tab)) };
}

/** The jobs of a lease whose reply was lost that are still held, and their records. */
async function fetchHeld<T>(context: Context<T>, refs: Required<JobRef>[]) {
  if (refs.length === 0) return { refs, records: [] };
  const reply = await context.call(held, { items: refs.map(referenceOf) });
  const flags = reply.rest[0] ?? "";
  return { refs: refs.filter((_, i) => flags[i] === "1"), records: reply.records };
}

/** The jobs whose payloads can be read, and what becomes of the others. */
async function openAll<T>(
  context: Context<T>,
  refs: Required<JobRef>[],
  records: string[],
  held: { leasedUntil: number; worker: string },
): Promise<{ jobs: Job<T>[]; broken: SettleItem[] }> {
  const jobs: Job<T>[] = [];
  const broken: SettleItem[] = [];
  for (const [i, ref] of refs.entries()) {
    let opened = open(context, records[i] ?? "");
    if (context.schema && "data" in opened) opened = await checked(context, opened);
    if ("data" in opened) jobs.push(new Job(context, { ...ref, ...opened, ...held }));
    else broken.push({ job: ref, ...opened });
  }
  return { jobs, broken };
}

type Opened<T> = { data: T; record: StoredRecord } | { action: "fail" | "retry"; error: unknown };

function open<T>(context: Context<T>, stored: string): Opened<T> {
  try {
    const record = readRecord(stored);
    return { data: context.codec.decode(record.payload) as T, record };
  } catch {
    return { action: "fail", error: "the payload cannot be decoded" };
  }
}

async function checked<T>(context: Context<T>, opened: Opened<T> & { data: unknown }): Promise<Opened<T>> {
  try {
    return { ...opened, data: context.schema ? await validate(context.schema, opened.data) : (opened.data as T) };
  } catch (error) {
    // A schema that could not answer, for want of a database perhaps, says nothing against the payload.
    return { action: error instanceof LeaseholdError ? "fail" : "retry", error };
  }
}
