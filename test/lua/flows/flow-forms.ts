// Jobs that wait for others as the scripts take them and as Redis stores them.
import { enqueueWaiting } from "../../../src/engine/all-scripts.ts";
import type { CallOptions, TestQueue } from "../kit/test-queue.ts";
import { START, tick } from "../kit/times.ts";

/** The time to which a parent is delayed that is added at START. */
const WAITING = 2_490_000_000_000 + ((START - 1_600_000_000_000) % 8_000_000_000);
/** The tick of the n-th parent that is added at START, from 0. */
const waitingTick = (n = 0): number => tick(n, WAITING);
/** The score of such a parent in `delayed`. */
export const waits = (n = 0, priority = 5): number => waitingTick(n) * 10 + priority;
/** The place in the record of such a parent. */
export const waitingPlace = (n = 0, priority = 5): number => priority * 900_000_000_000_000 + waitingTick(n);

/** The link of a parent to a child that has not ended. */
export const pending = (parent: string, child: string): string => `${parent}\x02${child}`;
/** The link of a parent to a child that has ended. */
export const ended = (parent: string, child: string, letter: string, time = START): string =>
  `${parent}\x03${child}\t${letter}${time}`;
/** Returns members of a sorted set without scores. */
export const members = (...names: string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, 0]));

/** A job that waits, with the ids of those for which it waits. */
export interface Waiting {
  id: string;
  kind?: string;
  flow?: string;
  after: readonly string[];
}

/** Enqueues jobs that do not wait, with their ids, and jobs that do. */
export function enqueueWith(
  queue: TestQueue,
  plain: readonly string[],
  waiting: readonly Waiting[],
  options: CallOptions<typeof enqueueWaiting> = {},
) {
  const all = [...plain.map((id) => ({ id, kind: undefined })), ...waiting];
  return queue.call(enqueueWaiting, {
    plain: plain.length,
    waiting: waiting.length,
    items: [
      ...all.flatMap(({ id, kind }) => [kind ?? "5 1 - 0 - - -", id, "{}"]),
      ...waiting.flatMap(({ flow = "r 0", after }) => [flow, String(after.length), ...after]),
    ],
    maxLength: "",
    limits: "",
    batch: "",
    results: all.map(({ id }) => id),
    ...options,
  });
}
