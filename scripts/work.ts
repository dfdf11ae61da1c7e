// `npm run test:work`: 10,000 jobs through four processes behind `leasehold work`, of which one is killed each second and one hangs. No
// job may be lost, and each must be completed once.
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { formatCounts, parseWholeNumber } from "./measuring/command-line.ts";
import { exitWithFaults } from "./measuring/exit-with-faults.ts";
import { startRedis } from "./processes/redis-server.ts";
import { runDemo } from "./work/demo.ts";

const { values } = parseArgs({ options: { jobs: { type: "string", default: "10000" } } });

await exitWithFaults(async (signal) => {
  const redis = await startRedis();
  try {
    const jobs = parseWholeNumber("jobs", values.jobs, { min: 1 });
    const prefix = `leasehold-work-${randomBytes(4).toString("hex")}`;
    const options = { redisUrl: redis.url, prefix, queue: "demo", jobs, within: 600_000, signal };
    const { ms, killed, totals, faults } = await runDemo(options);
    const rate = Math.round((jobs / ms) * 1_000);
    console.log(`${jobs} jobs in ${(ms / 1_000).toFixed(1)} s, ${rate} a second; ${killed} processes were killed`);
    console.log(`totals: ${formatCounts(new Map(Object.entries(totals).filter(([, count]) => count > 0)))}`);
    return faults;
  } finally {
    await redis.stop();
  }
});
