// Fault: a replica is promoted without the last writes of its primary.
// Guarantee: no fence is issued twice, and the holder of a lease that the failover lost cannot settle the job's next lease.
import { expect, onTestFinished, test } from "vitest";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../../scripts/processes/ports.ts";
import { startRedis } from "../../../scripts/processes/redis-server.ts";
import type { Adapter, Job } from "../../../src/index.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { recordScripts } from "../../engine/watched-queue.ts";
import { connectDirectly } from "../../gateway/kit/own-servers.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { withDamage } from "../../testing/kit/damaged-scripts.ts";

/** Starts a primary and a replica. Scripts run on the primary, and after `failOver` on the replica. */
async function startPair() {
  const cleanup = new Cleanup();
  onTestFinished(() => cleanup.run());
  const server = await startRedis({ settings: ["--repl-diskless-sync-delay", "0"] });
  cleanup.add(server.stop);
  const follower = await startRedis({ settings: ["--replicaof", "127.0.0.1", new URL(server.url).port] });
  cleanup.add(follower.stop);
  const [primary, replica] = [await connectDirectly(server.url), await connectDirectly(follower.url)];
  let serving = nodeRedis(primary);
  const { adapter, sent } = recordScripts({ run: (...call) => serving.run(...call) });
  return {
    redis: adapter,
    replica,
    /** The names of the scripts that were sent. */
    sent,
    /** Waits until the replica has all writes, and cuts it off from later ones. */
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

interface Failover {
  /** The script of the lost lease. */
  script: "turn" | "turnPlain";
  /** Set if the failover also loses the hash `meta`, which has the counters of the queue. */
  isMetaLost: boolean;
  decorate?: (redis: Adapter) => Adapter;
}

/** Leases and settles jobs on a primary, fails over without these writes, and leases the same jobs for another worker. */
async function leaseTwice({ script, isMetaLost, decorate = (redis) => redis }: Failover) {
  const pair = await startPair();
  const name = freshName();
  const queues = [1, 2].map(() => freshQueue<string>({ redis: decorate(pair.redis) }, name));
  const [older, younger] = queues as [(typeof queues)[0], (typeof queues)[0]];
  const before: Job<string>[] = [];
  // After their first requests, both clients use the short script for requests without an idempotency key.
  for (const [i, queue] of queues.entries()) {
    await queue.enqueue("before");
    const { jobs } = await queue.lease({ worker: i === 0 ? "older" : "younger" });
    before.push(...jobs);
    expect(await jobs[0]?.complete()).toBe(true);
  }
  await older.enqueueMany(["a", "b", "c"].map((id) => ({ data: id, id })));

  await pair.cutOff();
  const options = script === "turn" ? { idempotencyKey: "lease" } : {};
  const lost = await older.lease({ count: 3, worker: "older", ...options });
  expect(pair.sent.at(-1)).toBe(script);
  const settleLost = () =>
    older.settle([{ job: lost.jobs[0] as Job<string>, action: "complete" }], { idempotencyKey: "settle" });
  expect(await settleLost()).toMatchObject([{ ok: true }]);
  await pair.failOver();
  if (isMetaLost) expect(await pair.replica.del(`${testPrefix()}:{${name}}:meta`)).toBe(1);

  const held = await younger.lease({ count: 3, worker: "younger" });
  for (const { jobs } of [lost, held]) expect(jobs.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  const fences = [before, lost.jobs, held.jobs].map((jobs) => jobs.map(({ fence }) => fence));
  return { older, younger, lost: lost.jobs, held: held.jobs, fences, settleLost };
}

test.each<[loss: string, failover: Failover]>([
  ["a lease", { script: "turn", isMetaLost: false }],
  ["a lease of the short script", { script: "turnPlain", isMetaLost: false }],
  ["a lease and the queue's counters", { script: "turn", isMetaLost: true }],
  ["a lease of the short script and the queue's counters", { script: "turnPlain", isMetaLost: true }],
])("after a failover that loses %s, no fence is issued twice and fences rise", async (_, failover) => {
  const { younger, lost, held, fences, settleLost } = await leaseTwice(failover);
  const inOrder = fences.flat();
  expect([...new Set(inOrder)].sort((a, b) => a - b)).toEqual(inOrder);
  expect(inOrder).toHaveLength(8);

  // The older holder repeats the request that the primary had carried out, and sends new ones.
  expect(await settleLost()).toMatchObject([{ ok: false, reason: "leased_again" }]);
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

test("without the clock as the floor of fences, a fence is issued twice and the older holder settles the newer lease", async () => {
  // Only the first tick of a queue still follows the clock.
  const noFloor = { file: "lib/unit", in: "openUnit", condition: "clockTick", nth: 1, to: "unit.tick == 0" };
  const scripts = ["turn", "turnPlain", "enqueue", "enqueuePlain"];
  const decorate = (redis: Adapter) => withDamage(redis, { scripts, alteration: noFloor });
  const { fences, settleLost } = await leaseTwice({ script: "turn", isMetaLost: false, decorate });
  expect(fences[2]).toEqual(fences[1]);
  expect(await settleLost()).toMatchObject([{ ok: true }]);
});
