// The app, served by @hono/node-server.
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { appOf } from "./app.ts";
import { at, conforms } from "./conformance.ts";

conforms(async (settings) => {
  const address = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch: appOf(settings).fetch, hostname: "127.0.0.1", port: 0 }, address.resolve);
  const { port } = await address.promise;
  return at(`http://127.0.0.1:${port}`, promisify(server.close.bind(server)));
});
