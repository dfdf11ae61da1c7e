// A worker whose connections to Redis break off goes on when Redis is back.
import { createClient } from "@redis/client";
import { expect, onTestFinished, test } from "vitest";
import { startRedis } from "../../../scripts/processes/redis-server.ts";
import { nodeRedis } from "../../../src/node-redis.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { startWork } from "./kit.ts";

test("a worker opens its connections again that broke off", async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const client = await createClient({ url: server.url }).connect();
  onTestFinished(() => client.destroy());
  const name = freshName();
  const queue = freshQueue<unknown>({ redis: nodeRedis(client), prefix: "lh" }, name);
  const work = startWork(name, ["--", "cat"], { REDIS_URL: server.url });
  for (const id of ["a", "b", "c"]) {
    await queue.enqueue(id, { id });
    await until(async () => (await queue.result(id)) === id);
    await client.sendCommand(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    await client.sendCommand(["CLIENT", "KILL", "TYPE", "pubsub"]);
  }
  expect(await work.stop()).toMatchObject({ code: 0, report: { completed: 3, lost: 0 } });
});
