// Typical bugs of limits, and of the operations that change them.
import { forgetReply, type SeededBug } from "./test-bugs.ts";

/** The bugs of limits. */
export const LIMIT_BUGS: SeededBug[] = [
  [
    "any declared limits are adopted",
    { file: "lib/adopt-limits", in: "adoptLimits", operator: ">=", to: "> 99 +" },
    "grouped",
  ],
  ["adopted limits let no group go on", { file: "lib/adopt-limits", in: "adoptLimits", call: "releaseAll" }, "grouped"],
  [
    "a free slot of the queue wakes nobody",
    { file: "lib/arrange-groups", in: "arrangeGroups", call: "countFreedSlots" },
    "grouped",
  ],
  [
    "a group whose rate is lifted still waits",
    { file: "lib/release-groups", in: "releaseHeads", literal: "'t'", to: "'-'" },
    "grouped",
  ],
  [
    "groups do not go on in the order of their numbers",
    { file: "lib/release-groups", in: "limitedNames", assigned: "names[i]", to: "byNumber[numbers[#numbers + 1 - i]]" },
    "grouped",
  ],
  [
    "a job costs one token",
    { file: "lib/groups", in: "spendTokens", operator: "*", nth: 2, to: "* 0 + 1 *" },
    "grouped",
  ],
  [
    "the burst is larger than it is",
    { file: "lib/groups", in: "startTick", operator: "-", nth: 2, to: "+ 1 -" },
    "grouped",
  ],
  [
    "an override of an ordered group holds",
    { file: "lib/groups", in: "applyOverride", literal: "'-'", nth: 2, to: "unit.limits.order" },
    "grouped",
  ],
  [
    "a late complete leaves a delayed job",
    { file: "lib/leave-waiting", in: "leaveWaiting", call: "leave delayed" },
    "groupedLossy",
  ],
  [
    "an expired lease is extended past the limits",
    { file: "extend", condition: "hasFlag", to: "isHeld(runs[i], references[i])" },
    "groupedLossy",
  ],
  ["a cancelled group keeps its head", { file: "cancel-group", condition: "target.head", to: "false" }, "grouped"],
  ["a repeated setGroup is a new one", forgetReply("set-group"), "groupedLossy"],
  ["a repeated setLimits is a new one", forgetReply("set-limits"), "groupedLossy"],
  ["a repeated cancelGroup is a new one", forgetReply("cancel-group"), "groupedLossy"],
];
