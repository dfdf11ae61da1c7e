// Jobs that wait for others at the edges: ids that are used again, large batches, cycles, lost requests.
import { expect, test } from "vitest";
import type { Adapter } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

const many = (size: number, from = 0) => Array.from({ length: size }, (_, i) => ({ data: i, id: `job-${from + i}` }));

/** Returns an adapter that refuses requests of a script while `isOn` is true. */
function without(realm: Realm, name: string): Adapter & { isOn: boolean } {
  const adapter = {
    isOn: true,
    run: async (...[script, keys, args]: Parameters<Adapter["run"]>) => {
      if (adapter.isOn && script.name === name) throw new Error("lost");
      return realm.redis.run(script, keys, args);
    },
  };
  return adapter;
}

test("the links of many parents that are gone are removed in parts", async () => {
  const realm = new Realm();
  const redis = without(realm, "resolve");
  const queue = realm.queue("q", { redis });
  for (let i = 0; i < 20; i++) {
    const batch = await queue.startBatch({ ended: { data: i, id: `batch-${i}`, ttl: "1m" } });
    await batch.add(many(300, i * 300));
  }
  realm.clock.pass(120_000);
  await queue.purge("ready");
  await queue.clean();
  redis.isOn = false;
  for (let i = 0; i < 40; i++) await queue.clean();
  const left = await realm.raw.keys(`${realm.prefix}:{q}:*`);
  expect(left.map((key) => key.replace(/.*:/, ""))).not.toEqual(expect.arrayContaining(["links"]));
  expect(left.some((key) => /:(links|flows|waits)$/.test(key))).toBe(false);
  expect(await queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
});

test("a scan looks up a part of many parents with many children, and each in its turn", async () => {
  const realm = new Realm();
  const queue = realm.queue("q");
  for (let i = 0; i < 44; i++) {
    const batch = await queue.startBatch({ ended: { data: i, id: `batch-${i}` } });
    await batch.add(many(22, i * 22));
    await batch.seal();
  }
  const stopped = realm.queue("q", { redis: without(realm, "resolve") });
  await stopped.cancel(many(22).map(({ id }) => id));
  for (let i = 0; i < 10; i++) await queue.clean();
  expect(await queue.get("batch-0")).toMatchObject({ state: "ready" });
});

test("a parent whose id is used again waits for its own children only", async () => {
  const queue = new Realm().queue("q");
  await queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
  await queue.enqueue("p", { id: "p", after: ["a"] });
  await queue.cancel("p");
  await queue.clean();
  await queue.enqueue("p", { id: "p", after: ["a", "b"], afterFailure: "cancel" });
  expect(await queue.children("p")).toMatchObject({ total: 2, ended: 0 });
  await queue.cancel("p");
  await queue.enqueue("p", { id: "p", after: ["b"], afterFailure: "cancel" });
  const [a] = (await queue.lease()).jobs;
  expect(a?.id).toBe("a");
  await a?.fail("no");
  expect(await queue.get("p")).toMatchObject({ waitsForOthers: true });
  expect(await queue.children("p")).toMatchObject({ total: 1, ended: 0, children: [{ id: "b" }] });
});

test("a batch that is cancelled and started again has all its jobs again", async () => {
  const realm = new Realm();
  const start = async (queue = realm.queue("q")) => {
    const batch = await queue.startBatch({ ended: { data: "report", id: "import" } });
    await batch.add(many(300));
    return batch;
  };
  const redis = without(realm, "resolve");
  await (await start(realm.queue("q", { redis }))).cancel().catch(() => {});
  const batch = await start();
  expect(await batch.progress()).toMatchObject({ total: 300, ended: 0 });
});

test("no jobs can wait for each other", async () => {
  const realm = new Realm();
  const queue = realm.queue("q");
  const batch = await queue.startBatch({ ended: { data: 1, id: "e" }, succeeded: { data: 2, id: "s" } });
  const other = await queue.startBatch({ ended: { data: 3, id: "o" } });
  await queue.enqueue(4, { id: "w", after: ["e"] });
  for (const id of ["e", "s", "w", "o"])
    await expect(batch.add([{ data: 1, id }])).rejects.toThrow("waits for other jobs itself");
  await expect(other.add([{ data: 1, id: "e" }])).rejects.toThrow("waits for other jobs itself");
  await expect(batch.add([{ data: 1, after: ["e"] } as never])).rejects.toThrow("cannot wait for others");
  // The id of a job that has ended is used again before its parent has noticed.
  const silent = realm.queue("silent", { redis: without(realm, "resolve") });
  await silent.enqueue(1, { id: "a" });
  await silent.enqueue(2, { id: "p", after: ["a"] });
  await silent.cancel("a");
  const noticing = realm.queue("silent");
  await noticing.enqueue(3, { id: "a", after: ["p"] });
  expect((await noticing.lease({ count: 5 })).jobs.map(({ id }) => id)).toEqual(["p"]);
});

test("a job that is enqueued after others that have ended is ready at once, or with the next lease", async () => {
  const realm = new Realm();
  const queue = realm.queue("q", { retention: { done: "1d" } });
  await queue.enqueue(1, { id: "a" });
  await (await queue.lease()).jobs[0]?.complete();
  await queue.enqueue(2, { id: "p", after: ["a"] });
  expect(await queue.get("p")).toMatchObject({ state: "ready" });
  const silent = realm.queue("q", { redis: without(realm, "resolve") });
  await silent.enqueue(3, { id: "q", after: ["a"] });
  for (const id of ["p", "q"]) expect((await queue.lease()).jobs).toMatchObject([{ id }]);
});

test("a child that is cancelled or purged lets its parent go on without another request of any client", async () => {
  const queue = new Realm().queue("q");
  await queue.enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
  await queue.enqueue("p", { id: "p", after: ["a"] });
  await queue.cancel("a");
  expect(await queue.get("p")).toMatchObject({ state: "ready" });
  await queue.enqueue("q", { id: "q", after: ["b"] });
  await queue.purge("ready");
  expect(await queue.get("q")).toMatchObject({ state: "ready" });
});

test.each([{ onDuplicate: "replace" }, { onDuplicate: "again" }, { debounce: { wait: "5s" } }] as const)(
  "a job that waits goes on waiting when it is changed by %o",
  async (options) => {
    const realm = new Realm();
    const queue = realm.queue<unknown>("q");
    await queue.enqueue(1, { id: "a" });
    await queue.enqueue(2, { id: "p", after: ["a"] });
    expect(await queue.enqueue(3, { id: "p", ...options })).toMatchObject({ created: false, state: "delayed" });
    realm.clock.pass(60_000);
    expect((await queue.lease({ count: 5 })).jobs.map(({ id }) => id)).toEqual(["a"]);
    expect(await queue.get("p")).toMatchObject({ waitsForOthers: true, data: 3 });
  },
);

test("links without the flags of the queue are resolved before an id is used again", async () => {
  const realm = new Realm();
  const queue = realm.queue("q");
  await queue.enqueue(1, { id: "a" });
  await queue.enqueue(2, { id: "p", after: ["a"] });
  await queue.cancel("p");
  await realm.raw.del(`${realm.prefix}:{q}:meta`);
  expect(await queue.enqueue(3, { id: "p", after: ["a"] })).toMatchObject({ created: true });
});

test("the deep clean restores the flow of a job that waits", async () => {
  const realm = new Realm();
  const queue = realm.queue("q");
  await queue.enqueue(1, { id: "a" });
  await queue.enqueue(2, { id: "p", after: ["a"], afterFailure: "cancel" });
  await realm.raw.del(`${realm.prefix}:{q}:flows`);
  expect(await queue.deepClean()).toMatchObject({ stray: 1 });
  expect(await queue.deepClean()).toMatchObject({ stray: 0 });
  await (await queue.lease()).jobs[0]?.fail("no");
  expect((await queue.lease()).jobs).toMatchObject([{ id: "p" }]);
});

test("refuses what cannot be", async () => {
  const queue = new Realm().queue<unknown>("q");
  await queue.enqueue(1, { id: "a" });
  for (const afterFailure of ["toString", "constructor", "__proto__", "x"] as never[])
    await expect(queue.enqueue(2, { after: ["a"], afterFailure })).rejects.toThrow("afterFailure must be");
  await expect(queue.enqueue(2, { after: ["a"], delay: "1m" })).rejects.toThrow("not for both");
  const leaves = (size: number) => Array.from({ length: size }, () => ({ data: 1 }));
  await expect(queue.enqueueFlow({ data: 1, children: leaves(500) })).rejects.toThrow("at most 500 jobs");
  let deep: object = { data: 1 };
  for (let i = 0; i < 20_000; i++) deep = { data: 1, children: [deep] };
  await expect(queue.enqueueFlow(deep as never)).rejects.toThrow("at most 500 jobs");
  await expect((await queue.batch("a")).cancel()).rejects.toThrow("no batch has the id");
  await expect((await queue.batch("nobody")).progress()).rejects.toThrow("no batch has the id");
  expect(await queue.counts()).toMatchObject({ ready: 1, delayed: 0 });
});
