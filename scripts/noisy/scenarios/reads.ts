// Floods of reads.
import type { Flood, Scenario } from "../flood/scenario.ts";

const QUEUES = 50;

async function createQueues(flood: Flood): Promise<void> {
  for (let i = 0; i < QUEUES; i++) await flood.post("/jobs", { data: 1 }, { queue: `${flood.queue}-${i}` });
}

/** Scenarios that read. */
export const READS: readonly Scenario[] = [
  {
    name: "pages of jobs",
    prepare: (flood) => flood.fill(20),
    next: (flood, number) => flood.get(`/jobs?state=ready&limit=1000&cursor=${(number % 19) * 1_000}`),
  },
  {
    name: "pages of large jobs",
    rateFactor: 5,
    prepare: async (flood) => {
      const job = { data: "x".repeat(400_000) };
      for (let i = 0; i < 10; i++) await flood.post("/jobs", job);
    },
    next: (flood) => flood.get("/jobs?state=ready&limit=1000"),
  },
  { name: "metrics", prepare: createQueues, next: (flood) => flood.getApp("/metrics") },
  { name: "lists of queues", prepare: createQueues, next: (flood) => flood.getApp("/v1/queues?limit=200") },
  {
    name: "lists of workers",
    rateFactor: 10,
    prepare: async (flood) => {
      await flood.fill(3);
      for (let i = 0; i < 300; i++) await flood.post("/lease", { count: 10, for: "12h", worker: `worker-${i}` });
    },
    next: (flood) => flood.get("/workers"),
  },
];
