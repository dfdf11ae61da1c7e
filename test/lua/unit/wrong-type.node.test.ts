// Keys of a wrong type: a script that fails changes nothing, and leaves each job in one state.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { redis } from "../kit/connection.ts";
import { byId, head, record, run } from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { place, START, tick } from "../kit/times.ts";
import { type Item, settle } from "../kit/turns.ts";

const queueWith = connectQueues();

const ids = ["a", "b", "c", "d"];
const before: State = {
  ...leasedQueue(ids, { head: { leased: 4, enqueued: 4 } }),
  runs: byId(ids, (id) => run("L", tick(1), { expiresAt: id === "b" ? START + 99_000 : 0 })),
};
const items: Item[] = [
  ["retry", "a", tick(1), "5000"],
  ["release", "b", tick(1)],
  ["fail", "c", tick(1), "", '"no"'],
];

test.each(["failed", "delayed", "expiring"])(
  "a settle changes nothing if the key %s has a wrong type",
  async (name) => {
    const queue = await queueWith(before);
    await redis().set(queue.keys.root + name, "x");
    await expect(settle(queue, items)).rejects.toMatchObject({ code: "redis_error" });
    await redis().del(queue.keys.root + name);
    expect(await queue.state()).toEqual(before);
  },
);

test("a lease leaves each job in one state if the key expiring has a wrong type", async () => {
  const jobs = { b: record(place(1), "{}", { expiresAt: START + 99_000 }) };
  const queue = await queueWith({ ready: { b: place(1) }, jobs, meta: { head: head({ enqueued: 1 }) } });
  await redis().set(`${queue.keys.root}expiring`, "x");
  await queue.call(turn, { count: 1 }).catch(() => {});
  const { ready = {}, leased = {} } = await queue.state();
  expect([...Object.keys(ready), ...Object.keys(leased)]).toEqual(["b"]);
});
