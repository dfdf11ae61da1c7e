// The entry of a Cloudflare Worker that also serves and cleans queues in the format of redis-work-queue.
import { createWorker } from "./functions/create-worker.ts";
import { optionsIn } from "./functions/options-in.ts";
import { redisWorkQueuesIn } from "./functions/redis-work-queue-variables.ts";
import type { Env } from "./functions/variables.ts";

export default createWorker<Env>((env) => optionsIn(env, redisWorkQueuesIn));
