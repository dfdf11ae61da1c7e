// Rule "counters": the totals of a queue agree with its history.
// Violation: a total is outside the range that the history allows, or the totals and the numbers of jobs contradict
// each other.
// Uncertainty: a request without a reply may have added anything from nothing to all it asked for, so a total has a
// range.
import { STATES } from "../../../engine/keys.ts";
import type { Totals } from "../../../queue/inspect/counts.ts";
import type { HistoryRequest } from "../analysis/history-request.ts";
import type { IndexedHistory } from "../analysis/indexed-history.ts";
import { Violation } from "../analysis/violation.ts";
import type { FinalState } from "../history/final-state.ts";
import { type Item, isChange } from "../history/history-event.ts";

/** The contributions of requests to a total. */
interface Contribution {
  ops: string[];
  /** Returns what an answered request added. */
  certain(request: HistoryRequest): number;
  /** Returns the most that a request without a reply may have added. */
  possible(request: HistoryRequest): number;
  /** Returns the most that an answered request may have added beside what is certain. */
  uncertain?(request: HistoryRequest): number;
}

type ItemFilter = (item: Item) => boolean;

/** Returns the number of items of a request that a filter accepts. */
function countItems({ event }: HistoryRequest, filter: ItemFilter): number {
  return (event.items ?? []).filter(filter).length;
}

/** Returns a contribution of one for each item that a filter accepts. */
function perItem(ops: string[], isCertain: ItemFilter, isPossible: ItemFilter = () => true): Contribution {
  return {
    ops,
    certain: (request) => countItems(request, isCertain),
    possible: (request) => countItems(request, isPossible),
  };
}

const hasLetter = ({ letter }: Item, letters: string) => letter !== undefined && letters.includes(letter);
const isRefused = ({ letter }: Item) => letter !== undefined && !isChange(letter);
const isCreated = (item: Item) => hasLetter(item, "rdb");

/**
 * Returns the contribution of an action. A retry that used up the attempts has the letter f, and counts as failed only.
 */
function perAction(action: Item["action"], letters: string): Contribution {
  const isAction = (item: Item) => item.action === action;
  const isCertain = (item: Item) => isAction(item) && hasLetter(item, letters) && !item.begun;
  // A release of a job that had begun counts either as a release or as a retry.
  const isUncertain = (item: Item) => item.begun === true && hasLetter(item, "r");
  return {
    ...perItem(["settle", "turn"], isCertain, (item) => isAction(item) || item.begun === true),
    uncertain: (request) => countItems(request, isUncertain),
  };
}

const CONTRIBUTIONS: Partial<Record<keyof Totals, Contribution>> = {
  enqueued: {
    ...perItem(["enqueue"], isCreated),
    // A follower counts when it becomes the job of its id.
    uncertain: (request) => countItems(request, (item) => hasLetter(item, "qk")),
  },
  duplicates: perItem(["enqueue"], (item) => item.letter !== undefined && !isCreated(item)),
  leased: {
    ops: ["lease", "turn"],
    certain: ({ event }) => event.leased?.length ?? 0,
    possible: ({ event }) => event.count ?? 0,
  },
  completed: perAction("complete", "c"),
  retried: perAction("retry", "rd"),
  released: perAction("release", "r"),
  stale: perItem(["settle", "turn"], isRefused),
  cancelled: {
    ops: ["cancel", "cancelGroup"],
    // f is the letter of a failed job that held its group back, and x that of a run that the next slot of its schedule cancelled.
    certain: (request) =>
      countItems(request, (item) => hasLetter(item, "rdblf") || item.letter === "x") +
      (request.event.counted?.[0] ?? 0),
    possible: ({ event }) => event.items?.length ?? event.count ?? 0,
  },
  redriven: {
    ops: ["redrive", "enqueue"],
    certain: ({ event }) => event.counted?.[0] ?? 0,
    possible: (request) => request.event.count ?? countItems(request, ({ repeats }) => repeats === true),
    // A job that replaces a waiting one has the same letter as one that redrives a failed one.
    uncertain: (request) => countItems(request, (item) => item.repeats === true && hasLetter(item, "no")),
  },
};

