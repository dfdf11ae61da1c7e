// The recordings of several processes on a faulty network, one of which is killed, are one history.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { spawnLeashed } from "../../scripts/processes/leash.mjs";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { type Chaos, checkHistory, finalState, readHistory, recordHistory } from "../../src/testing.ts";
import { freshQueue, testPrefix } from "../setup/queue.ts";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { until } from "../setup/wait.ts";

const JOBS = 120;

test("workers in processes of their own, one of them killed, complete each job once", { timeout: 90_000 }, async () => {
  const folder = await createTemporaryFolder();
  const gateway = await startGateway({
    redisUrl: inject("redisUrl"),
    chaos: { seed: 5, dropReply: 0.15, dropRequest: 0.05, duplicate: 0.05 },
  });
  onTestFinished(gateway.close);
  const chaos = gateway.chaos as Chaos;
  const queue = freshQueue<number>({ lease: "1s" });
  const producer = recordHistory(queue, { by: "producer" });
  const fileOf = (by: string) => join(folder, `${by}.jsonl`);
  const start = (by: string) => {
    const { url, token } = gateway;
    const args = [
      join(import.meta.dirname, "kit/worker-process.ts"),
      by,
      url,
      token,
      testPrefix(),
      queue.name,
      fileOf(by),
    ];
    const worker = spawnLeashed(process.execPath, args);
    onTestFinished(worker.stop);
    return worker;
  };
  // The first has to lease before there is another: two others can complete all jobs before it has started.
  const doomed = start("w1");
  for (let i = 0; i < JOBS; i += 20)
    await queue.enqueueMany(Array.from({ length: 20 }, (_, n) => ({ data: i + n, id: `job-${i + n}` })));
  const recorded = (by: string) => readFile(fileOf(by), "utf8").catch(() => "");
  await until(async () => readHistory(await recorded("w1")).some(({ leased }) => leased?.length), 40_000);
  const others = ["w2", "w3"].map(start);
  process.kill(doomed.process.pid as number, "SIGKILL");
  await until(async () => (await queue.counts()).totals.completed === JOBS, 40_000);
  chaos.calm();
  for (const worker of others) worker.process.kill("SIGTERM");
  await Promise.all(others.map(({ exited }) => exited));
  const events = [...producer.events, ...readHistory(await Promise.all(["w1", "w2", "w3"].map(recorded)))];
  const final = await finalState(queue);
  expect(checkHistory(events, final).map(String)).toEqual([]);
  expect(final.jobs).toEqual([]);
  expect(chaos.faults.dropReply + chaos.faults.duplicate).toBeGreaterThan(0);
  expect(new Set(events.map(({ by }) => by))).toEqual(new Set(["producer", "w1", "w2", "w3"]));
});
