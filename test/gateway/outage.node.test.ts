// Redis goes away and comes back: each request is told, none is sent twice, and the gateway stays.
import { afterEach, expect, test } from "vitest";
import { freePort, type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { type Gateway, startGateway } from "../../src/instruments/gateway/server.ts";
import { until } from "../setup/wait.ts";
import { type Answer, ask, post } from "./kit/ask.ts";

const running: { stop?(): Promise<void>; close?(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of running.splice(0)) await (each.stop ?? each.close)?.call(each);
});

async function start(
  port: number,
): Promise<{ redis: RedisServer; gateway: Gateway; send: (command: unknown[]) => Promise<Answer> }> {
  const redis = await startRedis({ port });
  const gateway = await startGateway({ redisUrl: redis.url });
  running.push(gateway, redis);
  const headers = { authorization: `Bearer ${gateway.token}` };
  return { redis, gateway, send: (command) => post("/", command, { headers }, gateway.url) };
}

const LOCKED = "#!lua flags=allow-key-locking\nreturn redis.call('INCR', KEYS[1])";
const LOOKED = "#!lua flags=allow-key-locking\nreturn redis.call('GET', KEYS[1])";
const AWAY = { status: 503, body: { error: "ERR Redis is unreachable" } };

test("requests get 503 while Redis is away and work again after it returns", async () => {
  const port = await freePort();
  const { redis, gateway, send } = await start(port);
  const readOnly = { headers: { authorization: `Bearer ${gateway.readOnlyToken}` } };
  expect(await send(["EVAL", LOCKED, 1, "k"])).toMatchObject({ body: { result: 1 } });
  expect(await post("/", ["GET", "k"], readOnly, gateway.url)).toMatchObject({ body: { result: "1" } });

  await redis.stop();
  const headers = { authorization: `Bearer ${gateway.token}` };
  await until(async () => (await send(["PING"])).status === 503);
  expect(await send(["PING"])).toMatchObject(AWAY);
  expect(await send(["EVAL", LOCKED, 1, "k"])).toMatchObject(AWAY);
  expect(await post("/pipeline", [["PING"]], { headers }, gateway.url)).toMatchObject(AWAY);
  expect(await post("/multi-exec", [["PING"]], { headers }, gateway.url)).toMatchObject(AWAY);
  expect(await post("/", ["GET", "k"], readOnly, gateway.url)).toMatchObject(AWAY);
  expect(await ask("/subscribe/c", { headers }, gateway.url)).toMatchObject(AWAY);
  expect(await ask("/monitor", { headers }, gateway.url)).toMatchObject(AWAY);

  // A new Redis knows neither the data nor the users of the one before.
  running.push(await startRedis({ port }));
  // Each has a connection of its own, which comes back by itself.
  await until(async () => (await send(["PING"])).status === 200);
  await until(async () => (await send(["EVAL", LOOKED, 1, "k"])).status === 200);
  await until(async () => (await post("/", ["PING"], readOnly, gateway.url)).status === 200);
  expect(await send(["EVAL", LOCKED, 1, "k"])).toMatchObject({ body: { result: 1 } });
  expect(await post("/", ["GET", "k"], readOnly, gateway.url)).toMatchObject({ body: { result: "1" } });
});

test("a request that Redis takes to its grave gets 503", async () => {
  const { redis, send } = await start(await freePort());
  process.kill(redis.pid as number, "SIGSTOP");
  const lost = send(["INCR", "k"]);
  process.kill(redis.pid as number, "SIGKILL");
  expect(await lost).toMatchObject(AWAY);
});

test("a stream ends when Redis does", async () => {
  const { redis, gateway } = await start(await freePort());
  const headers = { authorization: `Bearer ${gateway.token}` };
  const response = await fetch(`${gateway.url}/subscribe/c`, { headers });
  await redis.stop();
  expect(await response.text()).toBe("data: subscribe,c,1\n\n");
});

test("a gateway without a Redis does not start", async () => {
  const port = await freePort();
  await expect(startGateway({ redisUrl: `redis://127.0.0.1:${port}` })).rejects.toThrow();
});
