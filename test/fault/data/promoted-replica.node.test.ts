// A replica that is promoted without the last writes of its primary: no fence is given twice, and the holder of a lease
// that was lost does not settle the lease that came after it.
import { createClient } from "@redis/client";
import { expect, onTestFinished, test } from "vitest";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../../scripts/processes/ports.ts";
import { startRedis } from "../../../scripts/processes/redis-server.ts";
import type { Adapter, Job } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import type { Alteration } from "../../setup/altered-lua.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { withDamage } from "../../testing/kit/damaged-scripts.ts";

type Client = ReturnType<typeof createClient>;

/** A primary and its replica; scripts go to the one, and to the other once it was promoted. */
async function startPair() {
  const cleanup = new Cleanup();
  onTestFinished(() => cleanup.run());
  const connect = async (url: string): Promise<Client> => {
    const client = createClient({ url });
    client.on("error", () => {});
    await client.connect();
    cleanup.add(async () => client.destroy());
    return client as Client;
  };
  const server = await startRedis({ settings: ["--repl-diskless-sync-delay", "0"] });
  cleanup.add(server.stop);
  const follower = await startRedis({ settings: ["--replicaof", "127.0.0.1", new URL(server.url).port] });
  cleanup.add(follower.stop);
  const [primary, replica] = [await connect(server.url), await connect(follower.url)];
  const sent: string[] = [];
  let serving = nodeRedis(primary);
  const redis: Adapter = {
    run: (script, keys, args) => {
      sent.push(script.name);
      return serving.run(script, keys, args);
    },
  };
  return {
    redis,
    replica,
    /** The names of the scripts that were sent. */
    sent,
    /** Lets the replica have all that was written so far, and nothing of what comes. */
    async cutOff() {
      await until(async () => Number(await primary.sendCommand(["WAIT", "1", "100"])) === 1);
      await replica.sendCommand(["REPLICAOF", "127.0.0.1", String(await findFreePort())]);
    },
    async failOver() {
      await server.stop();
      await replica.sendCommand(["REPLICAOF", "NO", "ONE"]);
      serving = nodeRedis(replica);
    },
  };
}

interface Loss {
  /** The script that gave the lease that is lost. */
  script: "turn" | "turnPlain";
  isMetaLost: boolean;
  damaged?: (redis: Adapter) => Adapter;
}

/** Two holders of the same jobs: one whose lease and whose settling were lost, and one who leased them after that. */
async function leaseTwice({ script, isMetaLost, damaged = (redis) => redis }: Loss) {
  const pair = await startPair();
  const name = freshName();
  const queues = [1, 2].map(() => freshQueue<string>({ redis: damaged(pair.redis) }, name));
  const [older, younger] = queues as [(typeof queues)[0], (typeof queues)[0]];
  const before: Job<string>[] = [];
  // Both have worked on the queue before, so that their requests go by the short script unless they are named.
  for (const [i, queue] of queues.entries()) {
    await queue.enqueue("before");
    const { jobs } = await queue.lease({ worker: i === 0 ? "older" : "younger" });
    before.push(...jobs);
    expect(await jobs[0]?.complete()).toBe(true);
  }
  await older.enqueueMany(["a", "b", "c"].map((id) => ({ data: id, id })));

  await pair.cutOff();
  const lost = await older.lease({
    count: 3,
    worker: "older",
    ...(script === "turn" ? { idempotencyKey: "lease" } : {}),
  });
  expect(pair.sent.at(-1)).toBe(script);
  const retry = () =>
    older.settle([{ job: lost.jobs[0] as Job<string>, action: "complete" }], { idempotencyKey: "settle" });
  expect(await retry()).toMatchObject([{ ok: true }]);
  await pair.failOver();
  if (isMetaLost) expect(await pair.replica.del(`${testPrefix()}:{${name}}:meta`)).toBe(1);

  const held = await younger.lease({ count: 3, worker: "younger" });
  for (const { jobs } of [lost, held]) expect(jobs.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  const fences = [before, lost.jobs, held.jobs].map((jobs) => jobs.map(({ fence }) => fence));
  return { older, younger, lost: lost.jobs, held: held.jobs, fences, retry };
}

test.each<[what: string, Loss]>([
  ["a lease", { script: "turn", isMetaLost: false }],
  ["a lease by the short script", { script: "turnPlain", isMetaLost: false }],
  ["a lease, and all that the queue knows of itself", { script: "turn", isMetaLost: true }],
  ["a lease by the short script, and all that the queue knows of itself", { script: "turnPlain", isMetaLost: true }],
])("where %s is lost, each fence is given once, and rises", async (_what, loss) => {
  const { younger, lost, held, fences, retry } = await leaseTwice(loss);
  const inOrder = fences.flat();
  expect([...new Set(inOrder)].sort((a, b) => a - b)).toEqual(inOrder);
  expect(inOrder).toHaveLength(8);

  // The older holder asks again for what the primary had done, and for what it never asked before.
  expect(await retry()).toMatchObject([{ ok: false, reason: "leased_again" }]);
  for (const job of lost.slice(1)) {
    expect(await job.extend("1m")).toBe(false);
    expect(await job.progress(0.5)).toBe(false);
    expect(await job.complete()).toBe(false);
    expect(await job.release()).toBe(false);
  }
  for (const { id } of held) expect(await younger.get(id)).toMatchObject({ state: "leased", worker: "younger" });
  for (const job of held) expect(await job.complete()).toBe(true);
  expect(await younger.counts()).toMatchObject({ ready: 0, leased: 0, failed: 0 });
});

test("without the clock as their floor, fences would be given twice, and the older holder would settle the younger's lease", async () => {
  // But for the first tick of a queue.
  const noFloor: Alteration = { file: "lib/unit", in: "openUnit", condition: "least", nth: 1, to: "unit.tick == 0" };
  const scripts = ["turn", "turnPlain", "enqueue", "enqueuePlain"];
  const damaged = (redis: Adapter) => withDamage(redis, { scripts, alteration: noFloor });
  const { fences, retry } = await leaseTwice({ script: "turn", isMetaLost: false, damaged });
  expect(fences[2]).toEqual(fences[1]);
  expect(await retry()).toMatchObject([{ ok: true }]);
});
