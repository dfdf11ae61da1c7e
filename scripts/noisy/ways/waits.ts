// Floods of requests that wait.
import type { Way } from "../way.ts";

export const WAITS: readonly Way[] = [
  {
    name: "waiting leases",
    next: (flood) => flood.ask("POST", "/lease", { body: { wait: "20s" } }),
  },
  {
    name: "waits on many queues",
    next: (flood, number) => flood.ask("POST", "/lease", { body: { wait: "20s" } }, `${flood.queue}-${number % 500}`),
  },
  {
    name: "waits and jobs for them",
    next: (flood, number) =>
      number % 2 === 0
        ? flood.ask("POST", "/lease", { body: { wait: "20s" } })
        : flood.ask("POST", "/jobs", { body: { data: 1 } }),
  },
  {
    name: "waits for results",
    prepare: async (flood) => {
      await flood.ask("POST", "/jobs", { body: { data: 1, id: "never" } });
    },
    next: (flood) => flood.ask("GET", "/jobs/never/result?wait=20s"),
  },
  {
    name: "streams of events",
    prepare: async (flood) => {
      await flood.ask("POST", "/record-events", { body: { keep: 10_000 } });
      await flood.fill(10);
    },
    next: (flood) => flood.ask("GET", "/events?since=0"),
  },
];
