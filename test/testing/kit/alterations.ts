// Honest histories with one thing altered.
import type { FinalState, HistoryEvent, Rule } from "../../../src/testing.ts";

export interface Told {
  events: HistoryEvent[];
  final: FinalState;
}

/** Alters a history in place; false where there is nothing in it to alter so. */
type Alteration = (told: Told, pick: number) => boolean;

const SETTLES = ["settle", "turn"];
const LETTERS = { complete: "c", retry: "d", fail: "f", release: "r" };

/** Every item of some operations, with its event. */
function itemsOf({ events }: Told, ...ops: string[]) {
  return events
    .filter(({ op }) => ops.includes(op))
    .flatMap((event) => (event.items ?? []).map((item) => ({ event, item })));
}

const completed = (told: Told) =>
  itemsOf(told, ...SETTLES).filter(({ item }) => item.action === "complete" && item.letter === "c");

const leases = ({ events }: Told) => events.filter(({ leased }) => leased?.length);

function one<V>(values: readonly V[], pick: number): V | undefined {
  return values[pick % values.length];
}

const grantsOf = (told: Told, id: string) =>
  leases(told).flatMap(({ leased = [] }) => leased.filter((grant) => grant.id === id));

const isMadeOnce = (told: Told, id: string) =>
  itemsOf(told, "enqueue").filter(({ item }) => item.id === id && "rd".includes(item.letter ?? "-")).length === 1;

/** Whether a job was enqueued once, without a time to live, and nothing happened to it but leases and one completion. */
function isStill(told: Told, id: string): boolean {
  const said = told.events.flatMap(({ op, items = [] }) =>
    items.filter((item) => item.id === id).map((item) => ({ op, item })),
  );
  const made = said.filter(({ op }) => op === "enqueue");
  const ended = said.filter(({ op }) => op !== "enqueue");
  return (
    made.length === 1 &&
    made.every(({ item }) => !item.mortal && "rd".includes(item.letter ?? "-")) &&
    ended.every(({ item }) => item.action === "complete" && item.letter === "c")
  );
}

/** A number of the same recorder that nothing else has. */
const late = ({ events }: Told) => Math.max(...events.map(({ from, to }) => to ?? from)) + 1;

