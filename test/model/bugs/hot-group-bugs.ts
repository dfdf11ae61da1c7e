// Typical bugs of the hot scripts for queues with groups.
import { forgetReply, type SeededBug } from "./test-bugs.ts";

const turn = { file: "turn-grouped-plain" };
const enqueue = { file: "enqueue-grouped-plain" };

/** The bugs of the hot scripts for queues with groups. */
export const HOT_GROUP_BUGS: SeededBug[] = (
  [
    // Turns
    [
      "a group may start one job too many",
      { ...turn, condition: "cap", nth: 3, to: "heads[k] == '' and lines[k] ~= ''" },
    ],
    ["a completed job keeps its slot", { ...turn, assigned: "held[k]", nth: 2, to: "held[k]" }],
    ["the holder of a completed job stays", { ...turn, assigned: "unit.from.holders" }],
    ["a group that goes on keeps its job blocked", { ...turn, assigned: "unit.from.blocked" }],
    ["a lease starts the first blocked job of a group again", { ...turn, assigned: "skip", to: "0" }],
    [
      "a head comes before ready jobs of a higher priority",
      { ...turn, condition: "firstPriority", nth: 2, to: "false" },
    ],
    ["a head wakes no listener", { ...turn, condition: "unit.readied", to: "false" }],
    ["an idle group stays", { ...turn, condition: "held", nth: 5, to: "true" }],
    ["the group of a completed job stays", { ...turn, assigned: "list[#list + 1]" }],
    ["a blocked job loses its cost", { ...turn, condition: "texts[i]", to: "false" }],
    ["the concurrency of the queue ignores leased jobs", { ...turn, assigned: "queue.leased", to: "0" }],
    ["the queue forgets the tokens that it has spent", { ...turn, assigned: "queue.tat", nth: 2, to: "queue.tat" }],
    ["a repeated turn is a new one", forgetReply(turn.file)],

    // Enqueues
    ["a new job ignores the concurrency", { ...enqueue, condition: "cap", to: "heads[k] == '' and numbers[k] == ''" }],
    ["a new job overtakes blocked ones", { ...enqueue, condition: "heads[k]", nth: 2, to: "heads[k] == ''" }],
    ["blocked jobs share a sequence number", { ...enqueue, assigned: "backs[k]", nth: 4, to: "backs[k]" }],
    ["a group gets an old number", { ...enqueue, call: "HGET", nth: 2, to: "'0'" }],
    [
      "blocked jobs lose their priority",
      { ...enqueue, assigned: "toBlocked", nth: 2, to: "appendPair(toBlocked, numbers[k] .. '5' .. backs[k], id)" },
    ],
    ["the groups of jobs are not counted", { ...enqueue, assigned: "more", nth: 2, to: "more" }],
    ["a group without jobs in use stays unwritten", { ...enqueue, call: "writeField", nth: 2 }],
    ["a repeated enqueue is a new one", forgetReply(enqueue.file)],
  ] satisfies SeededBug[]
).map(([description, alteration]) => [description, alteration, "groupedPlain"]);
