// Leases jobs, and settles jobs whose actions are stated by name.

import { turn } from "../../../src/engine/all-scripts.ts";
import type { ArgsOf } from "../../../src/engine/call.ts";
import { omit, ref } from "./forms.ts";
import type { State } from "./state.ts";
import type { CallOptions, TestQueue } from "./test-queue.ts";

/** The letters of actions. To keep a job is to complete it where done jobs are kept. */
const LETTERS = {
  complete: "c",
  keep: "k",
  retry: "r",
  postpone: "p",
  fail: "f",
  release: "g",
  releaseBegun: "b",
} as const;

/** An action by which a job is settled. */
export type Action = keyof typeof LETTERS;

/** A job to settle, without the fields that are empty. The detail is a result or a delay. */
export type Item = [action: Action, id: string, fence: number, detail?: string | undefined, error?: string];

/** Returns the fields of items, as turn takes them. */
export function itemFields(items: readonly Item[]): string[] {
  return items.flatMap(([action, id, fence, detail = /retry|postpone/.test(action) ? "0" : "", error = ""]) => [
    LETTERS[action],
    ref(id, fence),
    detail,
    error,
  ]);
}

/** Settles jobs, and leases none unless the options state a count. Resolves with the reply. */
export function turnWith(queue: TestQueue, items: readonly Item[], options: CallOptions<typeof turn> = {}) {
  return queue.call(turn, { count: 0, items: itemFields(items), ...options } as Partial<ArgsOf<typeof turn>>);
}

/** Settles jobs in the same way. Resolves with the letters of the reply, one for each job. */
export async function settle(queue: TestQueue, items: readonly Item[], options: CallOptions<typeof turn> = {}) {
  return (await turnWith(queue, items, options))[1];
}

/** Leases jobs. Resolves with the header of the reply, and with the ids and fences of the jobs. */
export async function lease(queue: TestQueue, options: CallOptions<typeof turn> = {}) {
  const [, , header = "", ...rest] = await queue.call(turn, options);
  // A line with the id for each job, then its record, then the history of those that were leased before.
  const lines = rest.filter((line) => !/^H(\n|$)/.test(line));
  const ids = lines.slice(0, lines.length / 2).map((line) => line.replace(/^\d+\t/, ""));
  const first = Number(header.split(" ")[5]);
  return { header, ids, fences: ids.map((_, i) => first + i) };
}

/** Two ways to settle: the flags of the queue, and the count of jobs to lease. A paused queue hands out none. */
export const WAYS: [title: string, way: { flags: string; count: number }][] = [
  ["settling alone", { flags: "", count: 0 }],
  ["settling before a lease", { flags: "p", count: 10 }],
];

/** Reads the state without remembered replies. */
export async function stateWithoutReplies(queue: TestQueue): Promise<State> {
  return omit(await queue.state(), "replies:w");
}

/** Reads the state without remembered replies and the note of a listener, which a lease of a paused queue writes. */
export async function stateWithoutNotes(queue: TestQueue): Promise<State> {
  const { meta, ...state } = await stateWithoutReplies(queue);
  if (!meta) return state;
  const text = meta.heard ? meta.head?.replace(/^(2 \w*)h/, "$1") : meta.head;
  return { ...state, meta: { ...omit(meta, "heard"), ...(text && { head: text }) } };
}
