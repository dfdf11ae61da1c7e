// The state of an app that its requests share.
import type { Context } from "hono";
import { AcceptedTokens, type AcceptedTokensOptions } from "../../access/accepted-tokens.ts";
import { AuditLog } from "../../access/audit-log.ts";
import { Receipts } from "../../access/receipts.ts";
import { SigningSecret } from "../../access/signing-secret.ts";
import { TokenUsage } from "../../access/token-usage.ts";
import { validateInteger } from "../../base/arguments.ts";
import type { Adapter } from "../../redis/adapter.ts";
import { kindOfError } from "../responses/problem.ts";
import { withCallTimeout } from "./call-timeout.ts";
import { Queues, type QueuesOptions } from "./queues.ts";
import { Redaction, type RedactOptions } from "./redaction.ts";

interface ServiceOptions extends AcceptedTokensOptions, QueuesOptions {
  redis: Adapter;
  prefix: string;
  /** The number of entries of the audit log; 0 for no log. */
  auditEntries: number;
  /** The names of the webhook sources that deliver to each queue. */
  sources: ReadonlyMap<string, readonly string[]>;
  redact: RedactOptions;
  maxQueues: number;
  maxBodyBytes: number;
  onEnqueued?: ((queue: string, c: Context) => void) | undefined;
}

/** The queues, tokens and limits of an app. */
export class Service {
  readonly adapter: Adapter;
  readonly prefix: string;
  readonly maxBodyBytes: number;
  /** The most registered queues. */
  readonly maxQueues: number;
  readonly queues: Queues;
  readonly tokens: AcceptedTokens;
  readonly usage: TokenUsage;
  readonly audit: AuditLog | undefined;
  readonly secret: SigningSecret;
  readonly receipts: Receipts;
  readonly redaction: Redaction;
  readonly #sources: ReadonlyMap<string, readonly string[]>;
  readonly #onEnqueued: ServiceOptions["onEnqueued"];

  constructor(options: ServiceOptions) {
    const { prefix, auditEntries } = options;
    const adapter = withCallTimeout(options.redis);
    const data = { adapter, prefix };
    this.adapter = adapter;
    this.prefix = prefix;
    this.tokens = new AcceptedTokens(data, options);
    this.usage = new TokenUsage(data, this.tokens);
    this.audit = auditEntries > 0 ? new AuditLog(data, { keep: auditEntries }) : undefined;
    this.secret = new SigningSecret(data);
    this.receipts = new Receipts(this.secret, prefix);
    this.maxQueues = validateInteger(options.maxQueues, "maxQueues", { min: 1, max: 1_000_000 });
    this.maxBodyBytes = validateInteger(options.maxBodyBytes, "maxBodyBytes", { min: 1 });
    this.redaction = new Redaction(options.redact);
    this.queues = new Queues({ redis: adapter, prefix }, options);
    this.#sources = options.sources;
    this.#onEnqueued = options.onEnqueued;
  }

  /** Reports whether an id is reserved for the deliveries of a webhook source. */
  isReservedId(queue: string, id: string): boolean {
    return this.#sources.get(queue)?.some((source) => id.startsWith(`${source}:`)) ?? false;
  }

  /**
   * Calls the `onEnqueued` of the app for a queue with new jobs. Its error is only logged, since the jobs are stored.
   */
  notifyEnqueued(c: Context, queue: string): void {
    try {
      this.#onEnqueued?.(queue, c);
    } catch (error) {
      console.error(JSON.stringify({ event: "enqueue_callback_failed", queue, error: kindOfError(error) }));
    }
  }
}
