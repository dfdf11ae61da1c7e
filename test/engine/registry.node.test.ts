// The list of all queues, without which no cron sees one: how a queue comes back into it.
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { type Adapter, listQueues, Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { ownRedis } from "../gateway/kit/own-redis.ts";
import { Clock } from "../setup/queue.ts";

const HOUR = 3_600_000;

async function setUp() {
  const { url } = await ownRedis();
  const client = new Redis(url);
  onTestFinished(() => client.disconnect());
  const clock = new Clock();
  // Each is a process of its own, which knows nothing of what another has registered.
  const process = (adapter: Adapter = ioredis(client)) =>
    new Queue<number>("q", { redis: { ...adapter }, now: clock.now, lease: "1s" });
  const known = () => listQueues({ redis: ioredis(client) });
  return { client, clock, process, known };
}

test.each<[string, (queue: Queue<number>) => Promise<unknown>]>([
  ["enqueues", (queue) => queue.enqueue(2)],
  ["leases", (queue) => queue.lease()],
  ["cleans deeply", (queue) => queue.deepClean()],
])("a queue that the list has lost is in it again after an hour, when somebody %s", async (_what, use) => {
  const { client, clock, process, known } = await setUp();
  await process().enqueue(1);
  expect(await known()).toEqual(["q"]);
  await client.del("lh:queues");
  clock.pass(HOUR);
  await use(process());
  expect(await known()).toEqual(["q"]);
});

test("a process that goes on enqueueing enters its queue again within the hour", async () => {
  const { client, clock, process, known } = await setUp();
  const queue = process();
  await queue.enqueue(1);
  await client.del("lh:queues");
  for (let minutes = 0; minutes <= 60; minutes += 5) {
    await queue.enqueue(minutes);
    clock.pass(5 * 60_000);
  }
  await process().enqueue(2);
  expect(await known()).toEqual(["q"]);
});

test.each(["forget", "destroy"])(
  "a queue that is destroyed while others enqueue is in the list if it has jobs: they come before %s",
  async (name) => {
    const { client, process, known } = await setUp();
    const other = process();
    await other.enqueue(1);
    const real = ioredis(client);
    const beside: Adapter = {
      async run(script, keys, args) {
        if (script.name === name) await other.enqueue(2);
        return real.run(script, keys, args);
      },
    };
    await process(beside).destroy();
    await other.enqueue(3);
    expect(await known()).toEqual(["q"]);
  },
);

test("a queue that is destroyed between the two requests of its first enqueue is in the list if it has jobs", async () => {
  const { client, process, known } = await setUp();
  const real = ioredis(client);
  let isFirst = true;
  const slow: Adapter = {
    async run(script, keys, args) {
      if (script.name === "register" && isFirst) {
        isFirst = false;
        await process().destroy();
        await process().enqueue(2);
      }
      return real.run(script, keys, args);
    },
  };
  await process(slow).enqueue(1);
  expect(await known()).toEqual(["q"]);
  expect(await process().counts()).toMatchObject({ ready: 1 });
});
