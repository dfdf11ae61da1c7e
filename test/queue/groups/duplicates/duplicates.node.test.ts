// Duplicates in groups: jobs that replace others of their groups, move to other ones, or are debounced.
import { describe, expect, test } from "vitest";
import type { QueueOptions } from "../../../../src/index.ts";
import { duplicate, leaseNext, numbersOf } from "../kit/duplicates.ts";
import { useGroupQueues } from "../kit/group-queue.ts";

const createQueue = useGroupQueues();

const ORDERED = { groups: { ordered: true } } as const;
const ONE = { groups: { concurrency: 1 } } as const;

describe("a job that replaces another one", () => {
  const replace = { onDuplicate: "replace" } as const;

  test.each<[string, Partial<QueueOptions<string>>]>([
    ["ordered", ORDERED],
    ["capped", ONE],
  ])("keeps the turn of a blocked one and of the head of an %s group", async (_, limits) => {
    const group = createQueue(limits);
    await group.enqueue("a1", "a2", "a3", "a4");
    expect(await duplicate(group, "a3", replace)).toEqual(["blocked", "replaced"]);
    expect(await duplicate(group, "a1", replace)).toEqual(["ready", "replaced"]);
    expect(await numbersOf(group)).toEqual([0, "a1", 3]);
    expect((await group.queue.get("a3"))?.data).toBe("new");
    await group.expectSound();
    expect(await group.finishAll()).toEqual(["a1", "a2", "a3", "a4"]);
    await group.expectSound();
  });

  test("leaves its turn with another priority: a blocked one moves forward, and the head goes back", async () => {
    const group = createQueue(ONE);
    await group.enqueue("a1", "a2", "a3");
    expect(await duplicate(group, "a3", { ...replace, priority: 1 })).toEqual(["ready", "replaced"]);
    expect(await duplicate(group, "a1", { ...replace, priority: 9 })).toEqual(["blocked", "replaced"]);
    expect(await numbersOf(group)).toEqual([0, "a3", 2]);
    await group.expectSound();
    expect(await group.finishAll()).toEqual(["a3", "a2", "a1"]);
    await group.expectSound();
  });

  test("leaves the line for a delay, and joins its end when that is over", async () => {
    const group = createQueue(ORDERED);
    await group.enqueue("a1", "a2", "a3");
    expect(await duplicate(group, "a1", { ...replace, delay: "1s" })).toEqual(["delayed", "replaced"]);
    expect(await duplicate(group, "a3", { ...replace, delay: "2s" })).toEqual(["delayed", "replaced"]);
    expect(await numbersOf(group)).toEqual([0, "a2", 0]);
    await group.expectSound();
    await leaseNext(group, "a2");
    group.clock.pass(2_000);
    expect(await group.leaseIds()).toEqual([]);
    expect(await numbersOf(group)).toEqual([1, undefined, 2]);
    expect(await duplicate(group, "a3", replace)).toEqual(["blocked", "replaced"]);
    await group.expectSound();
  });

  test("moves from one group to another, to none, and back", async () => {
    const group = createQueue(ONE);
    await group.enqueue("a1", "a2", "a3", "b1");
    expect(await duplicate(group, "a1", { ...replace, group: "b" })).toEqual(["blocked", "replaced"]);
    expect(await numbersOf(group, "a")).toEqual([0, "a2", 1]);
    expect(await numbersOf(group, "b")).toEqual([0, "b1", 1]);
    await group.expectSound();
    expect((await group.queue.enqueue("new", { id: "a3", ...replace })).state).toBe("ready");
    expect(await numbersOf(group, "a")).toEqual([0, "a2", 0]);
    expect(await duplicate(group, "a3", replace)).toEqual(["blocked", "replaced"]);
    expect(await duplicate(group, "a1", { ...replace, cost: 3 })).toEqual(["blocked", "replaced"]);
    expect((await group.queue.get("a1"))?.cost).toBe(3);
    expect(await numbersOf(group, "b")).toEqual([0, "b1", 0]);
    await group.expectSound();
    expect((await group.finishAll()).sort()).toEqual(["a1", "a2", "a3", "b1"]);
    await group.expectSound();
  });

  test("keeps the slot of a job of an ordered group that waits for its retry, at once and delayed", async () => {
    const group = createQueue(ORDERED);
    await group.enqueue("a1", "a2");
    await (await leaseNext(group, "a1")).retry({ delay: 5_000 });
    expect(await duplicate(group, "a1", { ...replace, delay: "9s" })).toEqual(["delayed", "replaced"]);
    expect(await numbersOf(group)).toEqual([1, undefined, 1]);
    await group.expectSound();
    expect(await duplicate(group, "a1", replace)).toEqual(["ready", "replaced"]);
    expect(await numbersOf(group)).toEqual([0, "a1", 1]);
    await group.expectSound();
    expect(await group.finishAll()).toEqual(["a1", "a2"]);
    await group.expectSound();
  });

  test("lets the ordered group that it leaves go on, though its job waited for a retry", async () => {
    const group = createQueue(ORDERED);
    await group.enqueue("a1", "a2");
    await (await leaseNext(group, "a1")).retry({ delay: 5_000 });
    expect(await duplicate(group, "a1", { ...replace, group: "b", delay: "5s" })).toEqual(["delayed", "replaced"]);
    expect([await numbersOf(group), await numbersOf(group, "b")]).toEqual([
      [0, "a2", 0],
      [0, undefined, 0],
    ]);
    await group.expectSound();
  });

  test("stays the head of a group whose rate has delayed it, until its start", async () => {
    const group = createQueue({ groups: { rate: { limit: 1, per: "10s", burst: 1 } } });
    await group.enqueue("a1", "a2", "a3");
    await (await leaseNext(group, "a1")).complete();
    expect(await group.leaseIds()).toEqual([]);
    expect(await duplicate(group, "a2", replace)).toEqual(["delayed", "replaced"]);
    expect(await numbersOf(group)).toEqual([0, "a2", 1]);
    await group.expectSound();
    group.clock.pass(9_999);
    expect(await group.leaseIds()).toEqual([]);
    group.clock.pass(1);
    await leaseNext(group, "a2", "new");
    await group.expectSound();
  });

  test("gives a group to a job that had none, in a queue without groups before", async () => {
    const group = createQueue();
    await group.queue.enqueue("old", { id: "a1" });
    expect(await duplicate(group, "a1", replace)).toEqual(["ready", "replaced"]);
    expect(await numbersOf(group)).toEqual([0, "a1", 0]);
    await group.expectSound();
    expect(await group.finishAll()).toEqual(["a1"]);
    await group.expectSound();
  });
});

