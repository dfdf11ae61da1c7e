// Runs a queue with producers, workers and cleaners as processes, and faults of the network, of processes and of Redis. At
// the end it verifies that each job was completed once.
import { Queue } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import type { ChaosOptions, FaultCounts } from "../../src/testing.ts";
import { startBackend } from "./backend.ts";
import { allIds } from "./batches.ts";
import { REFUSED_KEY } from "./external-store.ts";
import { FaultInjector, type FaultTotals } from "./fault-injector.ts";
import { ProcessPool } from "./process-pool.ts";
import { ProgressMonitor } from "./progress-monitor.ts";
import { type Payload, QUEUE, queueOptions } from "./task.ts";
import { verifyRun } from "./verify-run.ts";

/** The size of a run, and its faults. */
export interface FaultRunOptions {
  jobs: number;
  workers: number;
  producers?: number;
  seed: number;
  /** The length of a lease in ms. Pauses and delays are longer. */
  lease: number;
  /** The faults of the network, instead of the usual ones. */
  chaos?: ChaosOptions;
  /** Texts of scripts by name, instead of the real ones, with which a test proves that a run detects a bug. */
  scripts?: Record<string, string>;
  /** Ends the run early; it then rejects. */
  signal?: AbortSignal;
  /** Called with the number of completed jobs every few seconds. */
  onProgress?: (completed: number) => void;
}

/** The report of a run. */
export interface FaultRunReport {
  jobs: number;
  seconds: number;
  /** The faults of requests. */
  network: FaultCounts;
  /** The faults of processes and of Redis. */
  faults: FaultTotals & ProcessPool["counts"];
  totals: { leased: number; retried: number; released: number; reclaimed: number; replayed: number; stale: number };
  /** The jobs whose completion a reply confirmed. The callers of the others were killed before the reply. */
  confirmed: number;
  /** The time from the last fault until the queue was empty. */
  emptyAfterSeconds: number;
  /** Writes to the external store under stale fences: those that the guard refused, and those that came last without it. */
  lateWrites: { refused: number; lasting: number };
  violations: string[];
}

/** Starts the processes, injects the faults, and verifies the result. */
export async function runWithFaults(options: FaultRunOptions): Promise<FaultRunReport> {
  const { jobs, workers, seed, lease, signal, producers = 2, scripts = {} } = options;
  const backend = await startBackend({ seed, ...(options.chaos ?? createUsualFaults(lease)) });
  const { folder, gateway, chaos } = backend;
  const shared = { url: gateway.url, token: gateway.token, folder, seed, jobs, producers, lease, scripts };
  const processes = new ProcessPool(shared);
  const faults = new FaultInjector({ backend, processes, seed, jobs, lease });
  try {
    const startedAt = performance.now();
    const queue = new Queue<Payload>(QUEUE, { ...queueOptions(shared), redis: nodeRedis(backend.client) });
    for (let i = 0; i < producers; i++) processes.start("producer", `producer${i}`, { producer: i });
    for (let i = 0; i < workers; i++) processes.start("worker", `worker${i}`);
    for (const slot of ["light", "deep"]) processes.start("cleaner", slot);
    const stopped = AbortSignal.any([faults.failed, ...(signal ? [signal] : [])]);
    const monitor = new ProgressMonitor(queue, { backend, lease, signal: stopped, onProgress: options.onProgress });
    await monitor.until((completed) => {
      faults.inject(completed);
      return faults.isDone && !processes.hasSlotFor("producer");
    });
    chaos.calm();
    const calmAt = performance.now();
    await monitor.untilEmpty();
    const emptyAt = performance.now();
    const unstopped = await processes.stop();
    // Delayed requests arrive now.
    await chaos.settled();
    stopped.throwIfAborted();
    const { confirmed, overwritten, violations } = await verifyRun(backend, queue, { ids: allIds(shared) });
    const { leased, retried, released, reclaimed, replayed, stale } = (await queue.counts()).totals;
    return {
      jobs,
      seconds: Math.round((emptyAt - startedAt) / 1_000),
      network: { ...chaos.faults },
      faults: { ...faults.counts, ...processes.counts },
      totals: { leased, retried, released, reclaimed, replayed, stale },
      confirmed,
      emptyAfterSeconds: Math.round((emptyAt - calmAt) / 100) / 10,
      lateWrites: { refused: Number((await backend.client.get(REFUSED_KEY)) ?? 0), lasting: overwritten },
      violations: [...monitor.violations, ...unstopped.map((slot) => `${slot} did not stop`), ...violations],
    };
  } finally {
    await faults.settled();
    await processes.kill();
    await backend.close();
  }
}

/** Returns the usual faults of the network: among others, a fifth of the replies is lost and delays exceed leases. */
function createUsualFaults(lease: number): ChaosOptions {
  return {
    dropReply: 0.2,
    duplicate: 0.05,
    delay: 0.02,
    longestDelay: lease * 2.5,
    dropRequest: 0.02,
    cutBody: 0.02,
    error: 0.01,
    reorder: 0.01,
  };
}
