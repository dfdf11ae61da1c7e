// A worker that calls work(), or drain() again and again. Its handler takes time, fails, retries, settles the job itself, and
// ignores the signal that its lease is lost.
import { untilStopped } from "../../../scripts/processes/until-stopped.mjs";
import { sleep } from "../../../src/base/monotonic.ts";
import { type Job, RetryLater } from "../../../src/index.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import { writeCompletion } from "../external-store.ts";
import { RunProcess } from "../run-process.ts";
import type { Payload } from "../task.ts";

const RETRY_INTERVAL = 200;
const MAX_DURATION = 30;

const runProcess = new RunProcess();
const { task, queue, redis } = runProcess;
const random = createRandom(`worker ${task.seed} ${task.name}`);
const concurrency = 16 + random.below(32);
const options = { concurrency, batch: Math.ceil(concurrency * (0.5 + random.fraction())), worker: task.name };
const stopped = untilStopped();

/** Handles a job in one of several ways; a draw for each attempt decides which. */
async function handle(job: Job<Payload>): Promise<unknown> {
  const jobRandom = createRandom(`job ${task.seed} ${job.id} ${job.attempt}`);
  const draw = jobRandom.fraction();
  const duration = jobRandom.fraction() * MAX_DURATION;
  // One in 300 takes longer than its lease.
  await sleep(draw < 1 / 300 ? task.lease * 1.3 : duration);
  await writeCompletion(redis, job);
  if (draw > 0.98) throw new RetryLater(Math.ceil(duration));
  if (draw > 0.97) throw new Error("tried and failed");
  if (draw > 0.96) await job.release();
  else if (draw > 0.86) await completeUntilAnswered(job);
  return draw > 0.76 ? { number: job.data.number } : undefined;
}

/** Completes a job within its handler. A call without a reply is repeated under the same idempotency key. */
async function completeUntilAnswered(job: Job<Payload>): Promise<void> {
  for (;;) {
    try {
      await job.complete({ by: task.name });
      return;
    } catch (error) {
      runProcess.reportError(error);
      await sleep(RETRY_INTERVAL);
    }
  }
}

if (random.fraction() < 0.6) {
  const on = { error: ({ error }: { error: unknown }) => runProcess.reportError(error) };
  const worker = queue.work(handle, { ...options, grace: task.lease, on });
  await stopped;
  await worker.stop();
} else {
  const stop = new AbortController();
  stopped.then(() => stop.abort());
  while (!stop.signal.aborted) {
    const budget = task.lease * 2;
    await queue.drain(handle, { ...options, budget, signal: stop.signal }).catch(runProcess.reportError);
    await sleep(RETRY_INTERVAL);
  }
}
process.exit();
