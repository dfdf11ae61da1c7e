// Every order of the scripts of an enqueue, of a deep clean that removes the unused queue, and of a destroy: afterwards a
// queue with a job is in the registry.
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { type Adapter, listQueues, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { startOwnRedis } from "../gateway/kit/own-servers.ts";
import { orders } from "../interleavings/orders.ts";
import { Clock, freshName } from "../setup/queue.ts";

/** An operation whose scripts run one at a time, on request. */
class SteppedOperation {
  readonly done: Promise<unknown>;
  #isDone = false;
  #runNext: (() => Promise<unknown>) | undefined;
  #wakeStep: (() => void) | undefined;

  /** Starts an operation on an adapter that holds each script until `step` runs it. */
  constructor(redis: Adapter, operate: (redis: Adapter) => Promise<unknown>) {
    const run: Adapter["run"] = (...call) =>
      new Promise((resolve, reject) => {
        this.#runNext = () => redis.run(...call).then(resolve, reject);
        this.#wakeStep?.();
      });
    this.done = operate({ run }).finally(() => {
      this.#isDone = true;
      this.#wakeStep?.();
    });
  }

  /** Runs the next script. Resolves with false if the operation has ended. */
  async step(): Promise<boolean> {
    if (!this.#isDone && !this.#runNext) await new Promise<void>((resolve) => (this.#wakeStep = resolve));
    const runNext = this.#runNext;
    this.#runNext = undefined;
    await runNext?.();
    return runNext !== undefined;
  }
}

test.each([
  ["an enqueue and a deep clean", ["enqueue", "clean"]],
  ["an enqueue, a deep clean and a destroy", ["enqueue", "clean", "destroy"]],
] as const)(
  "%s in every order leave a queue with a job in the registry",
  async (_what, operations) => {
    const client = new Redis((await startOwnRedis()).url);
    onTestFinished(() => client.disconnect());
    const redis = ioredis(client);
    const outcomes = new Set<string>();
    for (const order of orders(operations.map(() => 3))) {
      const clock = new Clock();
      const options = { prefix: freshName(), now: clock.now };
      const queue = (adapter: Adapter) => new Queue<number>("q", { ...options, redis: adapter, logger: false });
      const user = queue({ run: redis.run });
      await user.enqueue(0);
      await (await user.lease()).jobs[0]?.complete();
      clock.pass(8 * 86_400_000);
      const operate = {
        enqueue: (adapter: Adapter) => queue(adapter).enqueue(1),
        clean: (adapter: Adapter) => cleanAll("deep", { ...options, redis: adapter }),
        destroy: (adapter: Adapter) => queue(adapter).destroy(),
      };
      const stepped = operations.map((operation) => new SteppedOperation(redis, operate[operation]));
      for (const turn of order) await stepped[turn]?.step();
      for (const operation of stepped) while (await operation.step());
      await Promise.all(stepped.map(({ done }) => done));
      const { ready } = await queue(redis).counts();
      const isKnown = (await listQueues({ redis, prefix: options.prefix })).includes("q");
      expect([order, ready === 0 || isKnown]).toEqual([order, true]);
      outcomes.add(`${ready} ready`);
    }
    // Only a destroy removes the job.
    expect([...outcomes].sort()).toEqual(operations.length > 2 ? ["0 ready", "1 ready"] : ["1 ready"]);
  },
  300_000,
);
