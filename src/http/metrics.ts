// Metrics for Prometheus. Only the names of queues and states are labels, so there are as many series as queues, not jobs.
import type { Context } from "hono";
import type { Counts, Totals } from "../core/inspect.ts";
import { STATES } from "../core/keys.ts";
import { countsOf, readableQueues } from "./routes/queues.ts";
import type { AppEnv } from "./service.ts";

const COUNTERS: Record<keyof Totals, [name: string, help: string]> = {
  enqueued: ["jobs_enqueued", "Jobs that were put in."],
  duplicates: ["jobs_duplicate", "Jobs that were put in again under a known id, and created nothing."],
  leased: ["jobs_leased", "Leases that were given."],
  completed: ["jobs_completed", "Jobs that were done."],
  retried: ["jobs_retried", "Jobs that were given back for another attempt."],
  failed: ["jobs_failed", "Jobs that failed."],
  released: ["jobs_released", "Jobs that were given back unused."],
  reclaimed: ["leases_expired", "Leases that ran out."],
  expired: ["jobs_expired", "Jobs that were dropped past their time to live."],
  cancelled: ["jobs_cancelled", "Jobs that were cancelled."],
  purged: ["jobs_purged", "Jobs that were removed with their state."],
  redriven: ["jobs_redriven", "Failed jobs that were made ready again."],
  replayed: ["requests_replayed", "Requests that came again and got their first reply."],
  stale: ["settles_stale", "Settlings that changed nothing, because the job was no longer held."],
};

/** Answers with the text format of Prometheus. */
export async function metrics(c: Context<AppEnv>) {
  const queues = await countsOf(c, await readableQueues(c));
  const lines: string[] = [];
  const family = (
    name: string,
    type: "gauge" | "counter",
    help: string,
    samples: [labels: string, value: number][],
  ) => {
    const full = `leasehold_${name}`;
    lines.push(`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`);
    for (const [labels, value] of samples) lines.push(`${full}{${labels}} ${value}`);
  };
  const readable = queues.flatMap((queue) => ("totals" in queue ? [queue] : []));
  const each = (value: (queue: (typeof readable)[number]) => number) =>
    readable.map((queue): [string, number] => [`queue="${queue.name}"`, value(queue)]);

  const byState = queues.flatMap((queue) => {
    if ("code" in queue) return [];
    const states = "format" in queue ? { ready: queue.queued, leased: queue.processing } : queue;
    return STATES.filter((state) => state in states).map((state): [string, number] => {
      return [`queue="${queue.name}",state="${state}"`, (states as Counts)[state]];
    });
  });
  family("jobs", "gauge", "Jobs by state.", byState);
  family(
    "oldest_ready_age_seconds",
    "gauge",
    "How long the job that is next has waited since it was put in; 0 when none is ready.",
    each(({ oldestReadyAge = 0 }) => oldestReadyAge / 1_000),
  );
  family(
    "workers",
    "gauge",
    "Workers that were seen lately.",
    each(({ workers }) => workers),
  );
  family(
    "paused",
    "gauge",
    "1 while the queue is paused.",
    each(({ paused }) => (paused ? 1 : 0)),
  );
  const up = queues.map((queue): [string, number] => [`queue="${queue.name}"`, "code" in queue ? 0 : 1]);
  family("queue_readable", "gauge", "0 when the queue could not be read.", up);
  for (const [total, [name, help]] of Object.entries(COUNTERS) as [keyof Totals, [string, string]][]) {
    family(
      `${name}_total`,
      "counter",
      help,
      each(({ totals }) => totals[total]),
    );
  }
  return c.body(`${lines.join("\n")}\n`, 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" });
}
