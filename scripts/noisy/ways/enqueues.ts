// Floods of jobs.
import { batchOf, type Way } from "../way.ts";

const DAY = 86_400_000;
const MB = 1_000_000;
const BATCH = batchOf(1_000, () => ({ data: { n: 1 } }));
const LARGE = JSON.stringify({ data: "x".repeat(MB) });
const LARGE_BATCH = batchOf(4, () => ({ data: "x".repeat(MB) }));
// Below the largest body, and beyond the largest payload: all of it is read and parsed before it is refused.
const TOO_LARGE = JSON.stringify({ data: "x".repeat(10 * MB) });
const MANY_NUMBERS = JSON.stringify({ data: Array.from({ length: 450_000 }, (_, i) => i) });
// The time in ms from the start of a flood at which its delayed jobs are due.
const DUE = 4_000;

export const ENQUEUES: readonly Way[] = [
  { name: "single jobs", next: (flood) => flood.ask("POST", "/jobs", { body: { data: { n: 1 } } }) },
  // In queue after queue, since each takes 100,000 jobs.
  {
    name: "batches of 1,000",
    next: (flood, number) =>
      flood.ask("POST", "/jobs", { body: BATCH }, `${flood.queue}-${Math.floor(number / 50) % 20}`),
  },
  { name: "payloads of 1 MB", factor: 3, next: (flood) => flood.ask("POST", "/jobs", { body: LARGE }) },
  { name: "batches of 4 MB", factor: 1, next: (flood) => flood.ask("POST", "/jobs", { body: LARGE_BATCH }) },
  { name: "bodies of 10 MB", factor: 0.1, next: (flood) => flood.ask("POST", "/jobs", { body: TOO_LARGE }) },
  { name: "large arrays of numbers", factor: 0.1, next: (flood) => flood.ask("POST", "/jobs", { body: MANY_NUMBERS }) },
  {
    name: "delayed, due at once",
    prepare: (flood) => flood.fill(50, { data: 1, at: Date.now() + DUE }),
    next: (flood, number) => {
      if (Date.now() > flood.begunAt + DUE) return flood.ask("POST", "/lease", { body: { count: 1, for: "1m" } });
      const job = { data: number, at: flood.begunAt + DUE };
      return flood.ask("POST", "/jobs", { body: batchOf(1_000, () => job) });
    },
  },
  {
    name: "ids kept at the caps",
    factor: 5,
    next: (flood, number) => {
      const job = (i: number) => ({ data: 1, id: `${number}-${i}`, uniqueFor: 30 * DAY, ttl: 365 * DAY });
      return flood.ask("POST", "/jobs", { body: batchOf(1_000, job) });
    },
  },
  {
    name: "the same id",
    next: (flood) => flood.ask("POST", "/jobs", { body: { data: { n: 1 }, id: "same", uniqueFor: "1h" } }),
  },
  {
    name: "Idempotency-Keys",
    next: (flood, number) =>
      flood.ask("POST", "/jobs", { body: BATCH, headers: { "Idempotency-Key": `key-${number}` } }),
  },
  {
    name: "many queue names",
    next: (flood, number) => flood.ask("POST", "/jobs", { body: { data: 1 } }, `${flood.queue}-${number}`),
  },
];
