// A server that only responds with 429, in a process of its own: beside a flood of it, only the flooder's own work slows jobs.
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";

serve({ fetch: () => new Response("no", { status: 429 }), hostname: "127.0.0.1", port: 0 }, ({ port }: AddressInfo) =>
  process.send?.({ url: `http://127.0.0.1:${port}` }),
);
process.once("disconnect", () => process.exit());
