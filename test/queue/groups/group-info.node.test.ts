// Information about a group and its jobs: its limits, and the job for which an ordered group waits.
import { expect, test } from "vitest";
import { freshQueue } from "../../setup/queue.ts";

test("a group without limits of its own has those of the queue's groups", async () => {
  const queue = freshQueue({ groups: { concurrency: 2 } });
  await queue.enqueueMany(["a1", "a2", "a3"].map((id) => ({ data: id, id, group: "a" })));
  const rate = { limit: 10, per: 1_000, burst: 1 };
  await queue.setGroup("b", { rate });
  await queue.lease({ count: 2 });
  expect(await queue.group("a")).toEqual({ name: "a", held: 2, blocked: 1, paused: false, concurrency: 2 });
  expect(await queue.group("b")).toMatchObject({ concurrency: 2, rate });
  expect(await queue.group("c")).toEqual({ name: "c", held: 0, blocked: 0, paused: false, concurrency: 2 });
  expect((await queue.explain("a3")).why).toContain('Its group "a" runs at most 2 jobs at a time');
});

test("the explanation of a job tells that its ordered group waits for it, until it is leased again or ends", async () => {
  const queue = freshQueue({ groups: { ordered: "stop" } });
  await queue.enqueueMany(["a1", "a2"].map((id) => ({ data: id, id, group: "a" })));
  const [a1] = (await queue.lease()).jobs;
  expect(await queue.explain("a1")).not.toHaveProperty("holdsGroup");
  await a1?.retry({ delay: "1h" });
  expect(await queue.explain("a1")).toMatchObject({ state: "delayed", holdsGroup: true });
  expect(await queue.explain("a2")).not.toHaveProperty("holdsGroup");
  await queue.promote("a1");
  const [again] = (await queue.lease()).jobs;
  expect(again?.id).toBe("a1");
  expect(await queue.explain("a1")).not.toHaveProperty("holdsGroup");
  await again?.fail("no");
  expect(await queue.explain("a1")).toMatchObject({ state: "failed", holdsGroup: true });
});

test("the explanation of a blocked job has the number of blocked jobs of its group before it", async () => {
  const queue = freshQueue({ groups: { concurrency: 1 } });
  await queue.enqueueMany(["a1", "b1", "a2", "b2", "a3", "a4"].map((id) => ({ data: id, id, group: id.slice(0, 1) })));
  const placeInGroup = async (id: string) => (await queue.explain(id)).placeInGroup;
  expect(await Promise.all(["a2", "b2", "a3", "a4"].map(placeInGroup))).toEqual([0, 0, 1, 2]);
});
