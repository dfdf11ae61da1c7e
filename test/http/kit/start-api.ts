// The app behind a real HTTP server on loopback.
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { AppOptions } from "../../../src/http/app.ts";
import { createApi } from "./api.ts";

/** Starts a server with an app over the gateway, and returns its URL and a token with every scope. */
export async function startApi(options: Partial<AppOptions> = {}) {
  const { app, token } = await createApi(options);
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
