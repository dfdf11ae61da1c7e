// The Redis behind the gateway: one command, many, a transaction, or a stream of events, as one of two roles.
import { ErrorReply } from "@redis/client";
import { type Accesses, type Lane, openAccesses } from "./access.ts";
import { type Command, kills, refusal } from "./commands.ts";
import { type Connection, onceGone, send, Unreachable, unreachable } from "./connection.ts";
import { limited, recordLimitPrelude } from "./record-limit.ts";
import type { Reply } from "./reply.ts";
import { type Prepared, ScriptBook } from "./scripts.ts";
import type { Role } from "./tokens.ts";

/** The number of commands of a pipeline that wait in Redis at once. */
const AT_ONCE = 8;

/** A stream of events; `close` may be called twice. */
export interface Listening {
  close(): void;
  /** Resolves when the stream is over, whoever ended it. */
  ended: Promise<void>;
}

/** Opens the connections to Redis; rejects when it does not answer. */
export async function openUpstream(url: string, maxRecordBytes?: number): Promise<Upstream> {
  const accesses = await openAccesses(url).catch((error) => {
    // Whoever starts a gateway can tell a wrong password from a wrong address; those who use it need not.
    throw error instanceof Unreachable ? error.cause : error;
  });
  return new Upstream(accesses, maxRecordBytes);
}

export class Upstream {
  readonly #accesses: Accesses;
  readonly #limitsRecords: boolean;
  readonly #scripts: ScriptBook;

  constructor(accesses: Accesses, maxRecordBytes?: number) {
    this.#accesses = accesses;
    this.#limitsRecords = maxRecordBytes !== undefined;
    this.#scripts = new ScriptBook(maxRecordBytes === undefined ? "" : recordLimitPrelude(maxRecordBytes));
  }

  async run(role: Role, command: Command): Promise<Reply> {
    const refused = refusal(command);
    if (refused) return new ErrorReply(refused);
    const prepared = this.#prepare(role, command);
    return ask(this.#lane(role, prepared), prepared);
  }

  /** Runs commands in their order; one that fails does not stop the next. */
  async runAll(role: Role, commands: Command[]): Promise<Reply[]> {
    const replies: (Reply | Promise<Reply>)[] = [];
    let last: Lane | undefined;
    for (const command of commands) {
      const refused = refusal(command);
      if (refused) {
        replies.push(new ErrorReply(refused));
        continue;
      }
      const prepared = this.#prepare(role, command);
      const lane = this.#lane(role, prepared);
      // One lane keeps the order by itself; a change of lane has to wait for what was sent before.
      if (last !== undefined && lane !== last) await Promise.all(replies);
      // Redis runs whatever it has read from one connection before it serves another.
      if (replies.length % AT_ONCE === 0) await Promise.all(replies.slice(-AT_ONCE));
      replies.push(ask(lane, prepared));
      last = lane;
    }
    return Promise.all(replies);
  }

  /** Runs commands as one transaction, or answers with the error for which all of them were discarded. */
  async transaction(role: Role, commands: Command[]): Promise<Reply[] | ErrorReply> {
    for (const command of commands) {
      const refused = refusal(command);
      if (refused) return new ErrorReply(refused);
    }
    const prepared = commands.map((command) => this.#prepare(role, command));
    const connection = await this.#accesses[role].connection();
    // Sent in the same tick on one connection, so no other request's command can come between them. A script in a
    // transaction runs under the global lock whatever its flag says, on Upstash too.
    const all: Command[] = [["MULTI"], ...prepared.map(({ command }) => command), ["EXEC"]];
    const answers = await Promise.all(all.map((command) => send(connection, command)));
    const replies = answers.pop();
    if (Array.isArray(replies)) return replies.map((reply, i) => shown(reply, prepared[i]));
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

  /** Always returns promptly; requests under way are told that Redis is unreachable. */
  close(): Promise<void> {
    return this.#accesses.close();
  }

  /** A reader's writes are Redis's to refuse, in its own words. */
  #prepare(role: Role, command: Command): Prepared {
    return this.#scripts.prepare(this.#limitsRecords && role === "standard" ? limited(command) : command);
  }

  #lane(role: Role, { command, lockedTo }: Prepared): Lane {
    const { plain, locked, kill } = this.#accesses[role].lanes;
    if (lockedTo) return locked;
    return kills(command) ? kill : plain;
  }

  async #listen(role: Role, start: (connection: Connection) => Promise<unknown>): Promise<Listening> {
    const connection = await this.#accesses[role].another();
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

async function ask(lane: Lane, prepared: Prepared): Promise<Reply> {
  return shown(await lane.run(prepared.command, prepared.lockedTo ?? []), prepared);
}

function shown(reply: Reply, prepared: Prepared | undefined): Reply {
  return reply instanceof ErrorReply ? reply : (prepared?.answer ?? reply);
}
