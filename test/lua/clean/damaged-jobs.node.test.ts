// Damaged records and runs, as a partly restored backup may leave them. No script fails on them or treats a sound job beside
// them differently, and their jobs can still be leased and completed.
import { describe, expect, test } from "vitest";
import * as scripts from "../../../src/engine/all-scripts.ts";
import { type JobState, STATES } from "../../../src/engine/keys.ts";
import { byId, head, idsOfBucket, RETRIED, record, ref, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, due, LEASE, place, START, tick } from "../kit/times.ts";
import { type Action, type Item, lease, settle, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();
const MAX = 1_000;
const EXPIRES = START + 3_600_000;

/** Returns a text cut off after each of its characters. */
const cuts = (text: string) => Array.from({ length: text.length }, (_, n) => text.slice(0, n));

const whole = run("L", tick(5), { attempt: 2, released: 1, expiresAt: EXPIRES, progress: "0.5", attempts: [RETRIED] });
const RUNS = [
  ...cuts(whole),
  ...["\n", "\n\n\n", "x", `L ${tick(5)} -1 0 1 1 0`, whole.replace("L", "Z"), whole.replaceAll("\n", " ")],
];
const RECORDS = [
  ...cuts(record(place(1), "{}", { enqueuedAt: START, max: 3, expiresAt: EXPIRES })),
  ":",
  "::",
  "x:y",
  `${place(1)} m x:y`,
  `${place(1)} mx:y`,
  "123456789012345678:x",
  "abcdefghijklmnop:x",
  `${place(1)}:`,
];

const ALL = idsOfBucket("3", RUNS.length + RECORDS.length + 1);
const SOUND = ALL.at(-1) ?? "";
const jobs = byId(ALL, (id, i) => RECORDS[i - RUNS.length] ?? record(place(i), id));
const runs: Record<string, string> = { ...Object.fromEntries(RUNS.map((text, i) => [ALL[i], text])), [SOUND]: whole };

type Kind = [state: JobState, letter: string, score: number];
/** The states of jobs, with the letters of their runs. */
const KINDS: Kind[] = [
  ["ready", "L", place(1)],
  ["ready", "W", place(1)],
  ["delayed", "W", due(START)],
  ["leased", "L", START],
  ["failed", "E", START],
  ["failed", "F", START],
  ["done", "C", START],
];

/** Returns a queue whose jobs are all in one state, some with damaged records or runs, and are due at a time. */
function queueOf(ids: readonly string[], [state, letter, score]: Kind, next = START): State {
  const ran = ids.filter((id) => runs[id] !== undefined);
  const parts: State = {
    jobs: byId(ids, (id) => jobs[id] ?? ""),
    runs: byId(ran, (id) => runs[id]?.replace("L", letter) ?? ""),
    meta: { head: head({ flags: "h", due: next, runs: ran.length }) },
  };
  return { ...parts, [state]: byId(ids, () => score) };
}

const refOf = (id: string) => ref(id, tick(5));
const settleBy = (action: Action, delay?: string) => (queue: TestQueue, ids: readonly string[]) =>
  turnWith(
    queue,
    ids.map((id) => [action, id, tick(5), delay, '"no"']),
  );

/** Completes and leases as the client does: sends the full script if the plain one replies not_plain. */
async function plainTurn(queue: TestQueue, ids: readonly string[], count = 0): Promise<void> {
  const [status] = await queue.call(scripts.turnPlain, { count, items: ids.map(refOf) });
  const items = ids.map((id): Item => ["complete", id, tick(5)]);
  if (status === "not_plain") await turnWith(queue, items, { count });
}

type Send = (queue: TestQueue, ids: string[]) => Promise<unknown>;
const REQUESTS: [what: string, send: Send, next?: number][] = [
  ["a lease", (queue) => queue.call(scripts.turn, { count: MAX })],
  ["a plain lease", (queue) => plainTurn(queue, [], MAX), START + 1],
  ["a plain complete", plainTurn, START + 1],
  ["complete", settleBy("complete")],
  ["complete, keeping the job", settleBy("keep")],
  ["retry", settleBy("retry")],
  ["retry with a delay", settleBy("retry", "500")],
  ["fail", settleBy("fail")],
  ["release", settleBy("release")],
  ["extend", (queue, ids) => queue.call(scripts.extend, { items: ids.map(refOf) })],
  [
    "progress",
    async (queue, ids) => {
      for (const id of ids) await queue.call(scripts.progress, { reference: refOf(id), progress: "1", duration: 500 });
    },
  ],
  ["cancel", (queue, ids) => queue.call(scripts.cancel, { ids })],
  ["promote", (queue, ids) => queue.call(scripts.promote, { ids })],
  ["redrive", (queue) => queue.call(scripts.redrive, { limit: MAX })],
  ["failWorker", (queue) => queue.call(scripts.failWorker, { worker: "w", limit: MAX })],
  ["clean", (queue) => queue.call(scripts.clean, { limit: MAX, policy: "- - - 9999" })],
  ["clean with retention", (queue) => queue.call(scripts.clean, { limit: MAX, policy: "- 0 - 0" })],
  ["deepClean", (queue) => queue.call(scripts.deepClean, { limit: MAX, begins: "" })],
];

/** Leases and completes until no job is left. Each lease expires before the next one. */
async function drain(queue: TestQueue): Promise<void> {
  for (let number = 1; number < 9; number++) {
    const times = clockAt(START + number * (LEASE + MAX));
    const lane = `drain ${number}`;
    const { ids, fences } = await lease(queue, { count: MAX, lane, times });
    const items = ids.map((id, i): Item => ["complete", id, fences[i] ?? 0]);
    if (ids.length > 0) expect(await settle(queue, items, { lane, number: 2, times })).toBe("c".repeat(ids.length));
  }
}

const statesOf = (state: State, id: string) => STATES.filter((name) => id in (state[name] ?? {}));

describe.each(KINDS)("damaged %s jobs with runs of the letter %s survive", (...kind) => {
  test.each(REQUESTS)("%s", async (_, send, next) => {
    const [queue, alone] = [await queueWith(queueOf(ALL, kind, next)), await queueWith(queueOf([SOUND], kind, next))];
    await send(queue, ALL);
    await send(alone, [SOUND]);
    const state = await queue.state();
    expect(statesOf(state, SOUND)).toEqual(statesOf(await alone.state(), SOUND));
    for (const id of ALL) expect(statesOf(state, id).length, id).toBe(state.jobs?.[id] === undefined ? 0 : 1);
    await drain(queue);
    const { ready, delayed, leased } = await queue.state();
    expect([ready, delayed, leased]).toEqual([undefined, undefined, undefined]);
  });
});
