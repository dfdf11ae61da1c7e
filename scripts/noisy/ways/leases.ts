// Floods of leases, settled badly or not at all.
import type { Answer } from "../sender.ts";
import type { Flood, Way } from "../way.ts";

const NO_RECEIPT = `${"0".repeat(12)}.1.1.0.${"A".repeat(22)}`;

/** Gives the jobs of the oldest lease back for another attempt, and leases as many again. */
async function retry(flood: Flood): Promise<Answer> {
  const jobs = flood.held.shift() ?? [];
  const settle = jobs.map(({ id, receipt }) => ({ action: "retry", id, receipt, delay: 0, error: "again" }));
  return flood.keep(await flood.ask("POST", "/turn", { body: { settle, lease: { count: 200, for: "1m" } } }));
}

export const LEASES: readonly Way[] = [
  {
    name: "leases never settled",
    prepare: (flood) => flood.fill(60),
    next: (flood) => flood.ask("POST", "/lease", { body: { count: 1_000, for: "12h" } }),
  },
  {
    name: "leases that expire",
    prepare: (flood) => flood.fill(40, { data: 1, maxAttempts: 1_000 }),
    next: (flood, number) => flood.ask("POST", "/lease", { body: { count: 1_000, for: "1s", worker: `w${number}` } }),
  },
  {
    name: "retries in a loop",
    factor: 10,
    prepare: (flood) => flood.fill(10, { data: 1, maxAttempts: 1_000 }),
    next: retry,
  },
  {
    name: "bad receipts",
    next: (flood) => {
      const item = (_: unknown, i: number) => ({ action: "complete", id: `${i}`, receipt: NO_RECEIPT });
      return flood.ask("POST", "/turn", { body: { settle: Array.from({ length: 300 }, item) } });
    },
  },
  {
    name: "receipts of others' jobs",
    factor: 10,
    prepare: (flood) => flood.fill(20),
    async next(flood) {
      const [jobs] = flood.held;
      if (!jobs) return flood.keep(await flood.ask("POST", "/lease", { body: { count: 1_000, for: "12h" } }));
      const settle = jobs.map(({ receipt }) => ({ action: "complete", id: "another", receipt }));
      return flood.ask("POST", "/turn", { body: { settle } });
    },
  },
];
