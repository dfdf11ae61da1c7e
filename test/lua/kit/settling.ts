// What the tests of settling share: two ways to settle, and five leased jobs.
import { turn } from "../../../src/engine/scripts.gen.ts";
import { type Bench, head, place, record, ref, run, START, type State, tick } from "./state.ts";

/** An item to settle, without the fields that are empty. */
export type Item = [
  what: "c" | "k" | "r" | "p" | "f" | "g" | "b",
  id: string,
  fence: number,
  detail?: string | undefined,
  error?: string,
];

/** The items and the results as a script takes them. */
export function asked(items: Item[]) {
  const fields = items.flatMap(([what, id, fence, detail = "rp".includes(what) ? "0" : "", error = ""]) => [
    what,
    ref(id, fence),
    detail,
    error,
  ]);
  const results = items.filter(([what, , , detail]) => "ck".includes(what) && detail).map(([, id]) => id);
  return [fields, { results }] as const;
}

/** A way to settle: a queue with its flags, and the number of jobs to lease afterwards. */
interface Way {
  flags: string;
  count: number;
}

/** A paused queue hands out nothing, so that both ways end in the same state. */
export const ways: [title: string, way: Way][] = [
  ["alone", { flags: "", count: 0 }],
  ["before a lease", { flags: "p", count: 10 }],
];

/** Settles; resolves with the letters. */
export async function settle(
  queue: Bench,
  way: Way,
  items: Item[],
  args: { policy?: string; number?: number; times?: string } = {},
): Promise<string | undefined> {
  const [fields, parts] = asked(items);
  return (await queue.call(turn, { ...args, worker: "", count: way.count, items: fields }, parts))[1];
}

/** Five leased jobs of the priorities 0 to 4, each in its third attempt, one of which was given back; c has a time to live. */
export const held = { attempt: 3, given: 1, max: 9, progress: '0.5 "half"', errors: ['1 1 "no"'] };
export const DIES = START + 9_000;
export const ids = ["a", "b", "c", "d", "e"];
export const heldAs = (id: string) => {
  const i = ids.indexOf(id);
  return { ...held, place: place(1 + i, i), dies: id === "c" ? DIES : 0 };
};
export const fenceOf = (id: string): number => tick(11 + ids.indexOf(id));

export const five = (way: Way): State => ({
  leased: ids.map((id) => [id, START + 1_000]),
  jobs: Object.fromEntries(ids.map((id, i) => [id, record(place(1 + i, i), id, id === "c" ? `x${DIES}` : "")])),
  runs: Object.fromEntries(ids.map((id) => [id, run("L", fenceOf(id), heldAs(id))])),
  meta: { head: head({ flags: way.flags, runs: 5, leased: 9 }) },
});

/** Fields without some of them. */
export function without<T>(fields: Record<string, T> | undefined, ...names: string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => !names.includes(name)));
}

/** A queue without some jobs that are leased. */
export function taken(state: State, ...names: string[]): State {
  return {
    ...state,
    leased: (state.leased ?? []).filter(([id]) => !names.includes(id)),
    jobs: without(state.jobs, ...names),
    runs: without(state.runs, ...names),
  };
}

/** The whole state but for what is kept of requests, and of listeners: a lease of a paused queue notes one. */
export async function settled(queue: Bench): Promise<State> {
  const { "replies:w": _, meta, ...state } = await queue.state();
  if (!meta) return state;
  const { heard, ...others } = meta;
  const head = heard ? others.head?.replace(/^(2 \w*)h/, "$1") : others.head;
  return { ...state, meta: { ...others, ...(head && { head }) } };
}
