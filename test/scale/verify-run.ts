// Verifies a run at its end: by Redis, by the histories of requests, and by the external store that handlers wrote to.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Queue } from "../../src/index.ts";
import type { Totals } from "../../src/queue/inspect/counts.ts";
import { checkHistory, finalState, type HistoryEvent, readHistory } from "../../src/testing.ts";
import type { Backend } from "./backend.ts";
import { GUARDED_KEY, UNGUARDED_KEY } from "./external-store.ts";
import { type Payload, QUEUE } from "./task.ts";

/** The result of the verification. */
export interface Verification {
  violations: string[];
  /** The jobs whose completion a reply confirmed. The callers of the others were killed before the reply. */
  confirmed: number;
  /** The jobs for which a write under a stale fence came last in the unguarded hash. */
  overwritten: number;
}

const MAX_VIOLATIONS = 5;
const MAX_LENGTH = 1_500;
/** The keys that an empty queue keeps: permanently, and until they expire. */
const PERMANENT = /^(meta|workers|endings|endings:before)$/;
const EXPIRING = /^((replies|reply|result):|(history|hours)$)/;

/** Verifies that each job of a run was completed once and that nothing is left. */
export async function verifyRun(
  backend: Backend,
  queue: Queue<Payload>,
  { ids }: { ids: string[] },
): Promise<Verification> {
  const events = readHistory(readFiles(backend.folder, "history"));
  const state = await finalState(queue);
  const { violations, ...counts } = await verifyCompletions(backend, { ids, completions: findCompletions(events) });
  const found = [
    violations,
    findWrongTotals(state.counts.totals, ids.length),
    checkHistory(events, state).map(String),
    await findLeftovers(backend),
    readFiles(backend.folder, "errors").flatMap((text) => text.trim().split("\n")),
    await findRepairs(queue),
  ];
  return { ...counts, violations: found.flatMap(limitViolations) };
}

/** Returns the first of some violations, and the number of the others. */
function limitViolations(all: string[]): string[] {
  const shorten = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text);
  const first = all.slice(0, MAX_VIOLATIONS).map(shorten);
  return all.length > MAX_VIOLATIONS ? [...first, `and ${all.length - MAX_VIOLATIONS} more like these`] : first;
}

function findWrongTotals(totals: Totals, jobs: number): string[] {
  const unused = { duplicates: 0, failed: 0, expired: 0, cancelled: 0 };
  const expected: Partial<Totals> = { enqueued: jobs, completed: jobs, ...unused };
  return (Object.entries(expected) as [keyof Totals, number][])
    .filter(([total, count]) => totals[total] !== count)
    .map(([total, count]) => `${total} is ${totals[total]}, not ${count}`);
}

/** Verifies that each job was completed once, under the fence in the guarded hash. */
async function verifyCompletions(
  { client }: Backend,
  { ids, completions }: { ids: string[]; completions: Map<string, Completions> },
): Promise<Verification> {
  const violations: string[] = [];
  const [guarded, unguarded] = await Promise.all([GUARDED_KEY, UNGUARDED_KEY].map((key) => client.hGetAll(key)));
  const counts = { confirmed: 0, overwritten: 0 };
  for (const id of ids) {
    const { confirmed, unconfirmed } = completions.get(id) ?? { confirmed: [], unconfirmed: [] };
    completions.delete(id);
    // Without a confirmed completion, the job was completed under one of the fences of unconfirmed requests.
    const fences = confirmed.length > 0 ? confirmed : unconfirmed;
    const written = Number(guarded?.[id] ?? 0);
    if (Number(unguarded?.[id] ?? 0) !== written) counts.overwritten += 1;
    if (confirmed.length > 0) counts.confirmed += 1;
    if (confirmed.length > 1)
      violations.push(
        `${id}: complete was true ${confirmed.length} times, under the fences ${confirmed.join(" and ")}`,
      );
    else if (fences.length === 0) violations.push(`${id}: no request completed it`);
    else if (!fences.includes(written))
      violations.push(`${id}: handled under fence ${written}, completed under ${fences.join(" or ")}`);
  }
  for (const id of completions.keys()) violations.push(`${id}: completed, but never enqueued`);
  return { ...counts, violations };
}

/** The fences under which a job was completed. */
interface Completions {
  /** Of requests whose reply confirmed it. */
  confirmed: number[];
  /** Of requests without a reply. */
  unconfirmed: number[];
}

/** Returns the fences under which requests of a history completed each job. */
function findCompletions(events: HistoryEvent[]): Map<string, Completions> {
  const requests = new Map<string, HistoryEvent>();
  for (const event of events) {
    const { op, request = "", to, answer } = event;
    if ((op !== "turn" && op !== "settle") || answer === "late") continue;
    if (to !== undefined || !requests.has(request)) requests.set(request, event);
  }
  const found = new Map<string, Completions>();
  for (const { items = [], to } of requests.values()) {
    for (const { id, fence = 0, action, letter } of items) {
      if (action !== "complete" || (to !== undefined && letter !== "c")) continue;
      const completions = found.get(id) ?? { confirmed: [], unconfirmed: [] };
      found.set(id, completions);
      completions[to === undefined ? "unconfirmed" : "confirmed"].push(fence);
    }
  }
  return found;
}

/** Lists the keys in Redis that a queue without jobs should not have. */
async function findLeftovers({ client }: Backend): Promise<string[]> {
  const prefix = `lh:{${QUEUE}}:`;
  const left: string[] = [];
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1_000 })) {
    for (const key of keys) {
      const name = key.slice(prefix.length);
      if (EXPIRING.test(name) && (await client.pTTL(key)) === -1) left.push(`${key} is left and does not expire`);
      else if (!EXPIRING.test(name) && !PERMANENT.test(name)) left.push(`${key} is left`);
    }
  }
  return left;
}

/** Returns the repairs of a deep clean, which must find nothing. */
async function findRepairs(queue: Queue<Payload>): Promise<string[]> {
  const { finished: _, examined: __, ...repaired } = await queue.deepClean();
  const repairs = Object.entries(repaired).filter(([, count]) => count > 0);
  return repairs.map(([kind, count]) => `the deep clean repaired ${count} ${kind}`);
}

function readFiles(folder: string, kind: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(`.${kind}`));
  return files.map((file) => readFileSync(join(folder, file), "utf8"));
}
