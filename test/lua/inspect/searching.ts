// Calls of the script `search`, and its reply in parts.
import { expect } from "vitest";
import { search } from "../../../src/engine/all-scripts.ts";
import { byId, head, record } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { type CallOptions, callReadOnly, type TestQueue } from "../kit/test-queue.ts";
import { place, START } from "../kit/times.ts";

/** The arguments of a search. */
export type SearchOptions = CallOptions<typeof search>;

/** The arguments of a search for all ready jobs; those that are absent are empty. */
export const ALL_READY = { name: "ready", state: "ready", worker: "", from: "", limit: 1_000 } as const;

/** The reply of a search that returns ids. */
export interface Found {
  ids: string[];
  /** The texts of the entries. */
  entries: string[];
  total: number;
  examined: number;
  skipped: number;
  /** The cursor; its score is "-" at the end. */
  score: string;
  after: string;
}

/** Searches a queue for ids, among the ready jobs unless the options state another state, and expects it to stay as it is. */
export async function findIds(queue: TestQueue, options: SearchOptions = {}): Promise<Found> {
  const { state = "ready" } = options;
  const args = { ...ALL_READY, name: state, state, output: "ids", ...options };
  const [status, header = "", ...lines] = await callReadOnly(queue, search, args);
  expect(status).toBe("ok");
  const [, now, , total, examined, skipped, score = "", after = ""] =
    /^(\d+) (\d+) (\d+) (\d+) (\d+) (\S+) (.*)$/s.exec(header) ?? [];
  expect(now).toBe(String(START));
  const [ids, entries]: [string[], string[]] = [[], []];
  for (const line of lines) {
    const [scoreAndId = "", entry = ""] = line.split("\t");
    ids.push(scoreAndId.slice(scoreAndId.indexOf(" ") + 1));
    entries.push(entry);
  }
  return { ids, entries, total: Number(total), examined: Number(examined), skipped: Number(skipped), score, after };
}

/** Searches to the end, a script after the other. Resolves with the ids and the numbers of all scripts. */
export async function findAllIds(queue: TestQueue, options: SearchOptions = {}) {
  const all = { ids: [] as string[], examined: 0, skipped: 0, scripts: 0 };
  for (let [score, after] = ["", ""]; score !== "-"; ) {
    const found = await findIds(queue, { ...options, score, after });
    all.ids.push(...found.ids);
    all.examined += found.examined;
    all.skipped += found.skipped;
    all.scripts += 1;
    ({ score, after } = found);
    // A search that stands still would never end.
    expect(found.examined > 0 || score === "-").toBe(true);
  }
  return all;
}

/** Returns a queue with ready jobs of these payloads, in this order. */
export function readyQueue(payloads: Record<string, string>, flags = ""): State {
  const ids = Object.keys(payloads);
  return {
    ready: byId(ids, (_, i) => place(i)),
    jobs: byId(ids, (id, i) => record(place(i), payloads[id])),
    meta: { head: head({ flags, enqueued: ids.length }) },
  };
}

/** Returns the arguments of conditions: kind, path, text that must occur, expected value. */
export const conditions = (...list: [kind: "=" | "~" | "?" | "!", path: string, text: string, expected: string][]) => ({
  conditions: list.flat(),
});
