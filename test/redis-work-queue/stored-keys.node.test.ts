// The keys that each operation leaves: exactly those of the format, with its types, values and times to live.
import { expect, test } from "vitest";
import { Item } from "../../src/redis-work-queue/item.ts";
import { connectItemQueues, createItem } from "./kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();

test("addItem stores the data and pushes the id on the left", async () => {
  const { queue, readState } = createTestItemQueue();
  expect(await queue.addItem(createItem("a"))).toBe(true);
  expect(await queue.addItem(createItem("b"))).toBe(true);
  expect(await readState()).toEqual({ queue: ["b", "a"], items: { a: "a!", b: "b!" } });
});

test("addItem of an id that exists changes nothing", async () => {
  const { queue, readState } = createTestItemQueue();
  await queue.addItem(createItem("a"));
  expect(await queue.addItem(createItem("a", "other"))).toBe(false);
  expect(await readState()).toEqual({ queue: ["a"], items: { a: "a!" } });
});

test("addItems adds in order and resolves with false for ids that exist, also for one twice in a call", async () => {
  const { queue, readState } = createTestItemQueue();
  await queue.addItem(createItem("b"));
  expect(await queue.addItems(["a", "b", "c", "a"].map((id, i) => createItem(id, `${id}${i}`)))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(await readState()).toEqual({ queue: ["c", "a", "b"], items: { a: "a0", b: "b!", c: "c2" } });
});

test("addUniqueItem adds an item, and replaces the data of an item that exists", async () => {
  const { queue, readState } = createTestItemQueue();
  await queue.addUniqueItem(createItem("a"));
  await queue.addUniqueItem(createItem("a", "new"));
  expect(await readState()).toEqual({ queue: ["a"], items: { a: "new" } });
});

test("an item without an id gets a UUID with dashes", () => {
  expect(new Item("").id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("lease returns the items that were added first, and sets leases of whole seconds", async () => {
  const { queue, readState } = createTestItemQueue();
  await queue.addItems(["a", "b", "c"].map((id) => createItem(id)));
  const leased = await queue.lease(30, { count: 2 });
  expect(leased.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()])).toEqual([
    ["a", "a!"],
    ["b", "b!"],
  ]);
  expect(await readState()).toEqual({
    queue: ["c"],
    processing: ["b", "a"],
    items: { a: "a!", b: "b!", c: "c!" },
    leases: { a: 30, b: 30 },
  });
});

test("lease of an empty queue returns no item and leaves no key", async () => {
  const { queue, readState, countReplies } = createTestItemQueue();
  expect(await queue.lease(30)).toEqual([]);
  expect([await readState(), await countReplies()]).toEqual([{}, 0]);
});

test("lease skips ids without data, and drops them", async () => {
  const { queue, readState, connection, prefix } = createTestItemQueue();
  await connection.send("LPUSH", `${prefix}:queue`, ...Array.from({ length: 2_500 }, (_, i) => `gone-${i}`));
  await queue.addItem(createItem("a"));
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
  expect(await readState()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 30 } });
});

test.each([true, false])(
  "lease skips an id in the queue that another client holds (also in processing: %s)",
  async (inProcessing) => {
    const { queue, otherClient, readState, connection, prefix } = createTestItemQueue();
    await otherClient.run(otherClient.addItem("a", "a!"));
    await otherClient.run(otherClient.lease(60));
    if (!inProcessing) await connection.send("DEL", `${prefix}:processing`);
    await connection.send("LPUSH", `${prefix}:queue`, "a");
    expect(await queue.lease(30)).toEqual([]);
    expect(await readState()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 60 } });
  },
);

test("complete removes the data, the lease, and the id in processing", async () => {
  const { queue, readState } = createTestItemQueue();
  await queue.addItems([createItem("a"), createItem("b")]);
  const [a, b] = (await queue.lease(30, { count: 2 })) as [Item, Item];
  expect(await queue.complete(a)).toBe(true);
  expect(await readState()).toEqual({ processing: ["b"], items: { b: "b!" }, leases: { b: 30 } });
  expect(await queue.complete(a)).toBe(false);
  expect(await queue.complete(b)).toBe(true);
  expect(await readState()).toEqual({});
});

test("complete by id alone removes an item that another client holds, as the other clients do", async () => {
  const { queue, otherClient, readState } = createTestItemQueue();
  await otherClient.run(otherClient.addItem("a", "a!"));
  await otherClient.run(otherClient.lease(60));
  expect(await queue.complete({ id: "a" })).toBe(true);
  expect(await readState()).toEqual({});
});

test("counts are the lengths of the lists", async () => {
  const { queue } = createTestItemQueue();
  await queue.addItems(["a", "b", "c"].map((id) => createItem(id)));
  await queue.lease(30);
  expect(await queue.counts()).toEqual({ queued: 2, processing: 1 });
});

test("clean leaves leased items in processing, and drops ids without data", async () => {
  const { queue, readState, connection, prefix } = createTestItemQueue();
  await queue.addItem(createItem("a"));
  await queue.lease(30);
  await connection.send("LPUSH", `${prefix}:processing`, "gone");
  expect(await queue.clean()).toMatchObject({ finished: true, examined: 2, lost: 1, returned: 0, waiting: 0 });
  expect(await readState()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 30 } });
});

