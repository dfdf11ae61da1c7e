// The small form of `npm run test:faults`, which sends 100,000 jobs; and the proof that it detects broken scripts.
import { describe, expect, test } from "vitest";
import type { Alteration } from "../setup/altered-lua.ts";
import { sampleOf } from "../setup/long.ts";
import { damagedScripts } from "../testing/kit/damaged-scripts.ts";
import { runWithFaults } from "./fault-run.ts";

const LEASE = 1_000;

const LOSE_JOB: Alteration = {
  file: "lib/heal",
  in: "reclaimJob",
  call: "enterWaiting",
  to: "removeJob(unit, bucket, id, before)",
};

const BUGS: [bug: string, found: RegExp, alterations: Record<string, Alteration>][] = [
  [
    "a complete ignores the fence",
    /handled under fence|one winner: job|one lease: job/,
    {
      turn: { file: "lib/settle", in: "settleItems", assigned: "hasFence", to: "before" },
      turnPlain: { file: "lib/complete", in: "completeOne", condition: "PROOF_LENGTH", to: "not run" },
    },
  ],
  [
    "an enqueue forgets its idempotency key",
    /duplicates is \d+, not 0/,
    { enqueue: { file: "lib/commit", in: "commit", assigned: "line", to: "nil" } },
  ],
  ["an expired lease loses its job", /no request completed it/, { turn: LOSE_JOB, clean: LOSE_JOB }],
];

describe.concurrent("with processes that are killed and a network that fails", () => {
  test("each job is completed once, and no job is stuck", { timeout: 180_000 }, async () => {
    const report = await runWithFaults({ jobs: 1_500, workers: 3, seed: 1, lease: LEASE });
    expect(report.violations).toEqual([]);
    // The faults took place.
    const { dropReply, duplicate, delay } = report.network;
    expect(Math.min(dropReply, duplicate, delay)).toBeGreaterThan(10);
    expect(report.faults).toMatchObject({ kill: 4, end: 1, freeze: 1, restart: 1, pause: 1 });
    expect(Math.min(report.totals.replayed, report.totals.reclaimed, report.totals.stale)).toBeGreaterThan(0);
  });

  test.each(sampleOf(BUGS, { nth: 3 }))(
    "a run detects that %s",
    { timeout: 180_000 },
    async (_bug, found, alterations) => {
      const altered = Object.entries(alterations).map(([name, alteration]) =>
        damagedScripts({ scripts: [name], alteration }),
      );
      const scripts: Record<string, string> = Object.assign({}, ...altered);
      const chaos = { dropReply: 0.2, duplicate: 0.2, delay: 0.12, longestDelay: LEASE * 2.5 };
      // Which request a fault meets depends on the machine, so that one run may miss the bug.
      let violations = "";
      for (let seed = 1; seed <= 4 && !found.test(violations); seed++) {
        const report = await runWithFaults({ jobs: 300, workers: 2, producers: 1, seed, lease: LEASE, chaos, scripts });
        violations += report.violations.join("\n");
      }
      expect(violations).toMatch(found);
    },
  );
});
