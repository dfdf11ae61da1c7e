// The options of the deployed Worker, from the variables of its environment.
import { validateCronSecrets } from "../http/routes/cron-routes.ts";
import type { RedisWorkQueues } from "../http/service/queues.ts";
import { upstash } from "../redis/upstash.ts";
import { decodeStandardSecrets } from "../webhooks/verifiers/standard.ts";
import type { WorkerOptions } from "../worker/options.ts";
import { demo } from "./demo.ts";
import { parseSources, parseWakes } from "./source-variables.ts";
import { parseTokens } from "./token-variables.ts";
import {
  type Env,
  invalidVariable,
  isEnabled,
  parseDatabase,
  parseInteger,
  parseLimits,
  parseQueueSettings,
  parseRedactedPaths,
  parseSchedules,
  parseSecrets,
  validateVariableNames,
} from "./variables.ts";

// The free plan of Workers allows 50 requests in one invocation.
const DEFAULT_CRON_REQUESTS = "45";

/**
 * Returns the options for `createWorker`. `parseRedisWorkQueues` is a parameter because the format of redis-work-queue is a
 * tenth of the Worker, and only one of the two entries bundles it.
 */
export function optionsFromEnv(env: Env, parseRedisWorkQueues?: (text: string) => RedisWorkQueues): WorkerOptions<Env> {
  validateVariableNames(env);
  const { CRON_SECRET, LEASEHOLD_PREFIX: prefix, LEASEHOLD_DRAIN_SECRET, LEASEHOLD_REDIS_WORK_QUEUES } = env;
  if (LEASEHOLD_REDIS_WORK_QUEUES && !parseRedisWorkQueues)
    throw invalidVariable(
      "LEASEHOLD_REDIS_WORK_QUEUES",
      'it needs main = "src/deployment/cloudflare-redis-work-queue.ts" in wrangler.toml',
    );
  const cronSecret = parseSecrets(CRON_SECRET);
  const drainSecret = parseSecrets(LEASEHOLD_DRAIN_SECRET);
  if (cronSecret.length > 0) validateCronSecrets(cronSecret, "CRON_SECRET");
  if (drainSecret.length > 0) decodeStandardSecrets(drainSecret, "LEASEHOLD_DRAIN_SECRET");
  return {
    redis: upstash(parseDatabase(env)),
    queues: isEnabled(env, "LEASEHOLD_DEMO") ? { demo } : {},
    settings: parseQueueSettings(env.LEASEHOLD_QUEUES),
    schedules: parseSchedules(env.LEASEHOLD_SCHEDULES),
    tokens: parseTokens(env.LEASEHOLD_TOKENS),
    storedTokens: isEnabled(env, "LEASEHOLD_STORED_TOKENS"),
    auditEntries: parseInteger(env, "LEASEHOLD_AUDIT_ENTRIES", { min: 0, fallback: "10000" }),
    limits: parseLimits(env.LEASEHOLD_LIMITS),
    redact: parseRedactedPaths(env.LEASEHOLD_REDACT),
    maxQueues: parseInteger(env, "LEASEHOLD_MAX_QUEUES", { min: 1, fallback: "1000" }),
    sources: parseSources(env),
    wake: parseWakes(env),
    clean: { maxRequests: parseInteger(env, "LEASEHOLD_CRON_REQUESTS", { min: 10, fallback: DEFAULT_CRON_REQUESTS }) },
    ...(prefix ? { prefix } : {}),
    ...(LEASEHOLD_REDIS_WORK_QUEUES && parseRedisWorkQueues
      ? { redisWorkQueues: parseRedisWorkQueues(LEASEHOLD_REDIS_WORK_QUEUES) }
      : {}),
    ...(cronSecret.length > 0 ? { cronSecret } : {}),
    ...(drainSecret.length > 0 ? { drainSecret } : {}),
  };
}
