// Slots of a queue with a concurrency, and clients that wait for one.
import { expect, test } from "vitest";
import type { Job, Queue } from "../../../src/index.ts";
import { until } from "../../setup/wait.ts";
import { useGroupQueues } from "./kit/group-queue.ts";

const createGroups = useGroupQueues();

/** Ways in which another client frees a slot, or adds one. */
const WAYS: [string, (queue: Queue<string>, job: Job<string>) => Promise<unknown>][] = [
  ["completes a job", (_, job) => job.complete()],
  ["fails a job", (_, job) => job.fail(new Error("no"))],
  ["releases a job", (_, job) => job.release()],
  ["cancels a leased job", (queue, job) => queue.cancel(job.id)],
  ["cancels the group of a leased job", (queue) => queue.cancelGroup("a")],
  ["gives up a worker", (queue) => queue.failWorker("w")],
  ["raises the concurrency", (queue) => queue.setLimits({ concurrency: 2 })],
];

test.each(WAYS)("a lease that waits for a slot of the queue gets it when another client %s", async (_, free) => {
  const { queue, redis, root, connect, enqueue, lease } = createGroups({
    concurrency: 1,
    now: Date.now,
    lease: "1h",
    maxAttempts: 9,
  });
  await enqueue("a1", "b1");
  const [job] = await lease({ count: 1, worker: "w" });
  const waiting = connect().lease({ wait: "20s" });
  // The flag h: it has found nothing, and waits for wakes.
  await until(async () => (await redis.hget(`${root}meta`, "head"))?.split(" ")[1]?.includes("h") === true);
  const startedAt = performance.now();
  await free(queue, job as Job<string>);
  expect((await waiting).jobs).toHaveLength(1);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
