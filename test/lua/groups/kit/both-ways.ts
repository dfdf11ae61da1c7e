// Sends the same request to a plain script and to the full one for queues with groups, and compares what they do.
import { expect } from "vitest";
import {
  enqueueGrouped,
  enqueueGroupedPlain,
  turnGrouped,
  turnGroupedPlain,
} from "../../../../src/engine/all-scripts.ts";
import { plainArgs, type TurnRequest } from "../../kit/plain-turns.ts";
import { readLatencies, type State } from "../../kit/state.ts";
import type { connectQueues, TestQueue } from "../../kit/test-queue.ts";
import { tick } from "../../kit/times.ts";
import { wakesDuring } from "../../kit/wakes.ts";

type QueueWith = ReturnType<typeof connectQueues>;

/** The effect of a request on a queue. */
interface Effect {
  reply: unknown;
  state: State;
  wakes: string[];
  latencies: (string | null)[];
}

/** The effects of both scripts, the plain one first. */
type BothEffects = [plain: Effect, full: Effect];

/** A job to enqueue. */
export interface PlainJob {
  id: string;
  payload: string;
  /** Empty for none. */
  group: string;
}

async function effectOf(queue: TestQueue, act: (queue: TestQueue) => Promise<unknown>): Promise<Effect> {
  let reply: unknown;
  const wakes = await wakesDuring(queue, async (each) => {
    reply = await act(each);
  });
  return { reply, state: await queue.state(), wakes, latencies: await readLatencies(queue.keys.root) };
}

/** Sends a turn to both scripts, each in a queue with the same state. */
export async function turnGroupedBothWays(
  queueWith: QueueWith,
  state: State,
  request: TurnRequest & { limits: string },
): Promise<BothEffects> {
  const { complete = [], results = [], count = 0, limits } = request;
  const resultOf = (i: number) => results[i - complete.length + results.length] ?? "";
  const items = complete.flatMap((reference, i) => ["c", reference, resultOf(i), ""]);
  return [
    await effectOf(await queueWith(state), (queue) =>
      queue.callRaw(turnGroupedPlain, { ...plainArgs(request), limits }),
    ),
    await effectOf(await queueWith(state), (queue) => queue.callRaw(turnGrouped, { count, limits, items })),
  ];
}

/** Enqueues jobs of one priority with both scripts, each in a queue with the same state. */
export async function enqueueGroupedBothWays(
  queueWith: QueueWith,
  state: State,
  { jobs, priority, limits }: { jobs: readonly PlainJob[]; priority: number; limits: string },
): Promise<BothEffects> {
  const plain = jobs.flatMap(({ id, payload, group }) => [id, payload, group]);
  const full = jobs.flatMap(({ id, payload, group }) => {
    return [`${priority} 1 - - - - -${group === "" ? "" : ` 1 ${group}`}`, id, payload];
  });
  return [
    await effectOf(await queueWith(state), (queue) =>
      queue.callRaw(enqueueGroupedPlain, { priority, limits, items: plain }),
    ),
    await effectOf(await queueWith(state), (queue) => queue.callRaw(enqueueGrouped, { limits, items: full })),
  ];
}

/** The last tick of every queue before a request. */
const LAST_TICK = tick(100);
const TICK = /(?<!\d)\d{15}(?!\d)/g;
/** The width of the places of one priority. */
const BAND = 900_000_000_000_000;
const isNew = (text: string) => Number(text) > LAST_TICK && Number(text) < LAST_TICK + 1_000;
/** A reply without jobs: the plain script takes the due time from the head, where it may be too early. */
const DUE_WITHOUT_JOBS = /( - 0 )\d{13}( -\w* -)/g;

/**
 * Returns an effect in a form that both scripts share, except for five differences:
 * - The plain script leases the next job of a group without making it ready before. Such a job takes no tick, so that the
 *   fences begin earlier.
 * - It makes heads ready before it issues fences, and the full script after it.
 * - It settles and leases in one unit, so that endings have the last fence as their tick.
 * - It takes the time at which something is due from the head of the queue, if it finds no jobs.
 * - It publishes one wake, for the jobs that are ready beyond those before; the full script one for each unit.
 */
function comparable({ reply, state, latencies }: Effect) {
  const texts = Array.isArray(reply) ? (reply as string[]) : [String(reply)];
  const first = (texts[0] ?? "").match(TICK)?.find(isNew);
  const relative = (text: string) =>
    text.replace(TICK, (each) => (isNew(each) ? `fence ${Number(each) - Number(first)}` : each));
  const withoutTicks = (text: string) => text.replace(TICK, (each) => (isNew(each) ? "tick" : each));
  const rewrite = <T>(value: T, change: (text: string) => string): T =>
    JSON.parse(change(JSON.stringify(value ?? null)));
  const { ready = {}, runs, meta, endings, "replies:w": replies, ...rest } = state;
  const inOrder = Object.entries(ready).sort(([, a], [, b]) => a - b);
  return {
    ...{ rest, latencies: latencies.map((text) => text?.replace(TICK, "")) },
    reply: texts.map((text) => relative(text).replace(DUE_WITHOUT_JOBS, "$1due$2")),
    replies: rewrite(replies, (text) => relative(text).replace(DUE_WITHOUT_JOBS, "$1due$2")),
    runs: rewrite(runs, relative),
    meta: rewrite(meta, withoutTicks),
    endings: rewrite(endings, (text) => text.replace(TICK, "tick")),
    // Heads that have become ready are in the same order, with the same priorities.
    ready: inOrder.map(([id, score]) => [id, score % BAND > LAST_TICK ? Math.floor(score / BAND) : score]),
  };
}

/** Expects that no tick was issued twice, and that the head has the last one. */
function expectTicksOnce({ state: { ready = {}, runs = {}, meta } }: Effect, label: string): void {
  const places = Object.values(ready).map((score) => score % BAND);
  const fences = Object.values(runs).map((text) => Number(text.split(" ")[1]));
  const issued = [...places, ...fences].filter((each) => each > LAST_TICK);
  expect(new Set(issued).size, label).toBe(issued.length);
  expect(Number(meta?.head?.split(" ")[2]), label).toBeGreaterThanOrEqual(Math.max(0, ...issued));
}

/** Expects a wake if a queue with listeners has more ready jobs than before. */
function expectWake({ state, wakes }: Effect, { before, label }: { before: State; label: string }): void {
  const countReady = ({ ready = {} }: State) => Object.keys(ready).length;
  const more = countReady(state) - countReady(before);
  if (more <= 0 || !before.meta?.head?.split(" ")[1]?.includes("h")) return;
  const woken = wakes.map((wake) => Number(wake.split(" ")[0]) || 0);
  expect(Math.max(0, ...woken), label).toBeGreaterThanOrEqual(more);
}

/** Expects both scripts to do the same in a queue with a state, but for the differences that `comparable` names. */
export function expectSameTurn([plain, full]: BothEffects, { before, label }: { before: State; label: string }): void {
  for (const effect of [plain, full]) expectWake(effect, { before, label });
  for (const effect of [plain, full]) expectTicksOnce(effect, label);
  expect(comparable(plain), label).toEqual(comparable(full));
}
