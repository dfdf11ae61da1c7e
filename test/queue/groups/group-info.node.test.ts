// The limits in the information about a group.
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
