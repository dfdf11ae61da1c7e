// Scripts with one bug each. The comparison with the model must find every bug.
import { afterAll, beforeAll, expect, test } from "vitest";
import { alteredLua } from "../setup/altered-lua.ts";
import { findDifference } from "./find-difference.ts";
import { RealQueue } from "./real/real-queue.ts";
import { ONE_ATTEMPT_TOO_MANY, SEEDED_BUGS } from "./seeded-bugs.ts";

let realQueue: RealQueue;
beforeAll(async () => {
  realQueue = await RealQueue.start();
});
afterAll(() => realQueue?.stop());

test.each(SEEDED_BUGS)(
  "the comparison finds that %s",
  async (_, alteration, traffic = "usual") => {
    realQueue.replacedScripts = alteredLua(alteration);
    const difference = await findDifference(realQueue, { traffic, runs: 300, seed: 1, shrink: false });
    expect(difference, "no difference found").toBeDefined();
    // Without the bug, the same sequence shows no difference.
    realQueue.replacedScripts = {};
    const again = { traffic, runs: 1, seed: 1, path: difference?.path ?? "", shrink: false };
    expect(await findDifference(realQueue, again)).toBeUndefined();
  },
  120_000,
);

// Otherwise the scripts with bugs might differ from the model for another reason.
test.each(["usual", "lossy", "late", "stubborn", "heavy", "grouped", "groupedLossy"] as const)(
  "scripts whose source is altered without a bug show no difference in %s traffic",
  async (traffic) => {
    realQueue.replacedScripts = alteredLua({ file: "lib/unit", assigned: "NEVER", to: "'9999999999999'" });
    const difference = await findDifference(realQueue, { traffic, runs: 20, seed: 1, shrink: false });
    realQueue.replacedScripts = {};
    expect(difference?.report).toBeUndefined();
  },
  120_000,
);

test("a failing sequence is shortened, and its printed seed and path repeat it", async () => {
  realQueue.replacedScripts = alteredLua(ONE_ATTEMPT_TOO_MANY);
  const found = await findDifference(realQueue, { traffic: "late", runs: 100, seed: 9 });
  const shortest = [
    "enqueue",
    expect.stringMatching(/^(lease|turn)$/),
    "pass",
    expect.stringMatching(/^(clean|lease|turn)$/),
  ];
  expect(found?.operations.map((operation) => operation.do)).toEqual(shortest);
  expect(found?.report).toContain(`npm run test:soak -- --traffic late --seed 9 --path "${found?.path}"`);
  expect(found?.operations.length).toBe(4);
  const again = await findDifference(realQueue, { traffic: "late", runs: 1, seed: 9, path: found?.path ?? "" });
  expect(again?.operations).toEqual(found?.operations);
  const [, ...lines] = found?.report.split("\n") ?? [];
  expect(again?.report).toContain(lines.join("\n"));
}, 120_000);
