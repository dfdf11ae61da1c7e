// All ways of flooding, in the order of the table.
import type { Way } from "../way.ts";
import { ENQUEUES } from "./enqueues.ts";
import { LEASES } from "./leases.ts";
import { OPERATIONS } from "./operations.ts";
import { READS } from "./reads.ts";
import { REFUSALS } from "./refusals.ts";
import { WAITS } from "./waits.ts";

/** Requests that a bare server answers with 429, in another process and in the app's: the least that a flood of this rate costs. */
const BARE: readonly Way[] = [
  { name: "429 of another process", isElsewhere: true, next: (flood) => flood.send("GET", "/refuse") },
  { name: "429 of a bare server", next: (flood) => flood.send("GET", "/refuse") },
];

export const WAYS: readonly Way[] = [...BARE, ...ENQUEUES, ...LEASES, ...WAITS, ...READS, ...REFUSALS, ...OPERATIONS];
