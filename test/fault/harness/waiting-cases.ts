// The cases of scripts for jobs that wait for others.
import { type Adapter, Queue } from "../../../src/index.ts";
import {
  type CaseDefinition,
  inAbsent,
  inCalm,
  inLimited,
  inWaiting,
  type ScriptRequest,
  withIdempotencyKey,
} from "./case-requests.ts";
import { PREFIX, QUEUE, SHORT_LANE } from "./fixture.ts";
import { type Fixture, HELD } from "./fixture-jobs.ts";

const [held1 = "", held2 = ""] = HELD;
/** The batch of the fixture. */
const BATCH = "batch-1";

/** Adds jobs that wait for others, with each policy; an open batch; and one that is gone, whose links are left. */
export async function addParents({ clock }: Fixture, adapter: Adapter): Promise<void> {
  // Ends are not noticed.
  const redis: Adapter = {
    run: async (script, ...sent) => (script.name === "resolve" ? "ok\n0 0" : adapter.run(script, ...sent)),
  };
  const queue = new Queue<unknown>(QUEUE, { redis, prefix: PREFIX, now: clock.now });
  await queue.enqueueMany([
    { data: "run", id: "parent-run", after: [held1, "ready-2", "later"] },
    { data: "free", id: "parent-free", after: ["ready-3"], ttl: "1h" },
    { data: "fail", id: "parent-fail", after: [held2, "ready-3"], afterFailure: "fail" },
    { data: "cancel", id: "parent-cancel", after: ["ready-3", "parent-run"], afterFailure: "cancel" },
    { data: "gone", id: "parent-gone", after: ["parent-fail", "many-1"] },
    { data: "late", id: "parent-late", after: ["parent-gone"] },
  ]);
  const batch = await queue.startBatch({
    ended: { data: "ended", id: BATCH },
    succeeded: { data: "succeeded", id: "batch-2" },
  });
  await batch.add([{ data: 1, id: "batched-1" }]);
  await queue.cancel(["ready-3", "parent-gone", "batched-1"]);
}

/** A job to add: its kind and its id. */
type JobFields = [kind: string, id: string];
/** A job that waits, with its flow and those for which it waits. */
type WaitingFields = [...JobFields, flow: string, ...after: string[]];

const PLAIN: JobFields[] = [
  ["5 1 - - - - -", "made-up-1"],
  ["5 1 +60000 60000 - - -", "new-1"],
  ["0 1 - 0 3 60000 -", "gone-1"],
  ["5 1 - 0 - - -", "ready-1"],
];
const PARENTS: WaitingFields[] = [
  ["5 1 - 0 - - -", "new-2", "r 0", "made-up-1", "new-1", "ready-1", "failed-1", "done-1", held1],
  ["3 1 - 0 2 60000 -", "new-3", "f 0", "new-2", "made-up-1"],
  ["5 1 - - - - -", "made-up-2", "r 1"],
  ["5 1 - 0 - - -", "ready-4", "c 0", "\x02made-up-2"],
];
const GROUPED: JobFields[] = [
  ["5 1 - 0 - - - 1 full", "new-1"],
  ["5 1 - 0 - - - 2 fresh", "new-2"],
];
const GROUPED_PARENTS: WaitingFields[] = [["5 1 - 0 - - - 1 full", "new-3", "r 0", "new-1", "new-2"]];

/** Returns a request to `enqueueWaiting`. */
const add = (plain: JobFields[], waiting: WaitingFields[], args: ScriptRequest["args"] = {}): ScriptRequest => {
  const all = [...plain, ...waiting];
  return {
    args: {
      plain: plain.length,
      waiting: waiting.length,
      items: [
        ...all.flatMap(([kind, id]) => [kind, id, `"${id}"`]),
        ...waiting.flatMap(([, , flow, ...after]) => [flow, String(after.length), ...after]),
      ],
      maxLength: "",
      limits: "",
      batch: "",
      ...args,
    },
    parts: { results: all.filter(([kind]) => !/^\S+ \S+ \S+ -/.test(kind)).map(([, id]) => id) },
  };
};

const resolveWith = (ids: string[], scans = ""): ScriptRequest => ({ args: { ids: ids.map((id) => `-${id}`), scans } });

/** The cases of scripts for jobs that wait for others. */
export const WAITING_CASES = {
  enqueueWaiting: {
    "jobs that wait, the first of the queue": inCalm(1, add(PLAIN, PARENTS)),
    "jobs that wait": inWaiting(1, add(PLAIN, PARENTS)),
    "jobs that wait, after a short reply": inWaiting(1, add(PLAIN, PARENTS, { lane: SHORT_LANE })),
    "jobs that wait, in groups": inLimited(1, add(GROUPED, GROUPED_PARENTS)),
    "jobs that wait, in a new queue": inAbsent(1, add(PLAIN.slice(0, 3), [["5 1 - 0 - - -", "new-2", "r 0", "new-1"]])),
    "jobs of a batch": inWaiting(1, add(PLAIN, [], { batch: BATCH })),
    "a batch that is not open": inWaiting(0, add(PLAIN, [], { batch: "parent-run" })),
    "an unknown job": inWaiting(0, add(PLAIN, [["5 1 - 0 - - -", "new-2", "r 0", "nobody"]])),
    "an earlier parent": inWaiting(0, add(PLAIN, [["5 1 - 0 - - -", "parent-gone", "r 0", "new-1"]])),
    "more jobs than fit": inWaiting(0, add(PLAIN, PARENTS, { maxLength: 3 })),
    "an idempotency key": inWaiting(1, withIdempotencyKey(add(PLAIN, PARENTS))),
  },
  resolve: {
    "children that have ended": inWaiting(1, resolveWith(["ready-3", "batched-1", "nobody"])),
    "children that a client has ended": inWaiting(1, {
      args: { ids: ["X", "F"].map((letter, i) => letter + ["ready-3", "batched-1"][i]), scans: "" },
    }),
    parents: inWaiting(1, resolveWith(["parent-run", "parent-gone", BATCH])),
    "children that have not ended": inWaiting(0, resolveWith([held1, "ready-2"])),
    "all that wait": inWaiting(1, resolveWith([], "1")),
    "a queue where nothing waits": inCalm(0, resolveWith(["ready-1"], "1")),
    "a queue that is gone": inAbsent(0, resolveWith(["ready-1"], "1")),
  },
  children: {
    "the first children": inWaiting(0, { args: { id: "parent-run", after: "", limit: 2 } }),
    "later children": inWaiting(0, { args: { id: "parent-run", after: "-later", limit: 2 } }),
    "a queue that is gone": inAbsent(0, { args: { id: "parent-run", after: "", limit: 2 } }),
  },
  seal: {
    "an open batch": inWaiting(1, { args: { id: BATCH } }),
    "a batch that is sealed": inWaiting(0, { args: { id: "parent-run" } }),
    "a batch that is gone": inAbsent(0, { args: { id: BATCH } }),
  },
} satisfies Record<string, Record<string, CaseDefinition>>;
