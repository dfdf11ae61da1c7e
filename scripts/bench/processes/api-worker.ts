// The worker of `npm run bench:api`: the app, created once as in the deployed worker, and at /bare the EVAL that the app
// sent last, through a client with the same settings.
import { SCOPES } from "../../../src/access/token.ts";
import { sha256Hex } from "../../../src/base/hex.ts";
import { createApp } from "../../../src/http/app.ts";
import { upstash } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";

interface Env {
  URL: string;
  TOKEN: string;
  HASH: string;
  /** The beginning of the idempotency keys of the requests whose EVAL is recorded. */
  RECORDED_PREFIX: string;
}

type Call = Parameters<Adapter["run"]>;

let recorded: Call | undefined;
// The text that the app derives from a recorded idempotency key. Each copy of the EVAL replaces it by a new one, since a
// repeated one would return the remembered reply.
let recordedKey = "";
let app: ReturnType<typeof createApp> | undefined;

export default {
  /** Responds to /bare with the EVAL that the recorded operation sent, and to other paths with the app. */
  async fetch(request: Request, env: Env): Promise<Response> {
    const redis = upstash({ url: env.URL, token: env.TOKEN });
    const { pathname } = new URL(request.url);
    if (pathname === "/bare") {
      // workerd closes the connection if a body is left unread.
      await request.arrayBuffer();
      if (!recorded) return new Response("nothing was recorded", { status: 409 });
      const key = crypto.randomUUID().replaceAll("-", "");
      const withNewKey = (texts: string[]) => texts.map((text) => text.replace(recordedKey, key));
      const [script, keys, args] = recorded;
      await redis.run(script, withNewKey(keys), withNewKey(args));
      return new Response("{}", { headers: { "Content-Type": "application/json" } });
    }
    const idempotencyKey = request.headers.get("Idempotency-Key") ?? "";
    const isRecording = idempotencyKey.startsWith(env.RECORDED_PREFIX);
    const [, , , queue] = pathname.split("/");
    if (isRecording) recordedKey = (await sha256Hex(`${env.HASH} ${queue} ${idempotencyKey}`)).slice(0, 32);
    const recording: Adapter = {
      run(...call) {
        // A new app sends more requests beside the operation.
        if (!/^(admit|registered|secret)$/.test(call[0].name)) recorded = call;
        return redis.run(...call);
      },
    };
    const tokens = [{ hash: env.HASH, scopes: SCOPES }];
    app ??= createApp({ redis, tokens });
    return (isRecording ? createApp({ redis: recording, tokens }) : app).fetch(request);
  },
};
