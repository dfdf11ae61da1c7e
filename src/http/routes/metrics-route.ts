// GET /metrics, for Prometheus, without HELP: docs/http.md describes the metrics. The labels are names of queues and states, so
// the number of series does not grow with jobs. Pages bound it by queues, which anyone who may enqueue can create.
import type { Context } from "hono";
import type * as v from "valibot";
import { isForQueue } from "../../access/token.ts";
import { STATES } from "../../engine/keys.ts";
import { type Counts, TOTALS, type Totals } from "../../queue/inspect/counts.ts";
import type { metricsQuery } from "../requests/request-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";
import { toOptionalNumber } from "./query-values.ts";
import { countsOf, readableQueues } from "./queue-counts.ts";

/** The metrics of totals whose names differ from the library's. */
const NAMES: { readonly [Total in keyof Totals]?: string } = {
  duplicates: "jobs_duplicate",
  reclaimed: "leases_expired",
  replayed: "requests_replayed",
  stale: "settles_stale",
};

// The number of queues in one response. Each takes more than 1 kB.
const PAGE_SIZE = 500;

type Query = v.InferOutput<typeof metricsQuery>;

/** Responds in Prometheus's text format, with a page of queues. Declared queues come first. */
export async function queueMetrics(c: Context<AppEnv, string, { out: { query: Query } }>) {
  const { queue: queues, cursor, limit } = c.req.valid("query");
  const all = await readableQueues(c);
  const service = c.get("service");
  const sortKeyOf = (name: string) => (service.queues.isDeclared(name) ? "0" : "1") + name;
  const rest = all
    .filter((name) => isForQueue({ queues }, name) && (cursor === undefined || sortKeyOf(name) > sortKeyOf(cursor)))
    .sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  const page = rest.slice(0, toOptionalNumber(limit) ?? PAGE_SIZE);
  const omitted = rest.length - page.length;
  const counts = await countsOf(c, page);
  const lines: string[] = [];
  const write = (type: "gauge" | "counter") => (name: string, samples: [labels: string, value: number][]) => {
    lines.push(`# TYPE leasehold_${name} ${type}`);
    for (const [labels, value] of samples) lines.push(`leasehold_${name}${labels && `{${labels}}`} ${value}`);
  };
  const [writeGauge, writeCounter] = [write("gauge"), write("counter")];
  const readable = counts.flatMap((queue) => ("totals" in queue ? [queue] : []));
  const samplesOf = (value: (queue: (typeof readable)[number]) => number) =>
    readable.map((queue): [string, number] => [`queue="${queue.name}"`, value(queue)]);
  const gauges = {
    oldest_ready_age_seconds: samplesOf(({ oldestReadyAge = 0 }) => oldestReadyAge / 1_000),
    workers: samplesOf(({ workers }) => workers),
    paused: samplesOf(({ paused }) => (paused ? 1 : 0)),
    queue_readable: counts.map((queue): [string, number] => [`queue="${queue.name}"`, "code" in queue ? 0 : 1]),
  };
  const byState = counts.flatMap((queue) => {
    if ("code" in queue) return [];
    const states = "format" in queue ? { ready: queue.queued, leased: queue.processing } : queue;
    return STATES.filter((state) => state in states).map((state): [string, number] => {
      return [`queue="${queue.name}",state="${state}"`, (states as Counts)[state]];
    });
  });

  writeGauge("queues", [["", all.length]]);
  writeGauge("queues_omitted", [["", omitted]]);
  writeGauge("jobs", byState);
  for (const [name, samples] of Object.entries(gauges)) writeGauge(name, samples);
  for (const total of TOTALS) {
    const samples = samplesOf(({ totals }) => totals[total]);
    writeCounter(`${NAMES[total] ?? `jobs_${total}`}_total`, samples);
  }
  if (omitted > 0) c.header("Link", `<${nextPageQuery(c.req.url, page.at(-1) ?? "")}>; rel="next"`);
  return c.body(`${lines.join("\n")}\n`, 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
}

/** Returns the query of the next page: that of this page with another cursor. */
function nextPageQuery(address: string, cursor: string): string {
  const url = new URL(address);
  url.searchParams.set("cursor", cursor);
  // Relative, since the app may be mounted under another path.
  return url.search;
}
