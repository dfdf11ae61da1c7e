// The context of a queue: its validated options, which all its operations share, and its only access to Redis.

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
import { type Logger, safeLogger } from "../../base/log.ts";
import type { StandardSchema } from "../../base/schema.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { type ArgsOf, callScript, formatClock, type Reply } from "../../engine/call.ts";
import { type KeyParts, QueueKeys } from "../../engine/keys.ts";
import type { PlainPauses } from "../../engine/plain-scripts.ts";
import { newRequest, type RequestIdentity, requestWithKey } from "../../engine/request.ts";
import type { NamedScript } from "../../engine/script.ts";
import type { Adapter } from "../../redis/adapter.ts";
import { toAdapter } from "../../redis/to-adapter.ts";
import { type Listeners, type Middleware, validateFunctions, validateListeners } from "./listeners.ts";
import { type Backoff, type BackoffFunction, DEFAULT_BACKOFF, validateBackoff } from "./options/backoff.ts";
import { formatLimits } from "./options/limits.ts";
import { toTimeoutMilliseconds } from "./options/own-options.ts";
import { type Keep, OPTION_NAMES, type QueueOptions } from "./queue-options.ts";
import type { ObservedQueue } from "./telemetry.ts";
import type { FollowUpOperations } from "./turn.ts";

const MB = 1024 * 1024;

const DAY = 86_400_000;
const DEFAULT_FAILED: Keep = { age: 30 * DAY, count: 100_000 };

// Redis needs less than 10 ms for a payload of this size.
const MAX_PAYLOAD_BYTES = 4 * MB;
// In ms. A reply that arrives at all takes less time.
const MAX_REPLY_TIMEOUT = 10_000;

/** The parts of a call beside its script's arguments: parts of key names, and the identity of the request. */
export interface CallParts extends KeyParts {
  request?: RequestIdentity;
}

/** Arguments that `QueueContext.call` supplies to every script that declares them. */
type CommonArgs = "times" | "lane" | "number" | "max" | "policy";

/** A queue's options with their defaults, and its access to Redis. */
export class QueueContext<T, Input = unknown> {
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
  /** In ms. */
  readonly rememberRequests: number;
  /** In ms. */
  readonly rememberKeys: number;
  readonly batching: boolean;
  /** The batches of calls that wait to share a request, by the kind of the calls. */
  readonly batches = new Map<string, { isIdle: boolean }>();
  /** The time in ms for which results are kept; 0 if none are. */
  readonly resultTtl: number;
  readonly keepsDone: boolean;
  /** True if the options limit done or failed jobs. The scripts then note the policy for clients without limits of their own. */
  readonly hasRetention: boolean;
  /** The retention in the form of the scripts: age and number of done jobs, then of failed jobs, then `resultTtl`. */
  readonly policy: string;
  /** The limits that the options declare, in the form of the scripts; "" for none. */
  readonly limits: string;
  readonly log: Logger;
  /** Typed for any payload, so that the type of a context does not depend on the type of its listeners. */
  readonly listeners: Listeners | undefined;
  readonly middleware: readonly Middleware[];
  /** Observes the enqueueing of jobs; undefined without telemetry. */
  readonly enqueuing?: NonNullable<ObservedQueue["enqueuing"]>;
  /** The time in ms that an attempt may take; 0 for no limit. */
  readonly timeout: number;
  /** Enters the queue into the registry, in place of `registerQueue`. */
  readonly register?: () => Promise<unknown>;
  readonly backoff: Backoff | BackoffFunction;
  /** The times of the last heartbeats of workers, by the monotonic clock. */
  readonly heartbeats = new Map<string, number>();
  /** Loads the operations on follow-ups. A consumer sets it. */
  declare readonly loadFollowUps: () => Promise<FollowUpOperations>;
  /** The times until which the full scripts of operations are used instead of the plain ones. */
  readonly plainPauses: PlainPauses;
  /** The clock that a test passes in. */
  readonly testClock: (() => number) | undefined;

  /** Validates the options of a queue, and adds the defaults. */
  constructor(name: string, options: QueueOptions<T, Input>) {
    const {
      redis,
      prefix = "lh",
      codec = json as Codec<Input>,
      schema,
      lease = "30s",
      maxAttempts = 5,
      backoff = DEFAULT_BACKOFF,
      timeout = "15m",
      retention = {},
      maxLength,
      maxPayloadBytes = MB,
      rememberRequests = "2m",
      rememberKeys = "1d",
      batching = true,
      logger,
      on,
      use = [],
      telemetry,
      groups,
      concurrency,
      rate,
      limitsVersion,
      now,
    } = validateOptions(options, OPTION_NAMES);
    const {
      results = "1h",
      done,
      failed = DEFAULT_FAILED,
    } = validateOptions(retention, "results done failed", { label: "retention" });
    this.name = validateName(name, "the name of a queue");
    this.prefix = validateName(prefix, "prefix");
    this.adapter = toAdapter(redis);
    this.keys = new QueueKeys(prefix, name);
    this.codec = validateCodec(codec);
    this.schema = schema === undefined ? undefined : validateSchema(schema);
    this.lease = toLeaseMilliseconds(lease, "lease");
    this.maxAttempts = validateMaxAttempts(maxAttempts);
    this.maxLength = maxLength === undefined ? undefined : validateInteger(maxLength, "maxLength", { min: 1 });
    this.maxPayloadBytes = validateInteger(maxPayloadBytes, "maxPayloadBytes", { min: 1, max: MAX_PAYLOAD_BYTES });
    if (typeof batching !== "boolean") throw invalidArgument("batching must be true or false");
    this.batching = batching;
    this.rememberRequests = toMilliseconds(rememberRequests, "rememberRequests", { min: 1_000 });
    this.rememberKeys = toMilliseconds(rememberKeys, "rememberKeys", { min: 1_000 });
    this.resultTtl = results === false ? 0 : toMilliseconds(results, "retention.results", { min: 1_000 });
    this.keepsDone = done !== undefined;
    this.hasRetention = done !== undefined || failed !== DEFAULT_FAILED;
    const limits = [formatLimit(done, "retention.done"), formatLimit(failed, "retention.failed"), this.resultTtl];
    this.policy = limits.join(" ");
    this.limits = formatLimits(withoutUndefined({ groups, concurrency, rate, limitsVersion }));
    this.plainPauses = { isGrouped: this.limits !== "" };
    this.backoff = typeof backoff === "function" ? backoff : validateBackoff(backoff);
    this.timeout = toTimeoutMilliseconds(timeout);
    this.log = safeLogger(logger === undefined || logger === false ? logger : validateFunction(logger, "logger"));
    this.listeners = on === undefined ? undefined : (validateListeners(on) as Listeners);
    this.middleware = validateFunctions(use, "use") as readonly Middleware[];
    this.testClock = now === undefined ? undefined : validateFunction(now, "now");
    Object.assign(this, telemetry && validateFunction(telemetry, "telemetry")(this as ObservedQueue));
  }

