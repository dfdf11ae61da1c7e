// The audit log: the changes that callers made, and their refused requests. Entries contain no payload and no id of a job.
//   <prefix>:audit   a stream: id → e, the entry as JSON
import { errorFields } from "../base/log.ts";
import { badReplyError } from "../engine/call.ts";
import { callAccessScript, type PrefixData } from "./call-access-script.ts";
import { LruCache } from "./lru-cache.ts";
import { addAuditEntry, listAuditEntries } from "./scripts.gen.ts";
import { type Access, toShortHash } from "./token.ts";

// The maximum number of refusals of one token that a process records in a minute.
const MAX_REFUSALS = 10;
const MAX_COUNTED_TOKENS = 2_000;
const MINUTE = 60_000;

/** A request, as the log describes it. */
export interface AuditedRequest {
  /** The method and the path of the route, such as "POST /v1/queues/:queue/pause". */
  route: string;
  queue?: string;
  /** The subject of the request, such as the name of a created token. */
  subject?: string;
  /** True if jobs are redriven with a change. */
  change?: true;
  status: number;
  requestId?: string;
}

/** An entry of the log, with the token of its request. */
export interface AuditEntry extends AuditedRequest {
  id: string;
  /** The time in ms since the epoch. */
  at: number;
  /** The name of the token. */
  token: string;
  /** The first digits of the token's hash, since another token may have the same name later. */
  short: string;
}

/** The audit log of a prefix. */
export class AuditLog {
  readonly #data: PrefixData;
  readonly #keep: number;
  readonly #refusals = new LruCache<{ minute: number; count: number }>(MAX_COUNTED_TOKENS);

  /** Keeps about `keep` entries. */
  constructor(data: PrefixData, { keep }: { keep: number }) {
    this.#data = data;
    this.#keep = keep;
  }

  /**
   * Records a request, and only the first few refused requests of a token in a minute. Never rejects: the change has been
   * made and is not undone if its entry cannot be stored.
   */
  async record(access: Access, request: AuditedRequest, now: number): Promise<void> {
    if (request.status >= 400 && this.#countRefusal(access, now) > MAX_REFUSALS) return;
    const entry = JSON.stringify({ token: access.name, short: toShortHash(access), ...request });
    try {
      await callAccessScript(addAuditEntry, this.#data, { args: { entry, keep: this.#keep } });
    } catch (error) {
      console.error(JSON.stringify({ event: "audit_failed", route: request.route, ...errorFields(error) }));
    }
  }

  /** Reads up to `limit` entries after an id, oldest first. */
  async read(after: string | undefined, limit: number): Promise<AuditEntry[]> {
    const args = { from: after === undefined ? "-" : `(${after}`, limit };
    const reply = await callAccessScript(listAuditEntries, this.#data, { args });
    return reply.values.map((line) => {
      const [, id, time, text] = /^((\d+)-\d+) (\{.*\})$/s.exec(line) ?? [];
      if (id === undefined || text === undefined) throw badReplyError(reply);
      return { id, at: Number(time), ...JSON.parse(text) } as AuditEntry;
    });
  }

  /** Returns the number of refusals of a token in this minute, with this one. */
  #countRefusal({ hash }: Access, now: number): number {
    const minute = Math.floor(now / MINUTE);
    const refusals = this.#refusals.getOrCreate(hash, () => ({ minute, count: 0 }));
    if (refusals.minute !== minute) Object.assign(refusals, { minute, count: 0 });
    refusals.count += 1;
    return refusals.count;
  }
}
