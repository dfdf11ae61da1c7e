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
  type ScriptRequest,
  type SettleFields,
  settle,
  withArgs,
  withIdempotencyKey,
} from "./case-requests.ts";
import { SHORT_LANE } from "./fixture.ts";
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
} satisfies Record<string, Record<string, CaseDefinition>>;
