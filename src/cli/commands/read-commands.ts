// The commands that read queues.

import { path, query } from "../kit/api.ts";
import type { Command } from "../kit/command.ts";
import { operation } from "../kit/operation.ts";
import { LIMIT, limitOf, readPages } from "../kit/pages.ts";

interface ListedQueue {
  name: string;
  code?: string;
  paused?: boolean;
  oldestReadyAge?: number;
  [state: string]: unknown;
}

interface JobError {
  at: number;
  message: string;
}

/** The parts of a job that tables show. */
interface ListedJob {
  id: string;
  state?: string;
  priority: number;
  group?: string;
  attempt: number;
  maxAttempts: number;
  enqueuedAt: number;
  dueAt?: number;
  leasedUntil?: number;
  worker?: string;
  endedAt?: number;
  expiresAt?: number;
  progress?: { fraction: number; note?: string };
  errors: readonly JobError[];
  schedule?: { id: string; reason: string };
  data?: unknown;
}

interface ListedWorker {
  worker: string;
  lastSeen?: number;
  busy: boolean;
  holds: readonly { id: string }[];
}

interface CronReport {
  kind: string;
  at: number;
  ms: number;
  queues: number;
  moved?: Record<string, number>;
  repaired?: Record<string, number>;
  leftCount?: number;
  errors: readonly unknown[];
}

const STATES = ["ready", "delayed", "blocked", "leased", "failed", "done"] as const;
const queues: Command = {
  name: "queues",
  usage: "",
  summary: "lists the queues, with the number of their jobs in each state",
  options: LIMIT,
  examples: ["leasehold queues", "leasehold queues --json | jq -r .name", "leasehold queues --watch 2"],
  canWatch: true,
  async run({ out, options }, connect) {
    const api = await connect();
    const pages = readPages(limitOf(options), async (cursor, limit) => {
      const page = await api.request<{ queues: ListedQueue[]; cursor?: string }>({
        method: "GET",
        path: `/v1/queues${query({ cursor, limit })}`,
      });
      return { items: page.queues, cursor: page.cursor };
    });
    for await (const items of pages) {
      await out.table(
        items,
        [
          { title: "QUEUE", value: ({ name }) => name },
          ...STATES.map((state) => ({ title: state.toUpperCase(), value: (row: ListedQueue) => row[state] })),
          { title: "OLDEST", value: ({ oldestReadyAge }) => oldestReadyAge || undefined, kind: "duration" },
          { title: "", value: ({ paused, code }) => code ?? (paused ? "paused" : undefined) },
        ],
        "There is no queue yet: a queue appears when a job is enqueued.",
      );
    }
  },
};

const counts = operation<QueueNumbers>({
  name: "counts",
  usage: "<queue>",
  summary: "prints the numbers of a queue",
  examples: ["leasehold counts emails", "leasehold counts emails --json | jq .failed"],
  canWatch: true,
  request: ({ args: { queue = "" } }) => ({ method: "GET", path: path`/v1/queues/${queue}` }),
  print: (found, { out }) => {
    const { totals, waits, runTimes, oldestReadyAge, paused } = found;
    return out.object(found, [
      ...STATES.map((state) => [state, found[state]] as [string, unknown]),
      ["workers", found.workers],
      ["paused", paused ? "yes" : undefined],
      ["outbox", found.outbox?.waiting],
      ["oldest ready job", oldestReadyAge || undefined, "duration"],
      ...Object.entries(totals).map(([name, total]) => [`total ${name}`, total] as [string, unknown]),
      ["wait, median", waits?.p50, "duration"],
      ["wait, 99 %", waits?.p99, "duration"],
      ["run time, median", runTimes?.p50, "duration"],
      ["run time, 99 %", runTimes?.p99, "duration"],
    ]);
  },
});

/** The numbers of one queue. */
interface QueueNumbers extends ListedQueue {
  outbox?: { waiting: number };
  totals: Record<string, number>;
  waits?: Latency;
  runTimes?: Latency;
}

interface Latency {
  p50?: number;
  p99?: number;
}

const list: Command = {
  name: "list",
  usage: "<queue> <state>",
  summary: "lists the jobs of a state: ready, delayed, blocked, leased, failed or done",
  options: LIMIT,
  examples: [
    "leasehold list emails failed",
    "leasehold list emails failed --all --json | jq -c '{data, group}' | leasehold enqueue emails",
  ],
  canWatch: true,
  async run({ out, args: { queue = "", state = "" }, options }, connect) {
    const api = await connect();
    const now = Date.now();
    const pages = readPages(limitOf(options), async (cursor, limit) => {
      const address = path`/v1/queues/${queue}/jobs` + query({ state, cursor, limit });
      const page = await api.request<{ jobs: ListedJob[]; total: number; cursor?: string }>({
        method: "GET",
        path: address,
      });
      return { items: page.jobs, cursor: page.cursor };
    });
    for await (const jobs of pages) {
      await out.table(
        jobs,
        [
          { title: "ID", value: ({ id }) => id },
          { title: "GROUP", value: ({ group }) => group },
          { title: "PRIORITY", value: ({ priority }) => priority },
          { title: "ATTEMPT", value: ({ attempt, maxAttempts }) => `${attempt} of ${maxAttempts}` },
          { title: "AGE", value: ({ enqueuedAt }) => enqueuedAt, kind: "ago" },
          { title: "DUE IN", value: ({ dueAt }) => (dueAt === undefined ? undefined : dueAt - now), kind: "duration" },
          { title: "WORKER", value: ({ worker }) => worker },
          { title: "ERROR", value: ({ errors }) => errors.at(-1)?.message },
          { title: "DATA", value: ({ data }) => data, kind: "json" },
        ],
        `No job is ${state}.`,
      );
    }
  },
};

