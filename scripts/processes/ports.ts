// The ports of loopback.
import { createServer } from "node:net";
import { listenOnLoopback } from "./loopback.ts";

/** Parses a port of the command line. Throws when the text is not a port. */
export function parsePort(text: string, max = 65_535): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > max) throw new Error(`${text} is not a port from 1 to ${max}`);
  return port;
}

/** Resolves with a port on which no process listens. */
export async function findFreePort(): Promise<number> {
  const { url, close } = await listenOnLoopback(createServer());
  await close();
  return Number(new URL(url).port);
}

/** Reports whether no process listens on a port. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
