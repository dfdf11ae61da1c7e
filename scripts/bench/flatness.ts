// Redis's time per operation with few and with many jobs waiting, and the longest single EVAL of a deep clean. The times
// are Redis's own (INFO commandstats, SLOWLOG), so that the client's do not count.
import { createClient } from "@redis/client";
import { type Job, Queue } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { startRedis } from "../redis-server.ts";

const SIZES = [1_000, 1_000_000];
const CALLS = 100;
const ROUNDS = 5;
const PAYLOAD = "x".repeat(130);

const newClient = (url: string) => createClient({ url });
type Client = ReturnType<typeof newClient>;

/** What is measured: each prepares `calls` times its work, then does it that often. */
interface Operation {
  name: string;
  calls: number;
  prepare?(queue: Queue<string>, calls: number): Promise<Job<string>[][]>;
  /** `later` is the same queue with a clock two hours ahead, for which every lease is over. */
  run(queue: Queue<string>, jobs: Job<string>[], later: Queue<string>): Promise<unknown>;
}

const batch = (size: number) => Array.from({ length: size }, () => ({ data: PAYLOAD }));

const leased = (count: number) => async (queue: Queue<string>, calls: number) => {
  const all: Job<string>[][] = [];
  for (let i = 0; i < calls; i++) all.push((await queue.lease({ count, for: "1h" })).jobs);
  return all;
};

const settle = (jobs: Job<string>[]) => jobs.map((job) => ({ job, action: "complete" }) as const);

const OPERATIONS: Operation[] = [
  { name: "enqueue", calls: CALLS, run: (queue) => queue.enqueue(PAYLOAD) },
  { name: "enqueue 100", calls: 20, run: (queue) => queue.enqueueMany(batch(100)) },
  { name: "lease", calls: CALLS, run: (queue) => queue.lease({ for: "1h" }) },
  { name: "complete", calls: CALLS, prepare: leased(1), run: (_, [job]) => job?.complete() ?? Promise.resolve() },
  { name: "retry", calls: CALLS, prepare: leased(1), run: (_, [job]) => job?.retry({ delay: 0 }) ?? Promise.resolve() },
  {
    name: "turn 100",
    calls: 8,
    prepare: leased(100),
    run: (queue, jobs) => queue.turn({ settle: settle(jobs), lease: { count: 100, for: "1h" } }),
  },
  { name: "cancel", calls: CALLS, prepare: leased(1), run: (queue, [job]) => queue.cancel(job?.id ?? "") },
  { name: "explain", calls: CALLS, run: (queue) => queue.explain("nobody") },
  { name: "counts", calls: CALLS, run: (queue) => queue.counts() },
  {
    name: "clean, 100 leases over",
    calls: 5,
    prepare: leased(100),
    run: (_queue, _jobs, later) => later.clean({ limit: 100 }),
  },
  { name: "clean, nothing to do", calls: CALLS, run: (queue) => queue.clean() },
];

async function usec(client: Client): Promise<number> {
  const info = await client.info("commandstats");
  const of = (command: string) => Number(new RegExp(`cmdstat_${command}:calls=\\d+,usec=(\\d+)`).exec(info)?.[1] ?? 0);
  return of("evalsha") + of("eval");
}

async function measure(
  client: Client,
  [queue, later]: [Queue<string>, Queue<string>],
  operation: Operation,
): Promise<number> {
  const prepared = (await operation.prepare?.(queue, operation.calls)) ?? [];
  // A first call loads the script; it is no part of the measurement.
  await operation.run(queue, prepared[0] ?? [], later);
  const before = await usec(client);
  for (let i = 1; i < operation.calls; i++) await operation.run(queue, prepared[i] ?? [], later);
  return ((await usec(client)) - before) / (operation.calls - 1);
}

/** A server that was just started is slow at everything for a moment. */
async function warmUp(queue: Queue<string>): Promise<void> {
  for (let i = 0; i < 1_000; i++) {
    await queue.enqueue(PAYLOAD);
    const { jobs } = await queue.lease();
    await jobs[0]?.complete();
  }
}

interface Sized {
  size: number;
  usecPerCall: Record<string, number>;
  deepClean: { seconds: number; entries: number; longestEvalMs: number; slowestPingMs: number };
}

async function atSize(size: number): Promise<Sized> {
  const redis = await startRedis();
  const client = newClient(redis.url);
  const pinger = newClient(redis.url);
  try {
    await Promise.all([client.connect(), pinger.connect()]);
    const options = { redis: nodeRedis(client) };
    const queue = new Queue<string>("flat", options);
    const later = new Queue<string>("flat", { ...options, now: () => Date.now() + 7_200_000 });
    for (let left = size; left > 0; left -= 1_000) await queue.enqueueMany(batch(Math.min(left, 1_000)));
    await warmUp(queue);
    const usecPerCall: Record<string, number> = {};
    for (const operation of OPERATIONS) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(client, [queue, later], operation));
      usecPerCall[operation.name] = rounds.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
      // Back to the size that is measured.
      const { ready } = await queue.counts();
      for (let less = size - ready; less > 0; less -= 1_000) await queue.enqueueMany(batch(Math.min(less, 1_000)));
    }
    return { size, usecPerCall, deepClean: await measureDeepClean(client, pinger, queue) };
  } finally {
    if (client.isOpen) client.destroy();
    if (pinger.isOpen) pinger.destroy();
    await redis.stop();
  }
}

async function measureDeepClean(client: Client, pinger: Client, queue: Queue<string>): Promise<Sized["deepClean"]> {
  await client.configSet({ "slowlog-log-slower-than": "100", "slowlog-max-len": "100000" });
  await client.sendCommand(["SLOWLOG", "RESET"]);
  let slowestPing = 0;
  let over = false;
  const pinging = (async () => {
    while (!over) {
      const start = performance.now();
      await pinger.ping();
      slowestPing = Math.max(slowestPing, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  const start = performance.now();
  const { examined } = await queue.deepClean();
  const seconds = (performance.now() - start) / 1_000;
  over = true;
  await pinging;
  const slowlog = (await client.sendCommand(["SLOWLOG", "GET", "-1"])) as unknown as [
    unknown,
    unknown,
    number,
    string[],
  ][];
  const longest = Math.max(
    0,
    ...slowlog.filter(([, , , [command = ""]]) => /^eval/i.test(command)).map(([, , time]) => time),
  );
  return { seconds, entries: examined, longestEvalMs: longest / 1_000, slowestPingMs: slowestPing };
}

const sizes: Sized[] = [];
for (const size of SIZES) sizes.push(await atSize(size));
const [small, large] = sizes as [Sized, Sized];
const rows = OPERATIONS.map(({ name }) => {
  const [from = 0, to = 0] = [small.usecPerCall[name], large.usecPerCall[name]];
  return {
    operation: name,
    [`µs at ${small.size}`]: from.toFixed(1),
    [`µs at ${large.size}`]: to.toFixed(1),
    ratio: (to / from).toFixed(2),
  };
});
console.table(rows);
console.log(JSON.stringify({ deepClean: { [small.size]: small.deepClean, [large.size]: large.deepClean } }, null, 2));
if (rows.some(({ ratio }) => Number(ratio) > 1.5) || large.deepClean.longestEvalMs > 10) process.exitCode = 1;
