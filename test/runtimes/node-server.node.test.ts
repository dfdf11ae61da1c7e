// The app on Node, served by @hono/node-server.
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { hostAt, testConformance } from "./conformance.ts";
import { createTestApp } from "./test-app.ts";

testConformance(async (settings) => {
  const address = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch: createTestApp(settings).fetch, hostname: "127.0.0.1", port: 0 }, address.resolve);
  const { port } = await address.promise;
  return hostAt(`http://127.0.0.1:${port}`, promisify(server.close.bind(server)));
});
