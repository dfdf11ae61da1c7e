// `npm run dev`: starts Redis, the local Upstash, the Worker and its crons, and runs until it is stopped.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { SCOPES } from "../src/access/token.ts";
import { sha256Hex } from "../src/base/hex.ts";
import { startGateway } from "../src/instruments/gateway/server.ts";
import { startConsole } from "./dev/console.ts";
import { cronsIn, startCrons } from "./dev/crons.ts";
import { startWorker } from "./dev/wrangler.ts";
import { Cleanup } from "./processes/cleanup.ts";
import { isPortFree, parsePort } from "./processes/ports.ts";
import { maskPassword, useRedis } from "./processes/redis-server.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

const CONFIGURATION = "wrangler.toml";

// Upstash, Redis and the console have the three ports after the Worker's.
const MAX_PORT = 65_532;

const cleanup = new Cleanup();
const stopped = untilStopped();
try {
  const { values } = parseArgs({ options: { port: { type: "string", default: "8787" } } });
  const port = parsePort(values.port, MAX_PORT);
  if (!(await isPortFree(port))) {
    const other = port + 10 > MAX_PORT ? port - 10 : port + 10;
    throw new Error(`port ${port} is in use; try npm run dev -- --port ${other}`);
  }
  // Fixed ports, so that the addresses are the same in each run. If one is in use, any other port.
  const redisPort = (await isPortFree(port + 2)) ? port + 2 : undefined;
  const redis = cleanup.stopAtEnd(await useRedis({ port: redisPort }));
  const gateway = await startGateway({ redisUrl: redis.url, port: (await isPortFree(port + 1)) ? port + 1 : 0 });
  cleanup.add(gateway.close);
  const token = randomBytes(16).toString("base64url");
  const webhookSecret = randomBytes(16).toString("base64url");
  const worker = await startWorker(port, {
    UPSTASH_REDIS_REST_URL: gateway.url,
    UPSTASH_REDIS_REST_TOKEN: gateway.token,
    LEASEHOLD_TOKENS: `${await sha256Hex(token)} ${SCOPES.join()}`,
    LEASEHOLD_DEMO: "true",
    LEASEHOLD_SOURCES: JSON.stringify({ github: { verifier: "github", secret: "GITHUB_SECRET", queue: "demo" } }),
    GITHUB_SECRET: webhookSecret,
  });
  cleanup.stopAtEnd(worker);
  const consolePort = (await isPortFree(port + 3)) ? port + 3 : 0;
  const page = cleanup.stopAtEnd(await startConsole(consolePort, { worker: worker.url, token }));
  cleanup.stopAtEnd(startCrons(CONFIGURATION, worker.fire));
  console.log(`
  Leasehold is running.

  Console   ${page.url}   (signed in, from this machine alone)
  Worker    ${worker.url}
    token   ${token}
    GitHub  ${webhookSecret}   (the secret of ${worker.url}/hooks/github)
  Upstash   ${gateway.url}   (local, over Redis)
    token   ${gateway.token}
  Redis     ${maskPassword(redis.url)}
  Crons     ${cronsIn(readFileSync(CONFIGURATION, "utf8")).join("   ")}   (UTC)

  Try
    curl ${worker.url}/healthz
    curl ${worker.url}/v1/queues/demo/jobs -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '{"id":"one","data":{"name":"Ada"}}'
    curl "${worker.url}/v1/queues/demo/jobs/one/result?wait=5s" -H "Authorization: Bearer ${token}"
    curl ${gateway.url} -H "Authorization: Bearer ${gateway.token}" -d '["PING"]'

  Changes under src/ are picked up. Ctrl-C stops everything.
`);
  await Promise.race([stopped, worker.ended]);
} catch (error) {
  console.error(`leasehold: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}
process.exit();
