// Altered scripts without a bug show no difference from the model, and a sequence that shows a bug is shortened.
import { expect, test } from "vitest";
import { alteredLua } from "../../setup/altered-lua.ts";
import { amountOf } from "../../setup/long.ts";
import { findDifference } from "../find-difference.ts";
import { TRAFFIC, type Traffic } from "../operations/traffic.ts";
import { useRealQueue } from "./test-bugs.ts";
import { ONE_ATTEMPT_TOO_MANY } from "./usual-bugs.ts";

const getQueue = useRealQueue();
const WITHOUT_BUG = alteredLua({ file: "lib/unit", assigned: "NEVER", to: "'9999999999999'" });

// Otherwise the scripts with bugs might differ from the model for another reason.
test.each(Object.keys(TRAFFIC) as Traffic[])(
  "scripts whose source is altered without a bug show no difference in %s traffic",
  async (traffic) => {
    const realQueue = getQueue();
    const runs = amountOf({ usual: 4, long: 20 });
    await realQueue.replaceScripts(WITHOUT_BUG);
    const difference = await findDifference(realQueue, { traffic, runs, seed: 1, shrink: false });
    await realQueue.replaceScripts({});
    expect(difference?.report).toBeUndefined();
  },
  120_000,
);

test("a failing sequence is shortened, and its printed seed and path repeat it", async () => {
  const realQueue = getQueue();
  await realQueue.replaceScripts(alteredLua(ONE_ATTEMPT_TOO_MANY));
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
