// The rates whose exactness is measured.
import type { RateCase } from "./rate-simulation.ts";

const MINUTE = 60_000;

/** Rates of groups, of a queue, and of both; small and large bursts; costs of one and of more, also than the burst. */
export const RATE_CASES: RateCase[] = [
  { name: "100 a minute of each of two groups", group: { limit: 100, per: MINUTE, burst: 20 }, groups: 2 },
  { name: "1 a second, one at a time", group: { limit: 1, per: 1_000, burst: 1 } },
  { name: "7 in 13 seconds", group: { limit: 7, per: 13_000, burst: 3 }, groups: 2 },
  { name: "3 a minute in one burst", group: { limit: 3, per: MINUTE, burst: 3 } },
  { name: "60 a minute for jobs that cost 1 to 5", group: { limit: 60, per: MINUTE, burst: 10 }, costs: [1, 2, 3, 5] },
  {
    name: "60 a minute for jobs that cost more than the burst",
    group: { limit: 60, per: MINUTE, burst: 5 },
    costs: [8],
  },
  {
    name: "1,200 a minute at a client that leases every two seconds",
    group: { limit: 1_200, per: MINUTE, burst: 120 },
    poll: 2_000,
  },
  { name: "90 a minute of the queue", queue: { limit: 90, per: MINUTE, burst: 9 }, groups: 4 },
  {
    name: "50 a minute of the queue for jobs that cost 1 or 4",
    queue: { limit: 50, per: MINUTE, burst: 8 },
    costs: [1, 4],
    groups: 2,
  },
  {
    name: "30 a minute of each of four groups, and 60 of the queue",
    group: { limit: 30, per: MINUTE, burst: 3 },
    queue: { limit: 60, per: MINUTE, burst: 6 },
    groups: 4,
  },
  {
    name: "20 a minute of each of two groups, and 600 of the queue",
    group: { limit: 20, per: MINUTE, burst: 2 },
    queue: { limit: 600, per: MINUTE, burst: 60 },
    groups: 2,
  },
];
