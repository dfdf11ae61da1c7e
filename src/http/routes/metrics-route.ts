// Metrics for Prometheus, without HELP: README.md describes them. Only the names of queues and states are labels, so there are as many series as queues, not jobs;
// and not for more queues than a page has, since anyone who may enqueue may make some.
import type { Context } from "hono";
import type * as v from "valibot";
import { isForQueue } from "../../access/token.ts";
import { STATES } from "../../engine/keys.ts";
import { type Counts, TOTALS, type Totals } from "../../queue/inspect/counts.ts";
import type { metricsQuery } from "../requests/request-schemas.ts";
import type { AppEnv } from "../service/service.ts";
import { numberOf } from "./query-values.ts";
import { countsOf, readableQueues } from "./queue-routes.ts";

/** The names of totals that do not follow from what they are called in the library. */
const NAMES: { readonly [Total in keyof Totals]?: string } = {
  duplicates: "jobs_duplicate",
  reclaimed: "leases_expired",
  replayed: "requests_replayed",
  stale: "settles_stale",
};

// The queues of one answer. Each takes more than 1 kB.
const PAGE = 500;

type Query = v.InferOutput<typeof metricsQuery>;

/** Answers with the text format of Prometheus: some queues, declared ones first, and how many there are. */
export async function metrics(c: Context<AppEnv, string, { out: { query: Query } }>) {
  const { queue: queues, cursor, limit } = c.req.valid("query");
  const all = await readableQueues(c);
  const service = c.get("service");
  const placeOf = (name: string) => (service.isDeclared(name) ? "0" : "1") + name;
  // Declared queues, then the others, from the one after the cursor on.
  const rest = all
    .filter((name) => isForQueue({ queues }, name) && (cursor === undefined || placeOf(name) > placeOf(cursor)))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const page = rest.slice(0, numberOf(limit) ?? PAGE);
  const omitted = rest.length - page.length;
  const counted = await countsOf(c, page);
  const lines: string[] = [];
  const family = (name: string, type: "gauge" | "counter", samples: [labels: string, value: number][]) => {
    const full = `leasehold_${name}`;
    lines.push(`# TYPE ${full} ${type}`);
    for (const [labels, value] of samples) lines.push(`${full}${labels && `{${labels}}`} ${value}`);
  };
  family("queues", "gauge", [["", all.length]]);
  family("queues_omitted", "gauge", [["", omitted]]);
  const readable = counted.flatMap((queue) => ("totals" in queue ? [queue] : []));
  const each = (value: (queue: (typeof readable)[number]) => number) =>
    readable.map((queue): [string, number] => [`queue="${queue.name}"`, value(queue)]);

  const byState = counted.flatMap((queue) => {
    if ("code" in queue) return [];
    const states = "format" in queue ? { ready: queue.queued, leased: queue.processing } : queue;
    return STATES.filter((state) => state in states).map((state): [string, number] => {
      return [`queue="${queue.name}",state="${state}"`, (states as Counts)[state]];
    });
  });
  family("jobs", "gauge", byState);
  family(
    "oldest_ready_age_seconds",
    "gauge",
    each(({ oldestReadyAge = 0 }) => oldestReadyAge / 1_000),
  );
  family(
    "workers",
    "gauge",
    each(({ workers }) => workers),
  );
  family(
    "paused",
    "gauge",
    each(({ paused }) => (paused ? 1 : 0)),
  );
  const up = counted.map((queue): [string, number] => [`queue="${queue.name}"`, "code" in queue ? 0 : 1]);
  family("queue_readable", "gauge", up);
  for (const total of TOTALS) {
    family(
      `${NAMES[total] ?? `jobs_${total}`}_total`,
      "counter",
      each(({ totals }) => totals[total]),
    );
  }
  if (omitted > 0) c.header("Link", `<${nextPage(c.req.url, page.at(-1) ?? "")}>; rel="next"`);
  return c.body(`${lines.join("\n")}\n`, 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
}

function nextPage(address: string, cursor: string): string {
  const url = new URL(address);
  url.searchParams.set("cursor", cursor);
  // Relative, since the app may be mounted under another path.
  return url.search;
}
