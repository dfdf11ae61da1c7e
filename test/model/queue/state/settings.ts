// The programs of a test: several processes that use one queue, each with options of its own.
import type { QueueOptions } from "../../../../src/index.ts";

/** Limits on the ended jobs of one kind that are kept; NaN for no limit. */
export interface Kept {
  age: number;
  count: number;
}

/** The options of a program, with their defaults. */
export interface Settings {
  options: Omit<QueueOptions<unknown>, "redis">;
  maxAttempts: number;
  backoff: number;
  lease: number;
  maxLength: number;
  keepRequests: number;
  keepKeys: number;
  /** 0 where results are not kept. */
  keepResults: number;
  keepsDone: boolean;
  /** True where the program states a retention, which is noted for the cleans of others. */
  statesRetention: boolean;
  retention: Retention;
}

export interface Retention {
  done: Kept;
  failed: Kept;
  results: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The retention of failed jobs unless a program states another. */
export const USUAL_FAILED: Kept = { age: 720 * HOUR, count: 100_000 };
export const UNLIMITED: Kept = { age: Number.NaN, count: Number.NaN };

const usual = {
  maxAttempts: 3,
  backoff: 1_000,
  lease: 30_000,
  maxLength: Number.POSITIVE_INFINITY,
  keepRequests: 2 * MINUTE,
  keepKeys: 24 * HOUR,
  keepResults: HOUR,
  keepsDone: false,
  statesRetention: false,
  retention: { done: UNLIMITED, failed: USUAL_FAILED, results: HOUR },
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
    statesRetention: true,
    retention: { done: { age: 10 * MINUTE, count: 3 }, failed: { age: 30 * MINUTE, count: 2 }, results: HOUR },
  },
  {
    ...usual,
    options: {
      lease: "1m",
      backoff: 0,
      maxAttempts: 1,
      maxLength: 6,
      rememberRequests: "1m",
      rememberKeys: "3m",
      retention: { results: "5m" },
    },
    maxAttempts: 1,
    backoff: 0,
    lease: MINUTE,
    maxLength: 6,
    keepRequests: MINUTE,
    keepKeys: 3 * MINUTE,
    keepResults: 5 * MINUTE,
    retention: { done: UNLIMITED, failed: USUAL_FAILED, results: 5 * MINUTE },
  },
  {
    ...usual,
    options: {
      maxAttempts: 3,
      backoff: 1_000,
      retention: { done: { count: 1 }, failed: { count: 1 }, results: false },
    },
    keepResults: 0,
    keepsDone: true,
    statesRetention: true,
    retention: { done: { age: Number.NaN, count: 1 }, failed: { age: Number.NaN, count: 1 }, results: 0 },
  },
];
