// The app, served by Bun.
import { appOf, settingsOf } from "./app.ts";

declare const Bun: { serve(options: object): { url: URL } };

const { fetch } = appOf(settingsOf(process.env));
// Bun hangs up after ten silent seconds unless told otherwise, and a lease may wait for twenty.
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 30, fetch });
console.log(`ready ${server.url.origin}`);
