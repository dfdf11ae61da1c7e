// Followers in groups: jobs that run again after leased ones, in the groups of their own payloads.
import { describe, expect, test } from "vitest";
import type { QueueOptions } from "../../../../src/index.ts";
import { duplicate, leaseNext, numbersOf } from "../kit/duplicates.ts";
import { useGroupQueues } from "../kit/group-queue.ts";

const createQueue = useGroupQueues();

const ORDERED = { groups: { ordered: true } } as const;
const STOPPED = { groups: { ordered: "stop" } } as const;
const ONE = { groups: { concurrency: 1 } } as const;

describe("a job that runs again", () => {
  const again = { onDuplicate: "again" } as const;

  test.each<[string, Partial<QueueOptions<string>>]>([
    ["ordered", ORDERED],
    ["capped", ONE],
  ])("joins the end of its %s group when the job before it is completed", async (_, limits) => {
    const group = createQueue(limits);
    await group.enqueue("a1", "a2", "a3");
    const first = await leaseNext(group, "a1");
    expect(await duplicate(group, "a1", again)).toEqual(["leased", "again"]);
    expect(await numbersOf(group)).toEqual([1, undefined, 2]);
    expect(await first.complete()).toBe(true);
    expect(await numbersOf(group)).toEqual([0, "a2", 2]);
    await group.expectSound();
    expect(await group.finishAll()).toEqual(["a2", "a3", "a1"]);
    await group.expectSound();
  });

  test("runs in the group of its own payload, and its delay holds no slot", async () => {
    const group = createQueue(ORDERED);
    await group.enqueue("a1", "a2", "b1");
    const first = await leaseNext(group, "a1");
    await duplicate(group, "a1", { ...again, group: "b", delay: "5s", cost: 2 });
    await first.complete();
    expect([await numbersOf(group), await numbersOf(group, "b")]).toEqual([
      [0, "a2", 0],
      [0, "b1", 0],
    ]);
    await group.expectSound();
    await leaseNext(group, "b1");
    group.clock.pass(5_000);
    expect(await group.leaseIds()).toEqual(["a2"]);
    expect(await group.queue.get("a1")).toMatchObject({ state: "blocked", group: "b", cost: 2 });
    await group.expectSound();
  });

  test("goes on before the others if the failure of its job would stop the group, and else after them", async () => {
    for (const [limits, next] of [
      [STOPPED, ["a1", "a2"]],
      [ORDERED, ["a2", "a1"]],
    ] as const) {
      const group = createQueue(limits);
      await group.enqueue("a1", "a2");
      const first = await leaseNext(group, "a1");
      await duplicate(group, "a1", again);
      await first.fail("no");
      await group.expectSound();
      expect(await group.finishAll()).toEqual(next);
      await group.expectSound();
    }
  });

  test("holds the group that a failed job has stopped until its delay is over", async () => {
    const group = createQueue(STOPPED);
    await group.enqueue("a1", "a2");
    const first = await leaseNext(group, "a1");
    await duplicate(group, "a1", { ...again, delay: "5s" });
    await first.fail("no");
    expect(await numbersOf(group)).toEqual([1, undefined, 1]);
    expect(await group.leaseIds()).toEqual([]);
    await group.expectSound();
    group.clock.pass(5_000);
    expect(await group.finishAll()).toEqual(["a1", "a2"]);
    await group.expectSound();
  });

  test("redrives the failed job that has stopped its group, before the others", async () => {
    const group = createQueue(STOPPED);
    await group.enqueue("a1", "a2");
    await (await leaseNext(group, "a1")).fail("no");
    expect(await duplicate(group, "a1", again)).toEqual(["ready", "replaced"]);
    expect(await numbersOf(group)).toEqual([0, "a1", 1]);
    expect(await group.finishAll()).toEqual(["a1", "a2"]);
    await group.expectSound();
  });

  test.each(["reclaim", "failWorker"] as const)("takes over when the last attempt ends with a %s", async (how) => {
    const group = createQueue({ ...ONE, maxAttempts: 1 });
    await group.enqueue("a1", "a2");
    await group.lease({ count: 1, worker: "w" });
    await duplicate(group, "a1", again);
    if (how === "reclaim") group.clock.pass(10_000);
    else await group.queue.failWorker("w");
    await group.queue.clean();
    expect(await numbersOf(group)).toEqual([0, "a2", 1]);
    await group.expectSound();
    expect(await group.finishAll()).toEqual(["a2", "a1"]);
    await group.expectSound();
  });

  test("takes over from a late holder whose job its group has blocked since", async () => {
    const group = createQueue(ONE);
    await group.enqueue("a1", "a2");
    const late = await leaseNext(group, "a1");
    await duplicate(group, "a1", again);
    group.clock.pass(10_000);
    await group.queue.clean();
    await group.queue.enqueue("first", { id: "a0", group: "a", priority: 1 });
    expect(await late.complete()).toBe(true);
    await group.expectSound();
    expect((await group.finishAll()).sort()).toEqual(["a0", "a1", "a2"]);
    await group.expectSound();
  });

  test("takes over from a blocked job whose time to live is over", async () => {
    const group = createQueue(ONE);
    await group.queue.enqueue("old", { id: "a1", group: "a", ttl: "20s" });
    const first = await leaseNext(group, "a1", "old");
    await duplicate(group, "a1", { ...again, group: "b" });
    await group.enqueue("a2", "a3");
    await first.release();
    await duplicate(group, "a2", { onDuplicate: "replace", priority: 1 });
    group.clock.pass(20_000);
    await group.queue.clean();
    expect(await group.queue.get("a1")).toMatchObject({ state: "ready", group: "b", data: "new" });
    await group.expectSound();
    expect((await group.finishAll()).sort()).toEqual(["a1", "a2", "a3"]);
    await group.expectSound();
  });

  test.each(["cancel", "cancelGroup"] as const)("is removed by a %s, and the group goes on", async (how) => {
    const group = createQueue(ONE);
    await group.enqueue("a1", "a2");
    await leaseNext(group, "a1");
    await duplicate(group, "a1", { ...again, group: "b" });
    if (how === "cancel") await group.queue.cancel(["a1"]);
    else await group.queue.cancelGroup("a");
    expect(await group.queue.get("a1")).toBeUndefined();
    await group.expectSound();
    expect(await group.finishAll()).toEqual(how === "cancel" ? ["a2"] : []);
    await group.expectSound();
  });

  test("is repaired by a deep clean into the group of its own payload", async () => {
    const group = createQueue(ONE);
    await group.enqueue("a1", "a2", "b1");
    await leaseNext(group, "a1");
    await duplicate(group, "a1", { ...again, group: "b", cost: 2 });
    await group.redis.zrem(`${group.root}leased`, "a1");
    for (const bucket of await group.redis.keys(`${group.root}jobs:*`)) await group.redis.hdel(bucket, "a1", "\ta1");
    await group.queue.deepClean();
    await group.queue.deepClean();
    await group.expectSound();
    expect(await group.queue.get("a1")).toMatchObject({ group: "b", cost: 2, data: "new" });
    expect((await group.finishAll()).sort()).toEqual(["a1", "a2", "b1"]);
    await group.expectSound();
  });
});
