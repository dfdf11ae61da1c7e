// `npm run bench:instructions`: the instructions and commands that Redis executes for a job, counted by callgrind. The
// counts vary by about 1 %, regardless of load on the machine. It fails where a count exceeds its budget.
import { Redis } from "ioredis";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { Cleanup } from "../processes/cleanup.ts";
import { hasValgrind, startCountedRedis } from "./kit/callgrind.ts";
import { type Payload, payloads } from "./kit/payload.ts";

interface Load {
  size: number;
  /** The size of a payload. */
  bytes: number;
  /** True where the queue records its events. */
  isRecording?: boolean;
  /** The number of batches that are counted, and the number sent before to fill caches and backlog. */
  counted: number;
  before: number;
  /** The instructions that the life of a job should take at most, and the most that pass: counts vary by 1 % or 2. */
  goal: number;
  budget: number;
}

const LOADS: Load[] = [
  { size: 1, bytes: 130, counted: 400, before: 200, goal: 320_000, budget: 330_000 },
  { size: 100, bytes: 130, counted: 40, before: 20, goal: 65_000, budget: 67_000 },
  { size: 1, bytes: 10_000, counted: 400, before: 200, goal: 780_000, budget: 810_000 },
  { size: 100, bytes: 10_000, counted: 20, before: 10, goal: 525_000, budget: 540_000 },
  { size: 1, bytes: 130, isRecording: true, counted: 200, before: 100, goal: 875_000, budget: 900_000 },
  { size: 100, bytes: 130, isRecording: true, counted: 20, before: 10, goal: 126_000, budget: 130_000 },
];

interface Counter {
  client: Redis;
  instructions(work: () => Promise<unknown>): Promise<number>;
}

async function main(): Promise<void> {
  if (!(await hasValgrind())) {
    console.error("leasehold: nothing was counted: valgrind is not installed (apt-get install valgrind)");
    // `--if-installed` makes valgrind optional.
    process.exitCode = process.argv.includes("--if-installed") ? 0 : 1;
    return;
  }
  const cleanup = new Cleanup();
  try {
    const redis = await startCountedRedis();
    cleanup.add(redis.stop);
    const client = new Redis(redis.url);
    cleanup.add(async () => client.disconnect());
    for (const load of LOADS) {
      const { enqueue, turn, commands } = await lifeOf({ client, instructions: redis.instructions }, load);
      const life = enqueue + turn;
      const thousands = (count: number) => `${(count / 1_000).toFixed(1)} k`;
      console.log(
        `batch ${load.size} of ${load.bytes} B${load.isRecording ? ", recording events" : ""}: ${thousands(life)} instructions a job (enqueue ${thousands(enqueue)}, ` +
          `turn ${thousands(turn)}; goal ${thousands(load.goal)}, budget ${thousands(load.budget)}), ${commands.toFixed(2)} commands`,
      );
      if (life > load.budget) process.exitCode = 1;
    }
  } finally {
    await cleanup.run();
  }
}

/** Returns the cost of a job from its enqueue until it is done, per job of a batch. */
async function lifeOf({ client, instructions }: Counter, { size, bytes, isRecording, counted, before }: Load) {
  await client.flushall();
  const queue = new Queue<Payload>("bench", { redis: ioredis(client) });
  if (isRecording) await queue.recordEvents();
  const all = payloads(size * (counted + before), bytes);
  const enqueue = (from: number, to: number) => async () => {
    for (let i = from; i < to; i++) {
      await queue.enqueueMany(all.slice(i * size, (i + 1) * size).map((data) => ({ data })));
    }
  };
  await enqueue(0, before)();
  await client.config("RESETSTAT");
  const enqueued = await instructions(enqueue(before, before + counted));
  let called = await commandsOf(client);
  let held = (await queue.lease({ count: size })).jobs;
  const turns = (count: number) => async () => {
    for (let i = 0; i < count; i++) {
      const settle = held.map((job) => ({ job, action: "complete" as const }));
      held = (await queue.turn({ settle, lease: { count: size } })).jobs;
    }
  };
  await turns(Math.floor(before / 2))();
  await client.config("RESETSTAT");
  const turned = await instructions(turns(counted));
  called += await commandsOf(client);
  const jobs = counted * size;
  return { enqueue: enqueued / jobs, turn: turned / jobs, commands: called / jobs };
}

/** Returns the commands since the last reset, those inside scripts included, without those that measure. */
async function commandsOf(client: Redis): Promise<number> {
  const stats = (await client.info("commandstats")).matchAll(/cmdstat_([^:|]+)[^:]*:calls=(\d+)/g);
  return [...stats].reduce(
    (sum, [, name, calls]) => (name === "config" || name === "info" ? sum : sum + Number(calls)),
    0,
  );
}

await main();
