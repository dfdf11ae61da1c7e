// A job whose settling Redis refuses: it fails with the reason, and no other job waits for it.
import { describe, expect, test } from "vitest";
import { LeaseholdError } from "../../src/index.ts";
import { until } from "../setup/wait.ts";
import { faultyQueue, isTurn } from "./faulty.ts";

const REFUSALS = [
  new LeaseholdError("too_large", "the request is larger than the database allows"),
  new LeaseholdError("record_too_large", "a key would exceed the largest size that the database allows"),
  new LeaseholdError("redis_error", "Redis answered with an error (WRONGTYPE)"),
];

describe.each(REFUSALS)("where Redis refuses a result with $code", (refusal) => {
  test.each([1, 4])("the job fails with the reason and the others go on, %i at once", async (concurrency) => {
    const { adapter, queue, others } = faultyQueue({ lease: "5s" });
    adapter.fault = (_, args) => (args.some((arg) => arg.includes("poison")) ? refusal : undefined);
    await others.enqueueMany(Array.from({ length: 12 }, (_, data) => ({ data, id: `job ${data}` })));
    const handle = queue.work(({ data }) => (data === 3 ? "poison" : "fine"), { concurrency });
    await until(async () => (await others.counts()).totals.completed === 11);
    await until(async () => (await others.counts()).failed === 1);
    await others.enqueue(12);
    await until(async () => (await others.counts()).totals.completed === 12);
    expect(await handle.stop()).toMatchObject({ leased: 13, completed: 12, failed: 1, lost: 0 });
    const failed = await others.get("job 3");
    expect(failed).toMatchObject({ state: "failed", attempt: 1 });
    expect(failed?.errors[0]?.message).toContain(`its result was refused`);
    expect(failed?.errors[0]?.message).toContain(refusal.message.slice(0, 30));
  });
});

test("jobs that Redis refuses in any way are lost to their holder, and others are leased all the same", async () => {
  const { adapter, queue, others } = faultyQueue({ lease: "1s", backoff: 0, maxAttempts: 2 });
  const lost: string[] = [];
  adapter.fault = (_, args) => (args.some((arg) => arg.endsWith(" cursed")) ? REFUSALS[2] : undefined);
  await others.enqueue(1, { id: "cursed" });
  await others.enqueueMany([2, 3, 4].map((data) => ({ data })));
  const handle = queue.work(() => "done", { on: { lost: ({ job }) => void lost.push(job.id) } });
  await until(async () => (await others.counts()).totals.completed === 3);
  expect(lost).toContain("cursed");
  adapter.fault = () => undefined;
  await until(async () => (await others.counts()).totals.completed === 4, 10_000);
  await handle.stop();
});

test("a drain settles the others of a refused batch within its budget", async () => {
  const { adapter, queue, others } = faultyQueue({ lease: "5s" });
  adapter.fault = (script, args) =>
    isTurn(script) && args.some((arg) => arg.includes("poison")) ? REFUSALS[0] : undefined;
  await others.enqueueMany(Array.from({ length: 20 }, (_, data) => ({ data })));
  const report = await queue.drain(({ data }) => (data % 7 === 0 ? "poison" : "fine"), {
    budget: "20s",
    concurrency: 20,
  });
  expect(report).toMatchObject({ leased: 20, completed: 17, failed: 3, lost: 0, ended: "empty" });
});