test.each([
  ["front", ["d", "c", "b", "a"]],
  ["back", ["a", "b", "c", "d"]],
] as const)(
  "cleans put back to the %s, in order, items that they have seen twice without a lease",
  async (recover, order) => {
    const { queue, clock, readState, expireLeases } = createTestItemQueue({ recover });
    await queue.addItems(["a", "b", "c", "d"].map((id) => createItem(id)));
    await queue.lease(30, { count: 3 });
    await expireLeases("a", "b", "c");
    expect(await queue.clean()).toMatchObject({ returned: 0, waiting: 3 });
    expect((await readState()).others).toEqual([":leasehold:marks"]);
    clock.pass(999);
    expect(await queue.clean()).toMatchObject({ returned: 0, waiting: 3 });
    clock.pass(1);
    expect(await queue.clean()).toMatchObject({ returned: 3, waiting: 0 });
    expect((await readState()).queue).toEqual(order);
    for (const leased of await queue.lease(30, { count: 4 })) expect(await queue.complete(leased)).toBe(true);
    await queue.clean();
    expect(await readState()).toEqual({});
  },
);

test("cleans with a limit continue where the last one stopped, and keep the order", async () => {
  const { queue, clock, readState, expireLeases } = createTestItemQueue({ grace: 0 });
  const ids = Array.from({ length: 10 }, (_, i) => `i${i}`);
  await queue.addItems(ids.map((id) => createItem(id)));
  await queue.lease(30, { count: 10 });
  await expireLeases(...ids);
  for (const expected of [0, 10]) {
    let returned = 0;
    let finished = false;
    for (let i = 0; !finished && i < 20; i++) {
      clock.pass(1);
      const cleaned = await queue.clean({ limit: 3 });
      returned += cleaned.returned;
      finished = cleaned.finished;
    }
    expect(returned).toBe(expected);
  }
  expect((await readState()).queue).toEqual(ids.toReversed());
});

test("one pass does not count an id that is several times in processing as seen twice, and a later one puts it back once", async () => {
  const { queue, clock, readState, connection, prefix } = createTestItemQueue({ grace: 0 });
  await queue.addItem(createItem("a"));
  await connection.send("DEL", `${prefix}:queue`);
  await connection.send("RPUSH", `${prefix}:processing`, "a", "a", "a");
  for (const finished of [false, false, false, true]) {
    expect(await queue.clean({ limit: 1 })).toMatchObject({ finished, returned: 0 });
    clock.pass(1);
  }
  for (let i = 0; i < 3; i++) {
    clock.pass(1);
    await queue.clean();
  }
  expect(await readState()).toEqual({ queue: ["a"], items: { a: "a!" }, others: [":leasehold:marks"] });
});

test("cleans remove an id in both lists from processing, and leave its place in the queue", async () => {
  const { queue, clock, readState, connection, prefix } = createTestItemQueue({ grace: 0 });
  await queue.addItems(["a", "b", "c"].map((id) => createItem(id)));
  await connection.send("RPUSH", `${prefix}:processing`, "b");
  await queue.clean();
  clock.pass(1);
  await queue.clean();
  expect(await readState()).toEqual({ queue: ["c", "b", "a"], items: { a: "a!", b: "b!", c: "c!" } });
});

test("cleaners that run at the same time share one pass of several slices", async () => {
  const { queue, createQueue, clock, connection, prefix } = createTestItemQueue({ grace: 0 });
  const ids = Array.from({ length: 2_500 }, (_, i) => `i${i}`);
  await connection.send("MSET", ...ids.flatMap((id) => [`${prefix}:item:${id}`, "!"]));
  await connection.send("RPUSH", `${prefix}:processing`, ...ids);
  await Promise.all([queue.clean(), createQueue().clean(), createQueue().clean()]);
  expect(await queue.counts()).toEqual({ queued: 0, processing: 2_500 });
  clock.pass(1);
  await Promise.all([queue.clean(), createQueue().clean(), createQueue().clean()]);
  expect(await queue.counts()).toEqual({ queued: 2_500, processing: 0 });
  expect(((await connection.send("LRANGE", `${prefix}:queue`, 0, -1)) as Buffer[]).map(String)).toEqual(ids);
});

test("deepClean of a queue without faults changes nothing and leaves no key", async () => {
  const { queue, readState } = createTestItemQueue();
  await queue.addItems(["a", "b", "c"].map((id) => createItem(id)));
  await queue.lease(30);
  const before = await readState();
  expect(await queue.deepClean()).toMatchObject({ finished: true, strays: 0, doubles: 0, lost: 0, waiting: 0 });
  expect(await readState()).toEqual(before);
});

test("an item whose leases expired too often fails, and can be redriven", async () => {
  const { queue, clock, readState, expireLeases } = createTestItemQueue({ maxAttempts: 2, grace: 0 });
  await queue.addItem(createItem("a"));
  for (const outcome of ["returned", "failed"]) {
    await queue.lease(30);
    await expireLeases("a");
    await queue.clean();
    clock.pass(1);
    expect(await queue.clean()).toMatchObject({ [outcome]: 1 });
  }
  expect(await readState()).toEqual({ others: [":leasehold:failed"] });
  expect((await queue.failed()).map(({ id, bytes }) => [id, Buffer.from(bytes).toString()])).toEqual([["a", "a!"]]);
  expect(await queue.redrive()).toBe(1);
  expect(await readState()).toEqual({ queue: ["a"], items: { a: "a!" } });
});
