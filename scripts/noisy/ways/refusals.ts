// Floods of requests that are refused.
import { batchOf, type Way } from "../way.ts";

const INVALID = batchOf(1_000, () => ({ data: 1, id: "", priority: 77, unknown: true }));
const DEEP = `{"data":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;

export const REFUSALS: readonly Way[] = [
  { name: "invalid batches", next: (flood) => flood.ask("POST", "/jobs", { body: INVALID }) },
  { name: "deep JSON", factor: 10, next: (flood) => flood.ask("POST", "/jobs", { body: DEEP }) },
  { name: "another's queue (403)", next: (flood) => flood.ask("POST", "/jobs", { body: { data: 1 } }, "quiet-0") },
  { name: "paths of nothing (404)", next: (flood, number) => flood.send("GET", `/v1/nothing/${number}`) },
];
