// The cost of a queue: what this process has sent for it, and its price.
import { invalidArgument, validateOptions } from "../../base/arguments.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { addUsage, newUsage } from "../../engine/metered-adapter.ts";
import type { Usage } from "../../redis/adapter.ts";
import type { QueueContext } from "../jobs/queue-context.ts";

/** Prices in any currency; 0 unless set. */
export interface Prices {
  per100kCommands?: number;
  per100kRequests?: number;
  /** The price of 10⁹ bytes, sent or received. */
  perGb?: number;
}

/** Options of `cost`. */
export interface CostOptions {
  prices?: Prices;
}

/** The usage of a queue by this process, through one client. */
export interface Cost {
  /** The time of the first request, in ms since the epoch. */
  since: number;
  total: Usage;
  /** The usage in an hour, on average. Absent in the first minute. */
  perHour?: Usage;
  /** The usage of each operation. A turn settles jobs and leases the next ones. */
  operations: Record<string, Usage>;
  /** The jobs that this process has enqueued, and those that it has completed or failed. */
  jobs: { enqueued: number; ended: number };
  /** The price of it, if prices are given. */
  price?: Price;
}

/** A price in the currency of the prices. */
export interface Price {
  total: number;
  /** The price of an hour, on average. Absent in the first minute. */
  perHour?: number;
  /** The price of a million jobs: enqueued or ended ones, whichever are more. Absent without jobs. */
  perMillionJobs?: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Resolves with what this process has sent for the queue. Sends nothing. */
export async function readCost(
  { adapter, keys }: Pick<QueueContext<unknown>, "adapter" | "keys">,
  options: CostOptions = {},
): Promise<Cost> {
  const { prices } = validateOptions(options, "prices");
  const priceOf = prices === undefined ? undefined : toPriceOf(prices);
  const now = Date.now();
  const {
    since = now,
    operations = new Map<string, Usage>(),
    enqueued = 0,
    ended = 0,
  } = adapter.usage?.get(keys.root) ?? {};
  const total = newUsage();
  for (const usage of operations.values()) addUsage(total, usage);
  const elapsed = now - since;
  const perHour = elapsed < MINUTE ? undefined : scaleUsage(total, HOUR / elapsed);
  const jobs = { enqueued, ended };
  const count = Math.max(enqueued, ended);
  const price = priceOf && {
    total: priceOf(total),
    ...withoutUndefined({
      perHour: perHour && priceOf(perHour),
      perMillionJobs: count > 0 ? (priceOf(total) * 1e6) / count : undefined,
    }),
  };
  return {
    since,
    total,
    operations: Object.fromEntries(Array.from(operations, ([name, usage]) => [name, { ...usage }])),
    jobs,
    ...withoutUndefined({ perHour, price }),
  };
}

function scaleUsage({ requests, commands, bytesSent, bytesReceived }: Usage, factor: number): Usage {
  return {
    requests: requests * factor,
    commands: commands * factor,
    bytesSent: bytesSent * factor,
    bytesReceived: bytesReceived * factor,
  };
}

/** Validates prices, and returns a function that returns the price of a usage. */
function toPriceOf(prices: Prices): (usage: Usage) => number {
  const {
    per100kCommands = 0,
    per100kRequests = 0,
    perGb = 0,
  } = validateOptions(prices, "per100kCommands per100kRequests perGb", { label: "prices" });
  for (const price of [per100kCommands, per100kRequests, perGb])
    if (!Number.isFinite(price) || price < 0) throw invalidArgument("prices: a price must be a number of at least 0");
  return ({ commands, requests, bytesSent, bytesReceived }) =>
    (commands * per100kCommands + requests * per100kRequests) / 1e5 + ((bytesSent + bytesReceived) * perGb) / 1e9;
}
