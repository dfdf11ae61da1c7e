// Putting jobs into a queue: one request for any number of them, all or none.
import { lettersOf } from "./call.ts";
import { type Context, checkAttempts } from "./context.ts";
import type { Duration } from "./duration.ts";
import { about, LeaseholdError } from "./errors.ts";
import { sha256 } from "./hex.ts";
import type { State } from "./keys.ts";
import { checkBatch, checkBytes, checkId, checkOptions, checkWhole, invalid, span, YEAR } from "./limits.ts";
import { newId, newNonce } from "./random.ts";
import { readEnqueued, recordBody } from "./record.ts";
import { validate } from "./schema.ts";
import { enqueue as enqueueScript, register, registered } from "./scripts.gen.ts";

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

export async function enqueueMany(
  context: Context<unknown>,
  jobs: readonly NewJob<unknown>[],
  options: RequestOptions = {},
): Promise<Enqueued[]> {
  const { nonce: named } = checkOptions(options);
  const nonce = named === undefined ? newNonce() : checkId(named);
  checkBatch(jobs);
  if (jobs.length === 0) return [];
  // Whoever sends the request again himself must find the same ids in it.
  const idOf = (i: number) => (named === undefined ? undefined : `${named}.${i}`);
  const prepared = await Promise.all(Array.from(jobs, (job, i) => prepare(context, job, i, idOf(i))));
  const fields = prepared.flatMap(({ id, when, window, body }) => [id, when, window, body]);
  const args = {
    maxLength: context.maxLength ?? "",
    policy: context.policy,
    fingerprint: named === undefined ? "" : await fingerprintOf(fields),
    fields,
  };
  const given = prepared.filter(({ window }) => window !== "").map(({ id }) => id);
  const reply = await context.call(enqueueScript, args, { nonce, ids: given });
  if (reply.status === "reused") throw new LeaseholdError("nonce_reused", "the nonce was used for other jobs");
  if (reply.status === "full") {
    throw new LeaseholdError(
      "queue_full",
      `the queue holds as many waiting jobs as its maxLength of ${context.maxLength}`,
    );
  }
  const letters = lettersOf(reply, prepared.length);
  if (reply.rest[1] !== "1") await enterRegistry(context);
  return prepared.map(({ id }, i) => ({ id, ...readEnqueued(letters[i] ?? "") }));
}

/**
 * The first enqueue of a queue's life makes it known. The registry has a slot of its own on a cluster, so this cannot be
 * part of the script; the queue notes it only afterwards, so that a request lost on the way is made up for next time.
 */
async function enterRegistry<T>(context: Context<T>): Promise<void> {
  try {
    await context.call(register, { name: context.name });
    await context.call(registered, {});
  } catch {
    // The jobs are safe; the next enqueue tries again.
  }
}

/** Tells the jobs of one request from those of another under the same nonce. */
async function fingerprintOf(fields: string[]): Promise<string> {
  return (await sha256(JSON.stringify(fields))).slice(0, 16);
}

interface Prepared {
  id: string;
  when: string;
  window: string;
  body: string;
}

async function prepare(
  context: Context<unknown>,
  job: NewJob<unknown>,
  index: number,
  idOfRequest: string | undefined,
): Promise<Prepared> {
  try {
    return await prepareOne(context, job, idOfRequest);
  } catch (error) {
    const id = typeof job?.id === "string" ? ` (${JSON.stringify(job.id.slice(0, 64))})` : "";
    throw about(`job ${index}${id}`, error);
  }
}

async function prepareOne(
  context: Context<unknown>,
  job: NewJob<unknown>,
  idOfRequest: string | undefined,
): Promise<Prepared> {
  const { id = idOfRequest, delay, at, priority = 5, maxAttempts, ttl, uniqueFor } = checkOptions(job, "a job");
  if (uniqueFor !== undefined && job.id === undefined) throw invalid("uniqueFor needs an id");
  // Stored as it came: a schema that transforms could not read its own output when the job is leased.
  if (context.schema) await validate(context.schema, job.data);
  const payload = checkBytes(context.codec.encode(job.data), context.maxPayloadBytes, "a payload");
  checkWhole(priority, "priority", 0, 9);
  const body = recordBody(
    priority,
    maxAttempts === undefined ? undefined : checkAttempts(maxAttempts),
    ttl === undefined ? undefined : span(ttl, "ttl", 1),
    payload,
  );
  const window = id === undefined ? "" : String(uniqueFor === undefined ? 0 : span(uniqueFor, "uniqueFor"));
  return { id: id === undefined ? newId(context.now()) : checkId(id), when: whenOf(context, delay, at), window, body };
}

/** "" for at once, "+ms" from Redis's now, "@ms" since the epoch. */
function whenOf<T>(context: Context<T>, delay: Duration | undefined, at: Date | number | undefined): string {
  if (delay !== undefined && at !== undefined) throw invalid("a job has a delay or a time, not both");
  if (at === undefined) return delay === undefined ? "" : `+${span(delay, "delay")}`;
  const time = at instanceof Date ? at.getTime() : at;
  if (!Number.isInteger(time) || time < 0) throw invalid("at must be a Date, or whole ms since the epoch");
  if (time - context.now() > YEAR) throw invalid("at must be within a year");
  return `@${time}`;
}
