// Floods of leases that are never settled, or settled wrongly.
import type { HttpResponse } from "../flood/http-client.ts";
import type { Flood, Scenario } from "../flood/scenario.ts";

const INVALID_RECEIPT = `${"0".repeat(12)}.1.1.0.${"A".repeat(22)}`;

/** Retries the jobs of the oldest lease, and leases the next ones. */
async function retryLeased(flood: Flood): Promise<HttpResponse> {
  const jobs = flood.leased.shift() ?? [];
  const settle = jobs.map(({ id, receipt }) => ({ action: "retry", id, receipt, delay: 0, error: "again" }));
  return flood.keepLeased(await flood.post("/turn", { settle, lease: { count: 200, for: "1m" } }));
}

/** Scenarios that lease. */
export const LEASES: readonly Scenario[] = [
  {
    name: "leases never settled",
    prepare: (flood) => flood.fill(60),
    next: (flood) => flood.post("/lease", { count: 1_000, for: "12h" }),
  },
  {
    name: "leases that expire",
    prepare: (flood) => flood.fill(40, { data: 1, maxAttempts: 1_000 }),
    next: (flood, number) => flood.post("/lease", { count: 1_000, for: "1s", worker: `w${number}` }),
  },
  {
    name: "retries in a loop",
    rateFactor: 10,
    prepare: (flood) => flood.fill(10, { data: 1, maxAttempts: 1_000 }),
    next: retryLeased,
  },
  {
    name: "invalid receipts",
    next: (flood) => {
      const item = (_: unknown, i: number) => ({ action: "complete", id: `${i}`, receipt: INVALID_RECEIPT });
      return flood.post("/turn", { settle: Array.from({ length: 300 }, item) });
    },
  },
  {
    name: "receipts of other jobs",
    rateFactor: 10,
    prepare: (flood) => flood.fill(20),
    async next(flood) {
      const [jobs] = flood.leased;
      if (!jobs) return flood.keepLeased(await flood.post("/lease", { count: 1_000, for: "12h" }));
      const settle = jobs.map(({ receipt }) => ({ action: "complete", id: "another", receipt }));
      return flood.post("/turn", { settle });
    },
  },
];
