// The audit log: the changes that holders of tokens have made, and their refused requests. Entries hold no payload and no id of a job.
//   <prefix>:audit   a stream: id → e, the entry as JSON
import { badReplyError } from "../engine/call.ts";
import type { Adapter } from "../redis/adapter.ts";
import { callAccess } from "./call-access-script.ts";
import { note, notes } from "./scripts.gen.ts";

/** An entry, as it is stored. */
export interface AuditEntry {
  /** The name of the token. */
  token: string;
  /** The first digits of its hash: another token may have its name later. */
  short: string;
  /** The method and the path of the route, such as "POST /v1/queues/:queue/pause". */
  route: string;
  queue?: string;
  /** The subject of the request, such as the name of a token that was made. */
  subject?: string;
  status: number;
  requestId?: string;
}

/** An entry, as it is read. */
export interface AuditRecord extends AuditEntry {
  id: string;
  /** The time in ms. */
  at: number;
}

/** The audit log of a prefix. */
export class AuditLog {
  readonly #database: { adapter: Adapter; prefix: string };
  readonly #keep: number;

  constructor(adapter: Adapter, prefix: string, keep: number) {
    this.#database = { adapter, prefix };
    this.#keep = keep;
  }

  /** Adds an entry. */
  async note(entry: AuditEntry): Promise<void> {
    const args = { entry: JSON.stringify(entry), keep: this.#keep };
    await callAccess(note, { ...this.#database, args: args });
  }

  /** Reads entries after an id, oldest first. */
  async read(after: string | undefined, limit: number): Promise<AuditRecord[]> {
    const args = { from: after === undefined ? "-" : `(${after}`, limit };
    const reply = await callAccess(notes, { ...this.#database, args: args });
    return reply.values.map((line) => {
      const [, id, time, text] = /^((\d+)-\d+) (\{.*\})$/s.exec(line) ?? [];
      if (id === undefined || text === undefined) throw badReplyError(reply);
      return { id, at: Number(time), ...JSON.parse(text) } as AuditRecord;
    });
  }
}
