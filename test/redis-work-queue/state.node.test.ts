// Each operation on the whole state of a queue: exactly the keys, types, values and times to live of the format.
import { expect, test } from "vitest";
import { Item } from "../../src/redis-work-queue/item.ts";
import { benches } from "./kit/bench.ts";

const fresh = benches();
const item = (id: string, data = `${id}!`) => new Item(data, id);

test("addItem stores the data and pushes the id on the left", async () => {
  const { queue, state } = fresh();
  expect(await queue.addItem(item("a"))).toBe(true);
  expect(await queue.addItem(item("b"))).toBe(true);
  expect(await state()).toEqual({ queue: ["b", "a"], items: { a: "a!", b: "b!" } });
});

test("addItem of an id that is there changes nothing", async () => {
  const { queue, state } = fresh();
  await queue.addItem(item("a"));
  expect(await queue.addItem(item("a", "other"))).toBe(false);
  expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
});

test("addItems adds in order, and says which were there, also twice in one call", async () => {
  const { queue, state } = fresh();
  await queue.addItem(item("b"));
  expect(await queue.addItems(["a", "b", "c", "a"].map((id, i) => item(id, `${id}${i}`)))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(await state()).toEqual({ queue: ["c", "a", "b"], items: { a: "a0", b: "b!", c: "c2" } });
});

test("addUniqueItem adds, and gives an item that is there after all the new data, once", async () => {
  const { queue, state } = fresh();
  await queue.addUniqueItem(item("a"));
  await queue.addUniqueItem(item("a", "new"));
  expect(await state()).toEqual({ queue: ["a"], items: { a: "new" } });
});

test("an item without an id gets a UUID, with dashes", () => {
  expect(new Item("").id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("lease takes what came first, and sets leases of whole seconds", async () => {
  const { queue, state } = fresh();
  await queue.addItems(["a", "b", "c"].map((id) => item(id)));
  const leased = await queue.lease(30, { count: 2 });
  expect(leased.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()])).toEqual([
    ["a", "a!"],
    ["b", "b!"],
  ]);
  expect(await state()).toEqual({
    queue: ["c"],
    processing: ["b", "a"],
    items: { a: "a!", b: "b!", c: "c!" },
    leases: { a: 30, b: 30 },
  });
});

test("lease of an empty queue gives nothing and leaves nothing", async () => {
  const { queue, state, replies } = fresh();
  expect(await queue.lease(30)).toEqual([]);
  expect([await state(), await replies()]).toEqual([{}, 0]);
});

test("lease passes over ids without data, and drops them", async () => {
  const { queue, state, wire, prefix } = fresh();
  await wire.send("LPUSH", `${prefix}:queue`, ...Array.from({ length: 2_500 }, (_, i) => `gone-${i}`));
  await queue.addItem(item("a"));
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
  expect(await state()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 30 } });
});

test.each([true, false])("lease passes over an id that somebody holds (in processing: %s)", async (inProcessing) => {
  const { queue, foreign, state, wire, prefix } = fresh();
  await foreign.run(foreign.addItem("a", "a!"));
  await foreign.run(foreign.lease(60));
  if (!inProcessing) await wire.send("DEL", `${prefix}:processing`);
  await wire.send("LPUSH", `${prefix}:queue`, "a");
  expect(await queue.lease(30)).toEqual([]);
  expect(await state()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 60 } });
});

test("complete removes data, lease, and the id from processing", async () => {
  const { queue, state } = fresh();
  await queue.addItems([item("a"), item("b")]);
  const [a, b] = (await queue.lease(30, { count: 2 })) as [Item, Item];
  expect(await queue.complete(a)).toBe(true);
  expect(await state()).toEqual({ processing: ["b"], items: { b: "b!" }, leases: { b: 30 } });
  expect(await queue.complete(a)).toBe(false);
  expect(await queue.complete(b)).toBe(true);
  expect(await state()).toEqual({});
});

test("complete by id alone removes the item whoever has it, as the other clients do", async () => {
  const { queue, foreign, state } = fresh();
  await foreign.run(foreign.addItem("a", "a!"));
  await foreign.run(foreign.lease(60));
  expect(await queue.complete({ id: "a" })).toBe(true);
  expect(await state()).toEqual({});
});

test("counts are the lengths of the lists", async () => {
  const { queue } = fresh();
  await queue.addItems(["a", "b", "c"].map((id) => item(id)));
  await queue.lease(30);
  expect(await queue.counts()).toEqual({ queued: 2, processing: 1 });
});

test("clean leaves alone what is leased, and drops ids without data", async () => {
  const { queue, state, wire, prefix } = fresh();
  await queue.addItem(item("a"));
  await queue.lease(30);
  await wire.send("LPUSH", `${prefix}:processing`, "gone");
  expect(await queue.clean()).toMatchObject({ finished: true, examined: 2, lost: 1, returned: 0, waiting: 0 });
  expect(await state()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 30 } });
});

