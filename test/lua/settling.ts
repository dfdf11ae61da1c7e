// What the tests of settling share: the two scripts that settle, and five leased jobs.
import { settle, turn } from "../../src/core/scripts.gen.ts";
import { type Bench, order, record, run, START, type State } from "./state.ts";

/** An item to settle, without the fields that are empty. */
export type Item = [
  what: "c" | "r" | "f" | "g",
  id: string,
  fence: number,
  detail?: string | undefined,
  error?: string,
];
type Options = { keepDone?: number; nonce?: string };

/** Settles; gives back the letters. */
type Settle = (queue: Bench, items: Item[], options?: Options) => Promise<string | undefined>;
export const fieldsOf = (items: Item[]) =>
  items.flatMap(([what, id, fence, detail = what === "r" ? "0" : "", error = ""]) => [
    what,
    id,
    String(fence),
    detail,
    error,
  ]);
export const ways: [string, Settle][] = [
  [
    "settle",
    async (queue, items, { nonce = "n", ...args } = {}) => {
      const parts = { nonce, ids: items.map(([, id]) => id) };
      return (await queue.call(settle, { ...args, items: fieldsOf(items) }, parts))[1];
    },
  ],
  [
    "turn",
    async (queue, items, { nonce = "n", ...args } = {}) => {
      const parts = { nonce, ids: items.map(([, id]) => id) };
      const all = { ...args, worker: "", count: 0, items: fieldsOf(items) };
      return (await queue.call(turn, all, parts))[1]?.split("\n")[0];
    },
  ],
];

/** Five leased jobs in their third attempt, one of which was given back; c has a time to live. */
export const held = { attempt: 3, given: 1, max: 9, progress: '0.5 "half"', errors: ['1 1 "no"'] };
export const ids = ["a", "b", "c", "d", "e"];
export const five: State = {
  leased: ids.map((id) => [id, START + 1_000]),
  expiring: [["c", START + 9_000]],
  jobs: Object.fromEntries(ids.map((id) => [id, record(id)])),
  runs: Object.fromEntries(
    ids.map((id, i) => [
      id,
      run("L", 11 + i, { ...held, order: order(1 + i, i), dies: id === "c" ? START + 9_000 : 0 }),
    ]),
  ),
  meta: { sequence: "5", fence: "20" },
};

/** The whole state, without what is kept of the request. */
export async function settled(queue: Bench): Promise<State> {
  const { "reply:n": _, ...state } = await queue.state();
  return state;
}
