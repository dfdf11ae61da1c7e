// A worker: for as long as it lives, or drain after drain. Its handler takes time, fails, asks for another attempt,
// settles by itself, and never listens when it is told that it lost its job.
import { untilStopped } from "../../../scripts/processes/until-stopped.mjs";
import { type Job, RetryLater } from "../../../src/index.ts";
import { createRandom } from "../../../src/instruments/testing/random.ts";
import { mark } from "../marks.ts";
import { type Load, Part, pause } from "../task.ts";

const AGAIN_AFTER = 200;
const LONGEST = 30;

const part = new Part();
const { task, queue, redis } = part;
const how = createRandom(`worker ${task.seed} ${task.name}`);
const concurrency = 16 + Math.floor(how.fraction() * 32);
const options = { concurrency, batch: Math.ceil(concurrency * (0.5 + how.fraction())), worker: task.name };
const stopped = untilStopped();

async function handle(job: Job<Load>): Promise<unknown> {
  const random = createRandom(`job ${task.seed} ${job.id} ${job.attempt}`);
  const lot = random.fraction();
  const takes = random.fraction() * LONGEST;
  // One in 300 takes longer than its lease.
  await pause(lot < 1 / 300 ? task.lease * 1.3 : takes);
  await mark(redis, job);
  if (lot > 0.98) throw new RetryLater(Math.ceil(takes));
  if (lot > 0.97) throw new Error("tried and failed");
  if (lot > 0.96) await job.release();
  else if (lot > 0.86) await insist(job);
  return lot > 0.76 ? { number: job.data.number } : undefined;
}

/** Completes a job here and now; what was not answered is asked again under the same idempotency key. */
async function insist(job: Job<Load>): Promise<void> {
  for (;;) {
    try {
      await job.complete({ by: task.name });
      return;
    } catch (error) {
      part.warn(error);
      await pause(AGAIN_AFTER);
    }
  }
}

if (how.fraction() < 0.6) {
  const working = queue.work(handle, { ...options, grace: task.lease, on: { error: ({ error }) => part.warn(error) } });
  await stopped;
  await working.stop();
} else {
  const stop = new AbortController();
  stopped.then(() => stop.abort());
  while (!stop.signal.aborted) {
    const budget = task.lease * 2;
    await queue.drain(handle, { ...options, budget, signal: stop.signal }).catch(part.warn);
    await pause(AGAIN_AFTER);
  }
}
process.exit();
