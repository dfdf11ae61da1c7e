// Floods of enqueued jobs.
import { formatBatch, type Scenario } from "../flood/scenario.ts";

const DAY = 86_400_000;
const MB = 1_000_000;
const BATCH = formatBatch(1_000, () => ({ data: { n: 1 } }));
const LARGE = JSON.stringify({ data: "x".repeat(MB) });
const LARGE_BATCH = formatBatch(4, () => ({ data: "x".repeat(MB) }));
// Smaller than the largest body but larger than the largest payload, so that it is read and parsed before it is refused.
const TOO_LARGE = JSON.stringify({ data: "x".repeat(10 * MB) });
const MANY_NUMBERS = JSON.stringify({ data: Array.from({ length: 450_000 }, (_, i) => i) });
// The time in ms from the start of a flood until its delayed jobs are due.
const DUE_AFTER = 4_000;

/** Scenarios that enqueue. */
export const ENQUEUES: readonly Scenario[] = [
  { name: "single jobs", next: (flood) => flood.post("/jobs", { data: { n: 1 } }) },
  // In 20 queues by turns, since each holds at most 100,000 jobs.
  {
    name: "batches of 1,000",
    next: (flood, number) => flood.post("/jobs", BATCH, { queue: `${flood.queue}-${Math.floor(number / 50) % 20}` }),
  },
  { name: "payloads of 1 MB", rateFactor: 3, next: (flood) => flood.post("/jobs", LARGE) },
  {
    name: "batches of 4 MB",
    rateFactor: 1,
    next: (flood) => flood.post("/jobs", LARGE_BATCH),
  },
  {
    name: "bodies of 10 MB",
    rateFactor: 0.1,
    next: (flood) => flood.post("/jobs", TOO_LARGE),
  },
  {
    name: "large arrays of numbers",
    rateFactor: 0.1,
    next: (flood) => flood.post("/jobs", MANY_NUMBERS),
  },
  {
    name: "delayed, due together",
    prepare: (flood) => flood.fill(50, { data: 1, at: Date.now() + DUE_AFTER }),
    next: (flood, number) => {
      if (Date.now() > flood.startedAt + DUE_AFTER) return flood.post("/lease", { count: 1, for: "1m" });
      const job = { data: number, at: flood.startedAt + DUE_AFTER };
      return flood.post(
        "/jobs",
        formatBatch(1_000, () => job),
      );
    },
  },
  {
    name: "ids unique for a month",
    rateFactor: 5,
    next: (flood, number) => {
      const job = (i: number) => ({ data: 1, id: `${number}-${i}`, uniqueFor: 30 * DAY, ttl: 365 * DAY });
      return flood.post("/jobs", formatBatch(1_000, job));
    },
  },
  {
    name: "duplicates of one id",
    next: (flood) => flood.post("/jobs", { data: { n: 1 }, id: "same", uniqueFor: "1h" }),
  },
  {
    name: "Idempotency-Keys",
    next: (flood, number) => flood.post("/jobs", BATCH, { headers: { "Idempotency-Key": `key-${number}` } }),
  },
  {
    name: "many queue names",
    next: (flood, number) => flood.post("/jobs", { data: 1 }, { queue: `${flood.queue}-${number}` }),
  },
];
