// A bad network on purpose: a proxy before the gateway that loses, doubles and cuts what it is told to.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to one request. The function in a fault runs after the request took effect and before its reply is lost. */
type Fault =
  /** It reaches Redis, its reply reaches nobody. */
  | { loseReply: true; meanwhile?: (() => Promise<unknown>) | undefined }
  /** It never reaches Redis. */
  | { loseRequest: true }
  /** It reaches Redis twice, and the second reply is given. */
  | { double: true }
  /** It reaches Redis, and half of its reply comes back. */
  | { cutReply: true }
  /** It never reaches Redis, and something else answers. */
  | { answer: string; status?: number; type?: string };

/** Says what happens to a request, by its number from 1 and its body; nothing does unless it says so. */
export type Script = (number: number, body: string) => Fault | undefined;

/** The proxy, and what passed through it. */
export interface Lossy {
  url: string;
  /** The body of each request, in order, whatever became of it. */
  requests: string[];
  /** From the next request on, which is number 1 again. */
  play(script: Script): void;
  close(): Promise<void>;
}

/** Loses the replies of the first requests. */
export function loseReplies(count: number, meanwhile?: () => Promise<unknown>): Script {
  return (number) =>
    number <= count ? { loseReply: true, meanwhile: number === 1 ? meanwhile : undefined } : undefined;
}

/** Starts a proxy on loopback. */
export async function startLossy(target: string): Promise<Lossy> {
  let script: Script = () => undefined;
  let played = 0;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    try {
      const body = await textOf(request);
      requests.push(body);
      played += 1;
      await answer(script(played, body), request, body, response);
    } catch {
      response.destroy();
    }
  });

  async function answer(
    fault: Fault | undefined,
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    if (fault && "loseRequest" in fault) return void response.destroy();
    if (fault && "answer" in fault) {
      response.writeHead(fault.status ?? 200, { "content-type": fault.type ?? "application/json" });
      return void response.end(fault.answer);
    }
    const forward = () => pass(request, body);
    if (fault && "double" in fault) await forward();
    const { status, headers, text } = await forward();
    if (fault && "loseReply" in fault) {
      await fault.meanwhile?.();
      return void response.destroy();
    }
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
    if (fault && "cutReply" in fault) {
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
    response.end(text);
  }

  async function pass(request: IncomingMessage, body: string) {
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const passed = await fetch(`${target}${request.url}`, {
      method: request.method ?? "POST",
      headers: headers as Record<string, string>,
      ...(body === "" ? {} : { body }),
    });
    const type = passed.headers.get("content-type") ?? "text/plain";
    return { status: passed.status, headers: { "content-type": type }, text: await passed.text() };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(next) {
      script = next;
      played = 0;
      requests.length = 0;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