  /** Returns a context of the same queue with other parts, which shares everything else with this one. */
  with(
    parts: Partial<Pick<QueueContext<T, Input>, "adapter" | "codec" | "name" | "keys">> & {
      register?: QueueContext<T, Input>["register"] | undefined;
    },
  ): QueueContext<T, Input> {
    return Object.assign(Object.create(QueueContext.prototype), this, parts);
  }

  /** Calls a script on this queue's keys with the common arguments, and with an identity if the script changes something. */
  async call<S extends NamedScript>(
    script: S,
    args: Omit<ArgsOf<S>, CommonArgs>,
    parts: CallParts = {},
  ): Promise<Reply> {
    if (!parts.request && script.args.includes("lane")) {
      const request = this.newRequest();
      return request.during(() => this.call(script, args, { ...parts, request }));
    }
    const { request, ...others } = parts;
    const common = {
      times: request ? `${this.clock()} ${request.keep}` : this.clock(),
      lane: request?.lane ?? "",
      number: request?.number ?? "",
      max: this.maxAttempts,
      policy: this.policy,
    };
    const all = { ...common, ...args } as unknown as ArgsOf<S>;
    const keyParts = { ...others, ...(request && { replies: request.replies }) };
    const reply = await callScript(script, { adapter: this.adapter, keys: this.keys, args: all, parts: keyParts });
    if (reply.status === "reused")
      throw new LeaseholdError("idempotency_key_reused", "the idempotency key was used for something else");
    return reply;
  }

  /** Creates the identity of a new request. */
  newRequest(): RequestIdentity {
    return newRequest(this.rememberRequests);
  }

  /** Creates the identity of a request: from the caller's idempotency key and the content, or a new one without a key. */
  requestFor(idempotencyKey: string | undefined, content: unknown): RequestIdentity | Promise<RequestIdentity> {
    return idempotencyKey === undefined
      ? this.newRequest()
      : requestWithKey(idempotencyKey, { keep: this.rememberKeys, content });
  }

  /** Runs an operation, and labels a library error that it throws with the queue and the job. */
  async labelErrors<R>(operation: () => R | Promise<R>, id?: string): Promise<R> {
    try {
      return await operation();
    } catch (error) {
      throw labelError(this.name, id === undefined ? error : labelError(jobLabel(id), error));
    }
  }

  /** Logs once that the queue has other limits than these options declare. */
  warnOfOtherLimits(): void {
    if (this.plainPauses.hasWarned) return;
    this.plainPauses.hasWarned = true;
    this.log({
      level: "warn",
      event: "other_limits",
      queue: this.name,
      message: "the queue has other limits than these options declare; raise limitsVersion to change them",
    });
  }

  /** Formats the time for the scripts. */
  clock(): string {
    return formatClock(this.testClock);
  }

  /** The longest time in ms for which a loop waits for one reply. */
  get replyTimeout(): number {
    return Math.min(MAX_REPLY_TIMEOUT, this.lease / 6);
  }

  /** Returns the local time, for uses that do not depend on Redis's clock. */
  now(): number {
    return this.testClock?.() ?? Date.now();
  }
}

/** Validates a number of attempts. */
export function validateMaxAttempts(attempts: number): number {
  return validateInteger(attempts, "maxAttempts", { min: 1, max: 1_000 });
}

/** Validates a schema. It may be a function with properties, as arktype's schemas are. */
function validateSchema<I, O>(schema: StandardSchema<I, O>): StandardSchema<I, O> {
  validateFunction(schema?.["~standard"]?.validate, "schema must implement Standard Schema: its validate");
  return schema;
}

/** Formats a limit for the scripts: age in ms and number, "-" for no limit. */
function formatLimit(limit: Keep | undefined, label: string): string {
  const { age, count } =
    typeof limit === "object" ? validateOptions(limit, "age count", { label }) : { age: limit, count: undefined };
  const maxAge = age === undefined ? "-" : toMilliseconds(age, label);
  const maxCount = count === undefined ? "-" : validateInteger(count, `${label}.count`, { min: 0 });
  return `${maxAge} ${maxCount}`;
}
