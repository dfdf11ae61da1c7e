// river #1145: a global limit halves the throughput, from 33,000 to 17,000 jobs an hour. `npm run bench:groups` measures the jobs a
// second with a limit beside those without; here Redis counts what they need.
import { expect, test } from "vitest";
import type { QueueOptions } from "../../../../src/index.ts";
import { connectToOwnRedis, countEvals } from "../../kit/connections.ts";
import { useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();
const JOBS = 2_000;

/** Counts the EVALs and the commands in which all jobs are enqueued, leased and completed by batches of 100. */
async function countLife(options: Partial<QueueOptions<string>>) {
  const { client } = await connectToOwnRedis();
  const { queue } = createGroups(options, client);
  const readCommands = async () => Number(/total_commands_processed:(\d+)/.exec(await client.info("stats"))?.[1]);
  const [evals, commands] = [await countEvals(client), await readCommands()];
  for (let i = 0; i < JOBS / 100; i++) await queue.enqueueMany(Array.from({ length: 100 }, () => ({ data: "x" })));
  let completed = 0;
  for (let { jobs } = await queue.lease({ count: 100 }); jobs.length > 0; ) {
    completed += jobs.length;
    const settle = jobs.map((job) => ({ job, action: "complete" as const }));
    ({ jobs } = await queue.turn({ settle, lease: { count: 100 } }));
  }
  expect(completed).toBe(JOBS);
  return { evals: (await countEvals(client)) - evals, commands: (await readCommands()) - commands };
}

test.each<[string, Partial<QueueOptions<string>>]>([
  ["concurrency", { concurrency: 100_000 }],
  ["rate", { rate: { limit: 1_000_000, per: "1s" } }],
])(
  "a %s of the queue that is never reached takes no more requests, and fewer than twice the commands",
  async (_, limit) => {
    const without = await countLife({});
    const limited = await countLife(limit);
    expect(limited.evals).toBeLessThanOrEqual(without.evals + 3);
    expect(limited.commands / without.commands).toBeLessThan(2);
  },
);

test("a concurrency of the queue below that of its workers keeps all of its slots in use", async () => {
  const { queue, connect, lease } = createGroups({ concurrency: 10 });
  await queue.enqueueMany(Array.from({ length: 300 }, () => ({ data: "x" })));
  const clients = Array.from({ length: 5 }, () => connect());
  let held = await lease();
  expect(held).toHaveLength(10);
  for (let completed = 0; completed < 290; ) {
    // Of the ten slots, those that a turn frees are taken again by the same request.
    const client = clients[completed % clients.length];
    const settle = held.splice(0, 3).map((job) => ({ job, action: "complete" as const }));
    const { jobs } = (await client?.turn({ settle, lease: { count: 100 } })) ?? { jobs: [] };
    completed += settle.length;
    expect(jobs).toHaveLength(Math.min(settle.length, 300 - 10 - completed + settle.length));
    held = [...held, ...jobs];
  }
});