export const ALTERATIONS: [what: string, rules: Rule[], Alteration][] = [
  [
    "a completion that never was",
    ["ends once", "counters"],
    (told, pick) => {
      const done = one(completed(told), pick);
      if (done) done.item.letter = "A";
      return done !== undefined;
    },
  ],
  [
    "an enqueueing that nobody wrote down",
    ["ends once", "counters"],
    (told, pick) => {
      const made = one(
        itemsOf(told, "enqueue").filter(({ item }) => item.letter === "r"),
        pick,
      );
      if (made) made.item.letter = "R";
      return made !== undefined;
    },
  ],
  [
    "a fence that is good once more",
    ["one winner", "counters"],
    (told, pick) => {
      const done = one(completed(told), pick);
      const from = late(told);
      if (done)
        told.events.push({ ...done.event, from, to: from + 1, request: "again", items: [done.item], leased: [] });
      return done !== undefined;
    },
  ],
  [
    "a stale fence that was good after all",
    ["one winner", "ends once", "nothing after the end", "counters"],
    (told, pick) => {
      const stale = one(
        itemsOf(told, ...SETTLES).filter(({ item }) => item.letter === "A"),
        pick,
      );
      if (stale) stale.item.letter = LETTERS[stale.item.action ?? "complete"];
      return stale !== undefined;
    },
  ],
  [
    "two fences that changed places",
    ["fences rise"],
    (told, pick) => {
      const [a, b] = [one(leases(told), pick)?.leased, one(leases(told), pick + 1)?.leased];
      if (!a?.[0] || !b?.[0] || a === b) return false;
      [a[0].fence, b[0].fence] = [b[0].fence, a[0].fence];
      return true;
    },
  ],
  [
    "a second lease of what is leased",
    ["one lease", "nothing after the end", "counters"],
    (told, pick) => {
      const lease = one(leases(told), pick);
      const grant = lease?.leased?.[0];
      if (!lease || !grant) return false;
      const fence = Math.max(...leases(told).flatMap(({ leased = [] }) => leased.map((each) => each.fence))) + 1;
      const from = late(told);
      const leased = [{ ...grant, fence, attempt: grant.attempt + 1 }];
      told.events.push({ ...lease, from, to: from + 1, request: "second", items: [], leased });
      return true;
    },
  ],
  [
    "another answer to the same request",
    ["same answer"],
    (told, pick) => {
      const lease = one(leases(told), pick);
      const from = late(told);
      if (lease) told.events.push({ ...lease, from, to: from + 1, answer: `${lease.answer} ` });
      return lease !== undefined;
    },
  ],
  [
    "a request that was carried out twice, to the same effect",
    ["same answer"],
    (told, pick) => {
      const done = one(
        itemsOf(told, "enqueue").filter(({ item }) => item.letter === "r"),
        pick,
      );
      const from = late(told);
      if (done) told.events.push({ ...done.event, from, to: from + 1 });
      return done !== undefined;
    },
  ],
  [
    "a copy that was turned away as late, though nothing came after it",
    ["same answer"],
    (told) => {
      const last = told.events.findLast(({ request, to }) => request && to !== undefined);
      const from = late(told);
      if (last) told.events.push({ ...last, from, to: from + 1, answer: "late", items: [], leased: [] });
      return last !== undefined;
    },
  ],
  [
    "two places that were changed",
    ["fences rise"],
    (told, pick) => {
      const made = new Map(itemsOf(told, "enqueue").map(({ event, item }) => [item.id, { event, item }]));
      const grants = leases(told)
        .flatMap(({ leased = [] }) => leased)
        .filter(({ id, attempt, place }) => attempt === 1 && place && isMadeOnce(told, id));
      const [a, b] = [one(grants, pick), one(grants, pick + 1)];
      const isReady = (id = "") => made.get(id)?.item.letter === "r" && made.get(id)?.event.to !== undefined;
      if (!a || !b || a.priority !== b.priority || !isReady(a.id) || !isReady(b.id)) return false;
      if (made.get(a.id)?.event === made.get(b.id)?.event) return false;
      const places = [a.place, b.place];
      for (const grant of grantsOf(told, a.id)) grant.place = places[1] as number;
      for (const grant of grantsOf(told, b.id)) grant.place = places[0] as number;
      return a.id !== b.id;
    },
  ],
  [
    "a job that was to be delayed for longer",
    ["order"],
    (told, pick) => {
      const delayed = one(
        itemsOf(told, "enqueue").filter(
          ({ item }) =>
            item.letter === "d" && isStill(told, item.id) && grantsOf(told, item.id).some(({ place }) => place),
        ),
        pick,
      );
      if (delayed) delayed.item.when = `+${365 * 86_400_000}`;
      return delayed !== undefined;
    },
  ],
  [
    "a record that has another priority",
    ["order"],
    (told, pick) => {
      const grant = one(
        leases(told)
          .flatMap(({ leased = [] }) => leased)
          .filter(({ id, priority }) => priority === 5 && isStill(told, id) && grantsOf(told, id).length === 1),
        pick,
      );
      if (grant) grant.priority = 4;
      return grant !== undefined;
    },
  ],
  [
    "two first leases that changed jobs",
    // Or one of them is then leased before it was enqueued.
    ["order", "ends once"],
    (told) => {
      const firsts = leases(told).filter(({ leased = [] }) => leased[0]?.attempt === 1 && leased[0].priority === 5);
      const made = (id = "") => itemsOf(told, "enqueue").filter(({ item }) => item.id === id);
      const isPlain = ({ leased: [grant] = [] }: HistoryEvent) =>
        grant !== undefined && isStill(told, grant.id) && made(grant.id)[0]?.item.letter === "r";
      const [a, b] = firsts.filter(isPlain);
      const [one, other] = [a?.leased?.[0], b?.leased?.[0]];
      if (!one || !other || (made(one.id)[0]?.event.to ?? 0) >= (made(other.id)[0]?.event.from ?? 0)) return false;
      const fences = new Map([
        [one.id, other.fence],
        [other.id, one.fence],
      ]);
      for (const { item } of itemsOf(told, ...SETTLES)) item.fence = fences.get(item.id) ?? (item.fence as number);
      [one.id, other.id] = [other.id, one.id];
      return true;
    },
  ],
  [
    "a job that is gone at the end",
    ["ends once"],
    ({ final, events }, pick) => {
      const mortal = new Set(
        itemsOf({ events, final }, "enqueue").flatMap(({ item }) => (item.mortal ? [item.id] : [])),
      );
      if (final.counts.totals.purged > 0) return false;
      const gone = one(
        final.jobs.filter(([id, state]) => state === "ready" && !mortal.has(id)),
        pick,
      );
      if (gone) final.jobs.splice(final.jobs.indexOf(gone), 1);
      return gone !== undefined;
    },
  ],
  [
    "a job that is there although it was completed",
    ["ends once"],
    (told, pick) => {
      const made = (id: string) => itemsOf(told, "enqueue").filter(({ item }) => item.id === id && item.letter === "r");
      const here = new Set(told.final.jobs.map(([id]) => id));
      const done = one(
        completed(told).filter(({ item }) => !here.has(item.id) && made(item.id).length === 1),
        pick,
      );
      if (done) told.final.jobs.push([done.item.id, "ready", 1]);
      return done !== undefined;
    },
  ],
  [
    "a job in two states",
    ["ends once"],
    ({ final }, pick) => {
      const job = one(final.jobs, pick);
      if (job) final.jobs.push([job[0], job[1] === "failed" ? "ready" : "failed", 1]);
      return job !== undefined;
    },
  ],
  ...(
    ["enqueued", "duplicates", "leased", "completed", "retried", "released", "cancelled", "stale", "redriven"] as const
  ).map((total): [string, Rule[], Alteration] => [
    `a total of ${total} that is one too many`,
    ["counters"],
    ({ final }) => {
      final.counts.totals[total] += 1;
      return true;
    },
  ]),
];
