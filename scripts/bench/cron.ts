// `npm run bench:cron`: the cost of a light clean of a thousand queues and of a deep clean of a large queue, each
// within the requests and the time of the free plan of Workers.
import { parseArgs } from "node:util";
import { sleep } from "../../src/base/monotonic.ts";
import { cleanAll } from "../../src/cron/clean-all.ts";
import type { CleanKind } from "../../src/cron/cron-report.ts";
import { Queue, upstash } from "../../src/index.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { parseCpuSeconds } from "../measuring/redis-stats.ts";
import { roundTo } from "../measuring/statistics.ts";
import { withCleanup } from "../processes/cleanup.ts";
import { startRedis } from "../processes/redis-server.ts";
import { startPings } from "./harness/pings.ts";
import { Probe } from "./harness/probe.ts";

const { values } = parseArgs({
  options: { queues: { type: "string", default: "1000" }, jobs: { type: "string", default: "1000000" } },
});
const [queues, jobs] = [Number(values.queues), Number(values.jobs)];
const BATCH = 1_000;
const QUEUES_AT_ONCE = 50;

await withCleanup(async (cleanup) => {
  const server = cleanup.stopAtEnd(await startRedis());
  const gateway = await startGateway({ redisUrl: server.url });
  cleanup.add(gateway.close);
  const probe = await Probe.open(server.url);
  cleanup.add(async () => probe.close());
  const options = { redis: upstash({ url: gateway.url, token: gateway.token }) };
  const cpuSeconds = async () => parseCpuSeconds(await probe.client.info("cpu"));

  const measure = async (kind: CleanKind, description: string) => {
    await probe.resetSlowlog(1_000);
    const before = await cpuSeconds();
    const pings = await startPings(server.url);
    const report = await cleanAll(kind, options);
    const slowestPing = await pings.stop();
    const cpu = (await cpuSeconds()) - before;
    const { requests, ms, left, errors, moved, repaired } = report;
    console.log(description);
    console.table([
      {
        requests,
        seconds: ms / 1_000,
        "Redis s": roundTo(cpu, 2),
        "longest EVAL ms": await probe.longestScriptMs(),
        "slowest PING ms": roundTo(slowestPing, 1),
      },
    ]);
    console.log(JSON.stringify({ moved, repaired }));
    if (report.failed || left.length > 0 || errors.length > 0) {
      console.error(`leasehold: the clean did not finish: ${left.length} queues left, ${errors.length} failed`);
      process.exitCode = 1;
    }
  };

  for (let from = 0; from < queues; from += QUEUES_AT_ONCE) {
    const length = Math.min(QUEUES_AT_ONCE, queues - from);
    const names = Array.from({ length }, (_, i) => `queue-${from + i}`);
    await Promise.all(names.map((name) => new Queue(name, options).enqueue({ name }, { delay: "1s" })));
  }
  await sleep(1_100);
  await measure("light", `a light clean of ${queues} queues, each with a job that is due`);

  await probe.flush();
  const large = new Queue("large", options);
  const data = "x".repeat(100);
  for (let from = 0; from < jobs; from += BATCH) {
    await large.enqueueMany(Array.from({ length: Math.min(BATCH, jobs - from) }, () => ({ data })));
  }
  await measure("deep", `a deep clean of a queue with ${jobs} jobs`);
});
