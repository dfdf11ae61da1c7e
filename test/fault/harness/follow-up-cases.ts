// The cases of scripts for follow-ups.
import {
  type CaseDefinition,
  inAbsent,
  inCalm,
  inDue,
  inFollowed,
  inLimited,
  inOrdered,
  inOrderedFollowed,
  inSending,
  type ScriptRequest,
  type SettleFields,
  settle,
  withArgs,
  withIdempotencyKey,
} from "./case-requests.ts";
import { SENT_TICKS, SHORT_LANE } from "./fixture.ts";
import { type Fixture, HELD, LATE } from "./fixture-jobs.ts";

const [held1 = "", held2 = "", held3 = "", held4 = "", held5 = ""] = HELD;
const [lateReady = "", lateTtl = "", lateFailed = ""] = LATE;
const TRIM = { policy: "- 1 - 1 3600000" };
const WIDE = "9 - 5 600 60000 60|- - - -";

const EVERY_ACTION: SettleFields[] = [
  ["c", held1, '{"n":1}'],
  ["k", held2],
  ["r", held3, "5000", '"no"'],
  ["f", held4, "", '"never"'],
  ["g", held5],
];
const LATE_ENDS: SettleFields[] = [
  ["c", lateReady],
  ["k", lateTtl, "1"],
  ["f", lateFailed, "", '"late"'],
];

/** A follow-up: the number of its job, its queue, its kind and its id. */
type FollowUpFields = [of: number, target: string, kind: string, id: string];

/** Follow-ups of every kind, of jobs that end and of others. */
const EVERY_KIND: FollowUpFields[] = [
  [1, "", "5 1 - - - - -", "made-up-1"],
  [1, "", "0 1 +60000 60000 3 60000 -", "new-1"],
  [1, "", "5 1 - 0 - - -", "gone-1"],
  [2, "", "5 1 - 0 - - -", "ready-2"],
  [2, "other 7", "5 1 +5000 0 - - -", "sent-1"],
  [3, "", "5 1 - 0 - - -", "new-2"],
  [3, "other -", "5 1 - 0 - - -", "sent-2"],
];
/** As many follow-ups as jobs that end, or fewer. */
const CHAIN: FollowUpFields[] = [
  [1, "", "5 1 - - - - -", "made-up-1"],
  [2, "", "5 1 - 60000 - 60000 -", "new-1"],
  [4, "other -", "5 1 - 0 - - -", "sent-1"],
];
/** Follow-ups of jobs that have groups, in groups of every position. */
const GROUPED: FollowUpFields[] = [
  [1, "", "5 1 - - - - - 1 full", "made-up-1"],
  [1, "", "0 1 - 0 - - - 1 open", "new-1"],
  [2, "", "5 1 +60000 0 - - - 2 fresh", "new-2"],
  [2, "", "5 1 - 0 - - - 4 limited", "new-3"],
  [2, "", "5 1 - 0 - - - 1 stopped", "new-4"],
  [4, "", "5 1 - 0 - - - 3 ", "new-5"],
  [4, "other -", "5 1 - 0 - - - 1 full", "sent-1"],
];

/** Returns a function that creates a request to `settleLinked`. */
const link =
  (items: SettleFields[], followUps: FollowUpFields[], args: ScriptRequest["args"] = {}) =>
  (fixture: Fixture): ScriptRequest => {
    const { args: { items: settling = [] } = {}, parts: { results = [] } = {} } = settle(items)(fixture);
    const links = followUps.flatMap(([of, target, kind, id]) => [String(of), target, kind, id, `"${id}"`]);
    const chosen = followUps.filter(([, target, kind]) => target === "" && !/^\S+ \S+ \S+ -/.test(kind));
    return {
      args: {
        settles: items.length,
        resultCount: results.length,
        items: [...(settling as string[]), ...links],
        ...args,
      },
      parts: { results: [...results, ...chosen.map(([, , , id]) => id)] },
    };
  };

const [firstTick, secondTick, lastTick] = SENT_TICKS;
const LATER_TICK = "200000000000000";

/** An entry of an outbox: its tick, the maxLength of its queue, its kind and its id. */
type EntryFields = [tick: string, maxLength: string, kind: string, id: string];

