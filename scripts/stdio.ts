// `npm run test:stdio`: 5,000 jobs through three `leasehold stdio` and ten workers in Python on pipes. Workers never accept, accept and
// vanish, report progress too late and finish twice, and each two seconds a process is killed. Each job must be finished once.
import { randomBytes, randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { formatCounts, parseWholeNumber } from "./measuring/command-line.ts";
import { exitWithFaults } from "./measuring/exit-with-faults.ts";
import { startRedis } from "./processes/redis-server.ts";
import { runCrowd } from "./stdio/crowd.ts";

const { values } = parseArgs({
  options: { jobs: { type: "string", default: "5000" }, seed: { type: "string", default: String(randomInt(2 ** 31)) } },
});

await exitWithFaults(async (signal) => {
  const redis = await startRedis();
  try {
    const seed = parseWholeNumber("seed", values.seed);
    const jobs = parseWholeNumber("jobs", values.jobs, { min: 1 });
    console.log(`${jobs} jobs, seed ${seed}`);
    const { ms, totals, faults, ...counts } = await runCrowd({
      redisUrl: redis.url,
      prefix: `leasehold-stdio-${randomBytes(4).toString("hex")}`,
      queue: "crowd",
      jobs,
      processes: 3,
      workers: 10,
      tick: 500,
      misbehaving: 0.05,
      killEvery: 2_000,
      seed,
      within: 600_000,
      signal,
    });
    console.log(`${(ms / 1_000).toFixed(1)} s; ${formatCounts(new Map(Object.entries(counts)))}`);
    console.log(`totals: ${formatCounts(new Map(Object.entries(totals).filter(([, count]) => count > 0)))}`);
    return faults;
  } finally {
    await redis.stop();
  }
});
