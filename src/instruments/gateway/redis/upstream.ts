// The Redis behind the gateway: runs one command, several, a transaction or a stream of events, in one of two roles.
import { ErrorReply } from "@redis/client";
import { type Command, findRefusal, isKill } from "./commands.ts";
import { recordLimitPrelude, withRecordLimit } from "./record-limit.ts";
import { type Connection, onceClosed, RedisUnreachable, send, unreachableError } from "./redis-connection.ts";
import type { RedisReply } from "./redis-reply.ts";
import { type CommandSender, type Connections, openConnections } from "./role-connections.ts";
import { type PreparedCommand, ScriptRewriter } from "./script-rewriter.ts";
import type { Role } from "./token-roles.ts";

/** The maximum number of commands of a pipeline that wait in Redis at once. */
const MAX_IN_FLIGHT = 8;

/** A stream of events; `close` may be called twice. */
export interface EventFeed {
  close(): void;
  /** Resolves when either side has ended the stream. */
  ended: Promise<void>;
}

/** A subscription to channels or patterns. */
export interface Subscription {
  kind: "subscribe" | "psubscribe";
  channels: string[];
  onMessage: (message: { channel: string; text: string; pattern?: string }) => void;
}

/** Opens the connections to Redis; rejects if it does not answer. */
export async function openUpstream(url: string, maxRecordBytes?: number): Promise<Upstream> {
  const connections = await openConnections(url).catch((error) => {
    // The starter of a gateway learns the cause, such as a wrong password; its clients do not.
    throw error instanceof RedisUnreachable ? error.cause : error;
  });
  return new Upstream(connections, maxRecordBytes);
}

/** Runs commands in Redis. */
export class Upstream {
  readonly #connections: Connections;
  readonly #limitsRecords: boolean;
  readonly #scripts: ScriptRewriter;

  /** Without `maxRecordBytes`, records may have any size. */
  constructor(connections: Connections, maxRecordBytes?: number) {
    this.#connections = connections;
    this.#limitsRecords = maxRecordBytes !== undefined;
    this.#scripts = new ScriptRewriter(maxRecordBytes === undefined ? "" : recordLimitPrelude(maxRecordBytes));
  }

  /** Runs a command as a role, with the rights of the standard or of the read-only token. */
  async run(role: Role, command: Command): Promise<RedisReply> {
    const refusal = findRefusal(command);
    if (refusal) return new ErrorReply(refusal);
    const prepared = this.#prepare(role, command);
    return sendPrepared(this.#sender(role, prepared), prepared);
  }

  /** Runs commands in their order; one that fails does not stop the next. */
  async runAll(role: Role, commands: Command[]): Promise<RedisReply[]> {
    const replies: (RedisReply | Promise<RedisReply>)[] = [];
    let last: CommandSender | undefined;
    for (const command of commands) {
      const refusal = findRefusal(command);
      if (refusal) {
        replies.push(new ErrorReply(refusal));
        continue;
      }
      const prepared = this.#prepare(role, command);
      const sender = this.#sender(role, prepared);
      // A sender keeps the order of its commands; between two senders the earlier replies have to arrive first.
      if (last !== undefined && sender !== last) await Promise.all(replies);
      // Redis runs all commands that it has read from one connection before it serves another connection.
      if (replies.length % MAX_IN_FLIGHT === 0) await Promise.all(replies.slice(-MAX_IN_FLIGHT));
      replies.push(sendPrepared(sender, prepared));
      last = sender;
    }
    return Promise.all(replies);
  }

  /** Runs commands as one transaction. Returns the error because of which all of them were discarded, if they were. */
  async transaction(role: Role, commands: Command[]): Promise<RedisReply[] | ErrorReply> {
    for (const command of commands) {
      const refusal = findRefusal(command);
      if (refusal) return new ErrorReply(refusal);
    }
    const prepared = commands.map((command) => this.#prepare(role, command));
    const connection = await this.#connections[role].plain();
    // Sent in the same tick on one connection, so no command of another request comes between. As on Upstash, a script
    // in a transaction runs under the global lock, with or without the flag for key locking.
    const all: Command[] = [["MULTI"], ...prepared.map(({ command }) => command), ["EXEC"]];
    const results = await Promise.all(all.map((command) => send(connection, command)));
    const replies = results.pop();
    if (Array.isArray(replies)) return replies.map((reply, i) => replyTo(prepared[i], reply));
    const cause = [...results, replies].find((reply) => reply instanceof ErrorReply);
    return cause ?? new ErrorReply("EXECABORT Transaction discarded");
  }

  /** Subscribes to channels or patterns; resolves once Redis has confirmed them. */
  async subscribe(role: Role, { kind, channels, onMessage }: Subscription): Promise<EventFeed> {
    return this.#openFeed(role, async (connection) => {
      for (const name of channels) {
        if (kind === "subscribe") await connection.subscribe(name, (text, channel) => onMessage({ channel, text }));
        else await connection.pSubscribe(name, (text, channel) => onMessage({ channel, text, pattern: name }));
      }
    });
  }

  /** Streams a line for each command that Redis runs. Redis refuses it to the role without the right to monitor. */
  async monitor(role: Role, onLine: (line: string) => void): Promise<EventFeed> {
    return this.#openFeed(role, (connection) => connection.monitor((line) => onLine(String(line))));
  }

  /** Closes the connections promptly, whatever Redis does. Requests in flight fail: Redis is unreachable. */
  close(): Promise<void> {
    return this.#connections.close();
  }

  /** Prepares a command. Writes of the read-only role are left to Redis, which refuses them with its own text. */
  #prepare(role: Role, command: Command): PreparedCommand {
    return this.#scripts.prepare(this.#limitsRecords && role === "standard" ? withRecordLimit(command) : command);
  }

  /**
   * Returns the sender for a command: one that locks keys, one beside a running script for its KILL, or the plain one.
   */
  #sender(role: Role, { command, lockedTo }: PreparedCommand): CommandSender {
    const { plain, locked, kill } = this.#connections[role].senders;
    if (lockedTo) return locked;
    return isKill(command) ? kill : plain;
  }

  /** Opens a connection for a stream of events. `start` subscribes on it; if that fails, the connection is closed. */
  async #openFeed(role: Role, start: (connection: Connection) => Promise<unknown>): Promise<EventFeed> {
    const connection = await this.#connections[role].open();
    const ended = new Promise<void>((resolve) => onceClosed(connection, resolve));
    const close = () => {
      if (connection.isOpen) connection.destroy();
    };
    try {
      await start(connection);
    } catch (error) {
      close();
      throw error instanceof ErrorReply ? error : unreachableError(error);
    }
    return { close, ended };
  }
}

/** Sends a prepared command. Returns the reply for the client. */
async function sendPrepared(sender: CommandSender, prepared: PreparedCommand): Promise<RedisReply> {
  return replyTo(prepared, await sender.send(prepared.command, prepared.lockedTo ?? []));
}

/** Returns the reply for the client: the prepared one, unless Redis replied with an error. */
function replyTo(prepared: PreparedCommand | undefined, reply: RedisReply): RedisReply {
  return reply instanceof ErrorReply ? reply : (prepared?.reply ?? reply);
}