/** Checks the rule "counters": the totals of a queue agree with its history. */
export function checkCounters(history: IndexedHistory, final: FinalState): Violation[] {
  const messages = [...checkRanges(history, final), ...checkSums(history, final)];
  return messages.map((message) => new Violation("counters", message));
}

/** Checks that each total is in the range that the requests allow. */
function checkRanges(history: IndexedHistory, { counts, jobs }: FinalState): string[] {
  return (Object.entries(CONTRIBUTIONS) as [keyof Totals, Contribution][]).flatMap(([total, contribution]) => {
    let [min, uncertain] = [0, 0];
    for (const request of history.requestsOf(...contribution.ops)) {
      // A request that was refused as a whole adds nothing.
      if (request.event.answer === "full" || request.event.answer === "reused") continue;
      if (request.isAnswered) {
        min += contribution.certain(request);
        uncertain += contribution.uncertain?.(request) ?? 0;
      } else uncertain += contribution.possible(request);
    }
    if (total === "leased") uncertain += countUnreportedLeases(history, jobs);
    const [value, max] = [counts.totals[total], min + uncertain];
    return value < min || value > max ? [`${total} is ${value}, not ${max > min ? `${min} to ${max}` : min}`] : [];
  });
}

/** Checks totals against each other, against the numbers of jobs, and against the least that the history proves. */
function checkSums(history: IndexedHistory, { counts, jobs }: FinalState): string[] {
  const { totals } = counts;
  const messages: string[] = [];
  const present = counts.ready + counts.delayed + counts.blocked + counts.leased + counts.failed;
  const ended = totals.completed + totals.cancelled + totals.expired + totals.purged;
  if (totals.enqueued !== present + ended)
    messages.push(`enqueued is ${totals.enqueued}, but ${present} jobs are in the queue and ${ended} have ended`);
  for (const state of STATES) {
    const listed = jobs.filter(([, each]) => each === state).length;
    if (listed !== counts[state]) messages.push(`${state} is ${counts[state]}, but ${listed} jobs are listed`);
  }
  // No upper bound: a lease that expires may end as failed too.
  const failed = history
    .requestsOf("settle", "turn")
    .reduce((sum, each) => sum + countItems(each, ({ action, letter }) => action !== undefined && letter === "f"), 0);
  if (totals.failed < failed) messages.push(`failed is ${totals.failed}, but at least ${failed} jobs failed`);
  const sumCounted = (index: number, ...ops: string[]) =>
    history.requestsOf(...ops).reduce((sum, { event }) => sum + (event.counted?.[index] ?? 0), 0);
  const minimums = { reclaimed: sumCounted(0, "clean"), expired: sumCounted(3, "clean") };
  for (const [total, min] of Object.entries(minimums) as [keyof typeof minimums, number][]) {
    if (totals[total] < min) messages.push(`${total} is ${totals[total]}, but cleans alone report ${min}`);
  }
  // A job that is taken from its worker is reclaimed, or has failed if its attempts are used up.
  const taken = sumCounted(0, "clean", "failWorker") + sumCounted(1, "clean") + failed;
  const accounted = totals.reclaimed + totals.failed;
  if (accounted < taken)
    messages.push(
      `reclaimed and failed are ${accounted} together, but at least ${taken} jobs were reclaimed or failed`,
    );
  return messages;
}

/**
 * Returns the number of leases that no reply reports, as the attempts of their jobs show: the network doubled a
 * request, and the recorded reply to the second copy said that there was nothing.
 */
function countUnreportedLeases(history: IndexedHistory, jobs: FinalState["jobs"]): number {
  const attempts = new Map(jobs.map(([id, , attempt]) => [id, attempt]));
  let sum = 0;
  for (const id of new Set([...history.leasesByJob.keys(), ...attempts.keys()])) {
    const reported = history.leasesByJob.listOf(id).map(({ attempt }) => attempt);
    sum += Math.max(0, Math.max(attempts.get(id) ?? 0, ...reported) - new Set(reported).size);
  }
  return sum;
}
