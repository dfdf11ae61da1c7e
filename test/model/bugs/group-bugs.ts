// Typical bugs of groups.
import type { SeededBug } from "./test-bugs.ts";

const arrange = "lib/arrange-groups";
const admit = "lib/admit-jobs";
const consider = { file: "lib/choose-jobs", in: "consider" };
const countEntering = { file: arrange, in: "countEntering" };
const becomeHead = { file: admit, in: "becomeHead" };
const admitHead = { file: admit, in: "admitHead" };
const admitReady = { file: admit, in: "admitReady" };
const writeGroups = { file: "lib/write-groups", in: "writeGroups" };
const blockAtBack = { file: admit, in: "blockAtBack" };

/** The bugs of groups. */
export const GROUP_BUGS: SeededBug[] = [
  // The jobs that a lease may start
  ["a group may start one job too many", { ...consider, operator: ">=", nth: 1, to: "> 1 +" }, "grouped"],
  ["a group starts jobs before its rate lets it", { ...consider, operator: ">", nth: 1, to: "> 1e9 +" }, "grouped"],
  [
    "a lease forgets the tokens that it spends",
    { ...consider, assigned: "group.spent", nth: 2, to: "group.spent" },
    "grouped",
  ],
  [
    "the concurrency of the queue ignores leased jobs",
    { file: "lib/choose-jobs", in: "chooseJobs", assigned: "free", to: "limits.queueCap" },
    "grouped",
  ],
  [
    "the queue forgets the tokens that it has spent",
    { file: "lib/choose-jobs", in: "chooseJobs", call: "pushPair" },
    "grouped",
  ],
  [
    "a lease starts only one job of each group",
    { file: "lib/choose-jobs", in: "nextOfGroup", condition: "math.huge", to: "true" },
    "grouped",
  ],
  [
    "heads come before jobs of a higher priority",
    { file: "lib/choose-jobs", in: "considerHeads", operator: "-", nth: 1, to: "+ 9 -" },
    "grouped",
  ],
  ["a job of a full group stays in line", { ...consider, call: "sendBack" }, "grouped"],
  ["a job that waits for tokens stays in line", { ...consider, call: "limitJob" }, "grouped"],

  // The consequences of a job that moves
  ["tokens are not spent", { ...countEntering, assigned: "group.tat", to: "group.tat" }, "grouped"],
  ["an ordered group goes on during a retry", { ...countEntering, literal: "'h'", to: "'-'" }, "grouped"],
  ["a group without order is held by a retry", { ...countEntering, literal: "'-'", nth: 1, to: "'o'" }, "grouped"],
  ["a freed slot lets no job go on", { file: arrange, in: "arrangeGroups", call: "admitHead" }, "grouped"],
  ["a group without a free slot lets a job go on", { ...admitHead, operator: ">=", to: "> 1 +" }, "grouped"],
  ["a paused group lets a job go on", { ...admitHead, operator: "==", nth: 2, to: "< 0 *" }, "grouped"],
  ["the place of a head is used twice", { ...admitHead, assigned: "unit.lastTick" }, "grouped"],
  ["a released job waits behind its group", { ...admitReady, literal: "'held'", to: "'line'" }, "grouped"],
  ["a new job overtakes its group", { ...blockAtBack, assigned: "group.back", to: "group.back - 1" }, "grouped"],
  [
    "jobs that are sent back change their order",
    { file: admit, in: "blockInFront", assigned: "group.fronts[priority]", to: "front + 1" },
    "grouped",
  ],
  ["a job that its group delays again is lost", { ...becomeHead, condition: "member.set", to: "false" }, "grouped"],
  ["a head wakes no listener", { ...becomeHead, assigned: "unit.readied", to: "unit.readied" }, "grouped"],
  ["a head that waits is not due", { ...becomeHead, call: "limitUntil" }, "grouped"],
  [
    "a repeated id counts twice",
    { file: arrange, in: "countLeaving", operator: "~=", to: "~= 0 and set ~=" },
    "grouped",
  ],
  [
    "the number of a group removes the group of a job",
    { file: arrange, in: "arrangeGroups", call: "writeMembers", to: "writeGroups(unit, keys) writeMembers(unit)" },
    "grouped",
  ],
  ["holders stay", { file: arrange, in: "arrangeGroups", call: "leave holders" }, "grouped"],
  ["an idle group stays", { ...writeGroups, condition: "group.tat", nth: 2, to: "true" }, "grouped"],
  ["the number of a group stays", { ...writeGroups, call: "dropField" }, "grouped"],
  ["two groups share a number", { file: admit, in: "numberGroup", assigned: "unit.lastNumber", to: "0, 1" }, "grouped"],
];
