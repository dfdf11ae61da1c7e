// Alterations of honest histories, and the rules that each may break.
import type { FinalState, HistoryEvent, Rule } from "../../../src/testing.ts";

/** A history and its final state, as the rules check them. */
export interface Judged {
  events: HistoryEvent[];
  final: FinalState;
}

/** Alters a history in place, at a place that `pick` selects. Returns false if the history has no such place. */
type Alteration = (judged: Judged, pick: number) => boolean;

const SETTLES = ["settle", "turn"];
const LETTERS = { complete: "c", retry: "d", fail: "f", release: "r" };

/** Returns every item of some operations, with its event. */
function itemsOf({ events }: Judged, ...ops: string[]) {
  return events
    .filter(({ op }) => ops.includes(op))
    .flatMap((event) => (event.items ?? []).map((item) => ({ event, item })));
}

const isCreation = ({ item }: ReturnType<typeof itemsOf>[number]) => item.letter === "r" || item.letter === "d";

const completedItems = (judged: Judged) =>
  itemsOf(judged, ...SETTLES).filter(({ item }) => item.action === "complete" && item.letter === "c");

const itemsReadyAtOnce = (judged: Judged) => itemsOf(judged, "enqueue").filter(({ item }) => item.letter === "r");

const leasingEvents = ({ events }: Judged) => events.filter(({ leased }) => leased?.length);
const grantsIn = (judged: Judged) => leasingEvents(judged).flatMap(({ leased = [] }) => leased);
const grantsOf = (judged: Judged, id: string) => grantsIn(judged).filter((grant) => grant.id === id);

function pickOne<V>(values: readonly V[], pick: number): V | undefined {
  return values[pick % values.length];
}

/** Reports whether a job was enqueued once, without a time to live, then only leased, and completed at most once. */
function isUndisturbed(judged: Judged, id: string): boolean {
  const items = judged.events.flatMap(({ op, items = [] }) =>
    items.filter((item) => item.id === id).map((item) => ({ op, item })),
  );
  const enqueues = items.filter(({ op }) => op === "enqueue");
  const others = items.filter(({ op }) => op !== "enqueue");
  return (
    enqueues.length === 1 &&
    enqueues.every(({ item }) => !item.mortal && "rd".includes(item.letter ?? "-")) &&
    others.every(({ item }) => item.action === "complete" && item.letter === "c")
  );
}

/** Adds a copy of an event at the end of its recorder's order, with some fields changed. */
function append(judged: Judged, event: HistoryEvent, changes: Partial<HistoryEvent>): void {
  const from = Math.max(...judged.events.map((each) => each.to ?? each.from)) + 1;
  judged.events.push({ ...event, from, to: from + 1, ...changes });
}

