// Jobs that wait for others: each runs once, after all of them have ended, however they end.
import { describe, expect, test } from "vitest";
import type { Job, Queue } from "../../../src/index.ts";
import { Realm } from "../../setup/realm.ts";

const leaseAll = async (queue: Queue, count = 10) => (await queue.lease({ count })).jobs;
const idsOf = (jobs: readonly Job[]) => jobs.map(({ id }) => id);

/** Ends a job in one of the ways. */
const ENDINGS: Record<string, (realm: Realm, queue: Queue, id: string) => Promise<unknown>> = {
  done: async (_, queue) => (await leaseAll(queue, 1))[0]?.complete("result"),
  failed: async (_, queue) => (await leaseAll(queue, 1))[0]?.fail(new Error("broken")),
  "failed by its last lease": async (realm, queue) => {
    await queue.lease();
    realm.clock.pass(60_000);
    await queue.clean();
  },
  cancelled: (_, queue, id) => queue.cancel(id),
  "cancelled while leased": async (_, queue, id) => {
    await queue.lease();
    await queue.cancel(id);
  },
  expired: async (realm, queue) => {
    realm.clock.pass(600_000);
    await queue.clean();
  },
  purged: (_, queue) => queue.purge("ready"),
  "failed with its worker": async (_, queue) => {
    await queue.lease({ worker: "w" });
    await queue.failWorker("w");
  },
};
const STATES: Record<string, string> = {
  "failed by its last lease": "failed",
  "cancelled while leased": "cancelled",
  "failed with its worker": "failed",
};

describe.each(Object.keys(ENDINGS))("a job whose child is %s", (how) => {
  const start = async (afterFailure?: "run" | "fail" | "cancel") => {
    const realm = new Realm();
    const queue = realm.queue("q");
    await queue.enqueue("child", { id: "child", maxAttempts: 1, ttl: "5m" });
    const options = afterFailure ? { afterFailure } : {};
    expect(await queue.enqueue("parent", { id: "parent", after: ["child"], ...options })).toMatchObject({
      created: true,
      state: "delayed",
    });
    await (ENDINGS[how] as (typeof ENDINGS)[string])(realm, queue, "child");
    return { realm, queue };
  };

  test("runs then, and sees the outcome", async () => {
    const { queue } = await start();
    const [parent] = await leaseAll(queue);
    expect(parent?.id).toBe("parent");
    expect(await parent?.children()).toMatchObject({
      total: 1,
      ended: 1,
      hasFailures: how !== "done",
      children: [{ id: "child", state: STATES[how] ?? how }],
      cursor: undefined,
    });
    expect(await parent?.complete()).toBe(true);
    expect(await leaseAll(queue)).toEqual([]);
  });

  test("runs only after a success if it is to fail otherwise", async () => {
    const { queue } = await start("fail");
    const jobs = await leaseAll(queue);
    if (how === "done") expect(idsOf(jobs)).toEqual(["parent"]);
    else {
      expect(jobs).toEqual([]);
      expect(await queue.get("parent")).toMatchObject({
        state: "failed",
        errors: [{ message: "a job that it waits for did not succeed" }],
      });
      await queue.redrive();
      expect((await leaseAll(queue)).map(({ id }) => id)).toContain("parent");
    }
  });

  test("runs only after a success if it is to be cancelled otherwise", async () => {
    const { queue } = await start("cancel");
    const jobs = await leaseAll(queue);
    if (how === "done") expect(idsOf(jobs)).toEqual(["parent"]);
    else {
      expect(jobs).toEqual([]);
      expect(await queue.explain("parent")).toMatchObject({ state: "cancelled" });
    }
  });

  test("goes on by a light clean alone", async () => {
    const { queue } = await start();
    await queue.clean();
    expect((await queue.list("ready")).jobs.map(({ id }) => id)).toEqual(["parent"]);
  });
});

test("a flow of three levels runs from the leaves to the root", async () => {
  const queue = new Realm().queue("q");
  const leaf = (name: string) => ({ data: name, id: name });
  const flow = await queue.enqueueFlow({
    ...leaf("root"),
    children: [
      { ...leaf("left"), children: [leaf("a"), leaf("b")] },
      { ...leaf("right"), children: [leaf("c")] },
      leaf("d"),
    ],
  });
  expect(flow).toMatchObject({ id: "root", created: true, state: "delayed", children: [{ id: "left" }, {}, {}] });
  const order: string[] = [];
  await queue.drain((job) => void order.push(job.id), { budget: "5s", concurrency: 1 });
  expect([...order].sort()).toEqual(["a", "b", "c", "d", "left", "right", "root"]);
  expect(order.at(-1)).toBe("root");
  expect(order.indexOf("left")).toBeGreaterThan(Math.max(order.indexOf("a"), order.indexOf("b")));
  expect(order.indexOf("right")).toBeGreaterThan(order.indexOf("c"));
});

test("a batch gets jobs until it is sealed, and then runs its callbacks", async () => {
  const queue = new Realm().queue("q");
  const batch = await queue.startBatch({ ended: { data: "ended", id: "e" }, succeeded: { data: "ok", id: "s" } });
  await batch.add([{ data: 1 }, { data: 2 }]);
  for (const job of await leaseAll(queue)) await job.complete();
  expect(await batch.progress()).toEqual({ total: 2, ended: 2, hasFailures: false, isOpen: true });
  expect(await leaseAll(queue)).toEqual([]);
  await batch.add([{ data: 3 }]);
  await batch.seal();
  await expect(batch.add([{ data: 4 }])).rejects.toThrow("is no open batch");
  expect(await batch.progress()).toEqual({ total: 3, ended: 2, hasFailures: false, isOpen: false });
  const [third] = await leaseAll(queue);
  await third?.complete();
  expect(idsOf(await leaseAll(queue)).sort()).toEqual(["e", "s"]);
});

test("a batch with a failure runs only the callback for its end", async () => {
  const queue = new Realm().queue("q");
  const batch = await queue.startBatch({ ended: { data: "ended", id: "e" }, succeeded: { data: "ok", id: "s" } });
  await batch.add([{ data: 1 }, { data: 2 }]);
  await batch.seal();
  const [first, second] = await leaseAll(queue);
  await first?.fail("broken");
  await second?.complete();
  expect(idsOf(await leaseAll(queue))).toEqual(["e"]);
  expect(await queue.explain("s")).toMatchObject({ state: "cancelled" });
});

test("a batch that is cancelled runs nothing", async () => {
  const queue = new Realm().queue("q");
  const batch = await queue.startBatch({ ended: { data: "ended", id: "e" }, succeeded: { data: "ok", id: "s" } });
  await batch.add([{ data: 1 }, { data: 2 }]);
  expect(await batch.cancel()).toBe(2);
  await queue.clean();
  const { ready, delayed, totals } = await queue.counts();
  expect({ ready, delayed, cancelled: totals.cancelled }).toEqual({ ready: 0, delayed: 0, cancelled: 4 });
});
