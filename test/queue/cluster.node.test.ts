// The suite over a Redis Cluster of three nodes, with ioredis and with node-redis. All keys of a queue are on one node.
import { createCluster } from "@redis/client";
import { Cluster as IoCluster } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Adapter } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { type Cluster, sendCommand, startCluster } from "../setup/cluster.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { declareQueueSuite } from "./suite/queue-suite.ts";

let cluster: Cluster;
let io: IoCluster;
let node: ReturnType<typeof createCluster>;

beforeAll(async () => {
  cluster = await startCluster();
  io = new IoCluster(cluster.urls.map((url) => ({ host: "127.0.0.1", port: Number(new URL(url).port) })));
  node = createCluster({ rootNodes: cluster.urls.map((url) => ({ url })) });
  await node.connect();
});
afterAll(async () => {
  io?.disconnect();
  node?.destroy();
  await cluster?.stop();
});

const ADAPTERS: [string, () => Adapter][] = [
  ["ioredis Cluster", () => ioredis(io)],
  ["node-redis createCluster", () => nodeRedis(node)],
];

for (const [title, createAdapter] of ADAPTERS) declareQueueSuite(title, createAdapter);

/** Resolves with the keys of a queue on each node. */
async function readKeysByNode(name: string): Promise<string[][]> {
  const pattern = `${testPrefix()}:{${name}}:*`;
  return Promise.all(
    cluster.urls.map(async (url) => (await sendCommand(url, ["KEYS", pattern])).split(",").filter((key) => key !== "")),
  );
}

describe.each(ADAPTERS)("%s", (_, createAdapter) => {
  test("spreads queues over the nodes, and keeps each queue on one node", async () => {
    const used = new Set<number>();
    await until(async () => {
      const queue = freshQueue<number>({ redis: createAdapter() });
      await queue.enqueueMany([{ data: 1 }, { data: 2, id: "kept", uniqueFor: "1m" }, { data: 3, delay: "1h" }]);
      const { jobs } = await queue.lease({ count: 2, worker: "w" });
      await jobs[0]?.complete("done");
      await jobs[1]?.fail("no");
      const owners = (await readKeysByNode(queue.name)).flatMap((keys, i) => (keys.length > 0 ? [i] : []));
      expect(owners).toHaveLength(1);
      used.add(owners[0] as number);
      return used.size === cluster.urls.length;
    });
  });

  test("receives the wakes of queues on every node", async () => {
    for (let i = 0; i < 4; i++) {
      const name = freshName();
      let messages = 0;
      const unsubscribe = await createAdapter().subscribe?.(`${testPrefix()}:{${name}}:wake`, {
        onMessage() {
          messages += 1;
        },
        onEnd() {},
      });
      const before = messages;
      await freshQueue({ redis: createAdapter() }, name).enqueue(1);
      await until(() => messages > before);
      unsubscribe?.();
    }
  });

  test("follows a queue that moves to another node", async () => {
    const queue = freshQueue<string>({ redis: createAdapter() });
    await queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
    const [job] = (await queue.lease()).jobs;
    await moveQueue(queue.name);
    expect(await job?.complete()).toBe(true);
    expect((await queue.lease()).jobs.map(({ id }) => id)).toEqual(["b"]);
    expect(await queue.counts()).toMatchObject({ ready: 0, leased: 1, totals: { completed: 1, replayed: 0 } });
  });
});

/** Moves the slot of a queue, with all its keys, to the next node of the cluster. */
async function moveQueue(name: string): Promise<void> {
  const keys = await readKeysByNode(name);
  const owner = keys.findIndex((each) => each.length > 0);
  const [from, to] = [cluster.urls[owner], cluster.urls[(owner + 1) % cluster.urls.length]] as [string, string];
  const slot = await sendCommand(from, ["CLUSTER", "KEYSLOT", `{${name}}`]);
  const [fromId, toId] = [await sendCommand(from, ["CLUSTER", "MYID"]), await sendCommand(to, ["CLUSTER", "MYID"])];
  await sendCommand(to, ["CLUSTER", "SETSLOT", slot, "IMPORTING", fromId]);
  await sendCommand(from, ["CLUSTER", "SETSLOT", slot, "MIGRATING", toId]);
  const port = new URL(to).port;
  await sendCommand(from, ["MIGRATE", "127.0.0.1", port, "", "0", "5000", "KEYS", ...(keys[owner] ?? [])]);
  for (const url of [to, from]) await sendCommand(url, ["CLUSTER", "SETSLOT", slot, "NODE", toId]);
}
