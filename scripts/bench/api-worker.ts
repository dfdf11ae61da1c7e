// The worker that the benchmark of the API calls: the app, created for each request as in the deployed worker, and
// beside it the EVAL that the app sent last, through a client with the same settings.

import type { Scope } from "../../src/access/token.ts";
import { createApp } from "../../src/http/app.ts";
import { upstash } from "../../src/index.ts";
import type { Adapter } from "../../src/redis/adapter.ts";

interface Env {
  URL: string;
  TOKEN: string;
  HASH: string;
}

type Call = Parameters<Adapter["run"]>;

const SCOPES: Scope[] = ["produce", "consume", "operate", "read"];

/**
 * A placeholder in the recorded call, replaced by a new name in each: a repeated name would get the remembered reply.
 */
const NAME = "name-of-one-request";

let recorded: Call | undefined;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const redis = upstash({ url: env.URL, token: env.TOKEN });
    const { pathname } = new URL(request.url);
    if (pathname === "/bare") {
      // workerd closes the connection where a body is left unread.
      await request.arrayBuffer();
      if (!recorded) return new Response("nothing was recorded", { status: 409 });
      const named = (texts: string[]) => texts.map((text) => text.replace(NAME, crypto.randomUUID()));
      const [script, keys, args] = recorded;
      await redis.run(script, named(keys), named(args));
      return new Response("{}", { headers: { "Content-Type": "application/json" } });
    }
    const isRecording = request.headers.get("Idempotency-Key")?.includes(NAME);
    const recording: Adapter = {
      run(...call) {
        recorded = call;
        return redis.run(...call);
      },
    };
    const app = createApp({ redis: isRecording ? recording : redis, tokens: [{ hash: env.HASH, scopes: SCOPES }] });
    return app.fetch(request);
  },
};
