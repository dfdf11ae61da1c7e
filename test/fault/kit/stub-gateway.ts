// A stub of the gateway: an HTTP server that sends prepared responses and never contacts Redis.
import { createServer, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../../../scripts/processes/loopback.ts";
import type { HttpResponse } from "./random-replies.ts";

/** A running stub on loopback. */
export interface StubGateway {
  url: string;
  /** Sets the function that creates the response to each request from now on. */
  respondWith(createResponse: () => HttpResponse): void;
  close(): Promise<void>;
}

const DRIP_INTERVAL = 20;

/** Starts a stub that responds to each request as `respondWith` has set; until then, with an empty body. */
export async function startStubGateway(): Promise<StubGateway> {
  let create = (): HttpResponse => ({ status: 200, type: "application/json", body: "", delivery: "whole" });
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => sendResponse(create(), response));
  });
  return {
    ...(await listenOnLoopback(server)),
    respondWith: (createResponse) => {
      create = createResponse;
    },
  };
}

/** Sends a response as its `delivery` states: whole, cut in the middle, a character at a time without end, or never. */
function sendResponse({ status, type, body, delivery }: HttpResponse, response: ServerResponse): void {
  if (delivery === "never") return;
  response.writeHead(status, { "content-type": type });
  if (delivery === "whole") return void response.end(body);
  if (delivery === "cut") return void response.write(body.slice(0, body.length / 2) || " ", () => response.destroy());
  let at = 0;
  const timer = setInterval(() => response.write(body[at++ % Math.max(1, body.length)] ?? " "), DRIP_INTERVAL);
  response.once("close", () => clearInterval(timer));
}
