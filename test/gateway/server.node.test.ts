// A gateway leaves no traces in its process and, once closed, in Redis; one that cannot start states the cause.

import { expect, test } from "vitest";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { KEY_LOCKING } from "./kit/gateway-client.ts";
import { connectDirectly, startOwnGateway, startOwnRedis, startOwnServers } from "./kit/own-servers.ts";

test("a gateway does not change the globals of its process", async () => {
  const { Request, Response } = globalThis;
  await startOwnServers();
  expect(globalThis.Request).toBe(Request);
  expect(globalThis.Response).toBe(Response);
});

test("a gateway leaves no user and no connection behind in Redis", async () => {
  const { url } = await startOwnRedis();
  const redis = await connectDirectly(url);
  const { gateway, send, readOnly } = await startOwnGateway(url);
  const locked = `${KEY_LOCKING}return redis.call('GET', KEYS[1])`;
  await send(["EVAL", locked, 1, "k"]);
  await readOnly.send(["GET", "k"]);
  await readOnly.send(["EVAL_RO", locked, 1, "k"]);
  expect(await redis.aclUsers()).toHaveLength(4);
  await gateway.close();
  expect(await redis.aclUsers()).toEqual(["default"]);
  expect(await redis.clientList()).toHaveLength(1);
});

test("a gateway that cannot start rejects with the cause", async () => {
  const port = await findFreePort();
  await expect(startGateway({ redisUrl: `redis://127.0.0.1:${port}` })).rejects.toThrow("ECONNREFUSED");
  const { url } = await startOwnRedis();
  await (await connectDirectly(url)).configSet("requirepass", "secret");
  await expect(startGateway({ redisUrl: url.replace("//", "//:wrong@") })).rejects.toThrow("WRONGPASS");
});
