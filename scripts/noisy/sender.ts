// HTTP requests with a token, over connections that are kept.
import { Agent, request } from "node:http";

/** A request. */
export interface Sent {
  method: "GET" | "POST" | "DELETE";
  path: string;
  token: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** The answer to a request. */
export interface Answer {
  status: number;
  text: string;
}

/** Sends requests to one server. */
export class Sender {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends a request, and resolves when its answer has arrived in full. */
  send({ method, path, token, body, headers = {} }: Sent): Promise<Answer> {
    const ofBody = body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": bytesOf(body) };
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.#url),
        { method, agent: this.#agent, headers: { Authorization: `Bearer ${token}`, ...ofBody, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text: String(Buffer.concat(chunks)) }));
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Ends all connections, and with them the requests that have no answer yet. */
  close(): void {
    this.#agent.destroy();
  }
}

function bytesOf(body: string | Buffer): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}
