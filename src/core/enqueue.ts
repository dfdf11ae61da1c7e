// Putting jobs into a queue: one request for any number of them, all or none.
import { badReply, lettersOf } from "./call.ts";
import { type Context, checkAttempts } from "./context.ts";
import type { Duration } from "./duration.ts";
import { about, LeaseholdError } from "./errors.ts";
import { hashDigits, hashOf, type State } from "./keys.ts";
import { checkBatch, checkBytes, checkId, checkOptions, checkWhole, invalid, span, YEAR } from "./limits.ts";
import { newId } from "./random.ts";
import { readEnqueued } from "./record.ts";
import { isDueBy, isRegistered, keepRegistered } from "./registry.ts";
import { validate } from "./schema.ts";
import { enqueuePlain, enqueue as enqueueScript } from "./scripts.gen.ts";

/** How one job is enqueued. */
export interface EnqueueOptions {
  /** The job's name; one that is known already creates nothing. Made up unless set. */
  id?: string;
  /** How long it waits before it is ready. */
  delay?: Duration;
  /** When it becomes ready, instead of a delay. */
  at?: Date | number;
  /** 0 is first, 9 last; 5 unless set. */
  priority?: number;
  /** Instead of the queue's. */
  maxAttempts?: number;
  /** How old it may be when it is leased, for the first time or again; after that it is dropped and counted as expired. */
  ttl?: Duration;
  /** How long its id is remembered, even when the job is gone. */
  uniqueFor?: Duration;
}

/** What came of it: created or not, and where the job with that id is. "seen" is one that was, and is gone. */
export interface Enqueued {
  id: string;
  created: boolean;
  state: State | "seen";
}

/** A job to enqueue. */
export type NewJob<T> = { data: T } & EnqueueOptions;

/** A name for the request, for one who may send it again himself. */
export interface RequestOptions {
  /** The same nonce again gets the first reply again, and changes nothing; enqueueing refuses it for other jobs. */
  nonce?: string | undefined;
}

// What Redis takes for one request of this size stays under 10 ms.
const MOST_BYTES = 4 * 1024 * 1024;

export async function enqueueMany(
  context: Context<unknown>,
  jobs: readonly NewJob<unknown>[],
  options: RequestOptions = {},
): Promise<Enqueued[]> {
  const { nonce } = checkOptions(options);
  if (nonce !== undefined) checkId(nonce);
  checkBatch(jobs);
  if (jobs.length === 0) return [];
  const prepared = await prepareAll(context, jobs, nonce);
  checkSize(prepared);
  const letters = (await enqueuePlainly(context, prepared, nonce)) ?? (await enqueueAny(context, prepared, nonce));
  return prepared.map(({ id }, i) => ({ id, ...readEnqueued(letters[i] ?? "") }));
}

/** A batch is one request, which a database takes whole or not at all. */
function checkSize(prepared: Prepared[]): void {
  const length = prepared.reduce((sum, { payload }) => sum + payload.length, 0);
  if (length > MOST_BYTES)
    throw new LeaseholdError("too_large", `the payloads of a batch may take ${MOST_BYTES} bytes together`);
}

/**
 * Jobs of one priority and one hash that are ready at once, under ids made up here, as most are: a script of their own
 * takes them for a third less. Undefined where they are not such jobs, or the queue is new.
 */
async function enqueuePlainly(
  context: Context<unknown>,
  prepared: Prepared[],
  nonce: string | undefined,
): Promise<string | undefined> {
  const [first] = prepared as [Prepared];
  if (nonce !== undefined || context.maxLength !== undefined || !isRegistered(context)) return undefined;
  const hash = hashOf(first.id);
  const kind = /^\d - - - -$/.test(first.kind) ? first.kind : undefined;
  if (!prepared.every((each) => each.kind === kind && hashOf(each.id) === hash)) return undefined;
  const items = prepared.flatMap(({ id, payload }) => [id, payload]);
  const args = { priority: first.kind.slice(0, 1), items };
  const request = await context.request(undefined, undefined);
  const reply = await context.call(enqueuePlain, args, { request, id: first.id });
  if (reply.status === "odd") return undefined;
  if (reply.rest.join() !== "-") throw badReply(reply);
  return "r".repeat(prepared.length);
}

