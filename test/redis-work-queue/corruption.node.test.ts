// Damaged lists: cleans make every incomplete item available, exactly once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import type { CommandPart } from "./kit/resp-connection.ts";
import { connectItemQueues, createItem, type TestItemQueue } from "./kit/test-item-queue.ts";

// A server of its own: a deep clean examines all keys of a database, including those of other tests.
let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());
const createTestItemQueue = connectItemQueues(() => redis.url);

const notUtf8 = (last: number) => Buffer.from([0xff, 0xc0, last]);
const itemKey = (id: Buffer) => `:item:${id.toString("latin1")}`;

/**
 * Commands that damage a queue with items of three kinds: `waiting`; `held`, which are leased; `over`, whose leases expired.
 * A string that begins with ":" is a key of the queue.
 */
const CORRUPTIONS: { name: string; commands: CommandPart[][] }[] = [
  { name: "an id removed from processing, with a live lease", commands: [["LREM", ":processing", 0, "held-1"]] },
  { name: "an id removed from processing, without a live lease", commands: [["LREM", ":processing", 0, "over-1"]] },
  { name: "an id removed from the queue", commands: [["LREM", ":queue", 0, "waiting-1"]] },
  { name: "an id copied from the queue to processing", commands: [["LPUSH", ":processing", "waiting-2"]] },
  { name: "an id copied from processing to the queue, with a live lease", commands: [["LPUSH", ":queue", "held-2"]] },
  {
    name: "an id copied from processing to the queue, without a live lease",
    commands: [["LPUSH", ":queue", "over-2"]],
  },
  { name: "an id twice in the queue", commands: [["RPUSH", ":queue", "waiting-3", "waiting-3"]] },
  { name: "an id twice in processing", commands: [["RPUSH", ":processing", "held-3", "over-3", "over-3"]] },
  {
    name: "ids without data, in both lists",
    commands: [
      ["LPUSH", ":queue", "gone-1", "gone-2"],
      ["LPUSH", ":processing", "gone-2", "gone-3"],
    ],
  },
  {
    name: "ids that are not UTF-8, with data and without, in each list and in none",
    commands: [
      ...[1, 2, 3].map((last) => ["SET", itemKey(notUtf8(last)), Buffer.from([0xff])]),
      ["LPUSH", ":queue", notUtf8(1), notUtf8(4)],
      ["LPUSH", ":processing", notUtf8(2), notUtf8(4), notUtf8(5)],
    ],
  },
  { name: "data without an id", commands: [["SET", ":item:alone", "alone!"]] },
  { name: "an item popped and not leased", commands: [["RPOPLPUSH", ":queue", ":processing"]] },
  { name: "both lists lost", commands: [["DEL", ":queue", ":processing"]] },
];

/** Creates a queue with four items of each kind (`over`, `held`, `waiting`) in an empty database, and damages it. */
async function createCorruptedQueue(corruptions: typeof CORRUPTIONS): Promise<TestItemQueue> {
  const testQueue = createTestItemQueue({ grace: 0 });
  const { queue, connection, prefix, expireLeases } = testQueue;
  await connection.send("FLUSHALL");
  const ids = ["over", "held", "waiting"].flatMap((kind) => [1, 2, 3, 4].map((n) => `${kind}-${n}`));
  await queue.addItems(ids.map((id) => createItem(id)));
  await queue.lease(30, { count: 8 });
  await expireLeases(...ids.slice(0, 4));
  const addPrefix = (part: CommandPart) =>
    String(part).startsWith(":") ? Buffer.concat([Buffer.from(prefix), Buffer.from(String(part), "latin1")]) : part;
  for (const command of corruptions.flatMap(({ commands }) => commands))
    await connection.send(...command.map(addPrefix));
  return testQueue;
}

/** Runs two deep cleans. Expects leased items in processing and all others waiting, each id once and with data. */
async function expectRepaired(testQueue: TestItemQueue): Promise<void> {
  for (let i = 0; i < 2; i++) {
    expect(await testQueue.queue.deepClean()).toMatchObject({ finished: true });
    testQueue.clock.pass(1);
  }
  const { queue = [], processing = [], items = {}, leases = {}, wrong } = await testQueue.readState();
  expect(wrong).toBeUndefined();
  expect(processing.toSorted()).toEqual(Object.keys(leases).sort());
  const waiting = Object.keys(items).filter((id) => !(id in leases));
  expect(queue.toSorted()).toEqual(waiting.sort());
  expect(Object.keys(leases)).toHaveLength(4);
}

/** Expects each item to be leased and completed once, and no key to be left afterwards. */
async function expectWorkable(testQueue: TestItemQueue): Promise<void> {
  const { items = {}, leases = {} } = await testQueue.readState();
  await testQueue.expireLeases(...Object.keys(leases));
  for (let i = 0; i < 2; i++) {
    await testQueue.queue.clean();
    testQueue.clock.pass(1);
  }
  const leased = await testQueue.queue.lease(30, { count: 100 });
  const leasedIds = leased.map(({ idBytes }) => Buffer.from(idBytes).toString("latin1"));
  expect(leasedIds.sort()).toEqual(Object.keys(items).sort());
  for (const item of leased) expect(await testQueue.queue.complete(item)).toBe(true);
  await testQueue.queue.clean();
  expect(await testQueue.readState()).toEqual({});
}

describe.each(CORRUPTIONS)("$name", (corruption) => {
  test("is repaired", async () => {
    const testQueue = await createCorruptedQueue([corruption]);
    await expectRepaired(testQueue);
    await expectWorkable(testQueue);
  });

  test("is repaired together with each other corruption", async () => {
    for (const other of CORRUPTIONS) {
      const testQueue = await createCorruptedQueue([corruption, other]);
      await expectRepaired(testQueue);
      await expectWorkable(testQueue);
    }
  });
});

test("all corruptions together are repaired", async () => {
  const testQueue = await createCorruptedQueue(CORRUPTIONS.slice(0, -1));
  await expectRepaired(testQueue);
  await expectWorkable(testQueue);
});

test("one deep clean repairs ids that are in no list or twice in lists", async () => {
  const testQueue = await createCorruptedQueue(CORRUPTIONS.slice(1, 4));
  await testQueue.queue.deepClean();
  const { queue = [] } = await testQueue.readState();
  for (const id of ["over-1", "waiting-1", "waiting-2"]) expect(queue.filter((each) => each === id)).toEqual([id]);
});

test.each([
  { name: "entries", bound: { limit: 50 } },
  { name: "requests", bound: { maxRequests: 1 } },
])("cleans of a limited number of $name repair everything as well", async ({ bound }) => {
  const testQueue = await createCorruptedQueue(CORRUPTIONS.slice(0, -1));
  for (let rounds = 0, calls = 0; rounds < 2 && calls < 10_000; calls++) {
    if ((await testQueue.queue.deepClean(bound)).finished) rounds += 1;
    await testQueue.queue.clean(bound);
    testQueue.clock.pass(1);
  }
  await expectRepaired(testQueue);
});
