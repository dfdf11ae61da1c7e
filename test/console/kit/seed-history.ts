// A queue with an hour of history: what programs do in each minute, at times in the past.
import type { Queue } from "../../../src/index.ts";
import type { Stack } from "./stack.ts";

const MINUTE = 60_000;
// In minutes before now: no cron looked in between.
const GAP = { from: 24, to: 16 };

/** The queue of `seedHistory`. */
export const HISTORY_QUEUE = "invoices";

/**
 * Fills the queue `invoices` with the traffic of an hour: 8 to 24 jobs a minute, failures from 40 to 30 minutes ago and in the
 * last minutes, a light clean each minute, and eight minutes without a clean.
 */
export async function seedHistory(stack: Stack, { minutes = 60 } = {}): Promise<void> {
  const end = Date.now();
  let time = end - minutes * MINUTE;
  const queue = stack.queue(HISTORY_QUEUE, { now: () => time });
  for (let ago = minutes; ago > 0; ago--) {
    time = end - ago * MINUTE;
    const count = 16 + Math.round(8 * Math.sin(ago / 6));
    await queue.enqueueMany(
      Array.from({ length: count }, (_, i) => ({ id: `invoice-${ago}-${i}`, data: { total: i } })),
    );
    time += 400 + 40 * count;
    const isFailing = (ago <= 40 && ago > 30) || ago <= 3;
    await work(queue, isFailing ? Math.round(count / 6) : 0, (ms) => {
      time += ms;
    });
    if (ago <= GAP.to || ago > GAP.from) {
      time = end - ago * MINUTE + 50_000;
      await queue.clean();
    }
  }
}

async function work(queue: Queue<unknown>, failures: number, pass: (ms: number) => void): Promise<void> {
  const { jobs } = await queue.lease({ count: 22, worker: "billing-1" });
  pass(900 + 60 * jobs.length);
  for (const job of jobs.slice(0, failures)) await job.fail(new Error("the tax service answered with 503"));
  await queue.turn({ settle: jobs.slice(failures).map((job) => ({ job, action: "complete" })) });
}
