// Checks the checks of each-write-refused.node.test.ts: they find every script with one mistake in how it undoes a refused
// unit of work.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Alteration, alteredLua } from "../../setup/altered-lua.ts";
import { checkRefusals, REFUSAL_MODES } from "../harness/check-refusals.ts";
import { findExpectedOutcomes } from "../harness/expected-outcomes.ts";
import { Harness } from "../harness/harness.ts";
import { findScriptCase, type ScriptName } from "../harness/script-cases.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.open();
});
afterAll(() => harness.close());

const MISTAKES: [mistake: string, alteration: Alteration, script: ScriptName, title: string][] = [
  [
    "that does not undo writes to sorted sets",
    { file: "lib/commit", in: "commit", call: "revert", nth: 4 },
    "promote",
    "delayed jobs",
  ],
  [
    "that does not undo writes of job fields",
    { file: "lib/commit", in: "commit", call: "revert", nth: 3 },
    "enqueue",
    "jobs of every kind",
  ],
  [
    "that does not undo the write of the head",
    { file: "lib/commit", in: "commit", call: "revert", nth: 2 },
    "promote",
    "delayed jobs",
  ],
  [
    "that does not undo writes in place",
    { file: "lib/commit", in: "commit", call: "revert", nth: 1 },
    "turn",
    "settles with every action",
  ],
  [
    "that does not undo writes of results",
    { file: "lib/commit", in: "commit", call: "DEL" },
    "turn",
    "settles with every action",
  ],
  [
    "that leaves the reply of a refused unit",
    { file: "lib/commit", in: "commit", call: "HDEL", nth: 2 },
    "enqueue",
    "jobs in a new lane",
  ],
  [
    "that does not restore the earlier reply of the lane",
    { file: "lib/commit", in: "commit", call: "HSET", nth: 1 },
    "enqueue",
    "jobs after a short reply",
  ],
  [
    "that restores a wrong earlier reply",
    { file: "turn", in: "finish", assigned: "unit.before" },
    "turn",
    "settles with every action and leases after a short reply",
  ],
  [
    "that trims jobs that it has moved to another state",
    { file: "lib/settle", in: "settleEach", assigned: "hadFailed", nth: 2 },
    "turn",
    "returns late jobs and trims",
  ],
  [
    "that leaves a completed late job in the ready state",
    { file: "lib/commit", in: "commit", condition: "unit.finished", to: "false" },
    "turnPlain",
    "completes a late job and leases the jobs before it",
  ],
  [
    "that leases a late job that it completes",
    { file: "lib/take", in: "isFinished", assigned: "unit.isFinished[each]" },
    "turnPlain",
    "leaves a late job that it would lease to the full script",
  ],
  [
    "that settles late jobs and leases in one unit",
    { file: "turn", condition: "unit.from.ready", to: "wants and not overdue and unit.readied == 0" },
    "turn",
    "ends late jobs, trims and leases",
  ],
  [
    "that does not save the value before a write",
    { file: "lib/gone", in: "rewriteField", call: "saveOld" },
    "redrive",
    "the first jobs",
  ],
  [
    "that removes before its commit point",
    { file: "promote", call: "hasListeners", to: "redis.call('ZREM', keys.delayed, unpack(ids))" },
    "promote",
    "delayed jobs",
  ],
  [
    "that continues with the counters of a refused unit",
    { file: "lib/commit", in: "restoreHead", assigned: "unit.flags" },
    "turn",
    "heals, trims and leases",
  ],
];

test.each(MISTAKES)("the checks find a script %s", async (_, alteration, script, title) => {
  const scriptCase = findScriptCase(script, title);
  const checked = { harness, scriptCase, expected: await findExpectedOutcomes(harness, scriptCase) };
  const mode = REFUSAL_MODES["one write is refused"];
  expect((await checkRefusals(checked, { mode })).errors).toEqual([]);
  const { errors } = await checkRefusals(checked, { mode, texts: alteredLua(alteration) });
  expect(errors.length).toBeGreaterThan(0);
});