const ENTRIES: EntryFields[] = [
  [firstTick, "-", "5 1 - 0 - - -", "new-1"],
  [LATER_TICK, "-", "5 1 - 60000 3 60000 -", "gone-1"],
  ["200000000000001", "-", "0 1 @1800000000000 0 - - -", "new-2"],
  ["200000000000002", "-", "5 1 - 0 - - -", "ready-2"],
  ["200000000000003", "1", "5 1 - 0 - - -", "new-3"],
];
const GROUPED_ENTRIES: EntryFields[] = [
  [LATER_TICK, "-", "5 1 - 0 - - - 1 full", "new-1"],
  ["200000000000001", "-", "5 1 - 0 - - - 2 fresh", "new-2"],
];

/** Returns a request to `receive`. */
const receive = (entries: EntryFields[], args: ScriptRequest["args"] = {}): ScriptRequest => ({
  args: { source: "source", items: entries.flatMap((fields) => [...fields, `"${fields[3]}"`]), ...args },
  parts: { results: entries.map(([, , , id]) => id) },
});

/** The cases of scripts for follow-ups. */
export const FOLLOW_UP_CASES = {
  settleLinked: {
    "follow-ups of every kind": inDue(1, link(EVERY_ACTION, EVERY_KIND)),
    "a chain of follow-ups": inCalm(1, link(EVERY_ACTION, CHAIN)),
    "follow-ups of late jobs": inDue(1, link(LATE_ENDS, EVERY_KIND)),
    "follow-ups of late jobs, and trims": inCalm(2, link(LATE_ENDS, EVERY_KIND, TRIM)),
    "follow-ups and jobs that are kept, and trims": inCalm(1, link(EVERY_ACTION, EVERY_KIND, TRIM)),
    "follow-ups after a short reply": inCalm(1, link(EVERY_ACTION, EVERY_KIND, { lane: SHORT_LANE })),
    "follow-ups of jobs with followers": inFollowed(1, link(EVERY_ACTION, EVERY_KIND)),
    "follow-ups of groups": inLimited(1, link(EVERY_ACTION, GROUPED)),
    "follow-ups of ordered groups": inOrdered(1, link(EVERY_ACTION, GROUPED)),
    "follow-ups of ordered groups and followers": inOrderedFollowed(1, link(EVERY_ACTION, GROUPED)),
    "follow-ups and wider limits": inLimited(2, link(EVERY_ACTION, GROUPED, { limits: WIDE })),
    "the first follow-ups of groups": inCalm(1, link(EVERY_ACTION, GROUPED)),
    "follow-ups of a queue that is gone": inAbsent(0, link(EVERY_ACTION, EVERY_KIND)),
    "follow-ups with an idempotency key": inCalm(1, (fixture) =>
      withIdempotencyKey(link(EVERY_ACTION, EVERY_KIND)(fixture)),
    ),
    "another lane": inCalm(1, (fixture) =>
      withArgs(link(EVERY_ACTION, EVERY_KIND)(fixture), { lane: "other", number: "1" }),
    ),
  },
  receive: {
    "entries that are new, and one that was received": inSending(1, receive(ENTRIES)),
    "entries of another queue": inSending(1, receive(ENTRIES, { source: "another" })),
    "entries after a short reply": inSending(1, receive(ENTRIES, { lane: SHORT_LANE })),
    "entries that were received": inSending(0, receive(ENTRIES.slice(0, 1))),
    "an entry for which the queue is full": inSending(0, receive(ENTRIES.slice(-1))),
    "entries of groups": inLimited(1, receive(GROUPED_ENTRIES)),
    "the first jobs of groups": inDue(1, receive(GROUPED_ENTRIES)),
    "entries of a new queue": inAbsent(1, receive(ENTRIES)),
  },
  forwarded: {
    "some entries": inSending(0, { args: { ranges: [firstTick, firstTick, lastTick, lastTick] } }),
    "all entries": inSending(1, { args: { ranges: [firstTick, lastTick] } }),
    "no entry of an empty outbox": inCalm(0, { args: { ranges: [] } }),
    "entries of a queue that is gone": inAbsent(0, { args: { ranges: [firstTick, secondTick] } }),
  },
  outbox: {
    "all entries": inSending(0, { args: { after: "0", limit: 5, bytes: 1_000 } }),
    "the entries after one": inSending(0, { args: { after: firstTick, limit: 1, bytes: 1_000 } }),
    "an absent queue": inAbsent(0, { args: { after: "0" } }),
  },
} satisfies Record<string, Record<string, CaseDefinition>>;
