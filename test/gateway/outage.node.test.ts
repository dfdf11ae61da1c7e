// Redis stops and starts again: each request gets a response, none is sent twice, and the gateway keeps running.
import { expect, test } from "vitest";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { until } from "../setup/wait.ts";
import { KEY_LOCKING, resultOf } from "./kit/gateway-client.ts";
import { startOwnGateway, startOwnRedis } from "./kit/own-servers.ts";

async function startRedisAndGateway(port?: number) {
  const redis = await startOwnRedis(port);
  return { redis, ...(await startOwnGateway(redis.url)) };
}

const INCREMENT = `${KEY_LOCKING}return redis.call('INCR', KEYS[1])`;
const GET = `${KEY_LOCKING}return redis.call('GET', KEYS[1])`;
const UNREACHABLE = { status: 503, body: { error: "ERR Redis is unreachable" } };

test("requests get 503 while Redis is away and work again after it returns", async () => {
  const port = await findFreePort();
  const { redis, send, postJson, fetchJson, readOnly } = await startRedisAndGateway(port);
  expect(await send(["EVAL", INCREMENT, 1, "k"])).toMatchObject(resultOf(1));
  expect(await readOnly.send(["GET", "k"])).toMatchObject(resultOf("1"));

  await redis.stop();
  await until(async () => (await send(["PING"])).status === 503);
  expect(await send(["PING"])).toMatchObject(UNREACHABLE);
  expect(await send(["EVAL", INCREMENT, 1, "k"])).toMatchObject(UNREACHABLE);
  expect(await postJson("/pipeline", [["PING"]])).toMatchObject(UNREACHABLE);
  expect(await postJson("/multi-exec", [["PING"]])).toMatchObject(UNREACHABLE);
  expect(await readOnly.send(["GET", "k"])).toMatchObject(UNREACHABLE);
  expect(await fetchJson("/subscribe/c")).toMatchObject(UNREACHABLE);
  expect(await fetchJson("/monitor")).toMatchObject(UNREACHABLE);

  // The new Redis has neither the data nor the users of the old one.
  await startOwnRedis(port);
  // Each of these has a connection of its own, which is opened again.
  await until(async () => (await send(["PING"])).status === 200);
  await until(async () => (await send(["EVAL", GET, 1, "k"])).status === 200);
  await until(async () => (await readOnly.send(["PING"])).status === 200);
  expect(await send(["EVAL", INCREMENT, 1, "k"])).toMatchObject(resultOf(1));
  expect(await readOnly.send(["GET", "k"])).toMatchObject(resultOf("1"));
});

test("a request that was sent to a killed Redis gets 503", async () => {
  const { redis, send } = await startRedisAndGateway();
  process.kill(redis.pid as number, "SIGSTOP");
  const lost = send(["INCR", "k"]);
  process.kill(redis.pid as number, "SIGKILL");
  expect(await lost).toMatchObject(UNREACHABLE);
});

test("an event stream ends when Redis stops", async () => {
  const { redis, gateway } = await startRedisAndGateway();
  const headers = { authorization: `Bearer ${gateway.token}` };
  const response = await fetch(`${gateway.url}/subscribe/c`, { headers });
  await redis.stop();
  expect(await response.text()).toBe("data: subscribe,c,1\n\n");
});