test.each([
  ["front", ["d", "c", "b", "a"]],
  ["back", ["a", "b", "c", "d"]],
] as const)("a clean puts back to the %s, in order, what it has seen twice", async (recover, order) => {
  const { queue, clock, state, expire } = fresh({ recover });
  await queue.addItems(["a", "b", "c", "d"].map((id) => item(id)));
  await queue.lease(30, { count: 3 });
  await expire("a", "b", "c");
  expect(await queue.clean()).toMatchObject({ returned: 0, waiting: 3 });
  expect((await state()).others).toEqual([":leasehold:marks"]);
  clock.pass(999);
  expect(await queue.clean()).toMatchObject({ returned: 0, waiting: 3 });
  clock.pass(1);
  expect(await queue.clean()).toMatchObject({ returned: 3, waiting: 0 });
  expect((await state()).queue).toEqual(order);
  for (const leased of await queue.lease(30, { count: 4 })) expect(await queue.complete(leased)).toBe(true);
  await queue.clean();
  expect(await state()).toEqual({});
});

test("cleans of a limit go on where the last one stopped, and keep the order", async () => {
  const { queue, clock, state, expire } = fresh({ grace: 0 });
  const ids = Array.from({ length: 10 }, (_, i) => `i${i}`);
  await queue.addItems(ids.map((id) => item(id)));
  await queue.lease(30, { count: 10 });
  await expire(...ids);
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
  expect((await state()).queue).toEqual(ids.toReversed());
});

test("an id that stands twice in processing is not seen twice by one pass, and is put back once", async () => {
  const { queue, clock, state, wire, prefix } = fresh({ grace: 0 });
  await queue.addItem(item("a"));
  await wire.send("DEL", `${prefix}:queue`);
  await wire.send("RPUSH", `${prefix}:processing`, "a", "a", "a");
  for (const finished of [false, false, false, true]) {
    expect(await queue.clean({ limit: 1 })).toMatchObject({ finished, returned: 0 });
    clock.pass(1);
  }
  for (let i = 0; i < 3; i++) {
    clock.pass(1);
    await queue.clean();
  }
  expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" }, others: [":leasehold:marks"] });
});

test("an id in both lists leaves processing, and stands in the queue as before", async () => {
  const { queue, clock, state, wire, prefix } = fresh({ grace: 0 });
  await queue.addItems(["a", "b", "c"].map((id) => item(id)));
  await wire.send("RPUSH", `${prefix}:processing`, "b");
  await queue.clean();
  clock.pass(1);
  await queue.clean();
  expect(await state()).toEqual({ queue: ["c", "b", "a"], items: { a: "a!", b: "b!", c: "c!" } });
});

test("cleaners that run at once are one pass, however many slices it takes", async () => {
  const { queue, another, clock, wire, prefix } = fresh({ grace: 0 });
  const ids = Array.from({ length: 2_500 }, (_, i) => `i${i}`);
  await wire.send("MSET", ...ids.flatMap((id) => [`${prefix}:item:${id}`, "!"]));
  await wire.send("RPUSH", `${prefix}:processing`, ...ids);
  await Promise.all([queue.clean(), another().clean(), another().clean()]);
  expect(await queue.counts()).toEqual({ queued: 0, processing: 2_500 });
  clock.pass(1);
  await Promise.all([queue.clean(), another().clean(), another().clean()]);
  expect(await queue.counts()).toEqual({ queued: 2_500, processing: 0 });
  expect(((await wire.send("LRANGE", `${prefix}:queue`, 0, -1)) as Buffer[]).map(String)).toEqual(ids);
});

test("deepClean of a queue in order changes nothing and leaves nothing", async () => {
  const { queue, state } = fresh();
  await queue.addItems(["a", "b", "c"].map((id) => item(id)));
  await queue.lease(30);
  const before = await state();
  expect(await queue.deepClean()).toMatchObject({ finished: true, strays: 0, doubles: 0, lost: 0, waiting: 0 });
  expect(await state()).toEqual(before);
});

test("an item whose lease ran out too often has failed, and can be made to wait again", async () => {
  const { queue, clock, state, expire } = fresh({ maxAttempts: 2, grace: 0 });
  await queue.addItem(item("a"));
  for (const outcome of ["returned", "failed"]) {
    await queue.lease(30);
    await expire("a");
    await queue.clean();
    clock.pass(1);
    expect(await queue.clean()).toMatchObject({ [outcome]: 1 });
  }
  expect(await state()).toEqual({ others: [":leasehold:failed"] });
  expect((await queue.failed()).map(({ id, bytes }) => [id, Buffer.from(bytes).toString()])).toEqual([["a", "a!"]]);
  expect(await queue.redrive()).toBe(1);
  expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
});
