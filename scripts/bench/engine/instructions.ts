// `npm run bench:instructions`: the instructions and commands that Redis executes for a job, counted by callgrind. The
// counts vary by about 1 %, regardless of load on the machine. It fails if a count exceeds its budget.
import { Redis } from "ioredis";
import { withCleanup } from "../../processes/cleanup.ts";
import { BatchedQueue, type BatchLoad } from "../harness/batches.ts";
import { type CountedRedis, hasValgrind, startCountedRedis } from "../harness/callgrind.ts";
import { CURRENT_ENGINE } from "../harness/engine.ts";

interface CountedLoad extends BatchLoad {
  /** True if the queue records its events. */
  isRecording?: boolean;
  /** The number of jobs that wait besides; they are not counted. */
  waiting?: number;
  /** The number of batches that are counted, and the number sent before them to fill caches and backlog. */
  counted: number;
  warmUp: number;
  /** The goal for the instructions of a job's life, and the largest count that passes: counts vary by 1 or 2 %. */
  goal: number;
  budget: number;
}

// All groups are in use: each has jobs that wait for the one before them.
const GROUPS = { groups: 10_000, concurrency: 1, waiting: 20_000 };

const LOADS: CountedLoad[] = [
  { batch: 1, bytes: 130, counted: 400, warmUp: 200, goal: 335_000, budget: 345_000 },
  { batch: 100, bytes: 130, counted: 40, warmUp: 20, goal: 68_000, budget: 71_000 },
  { batch: 1, bytes: 10_000, counted: 400, warmUp: 200, goal: 780_000, budget: 810_000 },
  { batch: 100, bytes: 10_000, counted: 20, warmUp: 10, goal: 525_000, budget: 540_000 },
  { batch: 1, bytes: 130, isRecording: true, counted: 200, warmUp: 100, goal: 900_000, budget: 985_000 },
  { batch: 100, bytes: 130, isRecording: true, counted: 20, warmUp: 10, goal: 137_000, budget: 147_000 },
  // 1.6 times the goal of a queue without groups.
  { batch: 1, bytes: 130, ...GROUPS, counted: 200, warmUp: 20, goal: 536_000, budget: 655_000 },
  { batch: 100, bytes: 130, ...GROUPS, counted: 20, warmUp: 10, goal: 109_000, budget: 224_000 },
  { batch: 100, bytes: 130, ...GROUPS, waiting: 1_000_000, counted: 20, warmUp: 10, goal: 109_000, budget: 224_000 },
];

async function main(): Promise<void> {
  if (!(await hasValgrind())) {
    console.error(
      "leasehold: no instructions were counted because valgrind is not installed (apt-get install valgrind)",
    );
    // `--if-installed` makes valgrind optional.
    process.exitCode = process.argv.includes("--if-installed") ? 0 : 1;
    return;
  }
  await withCleanup(async (cleanup) => {
    const redis = cleanup.stopAtEnd(await startCountedRedis());
    const client = new Redis(redis.url);
    cleanup.add(async () => client.disconnect());
    for (const load of LOADS) {
      const { enqueue, turn, commands } = await countLife({ client, redis }, load);
      const life = enqueue + turn;
      const thousands = (count: number) => `${(count / 1_000).toFixed(1)} k`;
      console.log(
        `batch ${load.batch} of ${load.bytes} B${formatKind(load)}: ` +
          `${thousands(life)} instructions a job (enqueue ${thousands(enqueue)}, turn ${thousands(turn)}; ` +
          `goal ${thousands(load.goal)}, budget ${thousands(load.budget)}), ${commands.toFixed(2)} commands a job`,
      );
      if (life > load.budget) process.exitCode = 1;
    }
  });
}

function formatKind({ isRecording, groups, waiting }: CountedLoad): string {
  return `${isRecording ? ", recording events" : ""}${groups ? `, ${groups} groups with ${waiting} waiting jobs` : ""}`;
}

/** Counts the instructions and commands of one job from its enqueue until it is done. */
async function countLife({ client, redis }: { client: Redis; redis: CountedRedis }, load: CountedLoad) {
  const { batch, isRecording, waiting = 0, counted, warmUp } = load;
  await client.flushall();
  const jobs = new BatchedQueue(CURRENT_ENGINE, { client, load });
  if (isRecording) await jobs.queue.recordEvents();
  if (waiting > 0) await redis.skipCounting(() => jobs.fill(waiting));
  await jobs.enqueue(warmUp);
  await client.config("RESETSTAT");
  const enqueued = await redis.countInstructions(() => jobs.enqueue(counted));
  let commands = await countCommands(client);
  await jobs.lease();
  await jobs.turn(Math.floor(warmUp / 2));
  await client.config("RESETSTAT");
  const turned = await redis.countInstructions(() => jobs.turn(counted));
  commands += await countCommands(client);
  const number = counted * batch;
  return { enqueue: enqueued / number, turn: turned / number, commands: commands / number };
}

/** Counts the commands since the last reset, those inside scripts included, without those of this measurement. */
async function countCommands(client: Redis): Promise<number> {
  const stats = (await client.info("commandstats")).matchAll(/cmdstat_([^:|]+)[^:]*:calls=(\d+)/g);
  return [...stats].reduce(
    (sum, [, name, calls]) => (name === "config" || name === "info" ? sum : sum + Number(calls)),
    0,
  );
}

await main();
