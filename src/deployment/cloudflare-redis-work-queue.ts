// The entry of a Cloudflare Worker that also serves and cleans queues in the format of redis-work-queue.
import { createWorker } from "../worker/create-worker.ts";
import { optionsFromEnv } from "./options-from-env.ts";
import { parseRedisWorkQueues } from "./redis-work-queue-variables.ts";
import type { Env } from "./variables.ts";

export default createWorker<Env>((env) => optionsFromEnv(env, parseRedisWorkQueues));
