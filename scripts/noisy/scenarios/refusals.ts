// Floods of requests that are refused.
import { formatBatch, type Scenario } from "../flood/scenario.ts";

const INVALID = formatBatch(1_000, () => ({ data: 1, id: "", priority: 77, unknown: true }));
const DEEP = `{"data":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;

/** Scenarios that are refused. */
export const REFUSALS: readonly Scenario[] = [
  { name: "invalid batches", next: (flood) => flood.post("/jobs", INVALID) },
  { name: "deep JSON", rateFactor: 10, next: (flood) => flood.post("/jobs", DEEP) },
  {
    name: "forbidden queue (403)",
    next: (flood) => flood.post("/jobs", { data: 1 }, { queue: "quiet-0" }),
  },
  { name: "unknown paths (404)", next: (flood, number) => flood.getApp(`/v1/nothing/${number}`) },
];
