// Serves the app with Bun.
import { createTestApp, parseSettings } from "../test-app.ts";

declare const Bun: { serve(options: object): { url: URL } };

const { fetch } = createTestApp(parseSettings(process.env));
// Bun closes a connection after ten silent seconds unless configured otherwise, and a lease may wait for twenty.
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 30, fetch });
console.log(`ready ${server.url.origin}`);
