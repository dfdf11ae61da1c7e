// What has to be so when a run is over, asked of Redis, of the histories, and of the second place that handlers wrote to.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Queue } from "../../src/index.ts";
import type { Totals } from "../../src/queue/inspect/counts.ts";
import { checkHistory, finalState, type HistoryEvent, readHistory } from "../../src/testing.ts";
import { GUARDED, UNGUARDED } from "./marks.ts";
import type { Place } from "./place.ts";
import { type Load, QUEUE } from "./task.ts";

/** What was found. */
export interface Verdict {
  violations: string[];
  /** Jobs of which somebody was told that he completed them; the others' replies reached nobody who still lived. */
  told: number;
  /** Writes that a late holder made after the one whose work counted, where nothing guarded them. */
  overwritten: number;
}

const MOST_TOLD = 5;
const LONGEST = 1_500;
/** What may be left of a queue that is empty: for good, and what Redis forgets after a time. */
const LASTING = /^(meta|workers|endings|endings:before)$/;
const FORGOTTEN = /^(replies|reply|result):/;

export async function judge(place: Place, queue: Queue<Load>, ids: string[]): Promise<Verdict> {
  const events = readHistory(texts(place.folder, "history"));
  const state = await finalState(queue);
  const { violations, ...counts } = await judgeEach(place, ids, completionsIn(events));
  const found = [
    violations,
    wrongTotals(state.counts.totals, ids.length),
    checkHistory(events, state).map(String),
    await leftovers(place),
    texts(place.folder, "errors").flatMap((text) => text.trim().split("\n")),
    await audited(queue),
  ];
  return { ...counts, violations: found.flatMap(firstOf) };
}

/** The first of some violations, and how many more there are. */
function firstOf(all: string[]): string[] {
  const told = all.slice(0, MOST_TOLD).map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text));
  return all.length > MOST_TOLD ? [...told, `and ${all.length - MOST_TOLD} more like these`] : told;
}

function wrongTotals(totals: Totals, jobs: number): string[] {
  const right: Partial<Totals> = {
    enqueued: jobs,
    completed: jobs,
    duplicates: 0,
    failed: 0,
    expired: 0,
    cancelled: 0,
  };
  return (Object.entries(right) as [keyof Totals, number][])
    .filter(([total, count]) => totals[total] !== count)
    .map(([total, count]) => `${total} is ${totals[total]}, not ${count}`);
}

/** Each job was completed once, and the guarded place says by whom. */
async function judgeEach(place: Place, ids: string[], completions: Map<string, Completions>): Promise<Verdict> {
  const violations: string[] = [];
  const [guarded, unguarded] = await Promise.all([GUARDED, UNGUARDED].map((key) => place.client.hGetAll(key)));
  const counts = { told: 0, overwritten: 0 };
  for (const id of ids) {
    const { told, untold } = completions.get(id) ?? { told: [], untold: [] };
    completions.delete(id);
    // One whose reply reached nobody any more was completed under one of the fences for which that was asked.
    const fences = told.length > 0 ? told : untold;
    const written = Number(guarded?.[id] ?? 0);
    if (Number(unguarded?.[id] ?? 0) !== written) counts.overwritten += 1;
    if (told.length > 0) counts.told += 1;
    if (told.length > 1) violations.push(`${id}: complete was true ${told.length} times, under ${told.join(" and ")}`);
    else if (fences.length === 0) violations.push(`${id}: nobody completed it`);
    else if (!fences.includes(written))
      violations.push(`${id}: marked under fence ${written}, completed under ${fences.join(" or ")}`);
  }
  for (const id of completions.keys()) violations.push(`${id}: completed, and never enqueued`);
  return { ...counts, violations };
}

interface Completions {
  /** The fences under which it was completed, once for each request that was answered so. */
  told: number[];
  /** The fences of requests to complete it that nobody saw an answer of. */
  untold: number[];
}

function completionsIn(events: HistoryEvent[]): Map<string, Completions> {
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
      const completions = found.get(id) ?? { told: [], untold: [] };
      found.set(id, completions);
      completions[to === undefined ? "untold" : "told"].push(fence);
    }
  }
  return found;
}

async function leftovers({ client }: Place): Promise<string[]> {
  const root = `lh:{${QUEUE}}:`;
  const left: string[] = [];
  for await (const keys of client.scanIterator({ MATCH: `${root}*`, COUNT: 1_000 })) {
    for (const key of keys) {
      const name = key.slice(root.length);
      if (FORGOTTEN.test(name) && (await client.pTTL(key)) === -1) left.push(`${key} is left for good`);
      else if (!FORGOTTEN.test(name) && !LASTING.test(name)) left.push(`${key} is left`);
    }
  }
  return left;
}

/** The deep clean finds nothing to repair. */
async function audited(queue: Queue<Load>): Promise<string[]> {
  const { finished: _, examined: __, ...repaired } = await queue.deepClean();
  return Object.entries(repaired).flatMap(([what, count]) => (count > 0 ? [`an audit repaired ${count} ${what}`] : []));
}

function texts(folder: string, kind: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(`.${kind}`));
  return files.map((file) => readFileSync(join(folder, file), "utf8"));
}
