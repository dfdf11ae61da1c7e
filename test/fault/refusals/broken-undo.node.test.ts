// Proves the checks of each-write-refused.node.test.ts: they find each mistake in how a script undoes a refused unit of work.
import { expect, test } from "vitest";
import { type Alteration, alteredLua } from "../../setup/altered-lua.ts";
import { sampleOf } from "../../setup/long.ts";
import { checkRefusals, REFUSAL_MODES } from "../harness/check-refusals.ts";
import { findExpectedOutcomes } from "../harness/expected-outcomes.ts";
import { Harness } from "../harness/harness.ts";
import { findScriptCase } from "../harness/script-cases.ts";

const harness = await Harness.open();

/** Returns an alteration that removes a call from the function that commits a unit. */
const withoutCall = (call: string, nth: number): Alteration => ({ file: "lib/commit", in: "commit", call, nth });

const MISTAKES: Record<string, [title: string, alteration: Alteration]> = {
  "does not undo writes to sorted sets": ["promote: delayed jobs", withoutCall("revert", 5)],
  "does not undo writes to one hash": ["enqueuePlain: new jobs", withoutCall("revert", 4)],
  "does not undo writes of job fields": ["enqueue: jobs of every kind", withoutCall("revert", 3)],
  "does not undo the write of the head": ["promote: delayed jobs", withoutCall("revert", 2)],
  "does not undo writes in place": ["redrive: the first jobs", withoutCall("revert", 1)],
  "does not undo writes of results": [
    "turn: settles with every action",
    { file: "lib/commit", in: "commit", call: "DEL" },
  ],
  "leaves the reply of a refused unit": ["enqueue: jobs in a new lane", withoutCall("HDEL", 2)],
  "does not restore the earlier reply of the lane": ["enqueue: jobs after a short reply", withoutCall("HSET", 1)],
  "restores a wrong earlier reply": [
    "turn: settles with every action and leases after a short reply",
    { file: "lib/run-turn", in: "commitUnit", assigned: "unit.before" },
  ],
  "trims jobs that it has moved to another state": [
    "turn: returns late jobs and trims",
    { file: "lib/settle", in: "settleItems", assigned: "hadFailed", nth: 2 },
  ],
  "leaves a completed late job in the ready state": [
    "turnPlain: completes a late job and leases the jobs before it",
    { file: "lib/commit", in: "commit", condition: "unit.finished", to: "false" },
  ],
  "leases a late job that it completes": [
    "turnPlain: leaves a late job that it would lease to the full script",
    { file: "lib/lease-ready", in: "isFinished", assigned: "unit.isFinished[finishedId]" },
  ],
  "settles late jobs and leases in one unit": [
    "turn: ends late jobs, trims and leases",
    {
      file: "lib/run-turn",
      in: "runTurn",
      condition: "unit.from.ready",
      to: "mayLease and not overdue and unit.readied == 0",
    },
  ],
  "does not save the value before a write": [
    "redrive: the first jobs",
    { file: "lib/job-writes", in: "rewriteField", call: "saveOld" },
  ],
  "removes before its commit point": [
    "promote: delayed jobs",
    { file: "promote", call: "hasListeners", to: "redis.call('ZREM', keys.delayed, unpack(ids))" },
  ],
  "continues with the counters of a refused unit": [
    "turn: heals, trims and leases",
    { file: "lib/commit", in: "restoreHead", assigned: "unit.flags" },
  ],
};

test.each(sampleOf(Object.entries(MISTAKES), { nth: 5 }))(
  "the checks find a script that %s",
  async (_, [title, alteration]) => {
    const scriptCase = findScriptCase(title);
    const checked = { harness, scriptCase, expected: await findExpectedOutcomes(harness, scriptCase) };
    const mode = REFUSAL_MODES["one write is refused"];
    expect((await checkRefusals(checked, { mode })).errors).toEqual([]);
    const { errors } = await checkRefusals(checked, {
      mode,
      texts: alteredLua(alteration, { only: [scriptCase.script] }),
    });
    expect(errors.length).toBeGreaterThan(0);
  },
);
