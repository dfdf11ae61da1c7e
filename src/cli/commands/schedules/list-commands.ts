// The commands that list the schedules of a queue, and its outbox.
import { path, query } from "../../kit/api.ts";
import type { Command } from "../../kit/command.ts";
import { LIMIT, limitOf, readPages } from "../../kit/pages.ts";
import type { Fact } from "../../output/output.ts";
import { formatDuration } from "../../output/text.ts";

interface ListedSchedule {
  id: string;
  times: { cron?: string; tz?: string; every?: number; at?: number };
  overlap: string;
  nextSlots: readonly number[];
  buffered?: number;
  paused: boolean;
  note?: string;
  ended: boolean;
  runs: number;
  missed: number;
  skipped: number;
  lateness: number;
  lastRuns: readonly { job: string; firedAt: number; reason: string; outcome?: string }[];
  data?: unknown;
}

interface WaitingFollowUp {
  id: string;
  queue: string;
  since: number;
}

// The number of next slots and of last runs that are shown of one schedule.
const SHOWN = 5;

/** The command `schedules`. */
export const schedulesCommand: Command = {
  name: "schedules",
  usage: "<queue> [id]",
  summary: "lists the schedules of a queue in the order of their next slots, or prints one",
  options: LIMIT,
  examples: ["leasehold schedules reports", "leasehold schedules reports sales"],
  canWatch: true,
  async run({ out, args: { queue = "", id }, options }, connect) {
    const api = await connect();
    if (id !== undefined) {
      const address = path`/v1/queues/${queue}/schedules/${id}`;
      const found = await api.request<ListedSchedule>({ method: "GET", path: address });
      await out.object(found, factsOf(found));
      return;
    }
    const pages = readPages(limitOf(options), async (cursor, limit) => {
      const address = path`/v1/queues/${queue}/schedules` + query({ cursor, limit });
      const page = await api.request<{ schedules: ListedSchedule[]; cursor?: string }>({
        method: "GET",
        path: address,
      });
      return { items: page.schedules, cursor: page.cursor };
    });
    for await (const items of pages) {
      await out.table(
        items,
        [
          { title: "SCHEDULE", value: (schedule) => schedule.id },
          { title: "WHEN", value: ({ times }) => formatTimes(times) },
          { title: "NEXT", value: ({ nextSlots }) => nextSlots[0], kind: "time" },
          { title: "LAST", value: ({ lastRuns: [last] }) => last && (last.outcome ?? "not ended") },
          { title: "RUNS", value: ({ runs }) => runs },
          { title: "MISSED", value: ({ missed }) => missed },
          { title: "SKIPPED", value: ({ skipped }) => skipped },
          { title: "", value: describeState },
        ],
        "The queue has no schedule.",
      );
    }
  },
};

/** Returns the facts about one schedule. */
function factsOf(schedule: ListedSchedule): Fact[] {
  const { id, times, overlap, nextSlots, buffered, runs, missed, skipped, lateness, lastRuns, data } = schedule;
  return [
    ["id", id],
    ["when", formatTimes(times)],
    ["state", describeState(schedule)],
    ["overlap", overlap],
    ...nextSlots.slice(0, SHOWN).map((slot, i): Fact => [i === 0 ? "next" : "", slot, "time"]),
    ["buffered", buffered, "time"],
    ["runs", runs],
    ["missed", missed],
    ["skipped", skipped],
    ["lateness", lateness, "duration"],
    ...lastRuns
      .slice(0, SHOWN)
      .map(
        ({ job, reason, outcome = "not ended" }, i): Fact => [i === 0 ? "last" : "", `${job} ${reason}, ${outcome}`],
      ),
    ["data", data, "json"],
  ];
}

function formatTimes({ cron, tz, every, at }: ListedSchedule["times"]): string {
  if (cron !== undefined) return `${cron} ${tz}`;
  return every === undefined ? `at ${new Date(at ?? 0).toISOString()}` : `every ${formatDuration(every)}`;
}

function describeState({ paused, note, ended }: ListedSchedule): string | undefined {
  if (paused) return note === undefined ? "paused" : `paused: ${note}`;
  return ended ? "ended" : undefined;
}

/** The command `outbox`. */
export const outboxCommand: Command = {
  name: "outbox",
  usage: "<queue>",
  summary: "lists the follow-ups of a queue that other queues have not received yet",
  options: LIMIT,
  examples: ["leasehold outbox orders"],
  canWatch: true,
  async run({ out, args: { queue = "" }, options }, connect) {
    const api = await connect();
    const pages = readPages(limitOf(options), async (cursor, limit) => {
      const address = path`/v1/queues/${queue}/outbox` + query({ cursor, limit });
      const page = await api.request<{ jobs: WaitingFollowUp[]; cursor?: string }>({ method: "GET", path: address });
      return { items: page.jobs, cursor: page.cursor };
    });
    for await (const items of pages) {
      await out.table(
        items,
        [
          { title: "ID", value: ({ id }) => id },
          { title: "QUEUE", value: (job) => job.queue },
          { title: "WAITS FOR", value: ({ since }) => since, kind: "ago" },
        ],
        "No follow-up waits for another queue.",
      );
    }
  },
};
