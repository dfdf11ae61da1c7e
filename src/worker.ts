// The entry of the Cloudflare Worker: its configuration and the wiring.
import { LeaseholdError } from "./core/errors.ts";
import { createWorker } from "./functions/create-worker.ts";
import { createApp } from "./http/app.ts";
import { orUnconfigured } from "./http/unconfigured.ts";
import type { Adapter } from "./redis/adapter.ts";
import { upstash } from "./redis/upstash.ts";

/** What the Worker is configured with: variables and secrets of wrangler.toml and `wrangler secret`. */
export interface Env {
  UPSTASH_REDIS_REST_URL?: string;
  UPSTASH_REDIS_REST_TOKEN?: string;
}

/** What the Worker needs, or a word about what is missing. */
function redisOf(env: Env): Adapter {
  const url = env.UPSTASH_REDIS_REST_URL;
  const token = env.UPSTASH_REDIS_REST_TOKEN;
  if (!url || !URL.canParse(url) || !token) {
    throw new LeaseholdError("not_configured", "Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.");
  }
  return upstash({ url, token });
}

// No queue has a handler here: a cron cleans, and whoever leases does the work.
const { scheduled } = createWorker<Env>((env) => ({ redis: redisOf(env), queues: {} }));

export default {
  fetch(request: Request, env: Env): Response | Promise<Response> {
    return orUnconfigured(() => createApp({ redis: redisOf(env) })).fetch(request, env);
  },
  scheduled,
};
