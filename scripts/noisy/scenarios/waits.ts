// Floods of requests that wait.
import type { Scenario } from "../flood/scenario.ts";

/** Scenarios that wait. */
export const WAITS: readonly Scenario[] = [
  {
    name: "waiting leases",
    next: (flood) => flood.post("/lease", { wait: "20s" }),
  },
  {
    name: "waits on many queues",
    next: (flood, number) => flood.post("/lease", { wait: "20s" }, { queue: `${flood.queue}-${number % 500}` }),
  },
  {
    name: "waits beside enqueues",
    next: (flood, number) =>
      number % 2 === 0 ? flood.post("/lease", { wait: "20s" }) : flood.post("/jobs", { data: 1 }),
  },
  {
    name: "waits for results",
    prepare: async (flood) => {
      await flood.post("/jobs", { data: 1, id: "never" });
    },
    next: (flood) => flood.get("/jobs/never/result?wait=20s"),
  },
  {
    name: "streams of events",
    prepare: async (flood) => {
      await flood.post("/record-events", { keep: 10_000 });
      await flood.fill(10);
    },
    next: (flood) => flood.get("/events?since=0"),
  },
];
