// Defects that users of glide-mq have seen with debounced and duplicate jobs. Each test brings about the situation that leaves a
// hole there: a place in the order, or an id, that no job fills and that others wait for.
import { expect, test } from "vitest";
import type { Queue } from "../../src/index.ts";
import { useSharedQueues } from "./shared-queue.ts";

const shareQueue = useSharedQueues();

/** Leases and completes jobs one by one until none is left. Resolves with their ids and payloads. */
async function completeAll(queue: Queue<unknown>): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const [job] = (await queue.lease()).jobs;
    if (!job) return done;
    expect(await job.complete()).toBe(true);
    done.push(`${job.id} ${job.data}`);
  }
}

test("debounce leaves no hole: the jobs around a debounced one run in their order, and it runs once (#206)", async () => {
  const { startProcess, clock } = shareQueue();
  const { queue } = startProcess();
  const debounced = (data: unknown) => queue.enqueue(data, { id: "b", debounce: { wait: "1s", longest: "3s" } });
  await queue.enqueue(1, { id: "a" });
  for (let n = 1; n <= 5; n++) {
    await debounced(n);
    clock.pass(600);
  }
  await queue.enqueue(1, { id: "c" });
  expect(await completeAll(queue)).toEqual(["a 1", "b 5", "c 1"]);
  expect(await queue.counts()).toMatchObject({
    ready: 0,
    delayed: 0,
    leased: 0,
    totals: { enqueued: 3, completed: 3 },
  });
});

const LEFT = { wait: "1s" } as const;

test.each<[how: string, leave: (queue: Queue<unknown>, pass: (ms: number) => void) => Promise<unknown>]>([
  ["a cancel", (queue) => queue.cancel(["b"])],
  ["a purge", (queue) => queue.purge("delayed")],
  [
    "its time to live",
    async (queue, pass) => {
      await queue.enqueue(2, { id: "b", debounce: LEFT, ttl: "500ms" });
      pass(600);
      await queue.clean();
    },
  ],
  [
    "a cancel while a newer one follows it",
    async (queue, pass) => {
      pass(1_000);
      await queue.lease();
      await queue.enqueue(2, { id: "b", debounce: LEFT });
      await queue.cancel(["b"]);
    },
  ],
  [
    "a completion of the one that follows it",
    async (queue, pass) => {
      pass(1_000);
      const { jobs } = await queue.lease();
      await queue.enqueue(2, { id: "b", onDuplicate: "again" });
      await jobs[0]?.complete();
      expect(await completeAll(queue)).toEqual(["b 2"]);
    },
  ],
])("a debounced job that is gone by %s leaves no hole, and its id is free (#266)", async (_, leave) => {
  const { startProcess, clock } = shareQueue();
  const { queue } = startProcess();
  await queue.enqueue(1, { id: "b", debounce: LEFT });
  await leave(queue, (ms) => clock.pass(ms));
  expect(await queue.get("b")).toBeUndefined();
  const results = await queue.enqueueMany([
    { data: 1, id: "a" },
    { data: 3, id: "b", debounce: LEFT },
    { data: 1, id: "c", delay: "1s" },
  ]);
  expect(results.map(({ outcome }) => outcome)).toEqual(["created", "created", "created"]);
  clock.pass(1_000);
  expect(await completeAll(queue)).toEqual(["a 1", "b 3", "c 1"]);
});

test("a job that is enqueued twice leaves no hole, whatever happens to the first one (#266)", async () => {
  const { startProcess } = shareQueue();
  const { queue } = startProcess();
  for (const onDuplicate of ["keep", "replace", "again"] as const) {
    await queue.enqueueMany(["a", "b", "c"].map((id) => ({ data: 1, id, onDuplicate })));
    await queue.enqueue(2, { id: "b", onDuplicate });
    await queue.cancel(["b"]);
    expect(await completeAll(queue)).toEqual(["a 1", "c 1"]);
  }
});
