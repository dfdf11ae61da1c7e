// Proves the invariants of groups in test/queue/kit/group-invariants.ts: they find each mistake in how a script follows
// the jobs of groups.
import { expect, test } from "vitest";
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { type Alteration, alteredLua } from "../../setup/altered-lua.ts";
import { sampleOf } from "../../setup/long.ts";
import { PREFIX, QUEUE } from "../harness/fixture.ts";
import { Harness } from "../harness/harness.ts";
import { findScriptCase } from "../harness/script-cases.ts";

const harness = await Harness.open();

/** Returns an alteration of the file that arranges groups. */
const inArranging = (alteration: object) => ({ file: "lib/arrange-groups", ...alteration }) as Alteration;
/** Returns an alteration of the file that admits jobs to the line. */
const inAdmitting = (alteration: object) => ({ file: "lib/admit-jobs", ...alteration }) as Alteration;
/** Returns an alteration of the file that writes groups. */
const inWriting = (alteration: object) => ({ file: "lib/write-groups", ...alteration }) as Alteration;

const MISTAKES: Record<string, [title: string, alteration: Alteration, found: RegExp]> = {
  "keeps the holder of a settled job": [
    "turnGrouped: settles with every action",
    inArranging({ in: "arrangeGroups", call: "leave" }),
    /^full, held-1 is no holder$/,
  ],
  "forgets a holder": [
    "turnGrouped: leases many jobs",
    inArranging({ in: "arrangeGroups", call: "enter" }),
    /^open, open-head is missing$/,
  ],
  "does not let a group with a free slot go on": [
    "turnGrouped: settles with every action",
    inArranging({ in: "arrangeGroups", call: "admitHead" }),
    /^full is stuck: 3 blocked, 1 held of 2$/,
  ],
  "does not count what leaves a state": [
    "cancel: a job in each position of a group",
    inArranging({ in: "arrangeGroups", assigned: "left", to: "{}" }),
    /^full has held 2, not 1$/,
  ],
  "does not count what enters a state": [
    "turnGrouped: leases many jobs",
    inArranging({ in: "arrangeGroups", call: "countEntering" }),
    /^open has held 1, not 2$/,
  ],
  "keeps the mark of a job that is ready": [
    "promote: delayed jobs of groups",
    inAdmitting({ in: "becomeHead", assigned: "member.mark", nth: 1 }),
    /^limited-head is ready and has the mark t$/,
  ],
  "names a head that is leased": [
    "turnGrouped: leases many jobs",
    inArranging({ in: "countLeaving", assigned: "group.head" }),
    /^the head of heads is ready-1, not $/,
  ],
  "keeps the number of a group that has none": [
    "turnGrouped: leases many jobs",
    inWriting({ in: "writeGroups", call: "dropField" }),
    /^lines has \d+ many, which is not its number$/,
  ],
  "blocks a job under a sequence number of another one": [
    "enqueueGrouped: jobs of every group",
    inAdmitting({ in: "blockAtBack", assigned: "group.back" }),
    /^new-1 has the sequence \d+, behind the back of its group$/,
  ],
  "keeps the group of a cancelled job": [
    "cancel: a job in each position of a group",
    inWriting({ in: "writeMembers", condition: "removed", to: "true" }),
    /^held-1 has a group and no state$/,
  ],
};

test.each(sampleOf(Object.entries(MISTAKES), { nth: 4 }))(
  "the invariants find a script that %s",
  async (_, [title, alteration, found]) => {
    const scriptCase = findScriptCase(title);
    const broken = async () => findBrokenInvariants(harness.database.client, new KeyNames(PREFIX, QUEUE));
    await harness.run(scriptCase);
    expect(await broken()).toEqual([]);
    await harness.run(scriptCase, { texts: alteredLua(alteration, { only: [scriptCase.script] }) });
    expect(await broken()).toContainEqual(expect.stringMatching(found));
  },
);
