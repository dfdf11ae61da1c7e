// Servers on loopback.
import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Starts to listen on a free port of loopback. `close` also closes the open connections of an HTTP server. */
export async function listenOnLoopback(server: Server | HttpServer): Promise<{ url: string; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
