// The settings of the programs of a sequence: several processes that use one queue, each with options of its own.
import type { QueueOptions } from "../../../../src/index.ts";
import type { Limits } from "./groups.ts";

/** Limits on the ended jobs of one kind that are kept; NaN for no limit. */
export interface RetentionLimits {
  age: number;
  count: number;
}

/** The options of a program, with their defaults. */
export interface ProgramSettings {
  options: Omit<QueueOptions<unknown>, "redis">;
  maxAttempts: number;
  backoff: number;
  lease: number;
  maxLength: number;
  /** The times in ms for which replies are remembered: to usual requests, and to requests with an idempotency key. */
  keepRequests: number;
  keepKeys: number;
  /** The time in ms for which a result is kept; 0 if results are not kept. */
  keepResults: number;
  keepsDone: boolean;
  /** True if the program sets a retention, which is noted for the cleans of other programs. */
  setsRetention: boolean;
  retention: Retention;
  /** The limits that the program declares; undefined for none. */
  limits: Limits | undefined;
}

/** The retention of ended jobs, and of results in ms. */
export interface Retention {
  done: RetentionLimits;
  failed: RetentionLimits;
  results: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The retention of failed jobs unless a program sets another. */
export const DEFAULT_FAILED: RetentionLimits = { age: 720 * HOUR, count: 100_000 };
/** No limit. */
export const UNLIMITED: RetentionLimits = { age: Number.NaN, count: Number.NaN };

const DEFAULTS = {
  maxAttempts: 3,
  backoff: 1_000,
  lease: 30_000,
  maxLength: Number.POSITIVE_INFINITY,
  keepRequests: 2 * MINUTE,
  keepKeys: 24 * HOUR,
  keepResults: HOUR,
  keepsDone: false,
  setsRetention: false,
  retention: { done: UNLIMITED, failed: DEFAULT_FAILED, results: HOUR },
  limits: undefined,
};

/** The settings of each program. */
export const PROGRAMS: ProgramSettings[] = [
  { ...DEFAULTS, options: { maxAttempts: 3, backoff: 1_000 } },
  {
    ...DEFAULTS,
    options: {
      maxAttempts: 2,
      backoff: { type: "fixed", delay: 5_000, jitter: 0 },
      retention: { done: { age: 10 * MINUTE, count: 3 }, failed: { age: "30m", count: 2 } },
    },
    maxAttempts: 2,
    backoff: 5_000,
    keepsDone: true,
    setsRetention: true,
    retention: { done: { age: 10 * MINUTE, count: 3 }, failed: { age: 30 * MINUTE, count: 2 }, results: HOUR },
  },
  {
    ...DEFAULTS,
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
    retention: { done: UNLIMITED, failed: DEFAULT_FAILED, results: 5 * MINUTE },
  },
  {
    ...DEFAULTS,
    options: {
      maxAttempts: 3,
      backoff: 1_000,
      retention: { done: { count: 1 }, failed: { count: 1 }, results: false },
    },
    keepResults: 0,
    keepsDone: true,
    setsRetention: true,
    retention: { done: { age: Number.NaN, count: 1 }, failed: { age: Number.NaN, count: 1 }, results: 0 },
  },
  {
    ...DEFAULTS,
    options: { maxAttempts: 3, backoff: 1_000, groups: { concurrency: 2 } },
    limits: { version: 1, order: "-", group: { cap: 2 }, queue: {} },
  },
  {
    ...DEFAULTS,
    options: { maxAttempts: 3, backoff: 1_000, groups: { ordered: "stop" }, concurrency: 4, limitsVersion: 2 },
    limits: { version: 2, order: "s", group: {}, queue: { cap: 4 } },
  },
  {
    ...DEFAULTS,
    options: {
      maxAttempts: 3,
      backoff: 1_000,
      maxLength: 9,
      groups: { rate: { limit: 2, per: "10s", burst: 2 } },
      rate: { limit: 10, per: "1s", burst: 7 },
      limitsVersion: 4,
    },
    maxLength: 9,
    limits: {
      ...{ version: 4, order: "-", group: { rate: { limit: 2, per: 10_000, burst: 2 } } },
      queue: { rate: { limit: 10, per: 1_000, burst: 7 } },
    },
  },
];
