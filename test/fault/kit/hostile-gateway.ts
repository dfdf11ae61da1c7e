// A server that answers whatever it is told to, and never asks Redis.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer } from "./garbage.ts";

/** It on loopback. */
export interface HostileGateway {
  url: string;
  /** Says what the next requests are answered. */
  play(next: () => Answer): void;
  close(): Promise<void>;
}

const DRIP = 20;

export async function startHostile(): Promise<HostileGateway> {
  let next = (): Answer => ({ status: 200, type: "application/json", body: "", way: "whole" });
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => respond(next(), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play: (answers) => {
      next = answers;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function respond({ status, type, body, way }: Answer, response: ServerResponse): void {
  if (way === "never") return;
  response.writeHead(status, { "content-type": type });
  if (way === "whole") return void response.end(body);
  if (way === "cut") return void response.write(body.slice(0, body.length / 2) || " ", () => response.destroy());
  let at = 0;
  const timer = setInterval(() => response.write(body[at++ % Math.max(1, body.length)] ?? " "), DRIP);
  response.once("close", () => clearInterval(timer));
}
