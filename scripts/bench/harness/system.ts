// The interface of a queue in the benchmark, configured as its own documentation recommends for throughput.
import type { Payload } from "./payload.ts";

/**
 * The load: `batch` jobs in a request if the system supports that, and `concurrency` requests or handlers in flight.
 */
export interface Load {
  batch: number;
  concurrency: number;
}

/** A queue system over TCP. */
export interface System {
  name: string;
  version: string;
  /** Connects, and resolves when the system is ready. */
  open(redisUrl: string): Promise<Session>;
  /** Starts a worker with nothing to do; resolves with the function that stops it. */
  startIdleWorker?(redisUrl: string): Promise<() => Promise<void>>;
}

/** A connected queue, empty at first. */
interface Session {
  enqueue(payloads: readonly Payload[], load: Load): Promise<void>;
  /** Starts workers, and resolves when `count` jobs are handled and completed. */
  work(count: number, load: Load, handle: (payload: Payload) => void): Promise<void>;
  /** Leases jobs without a handler, if the system supports that. */
  lease?(count: number): Promise<LeasedJob[]>;
  complete?(jobs: LeasedJob[]): Promise<void>;
  close(): Promise<void>;
}

/** A leased job, as its system represents it. */
export type LeasedJob = unknown;