async function enqueueAny(context: Context<unknown>, prepared: Prepared[], nonce: string | undefined): Promise<string> {
  const given = prepared.filter(({ isGiven }) => isGiven).map(({ id }) => id);
  const hashes = hashDigits(prepared.map(({ id }) => id));
  const args = { hashes, maxLength: context.maxLength ?? "", items: grouped(prepared) };
  const request = await context.request(nonce, ["enqueue", args.items]);
  const reply = await context.call(enqueueScript, args, { request, hashes, results: given });
  if (reply.status === "full") {
    throw new LeaseholdError(
      "queue_full",
      `the queue holds as many waiting jobs as its maxLength of ${context.maxLength}`,
    );
  }
  const letters = lettersOf(reply, prepared.length);
  await keepRegistered(context, isDueBy(context, { status: reply.status, isFlagged: reply.rest[1] === "u" }));
  return letters;
}

/** Jobs of one kind in a row: the kind and their number, then id and payload of each. */
function grouped(prepared: Prepared[]): string[] {
  const items: string[] = [];
  for (let from = 0; from < prepared.length; ) {
    const { kind } = prepared[from] as Prepared;
    let to = from;
    while (prepared[to]?.kind === kind) to += 1;
    items.push(`${kind.slice(0, 1)} ${to - from}${kind.slice(1)}`);
    for (const { id, payload } of prepared.slice(from, to)) items.push(id, payload);
    from = to;
  }
  return items;
}

interface Prepared {
  id: string;
  isGiven: boolean;
  /** "priority when window max ttl", as src/lua/lib/enqueue.lua takes them. */
  kind: string;
  payload: string;
}

/** The jobs as they are sent. What is wrong with one is said of it. */
async function prepareAll(
  context: Context<unknown>,
  jobs: readonly NewJob<unknown>[],
  nonce: string | undefined,
): Promise<Prepared[]> {
  const now = context.now();
  const said = (error: unknown, i: number) => {
    const id = jobs[i]?.id;
    return about(`job ${i}${typeof id === "string" ? ` (${JSON.stringify(id.slice(0, 64))})` : ""}`, error);
  };
  const { schema } = context;
  // Stored as it came: a schema that transforms could not read its own output when the job is leased.
  if (schema) {
    const checks = Array.from(jobs, async (job, i) => {
      try {
        await validate(schema, checkOptions(job, "a job").data);
      } catch (error) {
        throw said(error, i);
      }
    });
    await Promise.all(checks);
  }
  return Array.from(jobs, (job, i) => {
    try {
      // Whoever sends the request again himself must find the same ids in it.
      return prepare(
        context,
        checkOptions(job, "a job"),
        () => (nonce === undefined ? newId(now) : `${nonce}.${i}`),
        nonce,
      );
    } catch (error) {
      throw said(error, i);
    }
  });
}

function prepare(
  context: Context<unknown>,
  { data, id, delay, at, priority = 5, maxAttempts, ttl, uniqueFor }: NewJob<unknown>,
  newJobId: () => string,
  nonce: string | undefined,
): Prepared {
  if (uniqueFor !== undefined && id === undefined) throw invalid("uniqueFor needs an id");
  const payload = checkBytes(context.codec.encode(data), context.maxPayloadBytes, "a payload");
  const isGiven = id !== undefined || nonce !== undefined;
  const window = uniqueFor === undefined ? 0 : span(uniqueFor, "uniqueFor");
  const max = maxAttempts === undefined ? "-" : checkAttempts(maxAttempts);
  const life = ttl === undefined ? "-" : span(ttl, "ttl", 1);
  checkWhole(priority, "priority", 0, 9);
  const kind = `${priority} ${whenOf(context, delay, at)} ${isGiven ? window : "-"} ${max} ${life}`;
  return { id: checkId(id === undefined ? newJobId() : id), isGiven, kind, payload };
}

/** "-" for at once, "+ms" from Redis's now, "@ms" since the epoch. */
function whenOf<T>(context: Context<T>, delay: Duration | undefined, at: Date | number | undefined): string {
  if (delay !== undefined && at !== undefined) throw invalid("a job has a delay or a time, not both");
  if (at === undefined) return delay === undefined ? "-" : `+${span(delay, "delay")}`;
  const time = at instanceof Date ? at.getTime() : at;
  if (!Number.isInteger(time) || time < 0) throw invalid("at must be a Date, or whole ms since the epoch");
  if (time - context.now() > YEAR) throw invalid("at must be within a year");
  return `@${time}`;
}
