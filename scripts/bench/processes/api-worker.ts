// The worker that the benchmark of the API calls: the app, made once as in the deployed worker, and beside it the EVAL that
// the app sent last, through a client with the same settings.

import { SCOPES } from "../../../src/access/token.ts";
import { sha256Hex } from "../../../src/base/hex.ts";
import { createApp } from "../../../src/http/app.ts";
import { upstash } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";

interface Env {
  URL: string;
  TOKEN: string;
  HASH: string;
}

type Call = Parameters<Adapter["run"]>;

// The beginning of the idempotency keys of recorded requests. The text that follows from it is replaced by a new one in each copy, since a
// repeated one would get the remembered reply.
const NAME = "name-of-one-request";

let recorded: Call | undefined;
let recordedKey = "";
let app: ReturnType<typeof createApp> | undefined;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const redis = upstash({ url: env.URL, token: env.TOKEN });
    const { pathname } = new URL(request.url);
    if (pathname === "/bare") {
      // workerd closes the connection where a body is left unread.
      await request.arrayBuffer();
      if (!recorded) return new Response("nothing was recorded", { status: 409 });
      const fresh = crypto.randomUUID().replaceAll("-", "");
      const named = (texts: string[]) => texts.map((text) => text.replace(recordedKey, fresh));
      const [script, keys, args] = recorded;
      await redis.run(script, named(keys), named(args));
      return new Response("{}", { headers: { "Content-Type": "application/json" } });
    }
    const name = request.headers.get("Idempotency-Key") ?? "";
    const isRecording = name.startsWith(NAME);
    const [, , , queue] = pathname.split("/");
    if (isRecording) recordedKey = (await sha256Hex(`${env.HASH} ${queue} ${name}`)).slice(0, 32);
    const recording: Adapter = {
      run(...call) {
        // A new app asks for more beside the operation.
        if (!/^(admit|registered|secret)$/.test(call[0].name)) recorded = call;
        return redis.run(...call);
      },
    };
    const tokens = [{ hash: env.HASH, scopes: SCOPES }];
    app ??= createApp({ redis, tokens });
    return (isRecording ? createApp({ redis: recording, tokens }) : app).fetch(request);
  },
};
