// The registry lists all queues for the crons: a queue that the registry has lost is registered again.
import { expect, test } from "vitest";
import { type Adapter, listQueues, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { chooseAdapter } from "../cron/kit/clean-targets.ts";
import { connectToOwnRedis } from "../queue/kit/connections.ts";
import { Clock } from "../setup/queue.ts";

const HOUR = 3_600_000;

/** Starts a Redis of its own. Returns functions that open a queue, list the registered queues and intercept scripts. */
async function setUp() {
  const { client } = await connectToOwnRedis();
  const clock = new Clock();
  /** Opens the queue as a new process, which does not know that another process has registered it. */
  const openQueue = (adapter: Adapter = ioredis(client)) =>
    new Queue<number>("q", { redis: { ...adapter }, now: clock.now, lease: "1s" });
  const list = () => listQueues({ redis: ioredis(client) });
  /** Returns an adapter that calls `before` ahead of each script. */
  const decorate = (before: (script: string) => Promise<unknown> | undefined) =>
    chooseAdapter(async (script) => {
      await before(script);
      return ioredis(client);
    });
  return { client, clock, openQueue, list, decorate };
}

test.each<[string, (queue: Queue<number>) => Promise<unknown>]>([
  ["enqueue", (queue) => queue.enqueue(2)],
  ["lease", (queue) => queue.lease()],
  ["deepClean", (queue) => queue.deepClean()],
])("%s registers a queue again whose registration was lost an hour ago", async (_, use) => {
  const { client, clock, openQueue, list } = await setUp();
  await openQueue().enqueue(1);
  expect(await list()).toEqual(["q"]);
  await client.del("lh:queues");
  clock.pass(HOUR);
  await use(openQueue());
  expect(await list()).toEqual(["q"]);
});

test("a process that continues to enqueue registers its queue again within an hour", async () => {
  const { client, clock, openQueue, list } = await setUp();
  const queue = openQueue();
  await queue.enqueue(1);
  await client.del("lh:queues");
  for (let minutes = 0; minutes <= 60; minutes += 5) {
    await queue.enqueue(minutes);
    clock.pass(5 * 60_000);
  }
  await openQueue().enqueue(2);
  expect(await list()).toEqual(["q"]);
});

test.each(["forget", "destroy"])(
  "a queue stays registered if a job is enqueued just before the script `%s` of a destroy",
  async (name) => {
    const { openQueue, list, decorate } = await setUp();
    const other = openQueue();
    await other.enqueue(1);
    await openQueue(decorate((script) => (script === name ? other.enqueue(2) : undefined))).destroy();
    await other.enqueue(3);
    expect(await list()).toEqual(["q"]);
  },
);

test("a queue that is destroyed between the two requests of its first enqueue is registered if it has jobs", async () => {
  const { openQueue, list, decorate } = await setUp();
  let isFirst = true;
  const interrupted = decorate(async (script) => {
    if (script !== "register" || !isFirst) return;
    isFirst = false;
    await openQueue().destroy();
    await openQueue().enqueue(2);
  });
  await openQueue(interrupted).enqueue(1);
  expect(await list()).toEqual(["q"]);
  expect(await openQueue().counts()).toMatchObject({ ready: 1 });
});
