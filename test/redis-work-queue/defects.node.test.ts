// The eleven defects of the redis-work-queue clients, each by the interleaving that brings it about: none can come from us.
import { describe, expect, test } from "vitest";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { type Bench, benches } from "./kit/bench.ts";
import { Wire } from "./kit/foreign.ts";
import { counting, stale } from "./kit/stale.ts";

const fresh = benches();
const item = (id: string, data = `${id}!`) => new Item(data, id);

/** Two light cleans, far enough apart to put back what has no lease. */
async function returned({ queue, clock }: Bench): Promise<void> {
  await queue.clean();
  clock.pass(1_000);
  await queue.clean();
}

describe("1: a clean between the pop and the lease of another client", () => {
  test.each(["clean", "deepClean"] as const)("%s hands the item to nobody else", async (clean) => {
    const { queue, foreign, state } = fresh();
    await foreign.run(foreign.addItem("a", "a!"));
    const leasing = await foreign.start(foreign.lease(30)).step(2);
    await queue[clean]();
    expect(await queue.lease(30)).toEqual([]);
    expect(await leasing.finish()).toMatchObject({ id: Buffer.from("a") });
    await queue[clean]();
    expect(await state()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 30 } });
  });

  test("nor do many cleaners at once, again and again, within the grace", async () => {
    const { queue, another, foreign, clock, state } = fresh();
    await foreign.run(foreign.addItem("a", "a!"));
    const leasing = await foreign.start(foreign.lease(30)).step(2);
    for (let i = 0; i < 9; i++) {
      await Promise.all([queue.clean(), another().clean(), another().deepClean(), another().clean()]);
      clock.pass(111);
    }
    expect(await queue.counts()).toEqual({ queued: 0, processing: 1 });
    await leasing.finish();
    clock.pass(1_000);
    await queue.clean();
    expect(await state()).toEqual({ processing: ["a"], items: { a: "a!" }, leases: { a: 30 } });
  });

  test("and an item that was marked, leased and popped again is seen anew", async () => {
    const { queue, foreign, clock, state } = fresh();
    await foreign.run(foreign.addItem("a", "a!"));
    const leasing = await foreign.start(foreign.lease(30)).step(2);
    await queue.clean();
    await leasing.finish();
    clock.pass(60_000);
    await queue.clean();
    expect((await state()).others).toBeUndefined();
  });

  test("our own lease is one command, with nothing between its parts", async () => {
    const { prefix, wire, queue } = fresh();
    await queue.addItem(item("a"));
    const { redis, requests } = counting(() => wire);
    await new RedisWorkQueue(prefix, { redis }).lease(30);
    expect(requests()).toEqual(["EVAL"]);
  });
});

test("2: cleaners that overlap, each between its slices, put back no item with a live lease", async () => {
  const bench = fresh({ grace: 0 });
  const { queue, another, foreign, clock, expire, state } = bench;
  const ids = Array.from({ length: 6 }, (_, i) => `i${i}`);
  await queue.addItems(ids.map((id) => item(id)));
  await queue.lease(30, { count: 6 });
  await expire(...ids);
  await queue.clean();
  clock.pass(1);
  // Each cleaner is stopped after every single item; a worker takes what has come back meanwhile.
  const cleaners = [queue, another(), another()];
  for (let i = 0; i < 9; i++) {
    await Promise.all(cleaners.map((cleaner) => cleaner.clean({ limit: 1 })));
    await foreign.run(foreign.lease(30));
    clock.pass(1);
  }
  const { queue: waiting = [], processing, leases } = await state();
  expect(waiting).toEqual([]);
  expect(processing?.toSorted()).toEqual(ids);
  expect(Object.keys(leases ?? {}).sort()).toEqual(ids);
});

describe("3: a holder whose lease ran out", () => {
  const WHO = ["ours", "foreign"] as const;
  const CASES = WHO.flatMap((cleaner) =>
    WHO.flatMap((worker) =>
      WHO.flatMap((producer) => ["a!", "new"].map((data) => ({ cleaner, worker, producer, data }))),
    ),
  );
  // All of it by others, but for the clean: then nothing tells the new item from the old one, if not its data.
  const isKnown = ({ cleaner, worker, producer, data }: (typeof CASES)[number]) =>
    cleaner !== "ours" || worker === "ours" || producer === "ours" || data !== "a!";

  test.each(CASES.filter(isKnown))(
    "does not complete an item that was added again (cleaned by $cleaner, completed by $worker, added by $producer as $data)",
    async ({ cleaner, worker, producer, data }) => {
      const bench = fresh();
      const { queue, another, foreign, expire, state } = bench;
      await queue.addItem(item("a"));
      const [late] = (await queue.lease(30)) as [Item];
      await expire("a");
      if (cleaner === "ours") await returned(bench);
      else await foreign.run(foreign.clean());
      if (worker === "ours") {
        const [again] = (await another().lease(30)) as [Item];
        expect(await another().complete(again)).toBe(true);
      } else {
        await foreign.run(foreign.lease(30));
        expect(await foreign.run(foreign.complete("a"))).toBe(true);
      }
      if (producer === "ours") await another().addItem(item("a", data));
      else await foreign.run(foreign.addItem("a", data));
      expect(await queue.complete(late)).toBe(false);
      expect(await state()).toMatchObject({ queue: ["a"], items: { a: data } });
    },
  );

  test("does not complete an item that was added again and is leased", async () => {
    const bench = fresh();
    const { queue, foreign, expire } = bench;
    await queue.addItem(item("a"));
    const [late] = (await queue.lease(30)) as [Item];
    await expire("a");
    await foreign.run(foreign.clean());
    await foreign.run(foreign.lease(30));
    await foreign.run(foreign.complete("a"));
    await foreign.run(foreign.addItem("a", "a!"));
    await foreign.run(foreign.lease(30));
    expect(await queue.complete(late)).toBe(false);
    expect(await foreign.run(foreign.complete("a"))).toBe(true);
  });
});

