// `npm run stack`: starts Redis and the local Upstash for other programs, prints their addresses as one line of JSON, and
// runs until it is stopped.
import { parseArgs } from "node:util";
import { startGateway } from "../src/instruments/gateway/server.ts";
import { parseChaos } from "../src/testing.ts";
import { Cleanup } from "./processes/cleanup.ts";
import { parsePort } from "./processes/ports.ts";
import { useRedis } from "./processes/redis-server.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

const string = { type: "string" } as const;

const cleanup = new Cleanup();
const stopped = untilStopped();
try {
  const { values } = parseArgs({ options: { port: string, "redis-port": string, persist: string, chaos: string } });
  const [port, redisPort] = [values.port, values["redis-port"]].map((text) =>
    text === undefined ? undefined : parsePort(text),
  );
  const chaos = values.chaos === undefined ? {} : { chaos: parseChaos(values.chaos) };
  const redis = cleanup.stopAtEnd(await useRedis({ port: redisPort, persist: values.persist }));
  const gateway = await startGateway({ redisUrl: redis.url, port: port ?? 0, ...chaos });
  cleanup.add(gateway.close);
  const { url: restUrl, token, readOnlyToken } = gateway;
  console.log(JSON.stringify({ redisUrl: redis.url, restUrl, token, readOnlyToken }));
  await stopped;
  if (gateway.chaos) console.log(JSON.stringify({ faults: gateway.chaos.faults }));
} catch (error) {
  console.error(`leasehold: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}
process.exit();
