// The Redis behind the gateway: one command, many, a transaction, or a stream of events, as one of two roles.
import { ErrorReply } from "@redis/client";
import { AclUser } from "./acl-user.ts";
import { type Command, refusal } from "./commands.ts";
import { type Connection, connect, onceGone, send, unreachable } from "./connection.ts";
import { KeyLocking } from "./key-locking.ts";
import { recordLimitPrelude, tooLarge } from "./record-limit.ts";
import type { Reply } from "./reply.ts";
import { type Prepared, ScriptBook } from "./scripts.ts";
import type { Role } from "./tokens.ts";

// Reads, but not those that walk the whole key space; SELECT is for connecting to a database other than 0.
const READ_ONLY = `allkeys resetchannels +@read -keys -scan -randomkey -dump +ping +echo +time +select +multi +exec
  +discard +eval_ro +evalsha_ro +fcall_ro +script|exists`.split(/\s+/);

/** A stream of events; `close` may be called twice. */
export interface Listening {
  close(): void;
  /** Resolves when the stream is over, whoever ended it. */
  ended: Promise<void>;
}

/** Opens the connections to Redis; rejects when it does not answer. */
export async function openUpstream(url: string, maxRecordBytes?: number): Promise<Upstream> {
  return new Upstream(url, await connect(url, { keep: true }), maxRecordBytes);
}

/** Which connection a command goes over. */
type Lane = Role | "locking";

export class Upstream {
  readonly #url: string;
  readonly #main: Connection;
  readonly #readOnly: AclUser;
  readonly #locking: KeyLocking;
  readonly #scripts: ScriptBook;
  readonly #maxRecordBytes: number | undefined;

  constructor(url: string, main: Connection, maxRecordBytes?: number) {
    this.#url = url;
    this.#main = main;
    this.#readOnly = new AclUser(main, url, READ_ONLY);
    this.#locking = new KeyLocking(main, url);
    this.#maxRecordBytes = maxRecordBytes;
    this.#scripts = new ScriptBook(maxRecordBytes === undefined ? "" : recordLimitPrelude(maxRecordBytes));
  }

  async run(role: Role, command: Command): Promise<Reply> {
    const refused = this.#maxRecordBytes === undefined ? refusal(command) : await this.#refusal(command);
    if (refused) return new ErrorReply(refused);
    const prepared = this.#scripts.prepare(command);
    const reply =
      prepared.lockedTo && laneOf(role, prepared) === "locking"
        ? await this.#locking.run(prepared.command, prepared.lockedTo)
        : await send(role === "standard" ? this.#main : await this.#readOnly.connection(), prepared.command);
    return reply instanceof ErrorReply ? reply : (this.#scripts.digestToAnswer(command) ?? reply);
  }

  /** Runs commands in their order; one that fails does not stop the next. */
  async runAll(role: Role, commands: Command[]): Promise<Reply[]> {
    const replies: Promise<Reply>[] = [];
    let lane: Lane | undefined;
    for (const command of commands) {
      // One connection keeps the order by itself; a change of connection has to wait for what was sent before.
      const next = laneOf(role, this.#scripts.prepare(command));
      if (lane !== undefined && (lane !== next || this.#maxRecordBytes !== undefined)) await Promise.all(replies);
      replies.push(this.run(role, command));
      lane = next;
    }
    return Promise.all(replies);
  }

  /** Runs commands as one transaction, or answers with the error for which all of them were discarded. */
  async transaction(role: Role, commands: Command[]): Promise<Reply[] | ErrorReply> {
    for (const command of commands) {
      const refused = await this.#refusal(command);
      if (refused) return new ErrorReply(refused);
    }
    const connection = role === "standard" ? this.#main : await this.#readOnly.connection();
    // Sent in the same tick on one connection, so no other request's command can come between them. A script in a
    // transaction runs under the global lock whatever its flag says, on Upstash too.
    const all: Command[] = [["MULTI"], ...commands.map((command) => this.#scripts.prepare(command).command), ["EXEC"]];
    const answers = await Promise.all(all.map((command) => send(connection, command)));
    const replies = answers.pop();
    if (Array.isArray(replies)) return replies;
    const cause = [...answers, replies].find((reply) => reply instanceof ErrorReply);
    return cause ?? new ErrorReply("EXECABORT Transaction discarded");
  }

  /** Subscribes to channels or patterns; resolves once Redis has confirmed. */
  async subscribe(
    role: Role,
    kind: "subscribe" | "psubscribe",
    channels: string[],
    onMessage: (channel: string, message: string, pattern?: string) => void,
  ): Promise<Listening> {
    return this.#listen(role, async (connection) => {
      for (const channel of channels) {
        if (kind === "subscribe") await connection.subscribe(channel, (message, from) => onMessage(from, message));
        else await connection.pSubscribe(channel, (message, from) => onMessage(from, message, channel));
      }
    });
  }

  /** Streams a line for each command that Redis runs. */
  async monitor(role: Role, onLine: (line: string) => void): Promise<Listening> {
    return this.#listen(role, (connection) => connection.monitor((line) => onLine(String(line))));
  }

  async close(): Promise<void> {
    await Promise.all([this.#readOnly.close(), this.#locking.close()]);
    this.#main.destroy();
  }

  async #refusal(command: Command): Promise<string | undefined> {
    const refused = refusal(command);
    if (refused || this.#maxRecordBytes === undefined) return refused;
    return tooLarge(this.#main, command, this.#maxRecordBytes);
  }

  async #listen(role: Role, start: (connection: Connection) => Promise<unknown>): Promise<Listening> {
    const connection = await (role === "standard" ? connect(this.#url) : this.#readOnly.another());
    const ended = new Promise<void>((resolve) => onceGone(connection, resolve));
    const close = () => {
      if (connection.isOpen) connection.destroy();
    };
    try {
      await start(connection);
    } catch (error) {
      close();
      throw error instanceof ErrorReply ? error : unreachable(error);
    }
    return { close, ended };
  }
}

/** Only the standard role needs the locking user: a reader may write nothing anyway. */
function laneOf(role: Role, prepared: Prepared): Lane {
  return prepared.lockedTo && role === "standard" ? "locking" : role;
}