describe("4: a late completion", () => {
  test("of an item that was put back takes the id out of the queue, and the item can be added and leased once", async () => {
    const bench = fresh();
    const { queue, foreign, expire, state } = bench;
    await queue.addItem(item("a"));
    const [late] = (await queue.lease(30)) as [Item];
    await expire("a");
    await returned(bench);
    expect(await queue.complete(late)).toBe(true);
    expect(await state()).toEqual({});
    await queue.addItem(item("a", "new"));
    expect(await foreign.run(foreign.lease(30))).toMatchObject({ data: Buffer.from("new") });
    expect(await queue.lease(30)).toEqual([]);
  });

  test("counts while the item is in processing, and for the first who completes it", async () => {
    const bench = fresh();
    const { queue, another, expire, state } = bench;
    await queue.addItem(item("a"));
    const [late] = (await queue.lease(30)) as [Item];
    await expire("a");
    expect(await queue.complete(late)).toBe(true);
    await queue.addItem(item("a"));
    const [first] = (await queue.lease(30)) as [Item];
    await expire("a");
    await returned(bench);
    const [second] = (await another().lease(30)) as [Item];
    expect(await queue.complete(first)).toBe(true);
    expect(await another().complete(second)).toBe(false);
    expect(await state()).toEqual({});
  });

  test("of another client leaves an id that is leased to nobody, and that a deep clean removes", async () => {
    const bench = fresh();
    const { queue, foreign, state } = bench;
    await foreign.run(foreign.addItem("a", "a!"));
    await foreign.start(foreign.lease(30)).step(2);
    await returned(bench);
    await foreign.run(foreign.complete("a"));
    expect((await state()).queue).toEqual(["a"]);
    await queue.deepClean();
    expect(await state()).toEqual({});
  });
});

describe("5: an add that breaks off between the data and the id", () => {
  test("cannot be ours: an add is one command", async () => {
    const { prefix, wire } = fresh();
    const { redis, requests } = counting(() => wire);
    await new RedisWorkQueue(prefix, { redis }).addItem(item("a"));
    expect(requests()).toEqual(["EVAL"]);
  });

  test("is found by one deep clean", async () => {
    const { another, foreign, state } = fresh();
    await foreign.start(foreign.addItem("a", "a!")).step(1);
    const queue = another({ grace: 0 });
    expect(await queue.deepClean()).toMatchObject({ finished: true, strays: 1 });
    expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });

  test("is not taken up while it may still go on", async () => {
    const { queue, clock, foreign, state } = fresh();
    const adding = await foreign.start(foreign.addItem("a", "a!")).step(1);
    expect(await queue.deepClean()).toMatchObject({ finished: false, strays: 0 });
    clock.pass(999);
    expect(await queue.deepClean()).toMatchObject({ finished: false, strays: 0 });
    await adding.finish();
    clock.pass(1);
    expect(await queue.deepClean()).toMatchObject({ finished: true, strays: 0 });
    expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });

  test("is taken up by light cleans when somebody adds the item again", async () => {
    const bench = fresh();
    const { queue, clock, foreign, state } = bench;
    await foreign.start(foreign.addItem("a", "a!")).step(1);
    expect(await queue.addItem(item("a"))).toBe(false);
    clock.pass(1_000);
    expect(await queue.clean()).toMatchObject({ strays: 1 });
    expect(await state()).toEqual({ queue: ["a"], items: { a: "a!" } });
  });
});

