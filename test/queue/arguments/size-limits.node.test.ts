// The limits of sizes: a queue refuses an argument beyond its limit, and accepts one at its limit.
import { describe, expect, test, vi } from "vitest";
import type { Queue } from "../../../src/index.ts";
import { freshQueue } from "../../setup/queue.ts";
import { type Any, catchError, YEAR } from "./invalid-values.ts";

const job = { id: "b", fence: 1 };

describe("a queue refuses, before it sends a request,", () => {
  test.each<[string, (queue: Queue<Any>) => unknown, RegExp]>([
    [
      "a payload that is too large",
      (queue) => queue.enqueue("x".repeat(2 ** 20), { id: "b" }),
      /, job 0 \("b"\): a payload must be at most/,
    ],
    [
      "a payload whose characters take too many bytes",
      (queue) => queue.enqueue("ü".repeat(2 ** 19)),
      /, job 0: a payload must be at most/,
    ],
    [
      "a batch of too many jobs",
      (queue) => queue.enqueueMany(new Array(1_001).fill({ data: 1 })),
      /: a batch may have at most 1000 jobs, not 1001/,
    ],
    [
      "too many jobs to settle",
      (queue) => queue.turn({ settle: new Array(1_001).fill({ job, action: "fail" }) }),
      /: a batch/,
    ],
    ["too many ids to cancel", (queue) => queue.cancel(new Array(1_001).fill("a")), /: a batch/],
    ["too many ids to redrive", (queue) => queue.redrive({ ids: new Array(1_001).fill("a") }), /: a batch/],
    ["too many ids to promote", (queue) => queue.promote(new Array(1_001).fill("a")), /: a batch/],
  ])("%s", async (_, call, message) => {
    const run = vi.fn();
    const queue = freshQueue<Any>({ redis: { run } });
    const error = await catchError(() => call(queue));
    expect(error).toMatchObject({ name: "LeaseholdError", code: "too_large" });
    expect((error as Error).message).toMatch(queue.name);
    expect((error as Error).message).toMatch(message);
    expect(run).not.toHaveBeenCalled();
  });
});

test("a queue accepts arguments at their limits", async () => {
  const queue = freshQueue<unknown>({ lease: "12h", maxPayloadBytes: 2 ** 20 });
  const id = "ü".repeat(128);
  await queue.enqueue("x".repeat(2 ** 20 - 2), { id, delay: YEAR, priority: 9, ttl: "365d", maxAttempts: 1_000 });
  expect(await queue.promote([id])).toEqual([{ id, ok: true }]);
  expect((await queue.lease({ count: 1_000, for: "1s", worker: "x".repeat(256) })).jobs).toMatchObject([{ id }]);
  expect(await queue.enqueueMany([])).toEqual([]);
  expect((await queue.turn({})).settled).toEqual([]);
});
