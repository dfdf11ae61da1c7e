// What the tests of the defects share: one queue seen by several processes, each of which can be stopped or die at any
// point of a request.
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import type { NamedScript } from "../../src/engine/script.ts";
import { turn, turnPlain } from "../../src/engine/scripts.gen.ts";
import { LeaseholdError, type Queue, type QueueOptions } from "../../src/index.ts";
import type { Adapter, Script } from "../../src/redis/adapter.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { Clock, freshName, freshQueue } from "../setup/queue.ts";

/** A request that is held up. */
interface Stop {
  /** Resolves when the process has come to it. */
  reached: Promise<void>;
  go(): void;
}

/** One process that uses the queue. */
interface Process<T> {
  queue: Queue<T>;
  /** Holds its next request of a script back, before Redis has it or after it took effect. */
  stop(when: "before" | "after", script: string): Stop;
  /** Ends it in its next request of a script: the call fails, and Redis never had the request, or carried it out. */
  die(when: "before" | "after", script: string): void;
  /** The names of the scripts that it ran. */
  ran: string[];
}

export interface Bench<T> {
  clock: Clock;
  name: string;
  /** Another process with the same queue. */
  process(): Process<T>;
}

type Plan = { when: "before" | "after"; script: string; reach?: () => void; gone?: Promise<void> };

let client: Redis;

/** Connects for the tests of a file. Each queue is checked when its test is over: nothing lost, doubled or left behind. */
export function benches(): <T>(options?: Partial<QueueOptions<T>>) => Bench<T> {
  const used: Queue<never>[] = [];
  beforeAll(() => {
    client = new Redis(inject("redisUrl"));
  });
  afterAll(() => client.disconnect());
  afterEach(async () => {
    for (const queue of used.splice(0)) await expectWhole(queue as Queue<unknown>);
  });
  return <T>(options: Partial<QueueOptions<T>> = {}) => {
    const [clock, name] = [new Clock(), freshName()];
    const make = (redis: Adapter) => freshQueue<T>({ redis, now: clock.now, lease: "1s", ...options }, name);
    used.push(make(ioredis(client)) as Queue<never>);
    return { clock, name, process: () => processOf(make) };
  };
}

function processOf<T>(make: (redis: Adapter) => Queue<T>): Process<T> {
  const [plans, ran]: [Plan[], string[]] = [[], []];
  const direct = ioredis(client);
  const at = async (when: "before" | "after", script: string) => {
    const index = plans.findIndex((plan) => plan.when === when && plan.script === script);
    const [plan] = index < 0 ? [] : plans.splice(index, 1);
    if (!plan) return;
    plan.reach?.();
    if (!plan.gone) throw new LeaseholdError("redis_unreachable", "this process has died");
    await plan.gone;
  };
  const adapter: Adapter = {
    async run(script, keys, args) {
      const operation = operationOf(script, args);
      await at("before", operation);
      ran.push(operation);
      const reply = await direct.run(script, keys, args);
      await at("after", operation);
      return reply;
    },
  };
  return {
    queue: make(adapter),
    ran,
    stop(when, script) {
      let [reach, go] = [() => {}, () => {}];
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      const gone = new Promise<void>((resolve) => {
        go = resolve;
      });
      plans.push({ when, script, reach, gone });
      return { reached, go };
    },
    die: (when, script) => void plans.push({ when, script }),
  };
}

/** The operation as its caller knows it: lease, settle and turn are one script, of which there is a plain form. */
function operationOf({ name }: Script, args: string[]): string {
  if (name === "enqueuePlain") return "enqueue";
  if (name !== "turn" && name !== "turnPlain") return name;
  const { args: names } = { turn, turnPlain }[name] as NamedScript;
  const leases = args[names.indexOf("count")] !== "0";
  const settles = args.length > names.length - 1;
  return leases && settles ? "turn" : leases ? "lease" : "settle";
}

/** Nothing that an audit would mend, and each job that was enqueued is somewhere or was counted when it ended. */
async function expectWhole(queue: Queue<unknown>): Promise<void> {
  const { totals, ...counts } = await queue.counts();
  const present = counts.ready + counts.delayed + counts.leased + counts.failed;
  expect(totals.enqueued).toBe(totals.completed + totals.cancelled + totals.expired + totals.purged + present);
  const nothing = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
  expect(await queue.deepClean()).toMatchObject({ finished: true, ...nothing });
}
