// A connection to Redis that sends and receives bytes as they are, without the conversions of a client library.
import { connect, type Socket } from "node:net";

/** A reply of Redis, with strings as bytes. */
export type Reply = Buffer | number | null | Reply[];
/** A part of a command: its name or an argument. */
export type CommandPart = string | Buffer | number;

/** A connection that sends commands byte for byte. */
export class RespConnection {
  readonly #socket: Socket;
  readonly #pending: { resolve(reply: Reply): void; reject(error: Error): void }[] = [];
  #received: Buffer = Buffer.alloc(0);
  /** The number of commands sent. */
  sent = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#resolveReplies();
    });
    const end = () => {
      for (const { reject } of this.#pending.splice(0)) reject(new Error("the connection is closed"));
    };
    socket.on("close", end).on("error", end);
  }

  /** Connects to the server of a URL, logs in with its password, and selects the database that its path names. */
  static open(url: string): Promise<RespConnection> {
    const { hostname, port, pathname, password } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once("error", reject);
      socket.once("connect", async () => {
        const connection = new RespConnection(socket);
        if (password) await connection.send("AUTH", decodeURIComponent(password));
        if (pathname.length > 1) await connection.send("SELECT", pathname.slice(1));
        resolve(connection);
      });
    });
  }

  /** Sends a command. Resolves with its reply; rejects if that is an error. */
  send(...parts: CommandPart[]): Promise<Reply> {
    const encoded = parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(String(part))));
    const bytes = encoded.flatMap((part) => [Buffer.from(`$${part.length}\r\n`), part, Buffer.from("\r\n")]);
    this.sent += 1;
    this.#socket.write(Buffer.concat([Buffer.from(`*${parts.length}\r\n`), ...bytes]));
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Settles the promise of the oldest command without a reply, for each reply that has arrived whole. */
  #resolveReplies(): void {
    for (;;) {
      const parsed = parseReply(this.#received, 0);
      if (!parsed) return;
      this.#received = this.#received.subarray(parsed.next);
      const { resolve, reject } = this.#pending.shift() ?? {};
      if (parsed.value instanceof Error) reject?.(parsed.value);
      else resolve?.(parsed.value);
    }
  }
}

/** Parses the reply (RESP 2) at an offset. Returns it and the offset after it, or undefined if it has not arrived whole. */
function parseReply(bytes: Buffer, at: number): { value: Reply | Error; next: number } | undefined {
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
        const part = parseReply(bytes, from);
        if (!part || part.value instanceof Error) return undefined;
        list.push(part.value);
        from = part.next;
      }
      return { value: list, next: from };
    }
  }
}
