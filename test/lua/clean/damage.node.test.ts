// Damaged records and runs, as a backup that was restored in part may leave them: they make no script throw, change nothing
// for a sound job beside them, and keep none of their jobs from being leased and completed.
import { describe, expect, test } from "vitest";
import {
  cancel,
  clean,
  deepClean,
  extend,
  failWorker,
  progress,
  promote,
  redrive,
  turn,
  turnPlain,
} from "../../../src/engine/scripts.gen.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  due,
  head,
  idsOfHash,
  LEASE,
  leasedIds,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const MOST = 1_000;
const DIES = START + 3_600_000;

/** A text that is cut off after each of its characters. */
const cuts = (text: string) => Array.from({ length: text.length }, (_, n) => text.slice(0, n));

const whole = run("L", tick(5), { attempt: 2, given: 1, dies: DIES, progress: "0.5", errors: ['1 1 "no"'] });
const RUNS = [
  ...cuts(whole),
  ...["\n", "\n\n\n", "x", `L ${tick(5)} -1 0 1 1 0`, whole.replace("L", "Z"), whole.replaceAll("\n", " ")],
];
const RECORDS = [
  ...cuts(record(place(1), "{}", `c${START} m3 x${DIES}`)),
  ...[
    ":",
    "::",
    "x:y",
    `${place(1)} m x:y`,
    `${place(1)} mx:y`,
    "123456789012345678:x",
    "abcdefghijklmnop:x",
    `${place(1)}:`,
  ],
];

const ALL = idsOfHash("3", RUNS.length + RECORDS.length + 1);
const SOUND = ALL.at(-1) ?? "";
const jobs = Object.fromEntries(ALL.map((id, i) => [id, RECORDS[i - RUNS.length] ?? record(place(i), id)]));
const runs: Record<string, string> = { ...Object.fromEntries(RUNS.map((text, i) => [ALL[i], text])), [SOUND]: whole };

const SETS = ["ready", "delayed", "leased", "failed", "done"] as const;
type Kind = [set: (typeof SETS)[number], letter: string, score: number];
/** Where jobs stand, with the letter of their runs. */
const KINDS: Kind[] = [
  ["ready", "L", place(1)],
  ["ready", "W", place(1)],
  ["delayed", "W", due(START)],
  ["leased", "L", START],
  ["failed", "E", START],
  ["failed", "F", START],
  ["done", "C", START],
];

function queueOf(ids: readonly string[], [set, letter, score]: Kind, next = START): State {
  const ran = ids.filter((id) => runs[id] !== undefined);
  const state: State = {
    jobs: Object.fromEntries(ids.map((id) => [id, jobs[id] ?? ""])),
    runs: Object.fromEntries(ran.map((id) => [id, runs[id]?.replace("L", letter) ?? ""])),
    meta: { head: head({ flags: "h", due: next, runs: ran.length }) },
  };
  return { ...state, [set]: ids.map((id) => [id, score]) };
}

const refOf = (id: string) => ref(id, tick(5));
const settleAs = (what: string, delay: string) => (queue: Bench, ids: readonly string[]) =>
  queue.call(turn, { count: 0, items: ids.flatMap((id) => [what, refOf(id), delay, '"no"']) });

/** As the client does: where the plain script answers odd, the full one is asked. */
async function sendPlain(queue: Bench, count: number, ids: readonly string[]): Promise<void> {
  const [status] = await queue.call(turnPlain, { count, bucket: "3", items: ids.map(refOf) });
  if (status === "odd") await queue.call(turn, { count, items: ids.flatMap((id) => ["c", refOf(id), "", ""]) });
}

const requests: [what: string, send: (queue: Bench, ids: readonly string[]) => Promise<unknown>, next?: number][] = [
  ["a lease", (queue) => queue.call(turn, { count: MOST })],
  ["a plain lease", (queue) => sendPlain(queue, MOST, []), START + 1],
  ["complete plainly", (queue, ids) => sendPlain(queue, 0, ids), START + 1],
  ["complete", settleAs("c", "")],
  ["complete, keeping the job", settleAs("k", "")],
  ["retry", settleAs("r", "0")],
  ["retry with a delay", settleAs("r", "500")],
  ["fail", settleAs("f", "")],
  ["release", settleAs("g", "")],
  ["extend", (queue, ids) => queue.call(extend, ...about(ids, { items: ids.map(refOf) }))],
  [
    "progress",
    async (queue, ids) => {
      for (const id of ids) await queue.call(progress, { reference: refOf(id), progress: "1", duration: 500 }, { id });
    },
  ],
  ["cancel", (queue, ids) => queue.call(cancel, ...about(ids, { ids: [...ids] }))],
  ["promote", (queue, ids) => queue.call(promote, ...about(ids, { ids: [...ids] }))],
  ["redrive", (queue) => queue.call(redrive, { limit: MOST })],
  ["failWorker", (queue) => queue.call(failWorker, { worker: "w", limit: MOST })],
  ["clean", (queue) => queue.call(clean, { limit: MOST, policy: "- - - 9999" })],
  ["clean with retention", (queue) => queue.call(clean, { limit: MOST, policy: "- 0 - 0" })],
  ["deepClean", (queue) => queue.call(deepClean, { limit: MOST, begins: "" })],
];

/** Leases and completes until nothing is left; each lease ends before the next begins. */
async function drain(queue: Bench): Promise<void> {
  for (let number = 1; number < 9; number++) {
    const times = clockAt(START + number * (LEASE + MOST));
    const lane = `drain ${number}`;
    const [, , header = "", ...rest] = await queue.call(turn, { count: MOST, lane, times });
    if (!header.startsWith("-")) continue;
    const ids = leasedIds(rest);
    const first = Number(header.split(" ")[5]);
    const items = ids.flatMap((id, i) => ["c", ref(id, first + i), "", ""]);
    const [, letters] = await queue.call(turn, { count: 0, items, lane, number: 2, times });
    expect(letters).toBe("c".repeat(ids.length));
  }
}

const setsOf = (state: State, id: string) => SETS.filter((set) => state[set]?.some(([member]) => member === id));

describe.each(KINDS)("of %s jobs with the letter %s", (...kind) => {
  test.each(requests)("%s", async (_, send, next) => {
    const [queue, alone] = [fresh(), fresh()];
    await queue.seed(queueOf(ALL, kind, next));
    await alone.seed(queueOf([SOUND], kind, next));
    await send(queue, ALL);
    await send(alone, [SOUND]);
    const state = await queue.state();
    expect(setsOf(state, SOUND)).toEqual(setsOf(await alone.state(), SOUND));
    for (const id of ALL) expect(setsOf(state, id).length, id).toBe(state.jobs?.[id] === undefined ? 0 : 1);
    await drain(queue);
    const { ready, delayed, leased } = await queue.state();
    expect([ready, delayed, leased]).toEqual([undefined, undefined, undefined]);
  });
});
