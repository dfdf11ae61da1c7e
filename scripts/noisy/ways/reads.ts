// Floods of reads.
import type { Way } from "../way.ts";

const QUEUES = 50;

async function manyQueues(flood: Parameters<NonNullable<Way["prepare"]>>[0]): Promise<void> {
  for (let i = 0; i < QUEUES; i++) await flood.ask("POST", "/jobs", { body: { data: 1 } }, `${flood.queue}-${i}`);
}

export const READS: readonly Way[] = [
  {
    name: "pages of jobs",
    prepare: (flood) => flood.fill(20),
    next: (flood, number) => flood.ask("GET", `/jobs?state=ready&limit=1000&cursor=${(number % 19) * 1_000}`),
  },
  {
    name: "pages of large jobs",
    factor: 5,
    prepare: async (flood) => {
      const body = { data: "x".repeat(400_000) };
      for (let i = 0; i < 10; i++) await flood.ask("POST", "/jobs", { body });
    },
    next: (flood) => flood.ask("GET", "/jobs?state=ready&limit=1000"),
  },
  { name: "metrics", prepare: manyQueues, next: (flood) => flood.send("GET", "/metrics") },
  { name: "lists of queues", prepare: manyQueues, next: (flood) => flood.send("GET", "/v1/queues?limit=200") },
  {
    name: "workers",
    factor: 10,
    prepare: async (flood) => {
      await flood.fill(3);
      for (let i = 0; i < 300; i++)
        await flood.ask("POST", "/lease", { body: { count: 10, for: "12h", worker: `worker-${i}` } });
    },
    next: (flood) => flood.ask("GET", "/workers"),
  },
];
