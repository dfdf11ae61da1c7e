// The worker of one queue: its handler does what the current step of a job says, and its events go to the tracker.
import { setTimeout as sleep } from "node:timers/promises";
import { Discard, type Queue, RetryLater, type WorkerHandle } from "../../src/index.ts";
import type { JobTracker, TrackedJob } from "./job-tracker.ts";
import { CONCURRENCY } from "./wait-times.ts";

interface WorkerOptions {
  tracker: JobTracker;
  /** Cancels a job whose handler runs. */
  cancel: (job: TrackedJob) => Promise<void>;
}

/** Starts a worker of a queue. */
export function startTrackedWorker(queue: Queue<string>, { tracker, cancel }: WorkerOptions): WorkerHandle {
  const performStep = async (job: TrackedJob, signal: AbortSignal): Promise<void> => {
    const step = job.steps[job.starts - 1];
    if (step === "time out") return untilAborted(signal);
    if (step === "cancel") return cancel(job);
    if (job.length > 0) await sleep(job.length);
    if (step === "throw") throw new Error("on purpose");
    if (step === "retry later") throw new RetryLater(job.delay, { attempt: job.starts % 2 === 0 });
    if (step === "discard") throw new Discard("on purpose");
  };
  return queue.work(
    async ({ id }, signal) => {
      const job = tracker.noteStart(id);
      if (!job) return;
      try {
        await performStep(job, signal);
      } finally {
        tracker.noteStop(job);
      }
    },
    {
      concurrency: CONCURRENCY,
      worker: "worker",
      on: {
        completed: ({ job }) => tracker.noteEnd(job.id, "completed"),
        failed: ({ job }) => tracker.noteEnd(job.id, "failed"),
        retried: ({ job }) => tracker.noteRetry(job.id),
        released: ({ job }) => void tracker.addFault(`${job.id} was released`),
        lost: ({ job, reason }) => tracker.noteLost(job.id, reason),
      },
    },
  );
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
