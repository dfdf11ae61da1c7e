// A proxy in front of the gateway that loses, duplicates and cuts requests and replies.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";
import { listenOnLoopback } from "../../../scripts/processes/loopback.ts";

/** The faults of one request. */
interface Fault {
  /** The request never reaches Redis. */
  loseRequest?: boolean;
  /** The request never reaches Redis, and the proxy responds with this body. */
  respondWith?: string;
  /** The status of `respondWith`; 200 by default. */
  status?: number;
  /** The content type of `respondWith`; JSON by default. */
  type?: string;
  /** The request reaches Redis twice, and the second reply is returned. */
  duplicate?: boolean;
  /** The request takes effect and its reply is lost. */
  loseReply?: boolean;
  /** Called after the request took effect and before its reply is lost. */
  beforeLoss?: (() => Promise<unknown>) | undefined;
  /** The request takes effect, and half of its reply is returned. */
  cutReply?: boolean;
}

/** Returns the fault of a request, by the request's number from 1 and its body. */
export type ChooseFault = (number: number, body: string) => Fault | undefined;

/** A running proxy. */
export interface FaultyProxy {
  url: string;
  /** The bodies of the requests since the last `injectFaults`, in order. */
  requests: string[];
  /** Sets the faults from the next request on, which has the number 1. */
  injectFaults(chooseFault: ChooseFault): void;
  close(): Promise<void>;
}

/** Returns faults that lose the replies to the first `count` requests. `beforeLoss` runs before the first loss. */
export function loseReplies(count: number, beforeLoss?: () => Promise<unknown>): ChooseFault {
  return (number) =>
    number <= count ? { loseReply: true, beforeLoss: number === 1 ? beforeLoss : undefined } : undefined;
}

/** Returns a function that starts proxies, which close after the tests of the calling file. */
export function useFaultyProxies(): typeof startFaultyProxy {
  const started: FaultyProxy[] = [];
  afterAll(async () => {
    for (const proxy of started.splice(0)) await proxy.close();
  });
  return async (target) => {
    const proxy = await startFaultyProxy(target);
    started.push(proxy);
    return proxy;
  };
}

/** Starts an HTTP proxy that forwards requests to `target`, with the faults that `injectFaults` sets. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let chooseFault: ChooseFault = () => undefined;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    try {
      const body = await text(request);
      requests.push(body);
      await respondWithFault({ request, body, fault: chooseFault(requests.length, body) ?? {} }, response);
    } catch {
      response.destroy();
    }
  });

  async function respondWithFault({ request, body, fault }: FaultyRequest, response: ServerResponse): Promise<void> {
    if (fault.loseRequest) return void response.destroy();
    if (fault.respondWith !== undefined) {
      response.writeHead(fault.status ?? 200, { "content-type": fault.type ?? "application/json" });
      return void response.end(fault.respondWith);
    }
    if (fault.duplicate) await forwardToTarget(request, body);
    const reply = await forwardToTarget(request, body);
    if (fault.loseReply) {
      await fault.beforeLoss?.();
      return void response.destroy();
    }
    response.writeHead(reply.status, { "content-type": reply.type, "content-length": Buffer.byteLength(reply.body) });
    if (!fault.cutReply) return void response.end(reply.body);
    response.write(reply.body.slice(0, reply.body.length / 2), () => response.destroy());
  }

  async function forwardToTarget(request: IncomingMessage, body: string) {
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const response = await fetch(`${target}${request.url}`, {
      method: request.method ?? "POST",
      headers: headers as Record<string, string>,
      ...(body === "" ? {} : { body }),
    });
    const type = response.headers.get("content-type") ?? "text/plain";
    return { status: response.status, type, body: await response.text() };
  }

  return {
    ...(await listenOnLoopback(server)),
    requests,
    injectFaults(next) {
      chooseFault = next;
      requests.length = 0;
    },
  };
}

interface FaultyRequest {
  request: IncomingMessage;
  body: string;
  fault: Fault;
}
