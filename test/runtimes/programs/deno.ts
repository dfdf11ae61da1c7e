// Serves the app with Deno.
import { env } from "node:process";
import { createTestApp, parseSettings } from "../test-app.ts";

declare const Deno: { serve(options: object, handler: object): unknown };

const { fetch } = createTestApp(parseSettings(env));
const onListen = ({ port }: { port: number }) => console.log(`ready http://127.0.0.1:${port}`);
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, fetch);
