// The entry of the Cloudflare Worker: its configuration and the wiring.
import { LeaseholdError } from "./core/errors.ts";
import { createApp } from "./http/app.ts";
import { upstashClient } from "./redis/upstash.ts";
import { fromUpstash } from "./redis/upstash-client.ts";
import { type Fired, logFired } from "./schedule/log.ts";

/** What the Worker is configured with: variables and secrets of wrangler.toml and `wrangler secret`. */
export interface Env {
  UPSTASH_REDIS_REST_URL?: string;
  UPSTASH_REDIS_REST_TOKEN?: string;
}

/** Asks Redis once; a health check that waits longer than two seconds has its answer already. */
async function ping(env: Env): Promise<void> {
  const url = env.UPSTASH_REDIS_REST_URL;
  const token = env.UPSTASH_REDIS_REST_TOKEN;
  if (!url || !URL.canParse(url) || !token) {
    throw new LeaseholdError("not_configured", "Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.");
  }
  try {
    await upstashClient({ url, token, timeout: 2_000, retries: 0 }).ping();
  } catch (error) {
    throw fromUpstash(error);
  }
}

export default {
  fetch(request: Request, env: Env): Response | Promise<Response> {
    return createApp({ ping: () => ping(env) }).fetch(request, env);
  },
  scheduled(controller: Fired): void {
    logFired(controller);
  },
};
