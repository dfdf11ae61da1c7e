// A queue whose jobs are named by their group and a number, such as "a1", with any number of clients and a clock of its own.
import type { Redis } from "ioredis";
import { expect } from "vitest";
import type { Job, LeaseOptions, Queue, QueueOptions } from "../../../../src/index.ts";
import { ioredis } from "../../../../src/redis/ioredis.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../../../setup/queue.ts";
import { connectToSharedRedis } from "../../kit/connections.ts";
import { NO_REPAIRS } from "../../kit/invariants.ts";

/** A queue with groups, and what a test reads of it. */
export interface GroupQueue {
  queue: Queue<string>;
  clock: Clock;
  redis: Redis;
  /** The beginning of the names of its keys. */
  root: string;
  /** Creates another client, whose options may declare other limits. */
  connect(options?: Partial<QueueOptions<string>>): Queue<string>;
  /** Enqueues jobs, each in the group that its id begins with. */
  enqueue(...ids: string[]): Promise<string[]>;
  lease(options?: LeaseOptions): Promise<Job<string>[]>;
  leaseIds(options?: LeaseOptions): Promise<string[]>;
  /** Reads the numbers of leased jobs of all groups, directly from Redis. */
  countLeased(): Promise<Map<string, number>>;
  /** Leases and completes all jobs. Resolves with their ids in the order of their leases. */
  finishAll(): Promise<string[]>;
  /** Expects that a deep clean finds no fault, and that a queue without jobs has no trace of groups. */
  expectSound(): Promise<void>;
}

/** Returns the group that an id begins with. */
export const groupOfId = (id: string): string => id.replace(/\d+$/, "");

/** Returns ids of a group: `idsOf("a", 3)` are a1, a2 and a3. */
export const idsOf = (group: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${group}${i + 1}`);

/** Connects a test file to Redis. Returns a function that creates queues with groups, on another server if a client is given. */
export function useGroupQueues(): (options?: Partial<QueueOptions<string>>, client?: Redis) => GroupQueue {
  const shared = connectToSharedRedis();
  return (options = {}, redis = shared) => {
    const [clock, name] = [new Clock(), freshName()];
    const root = `${testPrefix()}:{${name}}:`;
    const connect = (own: Partial<QueueOptions<string>> = {}) =>
      freshQueue<string>({ redis: ioredis(redis), now: clock.now, lease: "10s", ...options, ...own }, name);
    const queue = connect();
    const lease = async (leaseOptions: LeaseOptions = {}) => (await queue.lease({ count: 100, ...leaseOptions })).jobs;
    return {
      queue,
      clock,
      redis,
      root,
      connect,
      lease,
      leaseIds: async (leaseOptions) => (await lease(leaseOptions)).map(({ id }) => id),
      async enqueue(...ids) {
        const jobs = ids.map((id) => ({ data: id, id, group: groupOfId(id) }));
        return (await queue.enqueueMany(jobs)).map(({ state }) => state);
      },
      async countLeased() {
        const counts = new Map<string, number>();
        for (const id of await redis.zrange(`${root}leased`, "0", "-1")) {
          counts.set(groupOfId(id), (counts.get(groupOfId(id)) ?? 0) + 1);
        }
        return counts;
      },
      async finishAll() {
        const finished: string[] = [];
        for (let jobs = await lease(); jobs.length > 0; jobs = await lease()) {
          for (const job of jobs) if (await job.complete()) finished.push(job.id);
        }
        return finished;
      },
      async expectSound() {
        expect(await queue.deepClean()).toMatchObject({ finished: true, ...NO_REPAIRS });
        const { ready, delayed, blocked, leased, failed } = await queue.counts();
        if (ready + delayed + blocked + leased + failed > 0) return;
        expect(await redis.exists(`${root}holders`, `${root}blocked`)).toBe(0);
        expect(Object.keys(await redis.hgetall(`${root}lines`))).toEqual(expect.not.arrayContaining(["1"]));
      },
    };
  };
}
