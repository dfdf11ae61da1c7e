// `npm run bench:search`: the time of Redis that searches and bulk operations take in a queue with a million jobs, beside live
// traffic. Each search must find exactly the jobs that match, and no script may take longer than 10 ms.
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { createClient } from "@redis/client";
import { sleep } from "../../src/base/monotonic.ts";
import { cancel, promote, readBulk, redrive, redriveChanged, saveBulk, search } from "../../src/engine/all-scripts.ts";
import { Queue } from "../../src/index.ts";
import type { JobFilter } from "../../src/queue/inspect/job-filter.ts";
import type { BulkOptions } from "../../src/queue/operate/bulk.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { parseCpuSeconds, type SlowlogEntry } from "../measuring/redis-stats.ts";
import { roundTo } from "../measuring/statistics.ts";
import { withCleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { fillLargeQueue, raisePriority } from "./harness/large-queue.ts";
import { startPings } from "./harness/pings.ts";
import { Probe } from "./harness/probe.ts";

const { values } = parseArgs({ options: { jobs: { type: "string", default: "1000000" } } });
const JOBS = Number(values.jobs);
const OTHERS = JOBS / 10;
const GOAL_MS = 10;
// In µs. Commands that take less are recorded by their number only.
const SLOWER_THAN = 100;
const SHAS = [search, cancel, promote, redrive, redriveChanged, readBulk, saveBulk].map(({ text }) =>
  createHash("sha1").update(text).digest("hex"),
);

await withCleanup(async (cleanup) => {
  const server = cleanup.stopAtEnd(await startRedis());
  const connect = async () => {
    const client = createClient({ url: server.url });
    await client.connect();
    cleanup.add(async () => client.destroy());
    return nodeRedis(client);
  };
  const [direct, other] = [await connect(), await connect()];
  let scripts = 0;
  const own: Adapter = {
    run(...call) {
      scripts += 1;
      return direct.run(...call);
    },
  };
  const probe = await Probe.open(server.url);
  cleanup.add(async () => probe.close());
  const cpuSeconds = async () => parseCpuSeconds(await probe.client.info("cpu"));
  if (server.pid !== undefined) raisePriority(server.pid);
  const queue = new Queue<unknown>("large", { redis: own, retention: { failed: { count: JOBS } } });
  const rows: Record<string, unknown>[] = [];

  /** Runs work beside live traffic, and adds a row of the times of its scripts. */
  async function measure(title: string, work: () => Promise<string>): Promise<void> {
    const traffic = startTraffic(new Queue<unknown>("large", { redis: other }));
    const pings = await startPings(server.url);
    await probe.resetSlowlog(SLOWER_THAN);
    scripts = 0;
    const [cpuBefore, start] = [await cpuSeconds(), performance.now()];
    const outcome = await work();
    const seconds = (performance.now() - start) / 1_000;
    const cpu = (await cpuSeconds()) - cpuBefore;
    const { own: times, others } = await scriptTimes(probe, scripts);
    const slowestPing = await pings.stop();
    const live = await traffic.stop();
    const longest = times.at(-1) ?? 0;
    const quantile = (part: number) => roundTo(times[Math.floor(times.length * part)] ?? 0, 2);
    rows.push({
      title,
      outcome,
      seconds: roundTo(seconds, 1),
      EVALs: times.length,
      "Redis s": roundTo(times.reduce((sum, ms) => sum + ms, 0) / 1_000, 2),
      "CPU s, all": roundTo(cpu, 2),
      "median ms": quantile(0.5),
      "p99 ms": quantile(0.99),
      "longest ms": roundTo(longest, 2),
      "longest live ms": roundTo(others.at(-1) ?? 0, 2),
      "slowest PING ms": roundTo(slowestPing, 1),
      "live jobs": live,
    });
    if (longest > GOAL_MS) fail(`${title}: a script took ${longest} ms`);
  }

  /** Searches a whole state. Fails unless each job that matches is found once. */
  const searchAll =
    (filter: JobFilter, expected: number, target = queue) =>
    async () => {
      const found = new Set<string>();
      let [matches, skipped] = [0, 0];
      for (let cursor: string | undefined, isOver = false; !isOver; isOver = cursor === undefined) {
        const result = await target.search(filter, { limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });
        for (const { id } of result.jobs) found.add(id);
        matches += result.jobs.length;
        skipped += result.skipped;
        ({ cursor } = result);
      }
      if (found.size !== expected || matches !== expected)
        fail(`${JSON.stringify(filter)}: ${matches} matches of ${found.size} jobs, not ${expected}`);
      return skipped === 0 ? `${matches} found` : `${matches} found, ${skipped} skipped`;
    };

  const bulk = (options: BulkOptions, expected: number) => async () => {
    let operation = await queue.startBulk(options);
    while (operation.status === "running") operation = await queue.continueBulk(operation.id);
    if (operation.changed !== expected) fail(`${options.operation}: ${operation.changed} changed, not ${expected}`);
    return `${operation.changed} changed`;
  };

  await fillLargeQueue(queue, JOBS);
  const free = { state: "ready", data: [{ path: "user.plan", is: "free" }] } as const;
  const paid = { state: "ready", data: [{ path: "user.plan", is: "paid" }] } as const;
  await measure(
    "search: a field that 1 in 1,000 has",
    searchAll({ state: "ready", data: [{ path: "user.id", is: 7 }] }, JOBS / 1_000),
  );
  await measure("search: a field that 9 in 10 have", searchAll(free, (JOBS * 9) / 10));
  await measure(
    "search: a field that none has",
    searchAll({ state: "ready", data: [{ path: "user.x", exists: true }] }, 0),
  );
  await measure("search: an id", searchAll({ state: "ready", id: `job-${JOBS - 1}` }, 1));
  await measure("search: an age", searchAll({ state: "ready", id: "job-*", minAge: 1 }, JOBS));
  await measure("search: an error", searchAll({ state: "failed", error: "mailbox 7 " }, OTHERS / 100));
  await measure("bulk: cancel 1 in 10 ready jobs", bulk({ operation: "cancel", filter: paid }, JOBS / 10));
  const failedFree = { ...free, state: "failed" } as const;
  await measure(
    "bulk: redrive 9 in 10 failed jobs",
    bulk({ operation: "redrive", filter: failedFree }, (OTHERS * 9) / 10),
  );
  const change = { data: { to: "nobody@example.com", retried: true }, maxAttempts: 3 };
  const redriveOthers = { operation: "redrive", filter: { state: "failed" }, change } as const;
  await measure("bulk: redrive the others with a change", bulk(redriveOthers, OTHERS / 10));
  await measure("bulk: promote all delayed jobs", bulk({ operation: "promote", filter: { state: "delayed" } }, OTHERS));
  const large = new Queue<unknown>("payloads", { redis: own });
  for (let i = 0; i < 200; i++) await large.enqueue(payloadOf(i), { id: `large-${i}` });
  const inLarge = { state: "ready", data: [{ path: "n", exists: true }] } as const;
  await measure("search: payloads of 1 kB to 1 MB", searchAll(inLarge, 100, large));
  console.table(rows);

  function fail(message: string): void {
    console.error(`leasehold: ${message}`);
    process.exitCode = 1;
  }
});

/** Returns a payload: half of them have 1 kB, the others 60 kB, which Lua decodes slowly, or 1 MB. */
function payloadOf(i: number): unknown {
  if (i % 2 === 0) return { n: i, text: "x".repeat(1_000) };
  return i % 4 === 1 ? { list: Array.from({ length: 20_000 }, () => []) } : { m: "x".repeat(1_000_000) };
}

/** Enqueues, leases and completes jobs, 10 at a time, before all others. `stop` resolves with their number. */
function startTraffic(queue: Queue<unknown>): { stop(): Promise<number> } {
  let isStopped = false;
  const run = async () => {
    let done = 0;
    while (!isStopped) {
      await queue.enqueueMany(Array.from({ length: 10 }, () => ({ data: "live", priority: 0 })));
      const { jobs } = await queue.lease({ count: 10 });
      await queue.turn({ settle: jobs.map((job) => ({ job, action: "complete" })) });
      done += jobs.length;
      await sleep(2);
    }
    return done;
  };
  const running = run();
  return {
    stop() {
      isStopped = true;
      return running;
    },
  };
}

/**
 * Returns the times in ms of `count` scripts under test, and those of the scripts of the live traffic, shortest first. Scripts that
 * were too short for the slow log count as 0. A script of the live traffic takes long only if the machine stops Redis.
 */
async function scriptTimes(probe: Probe, count: number): Promise<{ own: number[]; others: number[] }> {
  const entries = (await probe.client.sendCommand(["SLOWLOG", "GET", "-1"])) as unknown as SlowlogEntry[];
  const own: number[] = [];
  const others: number[] = [];
  for (const [, , micros, [, sha = ""]] of entries) (SHAS.includes(sha) ? own : others).push(micros / 1_000);
  while (own.length < count) own.push(0);
  return { own: own.sort((a, b) => a - b), others: others.sort((a, b) => a - b) };
}
