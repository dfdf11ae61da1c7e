// `npm run bench:instructions`: the instructions and commands that Redis executes for a job, counted by callgrind. The
// counts vary by about 1 %, regardless of load on the machine. It fails if a count exceeds its budget.
import { Redis } from "ioredis";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { withCleanup } from "../processes/cleanup.ts";
import { hasValgrind, startCountedRedis } from "./harness/callgrind.ts";
import { createPayloads, type Payload } from "./harness/payload.ts";

interface CountedLoad {
  /** The jobs in a batch. */
  batch: number;
  /** The size of a payload. */
  bytes: number;
  /** True if the queue records its events. */
  isRecording?: boolean;
  /** The number of batches that are counted, and the number sent before them to fill caches and backlog. */
  counted: number;
  warmUp: number;
  /** The goal for the instructions of a job's life, and the largest count that passes: counts vary by 1 or 2 %. */
  goal: number;
  budget: number;
}

const LOADS: CountedLoad[] = [
  { batch: 1, bytes: 130, counted: 400, warmUp: 200, goal: 335_000, budget: 345_000 },
  { batch: 100, bytes: 130, counted: 40, warmUp: 20, goal: 68_000, budget: 71_000 },
  { batch: 1, bytes: 10_000, counted: 400, warmUp: 200, goal: 780_000, budget: 810_000 },
  { batch: 100, bytes: 10_000, counted: 20, warmUp: 10, goal: 525_000, budget: 540_000 },
  { batch: 1, bytes: 130, isRecording: true, counted: 200, warmUp: 100, goal: 900_000, budget: 925_000 },
  { batch: 100, bytes: 130, isRecording: true, counted: 20, warmUp: 10, goal: 137_000, budget: 142_000 },
];

interface Counter {
  client: Redis;
  countInstructions(work: () => Promise<unknown>): Promise<number>;
}

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
      const { enqueue, turn, commands } = await countLife({ client, countInstructions: redis.countInstructions }, load);
      const life = enqueue + turn;
      const thousands = (count: number) => `${(count / 1_000).toFixed(1)} k`;
      console.log(
        `batch ${load.batch} of ${load.bytes} B${load.isRecording ? ", recording events" : ""}: ` +
          `${thousands(life)} instructions a job (enqueue ${thousands(enqueue)}, turn ${thousands(turn)}; ` +
          `goal ${thousands(load.goal)}, budget ${thousands(load.budget)}), ${commands.toFixed(2)} commands a job`,
      );
      if (life > load.budget) process.exitCode = 1;
    }
  });
}

/** Counts the instructions and commands of one job from its enqueue until it is done. */
async function countLife(
  { client, countInstructions }: Counter,
  { batch, bytes, isRecording, counted, warmUp }: CountedLoad,
) {
  await client.flushall();
  const queue = new Queue<Payload>("bench", { redis: ioredis(client) });
  if (isRecording) await queue.recordEvents();
  const payloads = createPayloads(batch * (counted + warmUp), bytes);
  const enqueue = (from: number, to: number) => async () => {
    for (let i = from; i < to; i++) {
      await queue.enqueueMany(payloads.slice(i * batch, (i + 1) * batch).map((data) => ({ data })));
    }
  };
  await enqueue(0, warmUp)();
  await client.config("RESETSTAT");
  const enqueued = await countInstructions(enqueue(warmUp, warmUp + counted));
  let commands = await countCommands(client);
  let leased = (await queue.lease({ count: batch })).jobs;
  const turns = (count: number) => async () => {
    for (let i = 0; i < count; i++) {
      const settle = leased.map((job) => ({ job, action: "complete" as const }));
      leased = (await queue.turn({ settle, lease: { count: batch } })).jobs;
    }
  };
  await turns(Math.floor(warmUp / 2))();
  await client.config("RESETSTAT");
  const turned = await countInstructions(turns(counted));
  commands += await countCommands(client);
  const jobs = counted * batch;
  return { enqueue: enqueued / jobs, turn: turned / jobs, commands: commands / jobs };
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
