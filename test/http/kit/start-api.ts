// The app behind a real HTTP server on loopback.
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { listenOnLoopback } from "../../../scripts/processes/loopback.ts";
import type { AppOptions } from "../../../src/http/app.ts";
import { createApi } from "./api.ts";

/** Starts a server with an app over the gateway, and returns its URL and a token with every scope. */
export async function startApi(options: Partial<AppOptions> = {}) {
  const { app, token } = await createApi(options);
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  return { token, ...(await listenOnLoopback(server as Server)) };
}
