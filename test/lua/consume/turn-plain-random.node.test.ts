// turnPlain beside turn in random queues.
import { expect, test } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { createRandom } from "../../../src/instruments/testing/random.ts";
import { askBoth, expectSame } from "../kit/plain-turns.ts";
import {
  benches,
  due,
  head,
  idsOfHash,
  LEASE,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const END = START + LEASE;

test.each([1, 2, 3])("does the same as turn, or nothing, in random queues %d", async (seed) => {
  const { below, pick } = createRandom(seed);
  const maybe = <T>(times: number, value: T) => (below(times) === 0 ? value : undefined);
  let plain = 0;
  for (let i = 0; i < 60; i++) {
    const ids = Array.from({ length: 1 + below(30) }, (_, n) => (below(2) ? `job ${n}` : idsOfHash("3", 31)[n])) as [
      string,
    ];
    const [ready, leased, jobs, runs]: [[string, number][], [string, number][], State["jobs"], State["runs"]] = [
      [],
      [],
      {},
      {},
    ];
    const settle: string[] = [];
    for (const [n, id] of ids.entries()) {
      jobs[id] = record(place(n), id, maybe(60, "m2") ?? maybe(60, `x${END}`) ?? "");
      const isHeld = below(3) === 0;
      if (isHeld || below(4) === 0)
        runs[id] = run(isHeld ? "L" : pick(["W", "L"]), tick(n), {
          attempt: 1 + below(9),
          place: place(n),
          worker: pick(["", "w"]),
        });
      if (isHeld) leased.push([id, START + 1 + below(9)]);
      else ready.push([id, place(n)]);
      if (isHeld && bucketDigit(id) === "3" && below(2)) settle.push(ref(id, tick(n + (maybe(20, 1) ?? 0))));
    }
    const delayed: State["delayed"] = below(2) ? [] : [["sleeps", due(END)]];
    const state: State = {
      ready,
      leased,
      jobs,
      runs,
      delayed,
      meta: {
        head: head({
          flags: pick(["", "h", "l", "hl"]),
          due: START + (maybe(20, 0) ?? 1),
          runs: Object.keys(runs).length,
        }),
        heard: String(START + 600_000),
      },
    };
    const { answers, states } = await askBoth(fresh, state, { settle, count: below(12) });
    if (answers[0] === "odd") continue;
    plain += 1;
    expectSame({ answers, states }, `case ${i}`);
  }
  expect(plain).toBeGreaterThan(20);
});
