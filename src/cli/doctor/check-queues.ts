// The checks of the crons and of each queue.
import type { Api } from "../kit/api.ts";
import { path, query } from "../kit/api.ts";
import { formatDuration, formatNumber } from "../output/text.ts";
import { type Finding, finding } from "./finding.ts";

interface ListedQueue {
  name: string;
  /** The reason why the queue cannot be read. */
  code?: string;
  ready: number;
  failed: number;
  workers: number;
  paused: boolean;
  oldestReadyAge?: number;
  overdue?: { delayed: number; leased: number };
}

interface CronReport {
  kind: string;
  at: number;
  leftCount?: number;
  errors: readonly unknown[];
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The age in ms from which a clean counts as missing. */
const MAX_AGES: Record<string, number> = { light: 5 * MINUTE, deep: 2 * DAY };
const CRONS = "See docs/deployment.md, crons. Queues in use heal without them; idle ones do not.";

/** Reads all queues. */
export async function readQueues(api: Api): Promise<ListedQueue[]> {
  const queues: ListedQueue[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.request<{ queues: ListedQueue[]; cursor?: string }>({
      method: "GET",
      path: `/v1/queues${query({ limit: 1_000, cursor })}`,
    });
    queues.push(...page.queues);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return queues;
}

/** Checks that the crons run. */
export async function checkCrons(api: Api): Promise<Finding[]> {
  const { crons } = await api.request<{ crons: CronReport[] }>({ method: "GET", path: "/v1/crons" });
  return Object.entries(MAX_AGES).map(([kind, maxAge]) => {
    const report = crons.find((each) => each.kind === kind);
    const check = `${kind} cron`;
    if (!report) return finding(check, "problem", `No ${kind} clean of all queues has run.`, CRONS);
    const age = Date.now() - report.at;
    const text = `The last ${kind} clean ran ${formatDuration(age)} ago.`;
    if (age > maxAge) return finding(check, "problem", text, CRONS);
    if (report.errors.length > 0) {
      return finding(
        check,
        "problem",
        `${text} Errors: ${report.errors.length}.`,
        "leasehold crons --json shows them.",
      );
    }
    if (!report.leftCount) return finding(check, "ok", text);
    return finding(
      check,
      "note",
      `${text} It left ${formatNumber(report.leftCount)} queues to the next.`,
      "Raise the budget of the cron.",
    );
  });
}

/** Checks a queue. Returns a single finding that all is well, or those that are not. */
export async function checkQueue(api: Api, { name, code }: ListedQueue): Promise<Finding[]> {
  const check = `queue ${name}`;
  const problem = (text: string, advice: string) => finding(check, "problem", text, advice);
  const note = (text: string, advice: string) => finding(check, "note", text, advice);
  if (code === "other_layout")
    return [problem("Its keys have another layout.", "Use one version of Leasehold for all clients of the database.")];
  if (code !== undefined) return [problem(`It cannot be read: ${code}.`, `leasehold deep-clean ${name}`)];
  const queue = await api.request<ListedQueue>({ method: "GET", path: path`/v1/queues/${name}` });
  const { ready, failed, workers, paused, oldestReadyAge = 0, overdue } = queue;
  const findings: Finding[] = [];
  const { delayed = 0, leased = 0 } = overdue ?? {};
  if (delayed + leased > 0) {
    const text = `Overdue jobs: ${formatNumber(delayed)} delayed, ${formatNumber(leased)} with an expired lease.`;
    findings.push(problem(text, "The next lease or clean moves them: check the light cron and the workers."));
  }
  if (paused) findings.push(note("It is paused.", `leasehold resume ${name}`));
  else if (ready > 0 && workers === 0 && oldestReadyAge > MINUTE) {
    findings.push(
      problem(
        `Ready jobs: ${formatNumber(ready)}, the oldest for ${formatDuration(oldestReadyAge)}. No worker was seen.`,
        "Start a worker, or drain the queue at each cron.",
      ),
    );
  }
  if (failed > 0)
    findings.push(
      note(`Failed jobs: ${formatNumber(failed)}.`, `leasehold list ${name} failed; leasehold redrive ${name}`),
    );
  return findings.length > 0 ? findings : [finding(check, "ok", `Ready jobs: ${formatNumber(ready)}.`)];
}
