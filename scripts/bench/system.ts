// A queue, as the benchmark drives it: configured as its own documentation recommends for throughput.
import type { Payload } from "./payload.ts";

/** How work is done: `batch` jobs in a request where the system can, `concurrency` requests or handlers at a time. */
export interface Load {
  batch: number;
  concurrency: number;
}

/** A queue system over TCP. */
export interface System {
  name: string;
  version: string;
  /** Connects, and is ready for work. */
  open(redisUrl: string): Promise<Session>;
  /** Starts one worker that has nothing to do; returns what stops it. */
  wait?(redisUrl: string): Promise<() => Promise<void>>;
}

/** A connected queue, which is empty at first. */
export interface Session {
  enqueue(payloads: readonly Payload[], load: Load): Promise<void>;
  /** Starts workers, and resolves when `count` jobs were handled and are settled. */
  work(count: number, load: Load, handle: (payload: Payload) => void): Promise<void>;
  /** Takes jobs by hand; not every system lets one. */
  lease?(count: number): Promise<Held[]>;
  complete?(jobs: Held[]): Promise<void>;
  close(): Promise<void>;
}

/** A job in the hands of the benchmark, as its system knows it. */
export type Held = unknown;
