// Redis and the local Upstash, for other programs: one line of JSON when ready, then until stopped.
import { parseArgs } from "node:util";
import { startGateway } from "../src/gateway/server.ts";
import { Cleanup } from "./cleanup.ts";
import { useRedis } from "./redis-server.ts";
import { untilStopped } from "./until-stopped.mjs";

const { values } = parseArgs({
  options: { port: { type: "string" }, "redis-port": { type: "string" }, persist: { type: "string" } },
});

const cleanup = new Cleanup();
const stopped = untilStopped();
try {
  const redis = await useRedis({ port: portOf(values["redis-port"]), persist: values.persist });
  cleanup.add(redis.stop);
  const gateway = await startGateway({ redisUrl: redis.url, port: portOf(values.port) ?? 0 });
  cleanup.add(gateway.close);
  const { url: restUrl, token, readOnlyToken } = gateway;
  console.log(JSON.stringify({ redisUrl: redis.url, restUrl, token, readOnlyToken }));
  await stopped;
} catch (error) {
  console.error(`leasehold: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}
process.exit();

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${text} is no port`);
  return port;
}
