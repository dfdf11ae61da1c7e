// A producer: insists on each request under its idempotency key until it is answered, and goes on after its death where it stopped.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EnqueueResult, LeaseholdError } from "../../../src/index.ts";
import { type Batch, batchesOf } from "../load.ts";
import { Part, pause } from "../task.ts";

const AGAIN_AFTER = 50;

const part = new Part();
const { task, queue } = part;

// Of the seat, not of who sits there.
const answered = new Set(linesOf(join(task.folder, `${task.seat}.answered`)));

for (const batch of batchesOf(task, task.producer)) {
  if (answered.has(batch.idempotencyKey)) continue;
  const jobs = await insist(batch);
  for (const { id, created } of jobs) if (!created) part.note("errors", `told that ${id} was there already`);
  part.noteForNext("answered", batch.idempotencyKey);
}

async function insist({ jobs, idempotencyKey }: Batch): Promise<EnqueueResult[]> {
  for (;;) {
    try {
      return await queue.enqueueMany(jobs, { idempotencyKey });
    } catch (error) {
      const isFull = error instanceof LeaseholdError && error.code === "queue_full";
      if (!isFull) part.warn(error);
      await pause(AGAIN_AFTER);
    }
  }
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}
