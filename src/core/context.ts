// What all operations of one queue share: its options, checked once, and the way to run a script for it.
import type { Adapter } from "../redis/adapter.ts";
import { fromUpstashClient, type UpstashClient } from "../redis/upstash-client.ts";
import { type Backoff, backoffDelay, checkBackoff } from "./backoff.ts";
import { type ArgsOf, callScript, type Reply } from "./call.ts";
import { type Codec, json } from "./codec.ts";
import type { Duration } from "./duration.ts";
import { elapsed } from "./elapsed.ts";
import { about, jobNamed, LeaseholdError } from "./errors.ts";
import { type KeyParts, QueueKeys } from "./keys.ts";
import { checkFunction, checkName, checkOptions, checkWhole, invalid, leaseLength, span } from "./limits.ts";
import { namedRequest, newRequest, type RequestName } from "./request.ts";
import type { StandardSchema } from "./schema.ts";
import type { NamedScript } from "./script.ts";

/** How much of jobs that have ended is kept. Whoever settles them says it. */
export interface Retention {
  /** Completed jobs; none unless set. */
  done?: Keep;
  /** Failed jobs; 30 days and 100,000 of them unless set. */
  failed?: Keep;
  /** How long a result can be read; an hour unless set, `false` for not at all. */
  results?: Duration | false;
}

/** Until an age, up to a count, or both. Twice as many may be kept for a moment. */
export type Keep = Duration | { age?: Duration; count?: number };

/**
 * How a queue behaves. Every process that uses the queue should say the same. T is what handlers get, Input what is
 * enqueued and stored; they differ only where a schema transforms.
 */
export interface QueueOptions<T, Input = T> {
  /** Any `@upstash/redis` client as it is, or an adapter: `upstash()`, `ioredis()`, `nodeRedis()`. */
  redis: UpstashClient | Adapter;
  /** Begins every key; "lh" unless set. */
  prefix?: string;
  /** How payloads become text; JSON unless set. */
  codec?: Codec<Input>;
  /**
   * Checks payloads when they are enqueued and again when they are leased. What is stored is what was enqueued; a
   * schema that transforms does so for the one who leases.
   */
  schema?: StandardSchema<Input, T>;
  /** How long a lease lasts; 30 seconds unless set. */
  lease?: Duration;
  /** How often a job is tried before it has failed; 5 unless set. */
  maxAttempts?: number;
  /** The delay before a failed attempt is tried again; doubling from a second to an hour unless set. */
  backoff?: Backoff;
  retention?: Retention;
  /** How many jobs may wait; no limit unless set. */
  maxLength?: number;
  /** The largest payload or result in bytes; 1 MB unless set. */
  maxPayloadBytes?: number;
  /** How long a request is remembered that may be sent again; two minutes unless set. */
  rememberRequests?: Duration;
  /** The time in ms, for tests; Redis's own clock unless set. */
  now?: () => number;
}

/** How one of several queues behaves, whatever its jobs hold. */
// biome-ignore lint/suspicious/noExplicitAny: `unknown` would refuse every schema and codec that says what it takes
export type QueueSettings = Omit<QueueOptions<any>, "redis" | "prefix" | "now">;

const MB = 1024 * 1024;

const DAY = 86_400_000;
const KEPT_FAILED: Keep = { age: 30 * DAY, count: 100_000 };

// Payloads of one request; what Redis takes for one of 4 MB stays under 10 ms.
const MOST_BYTES = 4 * MB;
// How long a worker is known to be alive after it was noted.
const BEAT = 10_000;
// For how long the full script is asked at once after the plain one could not answer.
const ODD = 1_000;

/** What a call adds to the arguments of its script: how its request is known. */
export interface CallParts extends KeyParts {
  request?: RequestName;
}

/** Arguments by which every script that has them is told the same. */
type Usual = "times" | "lane" | "number" | "max" | "policy";

/** A queue's options with their defaults, and the one way to Redis. */
export class Context<T, Input = unknown> {
  readonly name: string;
  readonly prefix: string;
  readonly adapter: Adapter;
  readonly keys: QueueKeys;
  readonly codec: Codec<Input>;
  readonly schema: StandardSchema<Input, T> | undefined;
  readonly lease: number;
  readonly maxAttempts: number;
  readonly maxLength: number | undefined;
  readonly maxPayloadBytes: number;
  readonly keepRequests: number;
  /** In ms; 0 where results are not kept. */
  readonly keepResults: number;
  readonly keepsDone: boolean;
  /** Whether it says itself what is kept of jobs that have ended. */
  readonly limitsRetention: boolean;
  /** Retention as the scripts read it: age and count of done jobs, of failed ones, and how long results are kept. */
  readonly policy: string;
  readonly #backoff: Backoff;
  readonly #now: (() => number) | undefined;
  readonly #beats = new Map<string, number>();
  #oddUntil = 0;

