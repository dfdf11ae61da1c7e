// A producer: sends each request under its idempotency key until a reply arrives. After a kill, its successor continues with
// the first request that has no reply.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "../../../src/base/monotonic.ts";
import { type EnqueueResult, LeaseholdError } from "../../../src/index.ts";
import { type Batch, createBatches } from "../batches.ts";
import { RunProcess } from "../run-process.ts";

const RETRY_INTERVAL = 50;

const runProcess = new RunProcess();
const { task, queue } = runProcess;

const answered = new Set(readLines(join(task.folder, `${task.slot}.answered`)));

for (const batch of createBatches(task, task.producer)) {
  if (answered.has(batch.idempotencyKey)) continue;
  const jobs = await enqueueUntilAnswered(batch);
  for (const { id, created } of jobs) if (!created) runProcess.append("errors", `${id} was reported as a duplicate`);
  runProcess.appendForSuccessor("answered", batch.idempotencyKey);
}

async function enqueueUntilAnswered({ jobs, idempotencyKey }: Batch): Promise<EnqueueResult[]> {
  for (;;) {
    try {
      return await queue.enqueueMany(jobs, { idempotencyKey });
    } catch (error) {
      const isFull = error instanceof LeaseholdError && error.code === "queue_full";
      if (!isFull) runProcess.reportError(error);
      await sleep(RETRY_INTERVAL);
    }
  }
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}
