// Jobs whose settling Redis refuses: such a job fails with the reason, and delays no other job.
import { describe, expect, test } from "vitest";
import { LeaseholdError } from "../../src/index.ts";
import { until } from "../setup/wait.ts";
import { createFaultyQueue, isTurn } from "./faulty-adapter.ts";

const REFUSALS = [
  new LeaseholdError("too_large", "the request is larger than the database allows"),
  new LeaseholdError("record_too_large", "a key would exceed the largest size that the database allows"),
  new LeaseholdError("redis_error", "Redis answered with an error (WRONGTYPE)"),
];

describe.each(REFUSALS)("if Redis refuses a result with $code", (refusal) => {
  test.each([1, 4])(
    "its job fails with the reason, and other jobs complete, at concurrency %i",
    async (concurrency) => {
      const { adapter, queue, otherClient } = createFaultyQueue({ lease: "5s" });
      adapter.fault = (_, args) => (args.some((arg) => arg.includes("poison")) ? refusal : undefined);
      await otherClient.enqueueMany(Array.from({ length: 12 }, (_, data) => ({ data, id: `job ${data}` })));
      const handle = queue.work(({ data }) => (data === 3 ? "poison" : "fine"), { concurrency });
      await until(async () => (await otherClient.counts()).totals.completed === 11);
      await until(async () => (await otherClient.counts()).failed === 1);
      await otherClient.enqueue(12);
      await until(async () => (await otherClient.counts()).totals.completed === 12);
      expect(await handle.stop()).toMatchObject({ leased: 13, completed: 12, failed: 1, lost: 0 });
      const failed = await otherClient.get("job 3");
      expect(failed).toMatchObject({ state: "failed", attempt: 1 });
      expect(failed?.errors[0]?.message).toContain("its result was refused");
      expect(failed?.errors[0]?.message).toContain(refusal.message.slice(0, 30));
    },
  );
});

test("a job that Redis refuses to settle in any way is lost to its holder, and other jobs are still leased", async () => {
  const { adapter, queue, otherClient } = createFaultyQueue({ lease: "1s", backoff: 0, maxAttempts: 2 });
  const lost: string[] = [];
  adapter.fault = (_, args) => (args.some((arg) => arg.endsWith(" refused")) ? REFUSALS[2] : undefined);
  await otherClient.enqueue(1, { id: "refused" });
  await otherClient.enqueueMany([2, 3, 4].map((data) => ({ data })));
  const handle = queue.work(() => "done", { on: { lost: ({ job }) => void lost.push(job.id) } });
  await until(async () => (await otherClient.counts()).totals.completed === 3);
  expect(lost).toContain("refused");
  adapter.fault = () => undefined;
  await until(async () => (await otherClient.counts()).totals.completed === 4, 10_000);
  await handle.stop();
});

test("a drain settles the other jobs of a refused batch within its budget", async () => {
  const { adapter, queue, otherClient } = createFaultyQueue({ lease: "5s" });
  adapter.fault = (script, args) =>
    isTurn(script) && args.some((arg) => arg.includes("poison")) ? REFUSALS[0] : undefined;
  await otherClient.enqueueMany(Array.from({ length: 20 }, (_, data) => ({ data })));
  const report = await queue.drain(({ data }) => (data % 7 === 0 ? "poison" : "fine"), {
    budget: "20s",
    concurrency: 20,
  });
  expect(report).toMatchObject({ leased: 20, completed: 17, failed: 3, lost: 0, ended: "empty" });
});