  constructor(name: string, options: QueueOptions<T, Input>) {
    const {
      redis,
      prefix = "lh",
      retention = {},
      maxLength,
      codec = json as Codec<Input>,
      schema,
    } = checkOptions(options);
    const { lease = "30s", maxAttempts = 5, maxPayloadBytes = MB, rememberRequests = "2m", now } = options;
    const { results = "1h", done, failed = KEPT_FAILED } = checkOptions(retention, "retention");
    this.name = checkName(name, "the name of a queue");
    this.prefix = checkName(prefix, "prefix");
    this.adapter = adapterOf(redis);
    this.keys = new QueueKeys(prefix, name);
    this.codec = checkCodec(codec);
    this.schema = schema === undefined ? undefined : checkSchema(schema);
    this.lease = leaseLength(lease);
    this.maxAttempts = checkAttempts(maxAttempts);
    this.maxLength =
      maxLength === undefined ? undefined : checkWhole(maxLength, "maxLength", 1, Number.MAX_SAFE_INTEGER);
    this.maxPayloadBytes = checkWhole(maxPayloadBytes, "maxPayloadBytes", 1, MOST_BYTES);
    this.keepRequests = span(rememberRequests, "rememberRequests", 1_000);
    this.keepResults = results === false ? 0 : span(results, "retention.results", 1_000);
    this.keepsDone = done !== undefined;
    this.limitsRetention = done !== undefined || failed !== KEPT_FAILED;
    const keeps = [keep(done, "retention.done"), keep(failed, "retention.failed"), this.keepResults];
    this.policy = keeps.join(" ");
    this.#backoff = checkBackoff(
      options.backoff === undefined ? { type: "exponential", delay: "1s" } : options.backoff,
    );
    this.#now = now === undefined ? undefined : checkFunction(now, "now");
  }

  /** Runs a script on this queue's keys. What a queue says in every call it adds itself. */
  async call<S extends NamedScript>(script: S, args: Omit<ArgsOf<S>, Usual>, parts: CallParts = {}): Promise<Reply> {
    const { request, ...others } = parts;
    const usual = {
      times: request ? `${this.clock()} ${request.keep}` : this.clock(),
      lane: request?.lane ?? "",
      number: request?.number ?? "",
      max: this.maxAttempts,
      policy: this.policy,
    };
    const all = { ...usual, ...args } as unknown as ArgsOf<S>;
    const reply = await callScript(this.adapter, this.keys, script, all, {
      ...others,
      ...(request && { replies: request.replies }),
    });
    if (reply.status !== "odd") request?.answered();
    if (reply.status === "reused") throw new LeaseholdError("nonce_reused", "the nonce was used for something else");
    return reply;
  }

  /** A request, named by the nonce of its sender, or anew. */
  request(nonce: string | undefined, content: unknown): RequestName | Promise<RequestName> {
    return nonce === undefined ? newRequest(this.keepRequests) : namedRequest(nonce, this.keepRequests, content);
  }

  /** Whether it is time to note that a worker is alive, and to ask whether the queue is still registered. */
  isBeatDue(worker: string): boolean {
    return elapsed() >= (this.#beats.get(worker) ?? Number.NEGATIVE_INFINITY) + BEAT;
  }

  noteBeat(worker: string): void {
    if (this.#beats.size >= 100) this.#beats.clear();
    this.#beats.set(worker, elapsed());
  }

  /** Whether the plain script of a turn has lately been of no use. */
  get isOdd(): boolean {
    return elapsed() < this.#oddUntil;
  }

  noteOdd(): void {
    this.#oddUntil = elapsed() + ODD;
  }

  /** Does something for this queue; an error of ours that comes of it says which queue and job it is about. */
  async named<R>(operation: () => R | Promise<R>, id?: string): Promise<R> {
    try {
      return await operation();
    } catch (error) {
      throw about(this.name, id === undefined ? error : about(jobNamed(id), error));
    }
  }

  /** The time, as the scripts take it: forced by a test, or only for where Redis refuses to tell its own. */
  clock(): string {
    return this.#now ? `=${this.#now()}` : String(Date.now());
  }

  /** The time here, for what does not depend on Redis's. */
  now(): number {
    return this.#now?.() ?? Date.now();
  }

  delayAfter(attempt: number): number {
    return backoffDelay(this.#backoff, attempt, Math.random());
  }
}

export function checkAttempts(attempts: number): number {
  return checkWhole(attempts, "maxAttempts", 1, 1_000);
}

/** Any client of a kind that is known, as an adapter. */
export function adapterOf(redis: UpstashClient | Adapter): Adapter {
  if (typeof redis !== "object" || redis === null) throw invalid("redis must be a client or an adapter");
  if ("run" in redis && typeof redis.run === "function") return redis;
  if ("createScript" in redis && "eval" in redis) return fromUpstashClient(redis);
  throw invalid("redis must be an @upstash/redis client, or an adapter such as ioredis(client) or nodeRedis(client)");
}

function checkCodec<T>(codec: Codec<T>): Codec<T> {
  checkFunction(checkOptions(codec, "codec").encode, "codec.encode");
  checkFunction(codec.decode, "codec.decode");
  return codec;
}

/** A schema may be a function with properties, as those of arktype are. */
function checkSchema<I, O>(schema: StandardSchema<I, O>): StandardSchema<I, O> {
  checkFunction(schema?.["~standard"]?.validate, "schema must speak Standard Schema: its validate");
  return schema;
}

function keep(limit: Keep | undefined, what: string): string {
  const { age, count } = typeof limit === "object" ? checkOptions(limit, what) : { age: limit, count: undefined };
  const ages = age === undefined ? "-" : span(age, what);
  const counts = count === undefined ? "-" : checkWhole(count, `${what}.count`, 0, Number.MAX_SAFE_INTEGER);
  return `${ages} ${counts}`;
}
