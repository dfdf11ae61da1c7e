// `npm run bench:cron`: the cost of a light clean of a thousand queues and of a deep clean of a large queue, each
// within the requests and the time of the free plan of Workers.
import { parseArgs } from "node:util";
import { createClient } from "@redis/client";
import { sleep } from "../../src/base/monotonic.ts";
import { cleanAll } from "../../src/cron/clean-all.ts";
import type { Kind } from "../../src/cron/cron-report.ts";
import { Queue, upstash } from "../../src/index.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { Cleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { startPinging } from "./kit/pinging.ts";

const { values } = parseArgs({
  options: { queues: { type: "string", default: "1000" }, jobs: { type: "string", default: "1000000" } },
});
const [queues, jobs] = [Number(values.queues), Number(values.jobs)];
const BATCH = 1_000;

const cleanup = new Cleanup();
try {
  const server = await startRedis();
  cleanup.add(server.stop);
  const gateway = await startGateway({ redisUrl: server.url });
  cleanup.add(gateway.close);
  const client = createClient({ url: server.url });
  await client.connect();
  cleanup.add(async () => client.destroy());
  const options = { redis: upstash({ url: gateway.url, token: gateway.token }) };

  const measure = async (kind: Kind, what: string) => {
    await client.configSet({ "slowlog-log-slower-than": "1000", "slowlog-max-len": "100000" });
    await client.sendCommand(["SLOWLOG", "RESET"]);
    const before = await cpuSeconds();
    const pinging = await startPinging(server.url);
    const report = await cleanAll(kind, options);
    const slowestPing = Number((await pinging.stop()).toFixed(1));
    const cpu = (await cpuSeconds()) - before;
    const slow = (await client.sendCommand(["SLOWLOG", "GET", "-1"])) as unknown as [number, number, number][];
    const longest = Math.max(0, ...slow.map(([, , time]) => time)) / 1_000;
    const { requests, ms, left, errors, moved, repaired } = report;
    console.log(what);
    const redisSeconds = Number(cpu.toFixed(2));
    console.table([
      {
        requests,
        seconds: ms / 1_000,
        "Redis s": redisSeconds,
        "longest EVAL ms": longest,
        "slowest PING ms": slowestPing,
      },
    ]);
    console.log(JSON.stringify({ moved, repaired }));
    if (report.failed || left.length > 0 || errors.length > 0) {
      console.error(`leasehold: not finished: ${left.length} left, ${errors.length} failed`);
      process.exitCode = 1;
    }
  };
  const cpuSeconds = async () => {
    const info = await client.info("cpu");
    const of = (kind: string) => Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)?.[1] ?? 0);
    return of("user") + of("sys");
  };

  for (let from = 0; from < queues; from += 50) {
    const some = Array.from({ length: Math.min(50, queues - from) }, (_, i) => `queue-${from + i}`);
    await Promise.all(some.map((name) => new Queue(name, options).enqueue({ name }, { delay: "1s" })));
  }
  await sleep(1_100);
  await measure("light", `a light clean of ${queues} queues, each with a job that is due`);

  await client.flushDb();
  const large = new Queue("large", options);
  const data = "x".repeat(100);
  for (let from = 0; from < jobs; from += BATCH) {
    await large.enqueueMany(Array.from({ length: Math.min(BATCH, jobs - from) }, () => ({ data })));
  }
  await measure("deep", `a deep clean of a queue with ${jobs} jobs`);
} finally {
  await cleanup.run();
}
