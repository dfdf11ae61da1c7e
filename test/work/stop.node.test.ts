// Stopping a worker: it waits for its running jobs and for nothing else.
import { expect, test } from "vitest";
import { until } from "../setup/wait.ts";
import { createFaultyQueue, startWorker } from "./faulty-adapter.ts";

test("a worker without jobs stops quickly while Redis does not reply", async () => {
  const { adapter, queue } = createFaultyQueue();
  adapter.fault = () => "hang";
  const handle = queue.work(() => {});
  await until(() => adapter.sent.length > 0);
  const startedAt = Date.now();
  await handle.stop();
  expect(Date.now() - startedAt).toBeLessThan(1_500);
});

test("a worker releases jobs that it leases while it stops", async () => {
  const { adapter, queue, otherClient } = createFaultyQueue();
  const { handled, stop } = startWorker(queue);
  await until(() => adapter.sent.length > 0);
  await otherClient.enqueueMany([1, 2, 3].map((data) => ({ data })));
  const report = await stop();
  const { ready, leased, totals } = await otherClient.counts();
  expect({ leased, ready: ready + totals.completed }).toEqual({ leased: 0, ready: 3 });
  expect(report.completed).toBe(handled.length);
});

test("a worker with a finished job stops after its grace while Redis does not reply, without a warning", async () => {
  const warnings: string[] = [];
  const recordWarning = ({ name }: Error) => void warnings.push(name);
  process.on("warning", recordWarning);
  const { adapter, queue, otherClient } = createFaultyQueue({ logger: false, lease: "3s" });
  await otherClient.enqueue(1);
  let finish: (() => void) | undefined;
  const handle = queue.work(() => new Promise<void>((resolve) => (finish = resolve)), { grace: 500 });
  await until(() => finish);
  adapter.fault = () => "hang";
  const stopped = handle.stop();
  finish?.();
  await stopped;
  process.off("warning", recordWarning);
  expect(warnings).toEqual([]);
}, 20_000);

test("a worker that stops waits for its handler and settles the job", async () => {
  const { queue, otherClient } = createFaultyQueue();
  await otherClient.enqueue(1);
  let finish: (() => void) | undefined;
  const handle = queue.work(() => new Promise<void>((resolve) => (finish = resolve)));
  await until(() => finish);
  const stopped = handle.stop();
  finish?.();
  expect(await stopped).toMatchObject({ leased: 1, completed: 1, released: 0 });
});
