// HTTP requests with a token, over connections that are kept alive.
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** A request. */
export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  token: string;
  body?: string;
  headers?: Record<string, string>;
}

/** The response to a request. */
export interface HttpResponse {
  status: number;
  text: string;
}

/** Sends requests to one server. */
export class HttpClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends a request, and resolves when its response has arrived in full. */
  send({ method, path, token, body, headers = {} }: HttpRequest): Promise<HttpResponse> {
    const bodyHeaders =
      body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.#url),
        { method, agent: this.#agent, headers: { Authorization: `Bearer ${token}`, ...bodyHeaders, ...headers } },
        (response) => {
          text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Closes all connections, and thereby fails the requests that have no response yet. */
  close(): void {
    this.#agent.destroy();
  }
}
