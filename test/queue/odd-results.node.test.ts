// Handlers that return or throw values that cannot be stored: each affects its own job only.
import { expect, test } from "vitest";
import { RetryLater } from "../../src/index.ts";
import { throwing } from "../setup/handlers.ts";
import { Clock, freshQueue } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";

const RESULTS: Record<string, () => unknown> = {
  function: () => () => 1,
  response: () => new Response("sent"),
  bigint: () => ({ id: 1n }),
  large: () => "x".repeat(2 ** 20),
  cycle: () => {
    const result: Record<string, unknown> = {};
    result.self = result;
    return result;
  },
  throws: () => ({ toJSON: throwing(() => new Error("secret")) }),
};

test("a result that cannot be stored fails its job at once with the reason, and other jobs complete", async () => {
  const queue = freshQueue<string>({ now: new Clock().now });
  await queue.enqueueMany([...Object.keys(RESULTS), "fine"].map((id) => ({ data: id, id })));
  const report = await queue.drain(({ data }) => RESULTS[data]?.(), { budget: "20s", concurrency: 8 });
  expect(report).toMatchObject({ leased: 7, completed: 1, failed: 6, retried: 0, lost: 0, ended: "empty" });
  const reasons = await Promise.all(Object.keys(RESULTS).map(async (id) => (await queue.get(id))?.errors[0]?.message));
  const reason = "it was done, but its result cannot be kept";
  expect(reasons).toEqual([
    `${reason}: data is a function, which JSON cannot represent`,
    `${reason}: data is of the type Response, which JSON cannot represent`,
    `${reason}: data.id is a bigint, which JSON cannot represent`,
    `${reason}: a result must be at most 1048576 bytes`,
    `${reason}: data.self contains itself`,
    reason,
  ]);
});

const THROWN: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  number: 5,
  "no prototype": Object.create(null),
  "toString without a string": { toString: () => ({}) },
  "message that is an object": Object.assign(new Error(), { message: { a: 1 } }),
  symbol: Symbol("s"),
  long: new Error("x".repeat(100_000)),
  "surrogate pair at the cut": new Error(`${"x".repeat(999)}😀`),
};

test("any thrown value fails the attempt and leaves a short error message", async () => {
  const queue = freshQueue<string>({ maxAttempts: 1 });
  await queue.enqueueMany(Object.keys(THROWN).map((id) => ({ data: id, id })));
  const report = await queue.drain(
    ({ data }) => {
      throw THROWN[data];
    },
    { budget: "20s", concurrency: 4 },
  );
  expect(report).toMatchObject({ leased: 9, retried: 0, failed: 9, ended: "empty" });
  for (const id of Object.keys(THROWN)) {
    const job = await queue.get(id);
    expect(job?.state).toBe("failed");
    expect(job?.errors[0]?.message.length ?? 0).toBeLessThanOrEqual(300);
  }
});

test("an invalid delay in RetryLater fails the attempt of its job only", async () => {
  const queue = freshQueue<number>({ maxAttempts: 1 });
  await queue.enqueueMany(["a", "b"].map((id, i) => ({ data: i + 1, id })));
  const working = queue.work(({ data }) => {
    if (data === 1) throw new RetryLater("soon" as never);
  });
  await until(async () => (await queue.counts()).totals.completed === 1);
  expect(await working.stop()).toMatchObject({ leased: 2, completed: 1 });
  expect((await queue.get("a"))?.errors[0]?.message).toContain("the delay of RetryLater must be");
});
