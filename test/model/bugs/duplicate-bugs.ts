// Typical bugs of duplicates, in queues with groups and without.
import type { SeededBug } from "./test-bugs.ts";

const takeOver = { file: "lib/followers", in: "takeOver" };
const moveEntry = { file: "lib/write-duplicates", in: "moveEntry" };
const arrangeEntries = { file: "lib/write-duplicates", in: "arrangeEntries" };

/** The bugs of duplicates. */
export const DUPLICATE_BUGS: SeededBug[] = [
  ["a completion loses the follower", { ...takeOver, condition: "follower", to: "true" }],
  ["a follower that took over stays stored", { ...takeOver, call: "dropFurtherField", nth: 1 }],
  ["a replaced job keeps its follower", { file: "lib/write-duplicates", in: "writeEntry", call: "dropFurtherField" }],
  [
    "the longest time of a debounced job begins again",
    { file: "lib/duplicates", in: "debounce", assigned: "pushedUntil", nth: 1, to: "nil" },
  ],
  [
    "the holder of an expired lease may complete a payload that it was not handed",
    { file: "lib/write-duplicates", in: "writeRun", literal: "'W'", to: "string.sub(entry.run, 1, 1)" },
    "late",
  ],

  // In groups
  [
    "a follower belongs to no group",
    { ...takeOver, assigned: "unit.followed[id]", to: "{ cost = cost, bucket = bucket }" },
    "grouped",
  ],
  ["a blocked job that is replaced loses its turn", { ...moveEntry, assigned: "member.keptScore" }, "grouped"],
  ["a replaced job gives up the slot that it holds", { ...moveEntry, assigned: "member.staysHeld" }, "grouped"],
  [
    "a job may keep its turn in another group",
    {
      ...{ file: "lib/duplicates", in: "replace", assigned: "stays" },
      to: "set == 'ready' and not dueAt and priorityOf(score) == priority",
    },
    "grouped",
  ],
  [
    "a job that stays blocked is lost",
    { file: "lib/change-members", in: "keepStaying", assigned: "ids[i]" },
    "grouped",
  ],
  [
    "a job leaves no slot of its former group",
    { file: "lib/arrange-groups", in: "countLeaving", assigned: "before", to: "member" },
    "grouped",
  ],
  [
    "the letters do not tell that a group has blocked a job",
    { ...arrangeEntries, assigned: "list[i]", to: "letter" },
    "grouped",
  ],
  [
    "a job that stays ready wakes listeners",
    { ...arrangeEntries, assigned: "unit.readied", to: "unit.readied" },
    "grouped",
  ],
];
