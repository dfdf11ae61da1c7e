// Taking jobs out of a queue and giving them back: lease, settle, and both at once.
import { badReply, type Reply } from "./call.ts";
import type { Context } from "./context.ts";
import type { Duration } from "./duration.ts";
import { LeaseholdError } from "./errors.ts";
import { Job, type JobRef } from "./job.ts";
import { checkBatch, checkCount, checkId, checkOptions, checkWorker, leaseLength } from "./limits.ts";
import { newNonce } from "./random.ts";
import { readRecord, readVerdict, type Settled, type StoredRecord } from "./record.ts";
import { validate } from "./schema.ts";
import { held, lease as leaseScript, turn as turnScript } from "./scripts.gen.ts";
import { allFields, type SettleItem, settle } from "./settle.ts";

/** What to lease. */
export interface LeaseOptions {
  /** How many at the most; 1 unless set. Fewer where their payloads pass 4 MB together. */
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
  /** When there will next be something to do; undefined when nothing is known to come. */
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

// How many expired leases and due jobs one lease brings back on the way, and how many late jobs it drops.
const HEALED_AT_ONCE = 1_000;

export async function lease<T>(context: Context<T>, options: LeaseOptions = {}): Promise<Leased<T>> {
  const { nonce = newNonce() } = checkOptions(options);
  checkId(nonce);
  const args = wanted(context, options);
  const { settled: _, ...leased } = await readLease(context, await context.call(leaseScript, args, { nonce }), args);
  return leased;
}

export async function turn<T>(context: Context<T>, options: TurnOptions): Promise<Turned<T>> {
  const { nonce = newNonce(), settle: items = [], lease = {} } = checkOptions(options);
  checkBatch(items);
  checkId(nonce);
  const args = { ...wanted(context, checkOptions(lease, "lease")), items: allFields(context, items) };
  if (options.lease === undefined) args.count = 0;
  const reply = await context.call(turnScript, args, { nonce, ids: items.map(({ job }) => job.id) });
  const turned = await readLease(context, reply, args);
  if (turned.settled.length !== items.length) throw badReply(reply);
  return turned;
}

/** What a lease asks for, as the scripts take it. */
function wanted<T>(context: Context<T>, { count = 1, for: length = context.lease, worker }: LeaseOptions) {
  return {
    count: checkCount(count),
    duration: leaseLength(length),
    worker: checkWorker(worker),
    limit: HEALED_AT_ONCE,
  };
}

async function readLease<T>(
  context: Context<T>,
  reply: Reply,
  { duration, worker }: { duration: number; worker: string },
): Promise<Turned<T>> {
  const [letters = "", header = "", ...pairs] =
    reply.status === "again" ? await firstReplyOf(context, reply.rest) : reply.rest;
  const [now = 0, more, wake, paused] = header.split(" ").map(Number);
  if (!now) throw badReply(reply);
  const jobs: Job<T>[] = [];
  const broken: SettleItem[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const ref = readHead(reply, pairs[i] ?? "");
    const opened = await open(context, pairs[i + 1] ?? "");
    if ("data" in opened) jobs.push(new Job(context, { ...ref, ...opened, leasedUntil: now + duration, worker }));
    else broken.push({ job: ref, ...opened });
  }
  // A payload that cannot be read is kept among the failed, with the reason, and never reaches a handler. Where Redis
  // does not answer to this, those jobs come again when their leases run out; the others are leased all the same.
  if (broken.length > 0) await settle(context, broken).catch(() => {});
  return {
    settled: [...letters].map(readVerdict),
    jobs,
    now,
    more: more === 1,
    nextWakeAt: wake || undefined,
    paused: paused === 1,
  };
}

/** The reply to a request that was sent before: its jobs that are still held are fetched again. */
async function firstReplyOf<T>(context: Context<T>, rest: string[]): Promise<string[]> {
  const [letters = "", header = "", ...heads] = (rest[0] ?? "").split("\n");
  const known = heads.filter((head) => head !== "");
  const again = known.length > 0 ? await context.call(held, { heads: known }) : { rest: [] };
  return [letters, header, ...again.rest];
}

function readHead(reply: Reply, head: string): Required<JobRef> {
  const [, fence, attempt, id] = /^(\d+) (\d+) (.+)$/s.exec(head) ?? [];
  if (id === undefined) throw badReply(reply);
  return { id, fence: Number(fence), attempt: Number(attempt) };
}

type Opened<T> = { data: T; record: StoredRecord } | { action: "fail" | "retry"; error: unknown };

async function open<T>(context: Context<T>, stored: string): Promise<Opened<T>> {
  let record: StoredRecord;
  let decoded: unknown;
  try {
    record = readRecord(stored);
    decoded = context.codec.decode(record.payload);
  } catch {
    return { action: "fail", error: "the payload cannot be decoded" };
  }
  try {
    return { data: context.schema ? await validate(context.schema, decoded) : (decoded as T), record };
  } catch (error) {
    // A schema that could not answer, for want of a database perhaps, says nothing against the payload.
    return { action: error instanceof LeaseholdError ? "fail" : "retry", error };
  }
}
