// Whatever happens to the lists: cleans make every incomplete item available, exactly once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { type Bench, benches } from "./kit/bench.ts";

// A server of its own: a deep clean goes through all keys of a database, those of other tests too.
let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());
const fresh = benches(() => redis.url);

/** What happens to a queue of which `waiting`, `held` (leased) and `over` (leased, and that ran out) are items. */
interface Corruption {
  name: string;
  happen(bench: Bench, key: (name: string) => string): Promise<unknown>;
}

const CORRUPTIONS: Corruption[] = [
  {
    name: "an id removed from processing, with a live lease",
    happen: ({ wire }, key) => wire.send("LREM", key("processing"), 0, "held-1"),
  },
  {
    name: "an id removed from processing, without a live lease",
    happen: ({ wire }, key) => wire.send("LREM", key("processing"), 0, "over-1"),
  },
  { name: "an id removed from the queue", happen: ({ wire }, key) => wire.send("LREM", key("queue"), 0, "waiting-1") },
  {
    name: "an id copied from the queue to processing",
    happen: ({ wire }, key) => wire.send("LPUSH", key("processing"), "waiting-2"),
  },
  {
    name: "an id copied from processing to the queue, with a live lease",
    happen: ({ wire }, key) => wire.send("LPUSH", key("queue"), "held-2"),
  },
  {
    name: "an id copied from processing to the queue, without a live lease",
    happen: ({ wire }, key) => wire.send("LPUSH", key("queue"), "over-2"),
  },
  {
    name: "an id twice in the queue",
    happen: ({ wire }, key) => wire.send("RPUSH", key("queue"), "waiting-3", "waiting-3"),
  },
  {
    name: "an id twice in processing",
    happen: ({ wire }, key) => wire.send("RPUSH", key("processing"), "held-3", "over-3", "over-3"),
  },
  {
    name: "ids without data, in both lists",
    happen: async ({ wire }, key) => {
      await wire.send("LPUSH", key("queue"), "gone-1", "gone-2");
      await wire.send("LPUSH", key("processing"), "gone-2", "gone-3");
    },
  },
  {
    name: "ids that are no UTF-8, with data and without, in each list and in none",
    happen: async ({ wire, prefix }, key) => {
      const id = (last: number) => Buffer.from([0xff, 0xc0, last]);
      for (const last of [1, 2, 3]) {
        await wire.send("SET", Buffer.concat([Buffer.from(`${prefix}:item:`), id(last)]), Buffer.from([0xff]));
      }
      await wire.send("LPUSH", key("queue"), id(1), id(4));
      await wire.send("LPUSH", key("processing"), id(2), id(4), id(5));
    },
  },
  {
    name: "data without an id",
    happen: ({ wire, prefix }) => wire.send("SET", `${prefix}:item:alone`, "alone!"),
  },
  {
    name: "an item popped and not leased",
    happen: ({ wire }, key) => wire.send("RPOPLPUSH", key("queue"), key("processing")),
  },
  {
    name: "both lists lost",
    happen: ({ wire }, key) => wire.send("DEL", key("queue"), key("processing")),
  },
];

async function seeded(): Promise<Bench> {
  const bench = fresh({ grace: 0 });
  await bench.wire.send("FLUSHALL");
  const ids = ["over", "held", "waiting"].flatMap((kind) => [1, 2, 3, 4].map((n) => `${kind}-${n}`));
  await bench.queue.addItems(ids.map((id) => new Item(`${id}!`, id)));
  await bench.queue.lease(30, { count: 8 });
  await bench.expire(...ids.slice(0, 4));
  return bench;
}

/** Two deep cleans; then what is leased is in processing, all else waits, and nothing stands twice or without data. */
async function expectRepaired(bench: Bench): Promise<void> {
  for (let i = 0; i < 2; i++) {
    expect(await bench.queue.deepClean()).toMatchObject({ finished: true });
    bench.clock.pass(1);
  }
  const { queue = [], processing = [], items = {}, leases = {}, wrong } = await bench.state();
  expect(wrong).toBeUndefined();
  expect(processing.toSorted()).toEqual(Object.keys(leases).sort());
  expect(queue.toSorted()).toEqual(
    Object.keys(items)
      .filter((id) => !(id in leases))
      .sort(),
  );
  expect(Object.keys(leases)).toHaveLength(4);
}

/** Everything is leased once and completed once, and nothing is left over. */
async function expectWorkable(bench: Bench): Promise<void> {
  const { items = {}, leases = {} } = await bench.state();
  await bench.expire(...Object.keys(leases));
  for (let i = 0; i < 2; i++) {
    await bench.queue.clean();
    bench.clock.pass(1);
  }
  const leased = await bench.queue.lease(30, { count: 100 });
  expect(leased.map(({ idBytes }) => Buffer.from(idBytes).toString("latin1")).sort()).toEqual(
    Object.keys(items).sort(),
  );
  for (const item of leased) expect(await bench.queue.complete(item)).toBe(true);
  await bench.queue.clean();
  expect(await bench.state()).toEqual({});
}

describe.each(CORRUPTIONS)("$name", ({ happen }) => {
  test("is repaired", async () => {
    const bench = await seeded();
    await happen(bench, (name) => `${bench.prefix}:${name}`);
    await expectRepaired(bench);
    await expectWorkable(bench);
  });

  test("is repaired together with each other one", async () => {
    for (const other of CORRUPTIONS) {
      const bench = await seeded();
      await happen(bench, (name) => `${bench.prefix}:${name}`);
      await other.happen(bench, (name) => `${bench.prefix}:${name}`);
      await expectRepaired(bench);
      await expectWorkable(bench);
    }
  });
});

test("all at once is repaired", async () => {
  const bench = await seeded();
  for (const { happen } of CORRUPTIONS.slice(0, -1)) await happen(bench, (name) => `${bench.prefix}:${name}`);
  await expectRepaired(bench);
  await expectWorkable(bench);
});

test("one deep clean is enough for what is in no list and for what stands twice", async () => {
  const bench = await seeded();
  for (const { happen } of CORRUPTIONS.slice(1, 4)) await happen(bench, (name) => `${bench.prefix}:${name}`);
  await bench.queue.deepClean();
  const { queue = [] } = await bench.state();
  for (const id of ["over-1", "waiting-1", "waiting-2"]) expect(queue.filter((each) => each === id)).toEqual([id]);
});

test.each([
  { name: "entries", bound: { limit: 50 } },
  { name: "requests", bound: { maxRequests: 1 } },
])("cleans of a limited number of $name come to the same end", async ({ bound }) => {
  const bench = await seeded();
  for (const { happen } of CORRUPTIONS.slice(0, -1)) await happen(bench, (name) => `${bench.prefix}:${name}`);
  for (let rounds = 0, calls = 0; rounds < 2 && calls < 10_000; calls++) {
    if ((await bench.queue.deepClean(bound)).finished) rounds += 1;
    await bench.queue.clean(bound);
    bench.clock.pass(1);
  }
  await expectRepaired(bench);
});