const get = operation<ListedJob>({
  name: "get",
  usage: "<queue> <id>",
  summary: "prints a job with its attempts and errors",
  examples: ["leasehold get emails welcome-42", "leasehold get emails welcome-42 --json | jq .data"],
  canWatch: true,
  request: ({ args: { queue = "", id = "" } }) => ({ method: "GET", path: path`/v1/queues/${queue}/jobs/${id}` }),
  print: (job, { out }) => {
    const { attempt, maxAttempts, progress, errors } = job;
    return out.object(job, [
      ["id", job.id],
      ["state", job.state],
      ["group", job.group],
      ["priority", job.priority],
      ["schedule", job.schedule?.id],
      ["attempt", `${attempt} of ${maxAttempts}`],
      ["enqueued", job.enqueuedAt, "time"],
      ["due", job.dueAt, "time"],
      ["leased until", job.leasedUntil, "time"],
      ["worker", job.worker],
      ["progress", progress && `${Math.round(progress.fraction * 100)} %${progress.note ? `, ${progress.note}` : ""}`],
      ["ended", job.endedAt, "time"],
      ["expires", job.expiresAt, "time"],
      ...errors.map(({ message }, i) => [i === 0 ? "errors" : "", message] as [string, unknown]),
      ["data", job.data, "json"],
    ]);
  },
});

const explain = operation<{ state: string; why: string }>({
  name: "explain",
  usage: "<queue> <id>",
  summary: "says why a job is not running",
  examples: ["leasehold explain emails welcome-42"],
  canWatch: true,
  request: ({ args: { queue = "", id = "" } }) => ({
    method: "GET",
    path: path`/v1/queues/${queue}/jobs/${id}/explain`,
  }),
  print: (explanation, { out }) =>
    out.object(explanation, [
      ["state", explanation.state],
      ["why", explanation.why],
    ]),
});

const workers = operation<{ workers: ListedWorker[] }>({
  name: "workers",
  usage: "<queue>",
  summary: "lists the workers of a queue, and the jobs that each holds",
  examples: ["leasehold workers emails"],
  canWatch: true,
  request: ({ args: { queue = "" } }) => ({ method: "GET", path: path`/v1/queues/${queue}/workers` }),
  print: (found, { out }) =>
    out.table(
      found.workers,
      [
        { title: "WORKER", value: ({ worker }) => worker },
        { title: "LAST SEEN", value: ({ lastSeen }) => lastSeen, kind: "ago" },
        { title: "HOLDS", value: ({ holds }) => holds.length },
        { title: "JOBS", value: ({ holds }) => holds.map(({ id }) => id).join(" ") || undefined },
      ],
      "No worker was seen lately.",
    ),
});

const crons = operation<{ crons: CronReport[] }>({
  name: "crons",
  usage: "",
  summary: "prints the last light and the last deep clean of all queues",
  examples: ["leasehold crons"],
  canWatch: true,
  request: () => ({ method: "GET", path: "/v1/crons" }),
  print: ({ crons: reports }, { out }) =>
    out.table(
      reports,
      [
        { title: "CLEAN", value: ({ kind }) => kind },
        { title: "AGO", value: ({ at }) => at, kind: "ago" },
        { title: "TOOK", value: ({ ms }) => ms, kind: "duration" },
        { title: "QUEUES", value: ({ queues: number }) => number },
        { title: "MOVED", value: ({ moved }) => formatFigures(moved) },
        { title: "REPAIRED", value: ({ repaired }) => formatFigures(repaired) },
        { title: "LEFT", value: ({ leftCount }) => leftCount },
        { title: "ERRORS", value: ({ errors }) => errors.length },
      ],
      "No cron has run yet.",
    ),
});

/** Formats the figures other than 0. */
function formatFigures(figures: Record<string, number> = {}): string | undefined {
  const shown = Object.entries(figures).filter(([, number]) => number !== 0);
  return shown.length === 0 ? undefined : shown.map(([name, number]) => `${number} ${name}`).join(", ");
}

/** The commands that read queues. */
export const READ_COMMANDS: readonly Command[] = [queues, counts, list, get, explain, workers, crons];
