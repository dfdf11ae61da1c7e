// `npm run bench:fairness`: 100 groups of ten jobs each behind one group of 100,000, in one queue, beside a queue without groups.
// All groups are served in turns: the last small job starts when the large group has had its own share. It fails when it does
// not.
import { Redis } from "ioredis";
import { type Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { quantile } from "../../measuring/statistics.ts";
import { formatTable } from "../../measuring/text-table.ts";
import { withCleanup } from "../../processes/cleanup.ts";
import { startRedis } from "../../processes/redis-server.ts";

const LARGE = 100_000;
const SMALL_GROUPS = 100;
const JOBS_OF_SMALL = 10;
const BATCH = 10;
const DATA = "x".repeat(128);

/** The waits of the small jobs. */
interface Waits {
  name: string;
  /** The number of leases before a small job, at the median and for the last one, and the times in ms. */
  leases: { median: number; last: number };
  ms: { median: number; last: number };
  /** The number of jobs of the large group that started before the last small one. */
  large: number;
  /** The time in ms until all jobs were done. */
  all: number;
}

await withCleanup(async (cleanup) => {
  const server = cleanup.stopAtEnd(await startRedis());
  const client = new Redis(server.url);
  cleanup.add(async () => client.disconnect());
  const results = [
    await measureWaits("with groups", new Queue("grouped", { redis: ioredis(client), groups: {} })),
    await measureWaits("without groups", new Queue("plain", { redis: ioredis(client) }), { isGrouped: false }),
  ];
  const rows = results.map(({ name, leases, ms, large, all }) => [
    name,
    `${leases.median}`,
    `${leases.last}`,
    ms.median.toFixed(0),
    ms.last.toFixed(0),
    `${large}`,
    all.toFixed(0),
  ]);
  const heading = [
    `${SMALL_GROUPS} groups of ${JOBS_OF_SMALL} jobs behind one of ${LARGE}, ${BATCH} jobs a lease`,
    "median wait, leases",
    "last",
    "median wait, ms",
    "last",
    "large jobs started before",
    "all jobs, ms",
  ];
  for (const line of formatTable([heading, ...rows])) console.log(line);
  const [grouped] = results;
  // In each round, every group starts one job.
  const fairLeases = Math.ceil(((SMALL_GROUPS + 1) * JOBS_OF_SMALL) / BATCH);
  const isFair = grouped && grouped.leases.last <= fairLeases + 1 && Math.abs(grouped.large - JOBS_OF_SMALL) <= 1;
  console.log(
    `fair: the last small job after ${fairLeases} leases, and ${JOBS_OF_SMALL} large ones: ${isFair ? "met" : "missed"}`,
  );
  if (!isFair) process.exitCode = 1;
});

/** Enqueues the jobs of the large group and then the others, and completes all of them, a batch at a time. */
async function measureWaits(name: string, queue: Queue<string>, { isGrouped = true } = {}): Promise<Waits> {
  const enqueue = (count: number, group: (n: number) => string) =>
    queue.enqueueMany(
      Array.from({ length: count }, (_, n) => ({ data: `${group(n)} ${DATA}`, ...(isGrouped && { group: group(n) }) })),
    );
  for (let left = LARGE; left > 0; left -= 1_000) await enqueue(1_000, () => "large");
  await enqueue(SMALL_GROUPS * JOBS_OF_SMALL, (n) => `small-${n % SMALL_GROUPS}`);
  const [leases, ms]: number[][] = [[], []];
  let [large, largeBeforeLast] = [0, 0];
  let jobs: Job<string>[] = [];
  const startedAt = performance.now();
  for (let lease = 1; ; lease++) {
    const settle = jobs.map((job) => ({ job, action: "complete" as const }));
    ({ jobs } = await queue.turn({ settle, lease: { count: BATCH } }));
    if (jobs.length === 0) break;
    for (const { data } of jobs) {
      if (data.startsWith("large")) {
        large += 1;
      } else {
        leases?.push(lease);
        ms?.push(performance.now() - startedAt);
        largeBeforeLast = large;
      }
    }
  }
  if (leases?.length !== SMALL_GROUPS * JOBS_OF_SMALL || large !== LARGE)
    throw new Error("not every job was leased once");
  const summarize = (values: readonly number[] = []) => ({ median: quantile(values, 0.5), last: quantile(values, 1) });
  return {
    name,
    leases: summarize(leases),
    ms: summarize(ms),
    large: largeBeforeLast,
    all: performance.now() - startedAt,
  };
}
