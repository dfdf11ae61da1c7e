// One queue that several processes share. A test can pause or end each of them at any point of a request.
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished } from "vitest";
import { turn, turnPlain } from "../../src/engine/all-scripts.ts";
import type { NamedScript } from "../../src/engine/script.ts";
import { type Job, LeaseholdError, type Queue, type QueueOptions } from "../../src/index.ts";
import type { Adapter, Script } from "../../src/redis/adapter.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { startOwnRedis } from "../gateway/kit/own-servers.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../setup/queue.ts";

/** A point of a request: before Redis receives it, or after it took effect. */
type Point = "before" | "after";

/** A paused request. */
interface Pause {
  /** Resolves when the process has reached the point. */
  reached: Promise<void>;
  resume(): void;
}

/** One process that uses the queue. */
interface Process<T> {
  queue: Queue<T>;
  /** Pauses the next request of an operation. */
  pause(point: Point, operation: string): Pause;
  /** Ends the process in its next request of an operation: the call fails, before or after Redis executes the request. */
  die(point: Point, operation: string): void;
}

/** A queue that several processes share. */
export interface SharedQueue<T> {
  clock: Clock;
  /** The beginning of the names of its keys. */
  root: string;
  startProcess(): Process<T>;
}

/** Returns each operation twice: with the point before its request takes effect, and with the point after. */
export function pointsOf<Operation extends string>(...operations: Operation[]): [Point, Operation][] {
  return operations.flatMap((operation): [Point, Operation][] => [
    ["before", operation],
    ["after", operation],
  ]);
}

type Plan = { point: Point; operation: string; reach?: () => void; resumed?: Promise<void> };

let client: Redis;

/** Returns the client of a test file, for commands that no queue sends. */
export function redis(): Redis {
  return client;
}

/** Connects a test file to Redis. Returns a function that creates shared queues, which are audited after their test. */
export function useSharedQueues(): <T>(options?: Partial<QueueOptions<T>>) => SharedQueue<T> {
  const queues: Queue<never>[] = [];
  beforeAll(() => {
    client = new Redis(inject("redisUrl"));
  });
  afterAll(() => client.disconnect());
  afterEach(async () => {
    for (const queue of queues.splice(0)) await expectSound(queue as Queue<unknown>);
  });
  return <T>(options: Partial<QueueOptions<T>> = {}) => {
    const [clock, name] = [new Clock(), freshName()];
    const create = (adapter: Adapter) =>
      freshQueue<T>({ redis: adapter, now: clock.now, lease: "1s", ...options }, name);
    queues.push(create(ioredis(client)) as Queue<never>);
    return { clock, root: `${testPrefix()}:{${name}}:`, startProcess: () => createProcess(create) };
  };
}

/** Starts a Redis of one test. Resolves with a client of it; both end with the test. */
export async function connectOwnRedis(): Promise<Redis> {
  const own = new Redis((await startOwnRedis()).url);
  onTestFinished(() => own.disconnect());
  return own;
}

/** Leases one job, which must be ready. */
export async function leaseOne<T>(queue: Queue<T>, options?: Parameters<Queue<T>["lease"]>[0]): Promise<Job<T>> {
  const [job] = (await queue.lease(options)).jobs;
  if (!job) throw new Error("no job is ready");
  return job;
}

/** Creates a process: a client of the queue that pauses or dies at the planned points of its requests. */
function createProcess<T>(create: (adapter: Adapter) => Queue<T>): Process<T> {
  const plans: Plan[] = [];
  const direct = ioredis(client);
  const passPoint = async (point: Point, operation: string) => {
    const index = plans.findIndex((plan) => plan.point === point && plan.operation === operation);
    const [plan] = index < 0 ? [] : plans.splice(index, 1);
    if (!plan) return;
    plan.reach?.();
    if (!plan.resumed) throw new LeaseholdError("redis_unreachable", "this process has died");
    await plan.resumed;
  };
  const adapter: Adapter = {
    async run(script, keys, args) {
      const operation = operationOf(script, args);
      await passPoint("before", operation);
      const reply = await direct.run(script, keys, args);
      await passPoint("after", operation);
      return reply;
    },
  };
  return {
    queue: create(adapter),
    pause(point, operation) {
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
      plans.push({ point, operation, reach, resumed });
      return { reached, resume };
    },
    die: (point, operation) => void plans.push({ point, operation }),
  };
}

/** Returns the operation that a caller asked for. One script leases jobs, settles its last arguments, or both. */
function operationOf({ name }: Script, args: string[]): string {
  if (name === "enqueuePlain" || name === "enqueueKnown") return "enqueue";
  if (name !== "turn" && name !== "turnPlain") return name;
  const { args: names } = { turn, turnPlain }[name] as NamedScript;
  const leases = args[names.indexOf("count")] !== "0";
  const settles = args.length > names.length - 1;
  return leases && settles ? "turn" : leases ? "lease" : "settle";
}

/** Expects that an audit finds nothing to repair, and that each enqueued job is in a state or counted as ended. */
async function expectSound(queue: Queue<unknown>): Promise<void> {
  const { totals, ...counts } = await queue.counts();
  const present = counts.ready + counts.delayed + counts.leased + counts.failed;
  expect(totals.enqueued).toBe(totals.completed + totals.cancelled + totals.expired + totals.purged + present);
  const nothing = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
  expect(await queue.deepClean()).toMatchObject({ finished: true, ...nothing });
}
