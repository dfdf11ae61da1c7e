// What a gateway leaves alone: the globals of its process, and, once closed, the Redis that it was started over.

import { expect, test } from "vitest";
import { freePort } from "../../scripts/processes/redis-server.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { direct, ownGateway, ownRedis } from "./kit/own-redis.ts";

test("a gateway leaves the globals of its process alone", async () => {
  const { Request, Response } = globalThis;
  await ownGateway((await ownRedis()).url);
  expect(globalThis.Request).toBe(Request);
  expect(globalThis.Response).toBe(Response);
});

test("a gateway leaves no user and no connection behind in Redis", async () => {
  const { url } = await ownRedis();
  const redis = await direct(url);
  const { gateway, send, sendReadOnly } = await ownGateway(url);
  const locked = "#!lua flags=allow-key-locking\nreturn redis.call('GET', KEYS[1])";
  await send(["EVAL", locked, 1, "k"]);
  await sendReadOnly(["GET", "k"]);
  await sendReadOnly(["EVAL_RO", locked, 1, "k"]);
  expect(await redis.aclUsers()).toHaveLength(4);
  await gateway.close();
  expect(await redis.aclUsers()).toEqual(["default"]);
  expect(await redis.clientList()).toHaveLength(1);
});

test("a gateway that cannot start says why", async () => {
  const port = await freePort();
  await expect(startGateway({ redisUrl: `redis://127.0.0.1:${port}` })).rejects.toThrow("ECONNREFUSED");
  const { url } = await ownRedis();
  await (await direct(url)).configSet("requirepass", "secret");
  await expect(startGateway({ redisUrl: url.replace("//", "//:wrong@") })).rejects.toThrow("WRONGPASS");
});
