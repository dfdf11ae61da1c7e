// turnPlain, compared with turn in random queues.
import { expect, test } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import { head, idsOfBucket, record, ref, run } from "../kit/forms.ts";
import { expectSame, turnBothWays } from "../kit/plain-turns.ts";
import type { Fields, State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, LEASE_END, LISTENS_UNTIL, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test.each([1, 2, 3])(
  "turnPlain does the same as turn, or replies not_plain, in random queues: seed %d",
  async (seed) => {
    const { below, pick } = createRandom(seed);
    const oneIn = (cases: number): boolean => below(cases) === 0;
    let plain = 0;
    for (let i = 0; i < 60; i++) {
      const ids = Array.from({ length: 1 + below(30) }, (_, n) =>
        below(2) ? `job ${n}` : (idsOfBucket("3", 31)[n] ?? ""),
      );
      const [ready, leased]: [Record<string, number>, Record<string, number>] = [{}, {}];
      const [jobs, runs]: [Fields, Fields] = [{}, {}];
      const complete: string[] = [];
      for (const [n, id] of ids.entries()) {
        jobs[id] = record(place(n), id, oneIn(60) ? { max: 2 } : oneIn(60) ? { expiresAt: LEASE_END } : {});
        const isHeld = oneIn(3);
        if (isHeld || oneIn(4)) {
          const parts = { attempt: 1 + below(9), place: place(n), worker: pick(["", "w"]) };
          runs[id] = run(isHeld ? "L" : pick(["W", "L"]), tick(n), parts);
        }
        if (isHeld) leased[id] = START + 1 + below(9);
        else ready[id] = place(n);
        if (isHeld && bucketDigit(id) === "3" && below(2)) complete.push(ref(id, tick(n + (oneIn(20) ? 1 : 0))));
      }
      const delayed: State = below(2) ? {} : { delayed: { later: due(LEASE_END) } };
      const flags = pick(["", "h", "l", "hl"]);
      const parts = { flags, due: START + (oneIn(20) ? 0 : 1), runs: Object.keys(runs).length };
      const meta = { head: head(parts), heard: LISTENS_UNTIL };
      const state = { ready, leased, jobs, runs, ...delayed, meta };
      const both = await turnBothWays(queueWith, state, { complete, count: below(12) });
      if (both.replies[0] === "not_plain") continue;
      plain += 1;
      expectSame(both, `case ${i}`);
    }
    expect(plain).toBeGreaterThan(20);
  },
);