/** The alterations, each with the rules of which it breaks at least one. */
export const ALTERATIONS: [title: string, rules: Rule[], Alteration][] = [
  [
    "a completion that the history does not report",
    ["ends once", "counters"],
    (judged, pick) => {
      const done = pickOne(completedItems(judged), pick);
      if (done) done.item.letter = "A";
      return done !== undefined;
    },
  ],
  [
    "an enqueue that the history does not report",
    ["ends once", "counters"],
    (judged, pick) => {
      const created = pickOne(itemsReadyAtOnce(judged), pick);
      if (created) created.item.letter = "R";
      return created !== undefined;
    },
  ],
  [
    "a second completion under one fence",
    ["one winner", "counters"],
    (judged, pick) => {
      const done = pickOne(completedItems(judged), pick);
      if (done) append(judged, done.event, { request: "again", items: [done.item], leased: [] });
      return done !== undefined;
    },
  ],
  [
    "a settlement that took effect under a stale fence",
    ["one winner", "ends once", "nothing after the end", "counters"],
    (judged, pick) => {
      const stale = pickOne(
        itemsOf(judged, ...SETTLES).filter(({ item }) => item.letter === "A"),
        pick,
      );
      if (stale) stale.item.letter = LETTERS[stale.item.action ?? "complete"];
      return stale !== undefined;
    },
  ],
  [
    "two exchanged fences",
    ["fences rise"],
    (judged, pick) => {
      const [a, b] = [pick, pick + 1].map((each) => pickOne(leasingEvents(judged), each)?.leased);
      if (!a?.[0] || !b?.[0] || a === b) return false;
      [a[0].fence, b[0].fence] = [b[0].fence, a[0].fence];
      return true;
    },
  ],
  [
    "a second lease of a leased job",
    ["one lease", "nothing after the end", "counters"],
    (judged, pick) => {
      const event = pickOne(leasingEvents(judged), pick);
      const grant = event?.leased?.[0];
      if (!event || !grant) return false;
      const fence = Math.max(...grantsIn(judged).map((each) => each.fence)) + 1;
      append(judged, event, {
        request: "second",
        items: [],
        leased: [{ ...grant, fence, attempt: grant.attempt + 1 }],
      });
      return true;
    },
  ],
  [
    "another reply to a repeated request",
    ["same answer"],
    (judged, pick) => {
      const event = pickOne(leasingEvents(judged), pick);
      if (event) append(judged, event, { answer: `${event.answer} ` });
      return event !== undefined;
    },
  ],
  [
    "a request that took effect twice with the same reply",
    ["same answer"],
    (judged, pick) => {
      const created = pickOne(itemsReadyAtOnce(judged), pick);
      if (created) append(judged, created.event, {});
      return created !== undefined;
    },
  ],
  [
    "a copy that is refused as late without a later request",
    ["same answer"],
    (judged) => {
      const last = judged.events.findLast(({ request, to }) => request && to !== undefined);
      if (last) append(judged, last, { answer: "late", items: [], leased: [] });
      return last !== undefined;
    },
  ],
  [
    "two exchanged places",
    ["fences rise"],
    (judged, pick) => {
      const enqueues = new Map(itemsOf(judged, "enqueue").map(({ event, item }) => [item.id, { event, item }]));
      const isCreatedOnce = (id: string) =>
        itemsOf(judged, "enqueue").filter((each) => each.item.id === id && isCreation(each)).length === 1;
      const grants = grantsIn(judged).filter(({ id, attempt, place }) => attempt === 1 && place && isCreatedOnce(id));
      const [a, b] = [pickOne(grants, pick), pickOne(grants, pick + 1)];
      const isReady = (id = "") => enqueues.get(id)?.item.letter === "r" && enqueues.get(id)?.event.to !== undefined;
      if (!a || !b || a.priority !== b.priority || !isReady(a.id) || !isReady(b.id)) return false;
      if (enqueues.get(a.id)?.event === enqueues.get(b.id)?.event) return false;
      const places = [a.place, b.place];
      for (const grant of grantsOf(judged, a.id)) grant.place = places[1] as number;
      for (const grant of grantsOf(judged, b.id)) grant.place = places[0] as number;
      return a.id !== b.id;
    },
  ],
  [
    "a job that was delayed for a year",
    ["order"],
    (judged, pick) => {
      const delayed = pickOne(
        itemsOf(judged, "enqueue").filter(
          ({ item: { id, letter } }) =>
            letter === "d" && isUndisturbed(judged, id) && grantsOf(judged, id).some(({ place }) => place),
        ),
        pick,
      );
      if (delayed) delayed.item.when = `+${365 * 86_400_000}`;
      return delayed !== undefined;
    },
  ],
  [
    "a record with another priority",
    ["order"],
    (judged, pick) => {
      const grant = pickOne(
        grantsIn(judged).filter(
          ({ id, priority }) => priority === 5 && isUndisturbed(judged, id) && grantsOf(judged, id).length === 1,
        ),
        pick,
      );
      if (grant) grant.priority = 4;
      return grant !== undefined;
    },
  ],
  [
    "two first leases with exchanged jobs",
    // One of them may then be leased before it was enqueued.
    ["order", "ends once"],
    (judged) => {
      const enqueuesOf = (id: string) => itemsOf(judged, "enqueue").filter(({ item }) => item.id === id);
      const firstGrants = leasingEvents(judged).flatMap(({ leased: [grant] = [] }) => (grant ? [grant] : []));
      const [a, b] = firstGrants.filter(
        ({ id, attempt, priority }) =>
          attempt === 1 && priority === 5 && isUndisturbed(judged, id) && enqueuesOf(id)[0]?.item.letter === "r",
      );
      if (!a || !b || (enqueuesOf(a.id)[0]?.event.to ?? 0) >= (enqueuesOf(b.id)[0]?.event.from ?? 0)) return false;
      const fences = new Map([
        [a.id, b.fence],
        [b.id, a.fence],
      ]);
      for (const { item } of itemsOf(judged, ...SETTLES)) item.fence = fences.get(item.id) ?? (item.fence as number);
      [a.id, b.id] = [b.id, a.id];
      return true;
    },
  ],
  [
    "a ready job that is gone at the end",
    ["ends once"],
    (judged, pick) => {
      const { final } = judged;
      const mortal = new Set(itemsOf(judged, "enqueue").flatMap(({ item }) => (item.mortal ? [item.id] : [])));
      if (final.counts.totals.purged > 0) return false;
      const gone = pickOne(
        final.jobs.filter(([id, state]) => state === "ready" && !mortal.has(id)),
        pick,
      );
      if (gone) final.jobs.splice(final.jobs.indexOf(gone), 1);
      return gone !== undefined;
    },
  ],
  [
    "a completed job that is ready",
    ["ends once"],
    (judged, pick) => {
      const enqueuesOf = (id: string) => itemsReadyAtOnce(judged).filter(({ item }) => item.id === id);
      const present = new Set(judged.final.jobs.map(([id]) => id));
      const done = pickOne(
        completedItems(judged).filter(({ item }) => !present.has(item.id) && enqueuesOf(item.id).length === 1),
        pick,
      );
      if (done) judged.final.jobs.push([done.item.id, "ready", 1]);
      return done !== undefined;
    },
  ],
  [
    "a job in two states",
    ["ends once"],
    ({ final }, pick) => {
      const job = pickOne(final.jobs, pick);
      if (job) final.jobs.push([job[0], job[1] === "failed" ? "ready" : "failed", 1]);
      return job !== undefined;
    },
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
