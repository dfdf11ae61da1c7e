// Sends the same request to turnPlain and to turn, and compares their replies and states.
import { expect } from "vitest";
import { turn, turnPlain } from "../../../src/engine/all-scripts.ts";
import { idOf } from "./call-defaults.ts";
import { readLatencies, type State } from "./state.ts";
import type { connectQueues } from "./test-queue.ts";
import { RESULT_TTL } from "./times.ts";

/** A request that both scripts can carry out. */
export interface TurnRequest {
  /** The references of jobs to complete. */
  complete?: string[];
  /** The results of the last of these jobs. */
  results?: string[];
  count?: number;
  number?: number;
}

/** Returns the arguments of turnPlain for a request. */
export function plainArgs({ complete = [], results = [], count = 0, number = 1 }: TurnRequest) {
  const kept = results.length > 0 ? [...results, String(RESULT_TTL)] : [];
  const ids = complete.slice(complete.length - results.length).map(idOf);
  return { count, number, items: [...complete, ...kept], results: ids };
}

/** Sends a request to both scripts, each in a queue with the same state. Resolves with both replies and both states. */
export async function turnBothWays(
  queueWith: ReturnType<typeof connectQueues>,
  state: State,
  { complete = [], results = [], count = 0, number = 1 }: TurnRequest,
) {
  const [plain, full] = [await queueWith(state), await queueWith(state)];
  const resultOf = (i: number) => results[i - complete.length + results.length] ?? "";
  const items = complete.flatMap((reference, i) => ["c", reference, resultOf(i), ""]);
  const replies = [
    await plain.callRaw(turnPlain, plainArgs({ complete, results, count, number })),
    await full.callRaw(turn, { count, number, items }),
  ] as const;
  const [histograms, fullHistograms] = [await readLatencies(plain.keys.root), await readLatencies(full.keys.root)];
  if (replies[0] !== "not_plain") expect(histograms).toEqual(fullHistograms);
  return { replies, states: [await plain.state(), await full.state()] as const };
}

// A reply without jobs: turnPlain takes the due time from the head, where it may be too early.
const WITH_DUE = /^((?:ok|again)\n\S+\n\d+ - 0 )(\d+)( -\w* -)$/;

/** Expects equal replies and states. The due time in a reply without jobs may be earlier in the plain one. */
export function expectSame(
  { replies: [plain, full], states }: Awaited<ReturnType<typeof turnBothWays>>,
  label?: string,
): void {
  const [[, start, due, end] = [], [, fullStart, fullDue, fullEnd] = []] = [plain, full].map(
    (text) => WITH_DUE.exec(String(text)) ?? [],
  );
  if (due === undefined || fullDue === undefined) expect(plain, label).toEqual(full);
  else {
    expect([start, end], label).toEqual([fullStart, fullEnd]);
    expect(Number(due), label).toBeLessThanOrEqual(Number(fullDue));
  }
  // The remembered replies in the states contain due times too.
  const [left, right] = states.map((state) => JSON.stringify(state).replaceAll(/\d+( -\w* -")/g, "$1"));
  expect(JSON.parse(left ?? ""), label).toEqual(JSON.parse(right ?? ""));
}