describe("a debounced job", () => {
  const debounce = { debounce: { wait: "5s", longest: "8s" } } as const;

  test("leaves no hole in an ordered group while it is pushed back (glide-mq #206)", async () => {
    const group = createQueue(ORDERED);
    await duplicate(group, "a1", debounce);
    await group.enqueue("a2", "a3");
    expect(await duplicate(group, "a1", debounce)).toEqual(["delayed", "debounced"]);
    await (await leaseNext(group, "a2")).complete();
    group.clock.pass(4_000);
    expect(await duplicate(group, "a1", debounce)).toEqual(["delayed", "debounced"]);
    expect(await numbersOf(group)).toEqual([0, "a3", 0]);
    await group.expectSound();
    group.clock.pass(4_000);
    expect(await group.finishAll()).toEqual(["a3", "a1"]);
    await group.expectSound();
  });

  test("is replaced without being pushed back once it waits in the line of its group", async () => {
    const group = createQueue(ONE);
    await duplicate(group, "a1", debounce);
    await group.enqueue("a2");
    const second = await leaseNext(group, "a2");
    group.clock.pass(5_000);
    expect(await group.leaseIds()).toEqual([]);
    expect(await duplicate(group, "a1", { ...debounce, data: "newest" })).toEqual(["blocked", "debounced"]);
    await second.complete();
    await (await leaseNext(group, "a1", "newest")).complete();
    await group.expectSound();
  });

  test("follows a leased one, and is due after its wait without a slot of the group", async () => {
    const group = createQueue(ONE);
    await group.enqueue("a1", "a2");
    const first = await leaseNext(group, "a1");
    expect(await duplicate(group, "a1", debounce)).toEqual(["leased", "debounced"]);
    group.clock.pass(1_000);
    await duplicate(group, "a1", debounce);
    await first.complete();
    expect(await numbersOf(group)).toEqual([0, "a2", 0]);
    expect(await group.queue.get("a1")).toMatchObject({ state: "delayed", dueAt: group.clock.time + 5_000 });
    await group.expectSound();
  });
});

test("the jobs of one batch with one id leave one job in the group of the last", async () => {
  const group = createQueue(ONE);
  await group.enqueue("b1");
  const jobs = ["a", "b", "b"].map((name) => ({ data: name, id: "a1", group: name, onDuplicate: "again" as const }));
  const results = await group.queue.enqueueMany(jobs);
  expect(results.map(({ state, outcome }) => [state, outcome])).toEqual([
    ["blocked", "created"],
    ["blocked", "replaced"],
    ["blocked", "replaced"],
  ]);
  expect([await numbersOf(group), await numbersOf(group, "b")]).toEqual([
    [0, undefined, 0],
    [0, "b1", 1],
  ]);
  await group.expectSound();
});

test("the jobs of one batch join the line in the order in which they were placed", async () => {
  const group = createQueue(ONE);
  await duplicate(group, "a1", { debounce: { wait: "5s" } });
  await group.enqueue("a2");
  const place = (id: string, onDuplicate: "keep" | "replace") => ({ data: id, id, group: "a", onDuplicate });
  await group.queue.enqueueMany([place("a1", "keep"), place("a3", "replace"), place("a1", "replace")]);
  expect(await group.finishAll()).toEqual(["a2", "a3", "a1"]);
  await group.expectSound();
});
