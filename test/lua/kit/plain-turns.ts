// Sends the same request to turnPlain and to turn, and compares their answers and states.
import { expect } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { turn, turnPlain } from "../../../src/engine/scripts.gen.ts";
import { type Bench, KEEP_RESULT, type State } from "./state.ts";

/** A request to both scripts. */
export interface Asked {
  settle?: string[];
  /** The results of the last jobs that are settled. */
  results?: string[];
  count?: number;
  number?: number;
}

/** Items and keys of turnPlain for jobs of which the last have results. */
export function plainItems(settle: string[], results: string[]) {
  const kept = results.length > 0 ? [...results, String(KEEP_RESULT)] : [];
  const ids = settle.slice(settle.length - results.length).map((each) => each.slice(18));
  return { items: [...settle, ...kept], parts: { results: ids } };
}

/** Sends the same request to both scripts, in queues with the same state. Resolves with the answer and the state of each. */
export async function askBoth(
  fresh: () => Bench,
  state: State,
  { settle = [], results = [], count = 0, number = 1 }: Asked,
) {
  const [plain, full] = [fresh(), fresh()];
  await plain.seed(state);
  await full.seed(state);
  const bucket = settle[0] ? bucketDigit(settle[0].slice(18)) : "";
  const { items, parts } = plainItems(settle, results);
  const resultOf = (i: number) => results[i - settle.length + results.length] ?? "";
  const answers = [
    await plain.raw(turnPlain, { count, number, bucket, items }, parts),
    await full.raw(turn, { count, number, items: settle.flatMap((each, i) => ["c", each, resultOf(i), ""]) }, parts),
  ] as const;
  return { answers, states: [await plain.state(), await full.state()] as const };
}

// An answer without jobs: turnPlain takes the due time from the head, which may be too early.
const DUE = /^((?:ok|again)\n\S+\n\d+ - 0 )(\d+)( -\w* -)$/;

/** Expects the same answers and states, but for the due time of an answer without jobs. */
export function expectSame(
  { answers: [plain, full], states }: Awaited<ReturnType<typeof askBoth>>,
  what?: string,
): void {
  const [[, start, early, end] = [], [, ...later] = []] = [plain, full].map((text) => DUE.exec(String(text)) ?? []);
  if (early === undefined || later[1] === undefined) expect(plain, what).toEqual(full);
  else {
    expect([start, end], what).toEqual([later[0], later[2]]);
    expect(Number(early), what).toBeLessThanOrEqual(Number(later[1]));
  }
  const [left, right] = states.map((state) => JSON.stringify(state).replaceAll(/\d+( -\w* -")/g, "$1"));
  expect(JSON.parse(left ?? ""), what).toEqual(JSON.parse(right ?? ""));
}