describe("6: a deep clean keeps to its own queue", () => {
  test.each(["q[12]", "q*", "q?", "q\\", "[^q]", "{q}", "ünï", "q\n"])("whose prefix ends in %j", async (end) => {
    const { prefix } = fresh();
    const [mine, other] = [fresh({ grace: 0 }, `${prefix}${end}`), fresh({}, `${prefix}q1`)];
    await other.foreign.start(other.foreign.addItem("b", "b!")).step(1);
    await mine.foreign.start(mine.foreign.addItem("a", "a!")).step(1);
    await mine.queue.deepClean();
    expect(await mine.state()).toEqual({ queue: ["a"], items: { a: "a!" } });
    expect(await other.state()).toEqual({ items: { b: "b!" } });
  });

  test.each([
    ["not told", undefined],
    ["told", ["item"]],
  ] as const)("when another one's prefix begins with its own: %s of it", async (_title, nested) => {
    const { prefix } = fresh();
    const names = nested?.map((name) => `${prefix}:${name}`);
    const outer = fresh(names ? { grace: 0, nested: names } : { grace: 0 }, prefix);
    const inner = fresh({ grace: 0 }, `${prefix}:item`);
    await outer.queue.addItems(["a", "b"].map((id) => item(id)));
    await outer.queue.lease(30);
    const before = { queue: ["b"], processing: ["a"] };
    await inner.queue.addItems(["x", "y"].map((id) => item(id)));
    await inner.queue.lease(30);
    await inner.foreign.start(inner.foreign.addItem("half", "!")).step(1);
    const innerBefore = await inner.state();
    await outer.queue.deepClean();
    await outer.queue.deepClean();
    expect(await outer.queue.counts()).toEqual({ queued: 1, processing: 1 });
    expect(await outer.state()).toMatchObject(before);
    expect(await inner.state()).toEqual(innerBefore);
    expect(await inner.queue.deepClean()).toMatchObject({ strays: 1 });
    expect(await inner.state()).toEqual({ ...innerBefore, queue: ["y", "half"] });
  });

  test("and finds an item whose id looks like another queue's, once it is told that there is none", async () => {
    const { another, foreign, state } = fresh({ grace: 0 });
    await foreign.start(foreign.addItem("item:1", "!")).step(1);
    expect(await another().deepClean()).toMatchObject({ strays: 0, unclear: 1 });
    expect(await another({ nested: [] }).deepClean()).toMatchObject({ strays: 1, unclear: 0 });
    expect(await state()).toEqual({ queue: ["item:1"], items: { "item:1": "!" } });
  });
});

test("7: ids that are no UTF-8 stop no clean, and are leased and completed as they are", async () => {
  const bench = fresh();
  const { queue, foreign, wire, prefix, state } = bench;
  await wire.send("LPUSH", `${prefix}:processing`, Buffer.from([0xff]), Buffer.from([0xc3, 0x28]));
  for (const id of [Buffer.from([0xfe, 0x00]), Buffer.from("ok")]) {
    await foreign.run(foreign.addItem(id, Buffer.from([0xff])));
    await foreign.start(foreign.lease(30)).step(1);
  }
  await returned(bench);
  expect(await state()).toMatchObject({ queue: ["ok", "\xfe\0"] });
  expect(await queue.deepClean()).toMatchObject({ lost: 0, strays: 0 });
  const leased = await queue.lease(30, { count: 2 });
  expect(leased.map(({ idBytes, bytes }) => [Buffer.from(idBytes).toString("hex"), [...bytes]])).toEqual([
    ["fe00", [255]],
    ["6f6b", [255]],
  ]);
  for (const each of leased) expect(await queue.complete(each)).toBe(true);
  expect(await state()).toEqual({});
});

test("8: an item that kills whoever works on it is given up, whoever they are", async () => {
  const bench = fresh();
  const { queue, foreign, expire, state } = bench;
  await foreign.run(foreign.addItem("poison", "!"));
  let leases = 0;
  while ((await foreign.run(foreign.lease(30))) && leases < 100) {
    leases += 1;
    await expire("poison");
    await returned(bench);
  }
  expect(leases).toBe(20);
  expect((await queue.failed()).map(({ id }) => id)).toEqual(["poison"]);
  expect(await state()).toEqual({ others: [":leasehold:failed"] });
});

test("9: 4,000 items without a lease are put back in under 60 requests and half a second of Redis", async () => {
  const redis = await startRedis();
  const wire = await Wire.open(redis.url);
  try {
    for (const clean of ["clean", "deepClean"] as const) {
      await wire.send("FLUSHALL");
      const cost = await stale(wire, 4_000, clean);
      expect(cost.queued).toBe(4_000);
      expect(cost.requests).toBeLessThan(60);
      expect(cost.seconds).toBeLessThan(0.5);
    }
  } finally {
    wire.close();
    await redis.stop();
  }
});

test("10: an item in processing that has data is never dropped", async () => {
  const bench = fresh();
  const { queue, foreign, state, expire } = bench;
  for (const id of ["a", "b"]) await foreign.run(foreign.addItem(id, `${id}!`));
  for (let i = 0; i < 2; i++) await foreign.run(foreign.lease(30));
  await expire("a");
  await returned(bench);
  expect(await state()).toMatchObject({ queue: ["a"], processing: ["b"], items: { a: "a!", b: "b!" } });
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
});

test("11: ids without data do not keep lease from the items behind them", async () => {
  const { queue, foreign, wire, prefix } = fresh();
  await wire.send("LPUSH", `${prefix}:queue`, "gone", "gone too");
  await foreign.run(foreign.addItem("a", "a!"));
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
});
