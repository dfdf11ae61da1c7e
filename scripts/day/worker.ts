// The worker of one queue: a handler that does what the step of its job says, and events that go into the ledger.
import { Discard, type Queue, RetryLater, type WorkerHandle } from "../../src/index.ts";
import { CONCURRENCY, type Entry, type Ledger } from "./ledger.ts";

/** Starts to work on a queue. `cancel` cancels a job whose handler runs. */
export function startWorker(
  queue: Queue<string>,
  ledger: Ledger,
  cancel: (entry: Entry) => Promise<void>,
): WorkerHandle {
  const handle = async (entry: Entry, signal: AbortSignal): Promise<void> => {
    const step = entry.steps[entry.starts - 1];
    if (step === "time out") return aborted(signal);
    if (step === "cancel") return cancel(entry);
    if (entry.length > 0) await new Promise((resolve) => setTimeout(resolve, entry.length));
    if (step === "throw") throw new Error("on purpose");
    if (step === "retry later") throw new RetryLater(entry.delay, { attempt: entry.starts % 2 === 0 });
    if (step === "discard") throw new Discard("on purpose");
  };
  return queue.work(
    async ({ id }, signal) => {
      const entry = ledger.start(id);
      if (!entry) return;
      try {
        await handle(entry, signal);
      } finally {
        ledger.stop(entry);
      }
    },
    {
      concurrency: CONCURRENCY,
      worker: "worker",
      on: {
        completed: ({ job }) => ledger.end(job.id, "completed"),
        failed: ({ job }) => ledger.end(job.id, "failed"),
        retried: ({ job }) => ledger.retried(job.id),
        released: ({ job }) => void ledger.fault(`${job.id} was given back`),
        lost: ({ job, reason }) => ledger.lost(job.id, reason),
      },
    },
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
