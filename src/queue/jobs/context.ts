// A queue's validated options, shared by all its operations, and the call that runs a script for it.

import {
  invalidArgument,
  toLeaseMilliseconds,
  validateFunction,
  validateInteger,
  validateName,
  validateOptions,
} from "../../base/arguments.ts";
import { type Codec, json, validateCodec } from "../../base/codec.ts";
import { toMilliseconds } from "../../base/duration.ts";
import { jobLabel, LeaseholdError, labelError } from "../../base/errors.ts";
import { errorFields, type Logger, safeLogger } from "../../base/log.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import type { StandardSchema } from "../../base/schema.ts";
import { type ArgsOf, callScript, formatClock, type Reply } from "../../engine/call.ts";
import { type KeyParts, QueueKeys } from "../../engine/keys.ts";
import { newRequest, type RequestIdentity, requestWithKey } from "../../engine/request.ts";
import type { NamedScript } from "../../engine/script.ts";
import type { Adapter } from "../../redis/adapter.ts";
import { toAdapter } from "../../redis/to-adapter.ts";
import { type Backoff, type BackoffFunction, backoffDelay, DEFAULT_BACKOFF, validateBackoff } from "./backoff.ts";
import type { JobRef } from "./job.ts";
import { type Listeners, type Middleware, validateFunctions, validateListeners } from "./listeners.ts";
import { timeoutMilliseconds } from "./own-options.ts";
import { type Keep, OPTION_NAMES, type QueueOptions } from "./queue-options.ts";

const MB = 1024 * 1024;

const DAY = 86_400_000;
const KEPT_FAILED: Keep = { age: 30 * DAY, count: 100_000 };

// The most payload bytes of one request: Redis needs less than 10 ms for it.
const MOST_BYTES = 4 * MB;
// In ms. Longer than any answer takes that arrives at all.
const MOST_ANSWER = 10_000;
// The interval in ms between two notes that a worker is alive.
const BEAT = 10_000;
// The time in ms for which requests skip a plain script after it answered `odd`.
const ODD = 1_000;

/** The parts of a call beyond its script's arguments: parts of key names, and the name of the request. */
export interface CallParts extends KeyParts {
  request?: RequestIdentity;
}

/** Arguments that `Context.call` supplies to every script that declares them. */
type Usual = "times" | "lane" | "number" | "max" | "policy";

