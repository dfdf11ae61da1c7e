// A client of redis-work-queue in another language, reduced to the commands that it sends, in their order. A test may let
// other clients act between any two commands, or never send the next one.
import type { CommandPart, Reply, RespConnection } from "./resp-connection.ts";

/** The commands of an operation. Each receives its reply before the next is known. */
export type Commands<R> = Generator<CommandPart[], R, Reply>;

/** An operation in progress, which a test advances command by command. */
export class Operation<R> {
  readonly #commands: Commands<R>;
  readonly #connection: RespConnection;
  /** The next command to send, or the operation's result after the reply to the last one. */
  #commandOrResult: IteratorResult<CommandPart[], R>;

  /** Determines the first command of an operation, without sending it. */
  constructor(connection: RespConnection, commands: Commands<R>) {
    this.#connection = connection;
    this.#commands = commands;
    this.#commandOrResult = commands.next();
  }

  /** True once the last command has its reply, so that only the result is left. */
  get isDone(): boolean {
    return this.#commandOrResult.done === true;
  }

  /** Sends up to `count` more commands, each after the reply to the one before. */
  async step(count = 1): Promise<this> {
    for (let i = 0; i < count && !this.#commandOrResult.done; i++) {
      this.#commandOrResult = this.#commands.next(await this.#connection.send(...this.#commandOrResult.value));
    }
    return this;
  }

  /** Sends the remaining commands. Resolves with the operation's result. */
  async finish(): Promise<R> {
    while (!this.#commandOrResult.done) await this.step();
    return this.#commandOrResult.value;
  }
}

/** An item that a client of redis-work-queue has leased. */
export interface OtherClientItem {
  id: Buffer;
  data: Buffer;
}

/** The operations of a client of redis-work-queue, each as a generator of its commands. */
export class OtherClient {
  readonly #connection: RespConnection;
  readonly #prefix: string;
  readonly #session = crypto.randomUUID().replaceAll("-", "");

  constructor(connection: RespConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  /** Starts an operation without sending its first command. */
  start<R>(commands: Commands<R>): Operation<R> {
    return new Operation(this.#connection, commands);
  }

  /** Runs an operation to the end. */
  run<R>(commands: Commands<R>): Promise<R> {
    return this.start(commands).finish();
  }

  /** Adds an item. Returns false if the id is in use. */
  *addItem(id: string | Buffer, data: string | Buffer): Commands<boolean> {
    if ((yield ["SETNX", this.#key(":item:", id), data]) === 0) return false;
    yield ["LPUSH", this.#key(":queue"), id];
    return true;
  }

  /** Adds an item whose id no other item has, which saves the check. */
  *addUniqueItem(id: string | Buffer, data: string | Buffer): Commands<void> {
    yield ["SET", this.#key(":item:", id), data];
    yield ["LPUSH", this.#key(":queue"), id];
  }

  /** Leases an item. Between its commands, the item is in processing without a lease. */
  *lease(seconds: number): Commands<OtherClientItem | undefined> {
    const id = (yield ["RPOPLPUSH", this.#key(":queue"), this.#key(":processing")]) as Buffer | null;
    if (id === null) return undefined;
    const data = (yield ["GET", this.#key(":item:", id)]) as Buffer | null;
    if (data === null) return undefined;
    yield ["SETEX", this.#key(":lease:", id), seconds, this.#session];
    return { id, data };
  }

  /** Completes an item. Returns false if another client has completed it. */
  *complete(id: string | Buffer): Commands<boolean> {
    const deleted = yield ["DEL", this.#key(":item:", id)];
    yield ["LREM", this.#key(":processing"), 0, id];
    yield ["DEL", this.#key(":lease:", id)];
    return deleted === 1;
  }

  /** Queues again the items in processing without a lease, and drops those whose data is gone. */
  *clean(): Commands<void> {
    for (const id of (yield ["LRANGE", this.#key(":processing"), 0, -1]) as Buffer[]) {
      if ((yield ["EXISTS", this.#key(":lease:", id)]) !== 0) continue;
      const exists = yield ["EXISTS", this.#key(":item:", id)];
      yield ["LREM", this.#key(":processing"), 0, id];
      if (exists !== 0) yield ["LPUSH", this.#key(":queue"), id];
    }
  }

  /** Queues again all items that are neither waiting nor leased, even those that no list contains. */
  *deepClean(): Commands<void> {
    const root = this.#key(":item:");
    const keys = (yield ["KEYS", Buffer.concat([root, Buffer.from("*")])]) as Buffer[];
    const waiting = (yield ["LRANGE", this.#key(":queue"), 0, -1]) as Buffer[];
    for (const key of keys) {
      const id = key.subarray(root.length);
      if (waiting.some((other) => other.equals(id))) continue;
      if ((yield ["EXISTS", this.#key(":lease:", id)]) !== 0) continue;
      yield ["LREM", this.#key(":processing"), 0, id];
      yield ["LPUSH", this.#key(":queue"), id];
    }
  }

  #key(name: string, id: string | Buffer = ""): Buffer {
    return Buffer.concat([Buffer.from(this.#prefix + name), Buffer.from(id as string)]);
  }
}
