// Alterations of honest histories, and the rules that each may break.
import type { FinalState, Grant, HistoryEvent, Rule } from "../../../src/testing.ts";

/** A history, and the state of its queue at the end. */
export interface FinishedHistory {
  events: HistoryEvent[];
  final: FinalState;
}

/** Alters a history in place, at a place that `pick` selects. Returns false if the history has no such place. */
type Alteration = (history: FinishedHistory, pick: number) => boolean;

const SETTLES = ["settle", "turn"];
const LETTERS = { complete: "c", retry: "d", fail: "f", release: "r" };

/** Returns the items (jobs of a request) of the events of some operations, each with its event. */
function itemsOf({ events }: FinishedHistory, ...ops: string[]) {
  return events
    .filter(({ op }) => ops.includes(op))
    .flatMap((event) => (event.items ?? []).map((item) => ({ event, item })));
}

type WithItem = Pick<ReturnType<typeof itemsOf>[number], "item">;
const isCreation = ({ item }: WithItem) => item.letter === "r" || item.letter === "d";
const isCompletion = ({ item }: WithItem) => item.action === "complete" && item.letter === "c";

const completedItems = (history: FinishedHistory) => itemsOf(history, ...SETTLES).filter(isCompletion);

const itemsReadyAtOnce = (history: FinishedHistory) =>
  itemsOf(history, "enqueue").filter(({ item }) => item.letter === "r");

const leasingEvents = ({ events }: FinishedHistory) => events.filter(({ leased }) => leased?.length);
const grantsIn = (history: FinishedHistory) => leasingEvents(history).flatMap(({ leased = [] }) => leased);
const grantsOf = (history: FinishedHistory, id: string) => grantsIn(history).filter((grant) => grant.id === id);

const pickOne = <V>(values: readonly V[], pick: number): V | undefined => values[pick % values.length];

/** Returns an alteration of one of the values that a function finds. */
function alterOne<V>(
  find: (history: FinishedHistory) => readonly V[],
  alter: (value: V, history: FinishedHistory) => void,
): Alteration {
  return (history, pick) => {
    const value = pickOne(find(history), pick);
    if (value !== undefined) alter(value, history);
    return value !== undefined;
  };
}

/** Reports whether a job was enqueued once, without a time to live, then only leased, and completed at most once. */
function isUndisturbed(history: FinishedHistory, id: string): boolean {
  const items = history.events.flatMap(({ op, items = [] }) =>
    items.filter((item) => item.id === id).map((item) => ({ op, item })),
  );
  const enqueues = items.filter(({ op }) => op === "enqueue");
  const others = items.filter(({ op }) => op !== "enqueue");
  const isLasting = enqueues.every((enqueue) => !enqueue.item.mortal && isCreation(enqueue));
  return enqueues.length === 1 && isLasting && others.every(isCompletion);
}

/** Adds a copy of an event with some fields changed. It begins after all events of the history have ended. */
function append(history: FinishedHistory, event: HistoryEvent, changes: Partial<HistoryEvent>): void {
  const from = Math.max(...history.events.map((each) => each.to ?? each.from)) + 1;
  history.events.push({ ...event, from, to: from + 1, ...changes });
}

