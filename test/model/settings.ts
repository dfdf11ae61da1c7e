// The queues of a test: one queue in Redis, used by three programs with options of their own.
import type { QueueOptions } from "../../src/index.ts";

/** What the options of a program come to. */
export interface Settings {
  options: Omit<QueueOptions<unknown>, "redis">;
  maxAttempts: number;
  backoff: number;
  lease: number;
  maxLength: number;
  keepRequests: number;
  keepResults: number;
  keepsDone: boolean;
  /** Age and count of done jobs that are kept, then of failed ones; - for no limit. */
  policy: string;
}

const MINUTE = 60_000;
const usual = {
  maxAttempts: 3,
  backoff: 1_000,
  lease: 30_000,
  maxLength: Number.POSITIVE_INFINITY,
  keepRequests: 2 * MINUTE,
  keepResults: 60 * MINUTE,
  keepsDone: false,
  policy: "- - - -",
};

export const SETTINGS: Settings[] = [
  { ...usual, options: { maxAttempts: 3, backoff: 1_000 } },
  {
    ...usual,
    options: {
      maxAttempts: 2,
      backoff: { type: "fixed", delay: 5_000, jitter: 0 },
      retention: { done: { age: 10 * MINUTE, count: 3 }, failed: { age: "30m", count: 2 } },
    },
    maxAttempts: 2,
    backoff: 5_000,
    keepsDone: true,
    policy: "600000 3 1800000 2",
  },
  {
    ...usual,
    options: {
      lease: "1m",
      backoff: 0,
      maxAttempts: 1,
      maxLength: 6,
      rememberRequests: "1m",
      retention: { results: "5m" },
    },
    maxAttempts: 1,
    backoff: 0,
    lease: MINUTE,
    maxLength: 6,
    keepRequests: MINUTE,
    keepResults: 5 * MINUTE,
  },
];
