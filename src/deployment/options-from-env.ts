// The options of the deployed Worker, from the variables of its environment.
import { checkCronSecrets } from "../http/routes/cron-routes.ts";
import type { RedisWorkQueues } from "../http/service/service.ts";
import { upstash } from "../redis/upstash.ts";
import { standardKeys } from "../webhooks/verifiers/standard.ts";
import type { WorkerOptions } from "../worker/options.ts";
import { demo } from "./demo.ts";
import { sourcesIn, wakesIn } from "./source-variables.ts";
import { tokensIn } from "./token-variables.ts";
import {
  checkNames,
  cronRequestsIn,
  databaseIn,
  type Env,
  isOn,
  limitsIn,
  numberIn,
  queuesIn,
  secretsIn,
  wrong,
} from "./variables.ts";

/** Options for `createWorker`. The format of redis-work-queue weighs a tenth of the Worker, so not every one carries it. */
export function optionsIn(env: Env, redisWorkQueuesIn?: (text: string) => RedisWorkQueues): WorkerOptions<Env> {
  checkNames(env);
  const { CRON_SECRET, LEASEHOLD_PREFIX: prefix, LEASEHOLD_DRAIN_SECRET, LEASEHOLD_REDIS_WORK_QUEUES: items } = env;
  if (items && !redisWorkQueuesIn)
    throw wrong(
      "LEASEHOLD_REDIS_WORK_QUEUES",
      'it needs main = "src/deployment/cloudflare-redis-work-queue.ts" in wrangler.toml',
    );
  const crons = secretsIn(CRON_SECRET);
  const drains = secretsIn(LEASEHOLD_DRAIN_SECRET);
  if (crons.length > 0) checkCronSecrets("CRON_SECRET", crons);
  if (drains.length > 0) standardKeys("LEASEHOLD_DRAIN_SECRET", drains);
  return {
    redis: upstash(databaseIn(env)),
    queues: isOn(env, "LEASEHOLD_DEMO") ? { demo } : {},
    settings: queuesIn(env.LEASEHOLD_QUEUES),
    tokens: tokensIn(env.LEASEHOLD_TOKENS),
    storedTokens: isOn(env, "LEASEHOLD_STORED_TOKENS"),
    auditEntries: numberIn("LEASEHOLD_AUDIT_ENTRIES", env.LEASEHOLD_AUDIT_ENTRIES ?? "10000", 0),
    limits: limitsIn(env.LEASEHOLD_LIMITS),
    maxQueues: numberIn("LEASEHOLD_MAX_QUEUES", env.LEASEHOLD_MAX_QUEUES ?? "1000", 1),
    sources: sourcesIn(env),
    wake: wakesIn(env),
    clean: { maxRequests: cronRequestsIn(env.LEASEHOLD_CRON_REQUESTS) },
    ...(prefix ? { prefix } : {}),
    ...(items && redisWorkQueuesIn ? { redisWorkQueues: redisWorkQueuesIn(items) } : {}),
    ...(crons.length > 0 ? { cronSecret: crons } : {}),
    ...(drains.length > 0 ? { drainSecret: drains } : {}),
  };
}
