// Redis's time per operation with few and with many blocked jobs, in one group and in many.
import { createClient } from "@redis/client";
import { type Job, Queue } from "../../../../src/index.ts";
import { nodeRedis } from "../../../../src/redis/node-redis.ts";
import { withMeasuredRedis } from "../../harness/measured-redis.ts";
import type { Samples } from "../../harness/samples.ts";

/** The numbers of blocked jobs and of groups. */
export interface BlockedJobs {
  blocked: number;
  groups: number;
  rounds: number;
}

const DATA = "x".repeat(128);

/** A queue in which operations are timed; `nextGroup` returns the groups in turns. */
interface BlockedQueue {
  queue: Queue<string>;
  nextGroup(): string;
}

/** An operation, of which one round times `calls`. `prepare` returns the function that calls it with its number. */
interface GroupOperation {
  name: string;
  calls: number;
  prepare(blocked: BlockedQueue, calls: number): Promise<(n: number) => Promise<unknown>>;
}

const enqueue = ({ queue, nextGroup }: BlockedQueue, count: number) =>
  queue.enqueueMany(Array.from({ length: count }, () => ({ data: DATA, group: nextGroup() })));

async function leaseEach(
  { queue }: BlockedQueue,
  { count, calls }: { count: number; calls: number },
): Promise<Job<string>[][]> {
  const leased: Job<string>[][] = [];
  for (let i = 0; i < calls; i++) leased.push((await queue.lease({ count, for: "1h" })).jobs);
  return leased;
}

const enqueueOf = (count: number, calls: number): GroupOperation => ({
  name: count === 1 ? "enqueue" : `enqueue ${count}`,
  calls,
  prepare: async (blocked) => () => enqueue(blocked, count),
});

const leaseOf = (count: number, calls: number): GroupOperation => ({
  name: count === 1 ? "lease" : `lease ${count}`,
  calls,
  prepare:
    async ({ queue }) =>
    () =>
      queue.lease({ count, for: "1h" }),
});

const turnOf = (count: number, calls: number): GroupOperation => ({
  name: count === 1 ? "turn" : `turn ${count}`,
  calls,
  async prepare(blocked) {
    const leased = await leaseEach(blocked, { count, calls });
    return (n) => {
      const settle = (leased[n] ?? []).map((job) => ({ job, action: "complete" as const }));
      return blocked.queue.turn({ settle, lease: { count, for: "1h" } });
    };
  },
});

/** Returns the ids of some blocked jobs. */
const blockedIds = async ({ queue }: BlockedQueue, limit: number): Promise<string[]> =>
  (await queue.list("blocked", { limit })).jobs.map(({ id }) => id);

const OPERATIONS: GroupOperation[] = [
  enqueueOf(1, 100),
  enqueueOf(100, 20),
  leaseOf(1, 100),
  leaseOf(100, 5),
  turnOf(1, 100),
  turnOf(100, 4),
  {
    name: "retry",
    calls: 100,
    async prepare(blocked, calls) {
      const leased = await leaseEach(blocked, { count: 1, calls });
      return async (n) => leased[n]?.[0]?.retry({ delay: 0 });
    },
  },
  {
    name: "cancel a blocked job",
    calls: 100,
    async prepare(blocked, calls) {
      const ids = await blockedIds(blocked, calls);
      return (n) => blocked.queue.cancel(ids[n] ?? "");
    },
  },
  {
    name: "explain a blocked job",
    calls: 100,
    async prepare(blocked, calls) {
      const ids = await blockedIds(blocked, calls);
      return (n) => blocked.queue.explain(ids[n] ?? "");
    },
  },
  {
    name: "pause and resume a group",
    calls: 50,
    prepare:
      async ({ queue, nextGroup }) =>
      async () => {
        const group = nextGroup();
        await queue.setGroup(group, { paused: true });
        await queue.setGroup(group, { paused: false });
      },
  },
  {
    name: "a page of groups",
    calls: 20,
    prepare:
      async ({ queue }) =>
      () =>
        queue.groups({ blocked: true }),
  },
  {
    name: "counts",
    calls: 100,
    prepare:
      async ({ queue }) =>
      () =>
        queue.counts(),
  },
];

/** Returns the description of a number of blocked jobs. */
function formatBlocked({ blocked, groups }: Pick<BlockedJobs, "blocked" | "groups">): string {
  return `${blocked} blocked, ${groups} ${groups === 1 ? "group" : "groups"}`;
}

/** Times every operation, on a Redis of its own. */
export function measureGroupFlatness(samples: Samples, size: BlockedJobs): Promise<void> {
  return withMeasuredRedis(samples, async ({ url, probe }) => {
    const client = createClient({ url });
    await client.connect();
    try {
      const queue = new Queue<string>("flat", { redis: nodeRedis(client), groups: { concurrency: 1_000_000 } });
      let n = 0;
      const blocked: BlockedQueue = { queue, nextGroup: () => `customer-${n++ % size.groups}` };
      // Restores the number of blocked jobs.
      const refill = async () => {
        const counts = await queue.counts();
        for (let left = size.blocked - counts.blocked; left > 0; left -= 1_000) {
          await enqueue(blocked, Math.min(left, 1_000));
        }
      };
      // A job of each group is not blocked.
      for (let left = size.groups; left > 0; left -= 1_000) await enqueue(blocked, Math.min(left, 1_000));
      await refill();
      for (const { name, calls, prepare } of OPERATIONS) {
        for (let round = 0; round < size.rounds; round++) {
          const call = await prepare(blocked, calls);
          // The first call loads the script and is not measured.
          await call(0);
          const before = await probe.scriptMicros();
          for (let n = 1; n < calls; n++) await call(n);
          const micros = ((await probe.scriptMicros()) - before) / (calls - 1);
          const load = formatBlocked(size);
          samples.add({ measure: "groups: flatness", system: "leasehold", load, figure: `${name} µs` }, micros);
          await refill();
        }
      }
    } finally {
      client.destroy();
    }
  });
}
