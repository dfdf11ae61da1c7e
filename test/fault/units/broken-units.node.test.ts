// Scripts with one mistake in how they take back a refused unit: the tests of refused-unit.node.test.ts find each of them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Alteration, alteredLua } from "../../setup/altered-lua.ts";
import { pointOf, type ScriptName } from "../kit/crash-points.ts";
import { Stage } from "../stage/stage.ts";
import { expectationOf } from "../stage/units.ts";
import { MODES, verdictOn } from "../stage/verdict.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const one = MODES["one write is refused"];
const MISTAKES: [string, Alteration, ScriptName, string][] = [
  [
    "that does not take back what entered sorted sets",
    { file: "lib/commit", in: "commit", call: "revert", nth: 4 },
    "promote",
    "its request",
  ],
  [
    "that does not take back the fields of jobs",
    { file: "lib/commit", in: "commit", call: "revert", nth: 3 },
    "enqueue",
    "jobs of every kind",
  ],
  [
    "that does not take back the head",
    { file: "lib/commit", in: "commit", call: "revert", nth: 2 },
    "promote",
    "its request",
  ],
  [
    "that does not take back what it wrote in place",
    { file: "lib/commit", in: "commit", call: "revert", nth: 1 },
    "turn",
    "settles in every way",
  ],
  [
    "that does not take back results",
    { file: "lib/commit", in: "commit", call: "DEL" },
    "turn",
    "settles in every way",
  ],
  [
    "that leaves the reply of what it did not do",
    { file: "lib/commit", in: "commit", call: "HDEL", nth: 2 },
    "enqueue",
    "jobs in a lane of its own",
  ],
  [
    "that does not put back the reply before",
    { file: "lib/commit", in: "commit", call: "HSET", nth: 1 },
    "enqueue",
    "jobs after a short reply",
  ],
  [
    "that puts back another reply than its last",
    { file: "turn", in: "finish", assigned: "unit.before" },
    "turn",
    "settles in every way and leases after a short reply",
  ],
  [
    "that trims jobs which it puts elsewhere",
    { file: "lib/settle", in: "settleEach", assigned: "hadFailed", nth: 2 },
    "turn",
    "puts late jobs back and trims",
  ],
  [
    "that leaves a late job in line which it completes",
    { file: "lib/commit", in: "commit", condition: "unit.finished", to: "false" },
    "turnPlain",
    "completes a late job and leases those before it",
  ],
  [
    "that leases a late job which it completes",
    { file: "lib/take", in: "isFinished", assigned: "unit.isFinished[each]" },
    "turnPlain",
    "leaves a late job that it would lease to the other",
  ],
  [
    "that settles late jobs and leases in one unit",
    { file: "turn", condition: "unit.from.ready", to: "wants and not overdue and unit.readied == 0" },
    "turn",
    "ends late jobs, trims and leases",
  ],
  [
    "that does not remember what stood where it writes",
    { file: "lib/gone", in: "rewriteField", call: "saveOld" },
    "redrive",
    "the first",
  ],
  [
    "that takes away before its commit point",
    { file: "promote", call: "hasListeners", to: "redis.call('ZREM', keys.delayed, unpack(ids))" },
    "promote",
    "its request",
  ],
  [
    "that goes on with the numbers of a unit that was refused",
    { file: "lib/commit", in: "restoreHead", assigned: "unit.flags" },
    "turn",
    "heals, trims and leases",
  ],
];

test.each(MISTAKES)("finds a script %s", async (_, alteration, script, title) => {
  const point = pointOf(script, title);
  const expected = await expectationOf(stage, point);
  expect((await verdictOn(stage, point, { mode: one, expected })).wrong).toEqual([]);
  const { wrong } = await verdictOn(stage, point, { mode: one, expected, texts: alteredLua(alteration) });
  expect(wrong.length).toBeGreaterThan(0);
});
