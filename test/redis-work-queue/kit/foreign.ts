// Another client of redis-work-queue, reduced to the commands that it sends, in their order. Each operation is a list of
// steps, one command each; a test may let others act between any two, or never take the next one.
import { connect, type Socket } from "node:net";

export type Reply = Buffer | number | null | Reply[];
type Word = string | Buffer | number;
/** Commands one by one; each gets its reply before the next is known. */
export type Steps<R> = Generator<Word[], R, Reply>;

/** A connection that sends what it is given, byte for byte. */
export class Wire {
  readonly #socket: Socket;
  readonly #waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = [];
  #received: Buffer = Buffer.alloc(0);
  /** How many commands were sent. */
  sent = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#settle();
    });
    const end = () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error("the connection is gone"));
    };
    socket.on("close", end).on("error", end);
  }

  static open(url: string): Promise<Wire> {
    const { hostname, port, pathname, password } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once("error", reject);
      socket.once("connect", async () => {
        const wire = new Wire(socket);
        if (password) await wire.send("AUTH", decodeURIComponent(password));
        if (pathname.length > 1) await wire.send("SELECT", pathname.slice(1));
        resolve(wire);
      });
    });
  }

  send(...words: Word[]): Promise<Reply> {
    const parts = words.map((word) => (Buffer.isBuffer(word) ? word : Buffer.from(String(word))));
    const bytes = parts.flatMap((part) => [Buffer.from(`$${part.length}\r\n`), part, Buffer.from("\r\n")]);
    this.sent += 1;
    this.#socket.write(Buffer.concat([Buffer.from(`*${parts.length}\r\n`), ...bytes]));
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  close(): void {
    this.#socket.destroy();
  }

  #settle(): void {
    for (;;) {
      const parsed = parse(this.#received, 0);
      if (!parsed) return;
      this.#received = this.#received.subarray(parsed.next);
      const { resolve, reject } = this.#waiting.shift() ?? {};
      if (parsed.value instanceof Error) reject?.(parsed.value);
      else resolve?.(parsed.value);
    }
  }
}

function parse(bytes: Buffer, at: number): { value: Reply | Error; next: number } | undefined {
  const end = bytes.indexOf("\r\n", at);
  if (end < 0) return undefined;
  const line = bytes.toString("latin1", at + 1, end);
  const next = end + 2;
  switch (String.fromCharCode(bytes[at] ?? 0)) {
    case "+":
      return { value: Buffer.from(line, "latin1"), next };
    case "-":
      return { value: new Error(line), next };
    case ":":
      return { value: Number(line), next };
    case "$": {
      const length = Number(line);
      if (length < 0) return { value: null, next };
      if (bytes.length < next + length + 2) return undefined;
      return { value: bytes.subarray(next, next + length), next: next + length + 2 };
    }
    default: {
      const list: Reply[] = [];
      let from = next;
      for (let i = 0; i < Number(line); i++) {
        const part = parse(bytes, from);
        if (!part || part.value instanceof Error) return undefined;
        list.push(part.value);
        from = part.next;
      }
      return { value: list, next: from };
    }
  }
}

/** An operation in progress. */
export class Run<R> {
  readonly #steps: Steps<R>;
  readonly #wire: Wire;
  #next: IteratorResult<Word[], R>;

  constructor(wire: Wire, steps: Steps<R>) {
    this.#wire = wire;
    this.#steps = steps;
    this.#next = steps.next();
  }

  get done(): boolean {
    return this.#next.done === true;
  }

  /** Sends a number of commands, as long as there are any. */
  async step(count = 1): Promise<this> {
    for (let i = 0; i < count && !this.#next.done; i++) {
      this.#next = this.#steps.next(await this.#wire.send(...this.#next.value));
    }
    return this;
  }

  /** Sends all that is left. */
  async finish(): Promise<R> {
    while (!this.#next.done) await this.step();
    return this.#next.value;
  }
}

export interface ForeignItem {
  id: Buffer;
  data: Buffer;
}

/** The operations of a client, in the order of its commands. */
export class Foreign {
  readonly #wire: Wire;
  readonly #prefix: string;
  readonly #session = crypto.randomUUID().replaceAll("-", "");

  constructor(wire: Wire, prefix: string) {
    this.#wire = wire;
    this.#prefix = prefix;
  }

  start<R>(steps: Steps<R>): Run<R> {
    return new Run(this.#wire, steps);
  }

  run<R>(steps: Steps<R>): Promise<R> {
    return this.start(steps).finish();
  }

  *addItem(id: string | Buffer, data: string | Buffer): Steps<boolean> {
    if ((yield ["SETNX", this.#key(":item:", id), data]) === 0) return false;
    yield ["LPUSH", this.#key(":queue"), id];
    return true;
  }

  *addUniqueItem(id: string | Buffer, data: string | Buffer): Steps<void> {
    yield ["SET", this.#key(":item:", id), data];
    yield ["LPUSH", this.#key(":queue"), id];
  }

  *lease(seconds: number): Steps<ForeignItem | undefined> {
    const id = (yield ["RPOPLPUSH", this.#key(":queue"), this.#key(":processing")]) as Buffer | null;
    if (id === null) return undefined;
    const data = (yield ["GET", this.#key(":item:", id)]) as Buffer | null;
    if (data === null) return undefined;
    yield ["SETEX", this.#key(":lease:", id), seconds, this.#session];
    return { id, data };
  }

  *complete(id: string | Buffer): Steps<boolean> {
    const deleted = yield ["DEL", this.#key(":item:", id)];
    yield ["LREM", this.#key(":processing"), 0, id];
    yield ["DEL", this.#key(":lease:", id)];
    return deleted === 1;
  }

  *clean(): Steps<void> {
    for (const id of (yield ["LRANGE", this.#key(":processing"), 0, -1]) as Buffer[]) {
      if ((yield ["EXISTS", this.#key(":lease:", id)]) !== 0) continue;
      const exists = yield ["EXISTS", this.#key(":item:", id)];
      yield ["LREM", this.#key(":processing"), 0, id];
      if (exists !== 0) yield ["LPUSH", this.#key(":queue"), id];
    }
  }

  *deepClean(): Steps<void> {
    const begin = this.#key(":item:");
    const keys = (yield ["KEYS", Buffer.concat([begin, Buffer.from("*")])]) as Buffer[];
    const waiting = (yield ["LRANGE", this.#key(":queue"), 0, -1]) as Buffer[];
    for (const key of keys) {
      const id = key.subarray(begin.length);
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
