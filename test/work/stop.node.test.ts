// Stopping a worker waits for the jobs in hand, and for nothing else.
import { expect, test } from "vitest";
import { until } from "../setup/wait.ts";
import { faultyQueue } from "./faulty.ts";

test("is quick with nothing in hand while Redis does not answer", async () => {
  const { adapter, queue } = faultyQueue();
  adapter.fault = () => "hang";
  const handle = queue.work(() => {});
  await until(() => adapter.sent.length > 0);
  const startedAt = Date.now();
  await handle.stop();
  expect(Date.now() - startedAt).toBeLessThan(1_500);
});

test("gives back jobs that are leased while it stops", async () => {
  const { adapter, queue, others } = faultyQueue();
  let handled = 0;
  const handle = queue.work(() => {
    handled += 1;
  });
  await until(() => adapter.sent.length > 0);
  await others.enqueueMany([1, 2, 3].map((data) => ({ data })));
  const report = await handle.stop();
  const { ready, leased, totals } = await others.counts();
  expect({ leased, ready: ready + totals.completed }).toEqual({ leased: 0, ready: 3 });
  expect(report.completed).toBe(handled);
});

test("with a job in hand while Redis does not answer ends after its grace, and without a warning", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on("warning", note);
  const { adapter, queue, others } = faultyQueue({ logger: false, lease: "3s" });
  await others.enqueue(1);
  let finish: (() => void) | undefined;
  const handle = queue.work(() => new Promise<void>((resolve) => (finish = resolve)), { grace: 500 });
  await until(() => finish);
  adapter.fault = () => "hang";
  const stopped = handle.stop();
  finish?.();
  await stopped;
  process.off("warning", note);
  expect(warnings).toEqual([]);
}, 20_000);

test("waits for a handler, and settles its job", async () => {
  const { queue, others } = faultyQueue();
  await others.enqueue(1);
  let [isRunning, release] = [false, () => {}];
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handle = queue.work(async () => {
    isRunning = true;
    await held;
  });
  await until(() => isRunning);
  const stopped = handle.stop();
  release();
  expect(await stopped).toMatchObject({ leased: 1, completed: 1, released: 0 });
});
