// `npm run bench:flows`: the cost of a job that others wait for: a batch of 10,000 jobs, and a chain of 1,000, each beside as many
// other jobs. It fails above the goals.
import { Redis } from "ioredis";
import { type Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { quantile, roundTo } from "../../measuring/statistics.ts";
import { formatTable } from "../../measuring/text-table.ts";
import { withCleanup } from "../../processes/cleanup.ts";
import { startRedis } from "../../processes/redis-server.ts";

const JOBS = 10_000;
const CHAIN = 1_000;
const TOGETHER = 500;
const BATCH = 100;
const MAX_RATIO = 1.5;
// In ms. A single script may wait for the processor, so the goal is for the 99th percentile.
const MAX_SCRIPT = 5;
const DATA = "x".repeat(128);

/** The cost of the jobs of one way. */
interface Cost {
  name: string;
  /** The CPU time of Redis in µs, and the number of commands, of one job. */
  cpu: number;
  commands: number;
  /** The times in ms of scripts that took longer than 0.2 ms. */
  scripts: number[];
}

await withCleanup(async (cleanup) => {
  const server = cleanup.stopAtEnd(await startRedis());
  const client = new Redis(server.url);
  cleanup.add(async () => client.disconnect());
  await client.config("SET", "slowlog-log-slower-than", "200");
  await client.config("SET", "slowlog-max-len", "100000");
  let queues = 0;
  const newQueue = () => new Queue<string>(`q${queues++}`, { redis: ioredis(client) });
  const measure = async (name: string, jobs: number, run: (queue: Queue<string>) => Promise<void>): Promise<Cost> => {
    await client.slowlog("RESET");
    const before = await readUsage(client);
    await run(newQueue());
    const after = await readUsage(client);
    const slow = (await client.slowlog("GET", -1)) as [number, number, number][];
    return {
      name,
      cpu: (after.cpu - before.cpu) / jobs,
      commands: (after.commands - before.commands) / jobs,
      scripts: slow.map(([, , time]) => time / 1_000),
    };
  };
  // The first scripts of a server are compiled.
  await measure("", JOBS, runBatch);
  await measure("", CHAIN, runChain);
  const rows: string[][] = [];
  let isMet = true;
  const compare = async (plain: Promise<Cost>, waiting: () => Promise<Cost>) => {
    const costs = [await plain, await waiting()];
    const [first] = costs as [Cost, Cost];
    for (const { name, cpu, commands, scripts } of costs) {
      const longest = scripts.length === 0 ? 0 : quantile(scripts, 0.99);
      const ratio = cpu / first.cpu;
      if (ratio > MAX_RATIO || longest > MAX_SCRIPT) isMet = false;
      rows.push([name, cpu.toFixed(1), commands.toFixed(1), `${roundTo(ratio, 3)}`, longest.toFixed(1)]);
    }
  };
  await compare(measure(`${JOBS} jobs in batches of ${BATCH}`, JOBS, runPlain), () =>
    measure("  children of a batch", JOBS, runBatch),
  );
  await compare(
    measure(`${CHAIN} jobs, one by one`, CHAIN, (queue) => runOneByOne(queue)),
    () => measure("  each after the one before it", CHAIN, runChain),
  );
  for (const line of formatTable([["", "CPU µs/job", "commands/job", "ratio", "p99 script, ms"], ...rows]))
    console.log(line);
  console.log(`at most ${MAX_RATIO} times, and ${MAX_SCRIPT} ms: ${isMet ? "met" : "missed"}`);
  if (!isMet) process.exitCode = 1;
});

async function readUsage(client: Redis): Promise<{ cpu: number; commands: number }> {
  const info = await client.info();
  const read = (name: string) => Number(new RegExp(`^${name}:(.*)$`, "m").exec(info)?.[1]);
  return {
    cpu: (read("used_cpu_user") + read("used_cpu_sys")) * 1e6,
    commands: read("total_commands_processed"),
  };
}

function slices(): { data: string }[][] {
  return Array.from({ length: JOBS / TOGETHER }, () => Array.from({ length: TOGETHER }, () => ({ data: DATA })));
}

async function runPlain(queue: Queue<string>): Promise<void> {
  for (const jobs of slices()) await queue.enqueueMany(jobs);
  await completeAll(queue, { batch: BATCH, expected: JOBS });
}

async function runBatch(queue: Queue<string>): Promise<void> {
  const batch = await queue.startBatch({ ended: { data: DATA } });
  for (const jobs of slices()) await batch.add(jobs);
  await batch.seal();
  await completeAll(queue, { batch: BATCH, expected: JOBS + 1 });
}

async function runOneByOne(queue: Queue<string>): Promise<void> {
  for (let i = 0; i < CHAIN; i++) await queue.enqueue(DATA, { id: `job-${i}` });
  await completeAll(queue, { batch: 1, expected: CHAIN });
}

async function runChain(queue: Queue<string>): Promise<void> {
  for (let i = 0; i < CHAIN; i++)
    await queue.enqueue(DATA, { id: `job-${i}`, ...(i > 0 && { after: [`job-${i - 1}`] }) });
  await completeAll(queue, { batch: 1, expected: CHAIN });
}

/** Completes jobs in turns, a batch at a time. */
async function completeAll(
  queue: Queue<string>,
  { batch, expected }: { batch: number; expected: number },
): Promise<void> {
  let jobs: Job<string>[] = [];
  let completed = 0;
  do {
    const settle = jobs.map((job) => ({ job, action: "complete" as const }));
    ({ jobs } = await queue.turn({ settle, lease: { count: batch } }));
    completed += settle.length;
  } while (jobs.length > 0);
  if (completed !== expected) throw new Error(`${completed} of ${expected} jobs were completed`);
}
