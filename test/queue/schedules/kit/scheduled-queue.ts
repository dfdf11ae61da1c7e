// A queue with a clock, and what its schedules have created.
import type { Redis } from "ioredis";
import type { Queue, QueueOptions, ScheduleInfo } from "../../../../src/index.ts";
import { ioredis } from "../../../../src/redis/ioredis.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../../../setup/queue.ts";
import { connectToSharedRedis } from "../../kit/connections.ts";

/** The time at which the clock of a scheduled queue begins: a full hour, a Monday. */
export const NOON = Date.parse("2026-03-02T12:00:00Z");

/** A minute in ms. */
export const MINUTE = 60_000;
/** An hour in ms. */
export const HOUR = 3_600_000;

/** A queue of one test. */
export interface ScheduledQueue {
  name: string;
  redis: Redis;
  /** The beginning of the names of its keys. */
  root: string;
  clock: Clock;
  queue: Queue<unknown>;
  /** Returns another client of the queue. */
  client(options?: Partial<QueueOptions<unknown>>): Queue<unknown>;
  /** Leases and completes all jobs that are ready. Resolves with their schedules and slots, relative to NOON in minutes. */
  runAll(): Promise<string[]>;
  info(id: string): Promise<ScheduleInfo>;
}

/** Returns a function that creates queues over a direct connection. */
export function useScheduledQueues(): () => ScheduledQueue {
  const redis = connectToSharedRedis();
  return () => {
    const clock = new Clock();
    clock.time = NOON;
    const name = freshName();
    const client = (options: Partial<QueueOptions<unknown>> = {}) =>
      freshQueue<unknown>({ now: clock.now, redis: ioredis(redis), ...options }, name);
    const queue = client();
    return {
      name,
      redis,
      root: `${testPrefix()}:{${name}}:`,
      clock,
      queue,
      client,
      async runAll() {
        const found: string[] = [];
        for (;;) {
          const { jobs } = await queue.lease({ count: 100 });
          if (jobs.length === 0) return found;
          for (const job of jobs) {
            found.push(describeRun(job.id));
            await job.complete();
          }
        }
      },
      async info(id) {
        const { schedules } = await queue.schedules({ ids: [id] });
        return schedules[0] as ScheduleInfo;
      },
    };
  };
}

/** Returns the schedule and the slot of a job, relative to NOON in minutes, such as "report +15". */
export function describeRun(id: string): string {
  const at = id.lastIndexOf(":");
  const minutes = (Number(id.slice(at + 1)) - NOON) / MINUTE;
  return `${id.slice(0, at)} ${minutes < 0 ? "" : "+"}${minutes}`;
}