/** The alterations, each with the rules of which it breaks at least one. */
export const ALTERATIONS: [title: string, rules: Rule[], Alteration][] = [
  [
    "a completion that the history does not report",
    ["ends once", "counters"],
    alterOne(completedItems, ({ item }) => {
      item.letter = "A";
    }),
  ],
  [
    "an enqueue that the history does not report",
    ["ends once", "counters"],
    alterOne(itemsReadyAtOnce, ({ item }) => {
      item.letter = "R";
    }),
  ],
  [
    "a second completion under one fence",
    ["one winner", "counters"],
    alterOne(completedItems, ({ event, item }, history) =>
      append(history, event, { request: "again", items: [item], leased: [] }),
    ),
  ],
  [
    "a settlement that took effect under a stale fence",
    ["one winner", "ends once", "nothing after the end", "counters"],
    alterOne(
      (history) => itemsOf(history, ...SETTLES).filter(({ item }) => item.letter === "A"),
      ({ item }) => {
        item.letter = LETTERS[item.action ?? "complete"];
      },
    ),
  ],
  [
    "two exchanged fences",
    ["fences rise"],
    (history, pick) => {
      const [a, b] = [pick, pick + 1].map((each) => pickOne(leasingEvents(history), each)?.leased);
      if (!a?.[0] || !b?.[0] || a === b) return false;
      [a[0].fence, b[0].fence] = [b[0].fence, a[0].fence];
      return true;
    },
  ],
  [
    "a second lease of a leased job",
    ["one lease", "nothing after the end", "counters"],
    alterOne(leasingEvents, (event, history) => {
      const [grant] = event.leased as [Grant];
      const fence = Math.max(...grantsIn(history).map((each) => each.fence)) + 1;
      const leased = [{ ...grant, fence, attempt: grant.attempt + 1 }];
      append(history, event, { request: "second", items: [], leased });
    }),
  ],
  [
    "another reply to a repeated request",
    ["same answer"],
    alterOne(leasingEvents, (event, history) => append(history, event, { answer: `${event.answer} ` })),
  ],
  [
    "a request that took effect twice with the same reply",
    ["same answer"],
    alterOne(itemsReadyAtOnce, ({ event }, history) => append(history, event, {})),
  ],
  [
    "a copy that is refused as late without a later request",
    ["same answer"],
    (history) => {
      const last = history.events.findLast(({ request, to }) => request && to !== undefined);
      if (last) append(history, last, { answer: "late", items: [], leased: [] });
      return last !== undefined;
    },
  ],
  [
    "two exchanged places",
    ["fences rise"],
    (history, pick) => {
      const enqueues = new Map(itemsOf(history, "enqueue").map(({ event, item }) => [item.id, { event, item }]));
      const isCreatedOnce = (id: string) =>
        itemsOf(history, "enqueue").filter((each) => each.item.id === id && isCreation(each)).length === 1;
      const grants = grantsIn(history).filter(({ id, attempt, place }) => attempt === 1 && place && isCreatedOnce(id));
      const [a, b] = [pickOne(grants, pick), pickOne(grants, pick + 1)];
      const isReady = (id = "") => enqueues.get(id)?.item.letter === "r" && enqueues.get(id)?.event.to !== undefined;
      if (!a || !b || a.priority !== b.priority || !isReady(a.id) || !isReady(b.id)) return false;
      if (enqueues.get(a.id)?.event === enqueues.get(b.id)?.event) return false;
      const places = [a.place, b.place];
      for (const grant of grantsOf(history, a.id)) grant.place = places[1] as number;
      for (const grant of grantsOf(history, b.id)) grant.place = places[0] as number;
      return a.id !== b.id;
    },
  ],
  [
    "a job that was delayed for a year",
    ["order"],
    alterOne(
      (history) =>
        itemsOf(history, "enqueue").filter(
          ({ item: { id, letter } }) =>
            letter === "d" && isUndisturbed(history, id) && grantsOf(history, id).some(({ place }) => place),
        ),
      ({ item }) => {
        item.when = `+${365 * 86_400_000}`;
      },
    ),
  ],
  [
    "a record with another priority",
    ["order"],
    alterOne(
      (history) =>
        grantsIn(history).filter(
          ({ id, priority }) => priority === 5 && isUndisturbed(history, id) && grantsOf(history, id).length === 1,
        ),
      (grant) => {
        grant.priority = 4;
      },
    ),
  ],
  [
    "two first leases with exchanged jobs",
    // One of them may then be leased before it was enqueued.
    ["order", "ends once"],
    (history) => {
      const enqueuesOf = (id: string) => itemsOf(history, "enqueue").filter(({ item }) => item.id === id);
      const firstGrants = leasingEvents(history).flatMap(({ leased: [grant] = [] }) => (grant ? [grant] : []));
      const [a, b] = firstGrants.filter(
        ({ id, attempt, priority }) =>
          attempt === 1 && priority === 5 && isUndisturbed(history, id) && enqueuesOf(id)[0]?.item.letter === "r",
      );
      if (!a || !b || (enqueuesOf(a.id)[0]?.event.to ?? 0) >= (enqueuesOf(b.id)[0]?.event.from ?? 0)) return false;
      const fences = new Map([
        [a.id, b.fence],
        [b.id, a.fence],
      ]);
      for (const { item } of itemsOf(history, ...SETTLES)) item.fence = fences.get(item.id) ?? (item.fence as number);
      [a.id, b.id] = [b.id, a.id];
      return true;
    },
  ],
  [
    "a ready job that is gone at the end",
    ["ends once"],
    alterOne(
      (history) => {
        const { counts, jobs } = history.final;
        const mortal = new Set(itemsOf(history, "enqueue").flatMap(({ item }) => (item.mortal ? [item.id] : [])));
        return counts.totals.purged > 0 ? [] : jobs.filter(([id, state]) => state === "ready" && !mortal.has(id));
      },
      (job, { final }) => void final.jobs.splice(final.jobs.indexOf(job), 1),
    ),
  ],
  [
    "a completed job that is ready",
    ["ends once"],
    alterOne(
      (history) => {
        const enqueuesOf = (id: string) => itemsReadyAtOnce(history).filter(({ item }) => item.id === id);
        const present = new Set(history.final.jobs.map(([id]) => id));
        return completedItems(history).filter(({ item }) => !present.has(item.id) && enqueuesOf(item.id).length === 1);
      },
      ({ item }, { final }) => void final.jobs.push([item.id, "ready", 1]),
    ),
  ],
  [
    "a job in two states",
    ["ends once"],
    alterOne(
      ({ final }) => final.jobs,
      ([id, state], { final }) => void final.jobs.push([id, state === "failed" ? "ready" : "failed", 1]),
    ),
  ],
  ...(
    ["enqueued", "duplicates", "leased", "completed", "retried", "released", "cancelled", "stale", "redriven"] as const
  ).map((total): [string, Rule[], Alteration] => [
    `a total ${total} that is one too high`,
    ["counters"],
    ({ final }) => {
      final.counts.totals[total] += 1;
      return true;
    },
  ]),
];
