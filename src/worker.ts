// The entry of the Cloudflare Worker: what its variables say, and nothing else.
import { createWorker } from "./functions/create-worker.ts";
import { demo } from "./functions/demo.ts";
import { sourcesIn, wakesIn } from "./functions/source-variables.ts";
import {
  checkNames,
  cronRequestsIn,
  databaseIn,
  type Env,
  isOn,
  queuesIn,
  secretsIn,
  tokensIn,
} from "./functions/variables.ts";
import { upstash } from "./redis/upstash.ts";

export default createWorker<Env>((env) => {
  checkNames(env);
  const { CRON_SECRET, LEASEHOLD_PREFIX: prefix, LEASEHOLD_DRAIN_SECRET } = env;
  const crons = secretsIn(CRON_SECRET);
  const drains = secretsIn(LEASEHOLD_DRAIN_SECRET);
  return {
    redis: upstash(databaseIn(env)),
    queues: isOn(env, "LEASEHOLD_DEMO") ? { demo } : {},
    settings: queuesIn(env.LEASEHOLD_QUEUES),
    tokens: tokensIn(env.LEASEHOLD_TOKENS),
    sources: sourcesIn(env),
    wake: wakesIn(env),
    clean: { maxRequests: cronRequestsIn(env.LEASEHOLD_CRON_REQUESTS) },
    ...(prefix ? { prefix } : {}),
    ...(crons.length > 0 ? { cronSecret: crons } : {}),
    ...(drains.length > 0 ? { drainSecret: drains } : {}),
  };
});