/** A queue's options with their defaults, and its only access to Redis. */
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
  readonly keepKeys: number;
  readonly batching: boolean;
  /** Calls that wait to share a request, by their kind. */
  readonly batches = new Map<string, { isIdle: boolean }>();
  /** In ms; 0 where results are not kept. */
  readonly keepResults: number;
  readonly keepsDone: boolean;
  /** True where the options state limits for done or failed jobs. */
  readonly limitsRetention: boolean;
  /**
   * Retention in the form of the scripts: age and number of done jobs, then of failed ones, then the time for results.
   */
  readonly policy: string;
  readonly log: Logger;
  /** Of any payload, so that the type of a context does not depend on it. */
  readonly listeners: Listeners | undefined;
  readonly middleware: readonly Middleware[];
  /** The time in ms that an attempt may take; 0 for no limit. */
  readonly timeout: number;
  /** Enters the queue into the registry, in place of `registerQueue`. */
  readonly enter?: () => Promise<unknown>;
  // Not #: `with` copies properties.
  private readonly backoff: Backoff | BackoffFunction;
  private readonly testClock: (() => number) | undefined;
  private readonly beats = new Map<string, number>();
  private readonly oddUntil = { turn: 0, enqueue: 0 };

  constructor(name: string, options: QueueOptions<T, Input>) {
    const {
      redis,
      prefix = "lh",
      retention = {},
      maxLength,
      codec = json as Codec<Input>,
      schema,
    } = validateOptions(options, OPTION_NAMES);
    const {
      lease = "30s",
      maxAttempts = 5,
      maxPayloadBytes = MB,
      rememberRequests = "2m",
      rememberKeys = "1d",
      now,
    } = options;
    const {
      results = "1h",
      done,
      failed = KEPT_FAILED,
    } = validateOptions(retention, "results done failed", { label: "retention" });
    this.name = validateName(name, "the name of a queue");
    this.prefix = validateName(prefix, "prefix");
    this.adapter = toAdapter(redis);
    this.keys = new QueueKeys(prefix, name);
    this.codec = validateCodec(codec);
    this.schema = schema === undefined ? undefined : checkSchema(schema);
    this.lease = toLeaseMilliseconds(lease, "lease");
    this.maxAttempts = validateMaxAttempts(maxAttempts);
    this.maxLength = maxLength === undefined ? undefined : validateInteger(maxLength, "maxLength", { min: 1 });
    this.maxPayloadBytes = validateInteger(maxPayloadBytes, "maxPayloadBytes", { min: 1, max: MOST_BYTES });
    const { batching = true } = options;
    if (typeof batching !== "boolean") throw invalidArgument("batching must be true or false");
    this.batching = batching;
    this.keepRequests = toMilliseconds(rememberRequests, "rememberRequests", { min: 1_000 });
    this.keepKeys = toMilliseconds(rememberKeys, "rememberKeys", { min: 1_000 });
    this.keepResults = results === false ? 0 : toMilliseconds(results, "retention.results", { min: 1_000 });
    this.keepsDone = done !== undefined;
    this.limitsRetention = done !== undefined || failed !== KEPT_FAILED;
    const keeps = [keep(done, "retention.done"), keep(failed, "retention.failed"), this.keepResults];
    this.policy = keeps.join(" ");
    const { backoff = DEFAULT_BACKOFF, timeout = "15m" } = options;
    this.backoff = typeof backoff === "function" ? backoff : validateBackoff(backoff);
    this.timeout = timeoutMilliseconds(timeout);
    const { logger } = options;
    this.log = safeLogger(logger === undefined || logger === false ? logger : validateFunction(logger, "logger"));
    const { on, use = [] } = options;
    this.listeners = on === undefined ? undefined : (validateListeners(on) as Listeners);
    this.middleware = validateFunctions(use, "use") as readonly Middleware[];
    this.testClock = now === undefined ? undefined : validateFunction(now, "now");
  }

  /** Returns a context of the same queue with other parts, that shares all else. */
  with(parts: Partial<Pick<Context<T, Input>, "adapter" | "codec" | "enter">>): Context<T, Input> {
    return Object.assign(Object.create(Context.prototype), this, parts);
  }

  /** Runs a script on this queue's keys and adds the arguments that are the same in every call. */
  async call<S extends NamedScript>(script: S, args: Omit<ArgsOf<S>, Usual>, parts: CallParts = {}): Promise<Reply> {
    if (!parts.request && script.args.includes("lane")) {
      const request = newRequest(this.keepRequests);
      return request.during(() => this.call(script, args, { ...parts, request }));
    }
    const { request, ...others } = parts;
    const usual = {
      times: request ? `${this.clock()} ${request.keep}` : this.clock(),
      lane: request?.lane ?? "",
      number: request?.number ?? "",
      max: this.maxAttempts,
      policy: this.policy,
    };
    const all = { ...usual, ...args } as unknown as ArgsOf<S>;
    const keyParts = { ...others, ...(request && { replies: request.replies }) };
    const reply = await callScript(script, { adapter: this.adapter, keys: this.keys, args: all, parts: keyParts });
    if (reply.status === "reused")
      throw new LeaseholdError("idempotency_key_reused", "the idempotency key was used for something else");
    return reply;
  }

  /** Names a request: by its sender's idempotency key, or as a new one. */
  request(idempotencyKey: string | undefined, content: unknown): RequestIdentity | Promise<RequestIdentity> {
    return idempotencyKey === undefined
      ? newRequest(this.keepRequests)
      : requestWithKey(idempotencyKey, { keep: this.keepKeys, content });
  }

  /** Reports whether the next turn is due to note that a worker is alive and to check that the queue is registered. */
  isBeatDue(worker: string): boolean {
    return monotonicNow() >= (this.beats.get(worker) ?? Number.NEGATIVE_INFINITY) + BEAT;
  }

  /** Starts the next interval of a worker. */
  noteBeat(worker: string): void {
    if (this.beats.size >= 100) this.beats.clear();
    this.beats.set(worker, monotonicNow());
  }

  /** Reports whether the plain script of an operation answered `odd` a moment ago. */
  isOdd(operation: "turn" | "enqueue"): boolean {
    return monotonicNow() < this.oddUntil[operation];
  }

  /** Skips the plain script of an operation for a moment. */
  noteOdd(operation: "turn" | "enqueue"): void {
    this.oddUntil[operation] = monotonicNow() + ODD;
  }

  /** Runs an operation and labels a library error that it throws with the queue and the job. */
  async labelErrors<R>(operation: () => R | Promise<R>, id?: string): Promise<R> {
    try {
      return await operation();
    } catch (error) {
      throw labelError(this.name, id === undefined ? error : labelError(jobLabel(id), error));
    }
  }

  /** Formats the time for the scripts: "=" and the time of a test, or the local time, used where Redis refuses TIME. */
  clock(): string {
    return formatClock(this.testClock);
  }

  /** The longest time in ms for which a loop waits for one answer. */
  get answerWithin(): number {
    return Math.min(MOST_ANSWER, this.lease / 6);
  }

  /** Returns the local time, for uses that do not depend on Redis's clock. */
  now(): number {
    return this.testClock?.() ?? Date.now();
  }

  /** Returns the delay before the next attempt, by the job's own backoff or the queue's. */
  delayAfter({ attempt = 1, backoff: own }: JobRef, error?: unknown): number {
    const backoff = own ?? this.backoff;
    const chosen: unknown = typeof backoff === "function" ? backoff(attempt, error) : backoff;
    // A promise is refused as no duration, and its own failure must not go unhandled.
    if (chosen instanceof Promise) chosen.catch(() => {});
    return backoffDelay(chosen as Backoff, attempt, Math.random());
  }

  /** Returns the delay before the next attempt; the default one where a program's backoff function fails. */
  delayOrDefault(job: JobRef, error?: unknown): number {
    try {
      return this.delayAfter(job, error);
    } catch (thrown) {
      this.log({ level: "error", event: "backoff_failed", queue: this.name, ...errorFields(thrown) });
      return backoffDelay(DEFAULT_BACKOFF, job.attempt ?? 1, Math.random());
    }
  }
}

/** Validates a number of attempts. */
export function validateMaxAttempts(attempts: number): number {
  return validateInteger(attempts, "maxAttempts", { min: 1, max: 1_000 });
}

/** Validates a schema, which may be a function with properties, as arktype's are. */
function checkSchema<I, O>(schema: StandardSchema<I, O>): StandardSchema<I, O> {
  validateFunction(schema?.["~standard"]?.validate, "schema must speak Standard Schema: its validate");
  return schema;
}

function keep(limit: Keep | undefined, what: string): string {
  const { age, count } =
    typeof limit === "object" ? validateOptions(limit, "age count", { label: what }) : { age: limit, count: undefined };
  const ages = age === undefined ? "-" : toMilliseconds(age, what);
  const counts = count === undefined ? "-" : validateInteger(count, `${what}.count`, { min: 0 });
  return `${ages} ${counts}`;
}
