// GET /metrics, for Prometheus, without HELP: docs/http.md describes the metrics. The labels are names of queues and states, so
// the number of series does not grow with jobs. Pages bound it by queues, which anyone who may enqueue can create.
import type { Context } from "hono";
import type * as v from "valibot";
import { isForQueue } from "../../../access/token.ts";
import { STATES } from "../../../engine/keys.ts";
import { type Counts, TOTALS, type Totals } from "../../../queue/inspect/counts.ts";
import type { Latency } from "../../../queue/inspect/latency.ts";
import { toOptionalNumber } from "../../requests/query-values.ts";
import type { metricsQuery } from "../../requests/request-schemas.ts";
import type { AppEnv } from "../../service/app-env.ts";
import { countsOf, readableQueues } from "../queue-counts.ts";

/** The metrics of totals whose names differ from the library's. */
const NAMES: { readonly [Total in keyof Totals]?: string } = {
  duplicates: "jobs_duplicate",
  reclaimed: "leases_expired",
  replayed: "requests_replayed",
  stale: "settles_stale",
};

// The number of queues in one response. Each takes about 1 kB, and 3 kB with its histograms.
const PAGE_SIZE = 500;

// The upper bounds of the buckets: powers of 2 of a ms, from 4 ms to 4.7 hours.
const BOUNDS = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24];

/** The labels and the value of a sample, and the end of its name in a histogram. */
type Sample = [labels: string, value: number, suffix?: string];

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
  const write = (type: string) => (name: string, samples: Sample[]) => {
    lines.push(`# TYPE leasehold_${name} ${type}`);
    for (const [labels, value, suffix = ""] of samples)
      lines.push(`leasehold_${name}${suffix}${labels && `{${labels}}`} ${value}`);
  };
  const [writeGauge, writeCounter, writeHistogram] = [write("gauge"), write("counter"), write("histogram")];
  const readable = counts.flatMap((queue) => ("counts" in queue ? [{ ...queue.counts, name: queue.name }] : []));
  const samplesOf = (value: (queue: Counts) => number) =>
    readable.map((queue): Sample => [`queue="${queue.name}"`, value(queue)]);
  const gauges = {
    oldest_ready_age_seconds: samplesOf(({ oldestReadyAge = 0 }) => oldestReadyAge / 1_000),
    workers: samplesOf(({ workers }) => workers),
    paused: samplesOf(({ paused }) => (paused ? 1 : 0)),
    overdue: readable.flatMap(({ name, overdue }) =>
      (["delayed", "leased"] as const).map((state): Sample => [`queue="${name}",state="${state}"`, overdue[state]]),
    ),
    queue_readable: counts.map((queue): Sample => [`queue="${queue.name}"`, "code" in queue ? 0 : 1]),
  };
  const withGroups = readable.flatMap(({ name, groups }) => (groups ? [{ name, groups }] : []));
  const groupGauges = {
    groups: withGroups.flatMap(({ name, groups }) =>
      (["active", "blocked", "paused"] as const).map(
        (state): Sample => [`queue="${name}",state="${state}"`, groups[state]],
      ),
    ),
    groups_longest_blocked_seconds: withGroups.map(
      ({ name, groups: { longestBlocked = 0 } }): Sample => [`queue="${name}"`, longestBlocked / 1_000],
    ),
  };
  // A queue without schedules has no such series.
  const withSchedules = readable.flatMap(({ name, schedules }) => (schedules ? [{ name, schedules }] : []));
  const slotSamples = (value: "fired" | "missed" | "skipped") =>
    withSchedules.map(({ name, schedules }): Sample => [`queue="${name}"`, schedules[value]]);
  const linkGauges = {
    schedules_lateness_seconds: withSchedules.map(
      ({ name, schedules }): Sample => [`queue="${name}"`, schedules.lateness / 1_000],
    ),
    outbox: readable.map(({ name, outbox }): Sample => [`queue="${name}"`, outbox?.waiting ?? 0]),
    outbox_longest_waiting_seconds: readable.map(
      ({ name, outbox }): Sample => [`queue="${name}"`, (outbox?.longest ?? 0) / 1_000],
    ),
  };
  const byState = counts.flatMap((queue) => {
    if ("code" in queue) return [];
    const states = "format" in queue ? { ready: queue.queued, leased: queue.processing } : queue.counts;
    return STATES.filter((state) => state in states).map((state): Sample => {
      return [`queue="${queue.name}",state="${state}"`, (states as Counts)[state]];
    });
  });

  writeGauge("queues", [["", all.length]]);
  writeGauge("queues_omitted", [["", omitted]]);
  writeGauge("jobs", byState);
  for (const [name, samples] of Object.entries({ ...gauges, ...groupGauges, ...linkGauges })) writeGauge(name, samples);
  for (const total of TOTALS) {
    const samples = samplesOf(({ totals }) => totals[total]);
    writeCounter(`${NAMES[total] ?? `jobs_${total}`}_total`, samples);
  }
  for (const slots of ["fired", "missed", "skipped"] as const)
    writeCounter(`schedules_${slots}_total`, slotSamples(slots));
  const histogramOf = (latency: "waits" | "runTimes") =>
    // Without a latency a histogram is left out: idle queues would double the size of the response.
    readable
      .filter((queue) => queue[latency].count > 0)
      .flatMap((queue) => histogramSamples(`queue="${queue.name}"`, queue[latency]));
  writeHistogram("wait_seconds", histogramOf("waits"));
  writeHistogram("run_seconds", histogramOf("runTimes"));
  if (omitted > 0) c.header("Link", `<${nextPageQuery(c.req.url, page.at(-1) ?? "")}>; rel="next"`);
  return c.body(`${lines.join("\n")}\n`, 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
}

/** Returns the samples of a histogram: the same ones for each queue, however many of its buckets are used. */
function histogramSamples(labels: string, { count, sum, buckets }: Latency): Sample[] {
  const samples = BOUNDS.map((bound): Sample => {
    const below = buckets.slice(0, bound + 1).reduce((total, each) => total + each, 0);
    return [`${labels},le="${2 ** bound / 1_000}"`, below, "_bucket"];
  });
  return [
    ...samples,
    [`${labels},le="+Inf"`, count, "_bucket"],
    [labels, sum / 1_000, "_sum"],
    [labels, count, "_count"],
  ];
}

/** Returns the query of the next page: that of this page with another cursor. */
function nextPageQuery(address: string, cursor: string): string {
  const url = new URL(address);
  url.searchParams.set("cursor", cursor);
  // Relative, since the app may be mounted under another path.
  return url.search;
}
