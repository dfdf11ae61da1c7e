// The checker itself under attack: honest histories with one thing altered, each of which it has to notice.
import { expect, test } from "vitest";
import { checkHistory, type FinalState, finalState, type HistoryEvent, type Rule } from "../../src/testing.ts";
import { overTcp } from "./over-tcp.ts";
import { playTraffic } from "./random-traffic.ts";

const make = overTcp();

interface Told {
  events: HistoryEvent[];
  final: FinalState;
}

/** Alters a history in place; false where there is nothing in it to alter so. */
type Alteration = (told: Told, pick: number) => boolean;

const SETTLES = ["settle", "turn"];

/** Every item of some operations, with its event. */
function itemsOf({ events }: Told, ...ops: string[]) {
  return events
    .filter(({ op }) => ops.includes(op))
    .flatMap((event) => (event.items ?? []).map((item) => ({ event, item })));
}

const completed = (told: Told) =>
  itemsOf(told, ...SETTLES).filter(({ item }) => item.action === "complete" && item.letter === "L");

const leases = ({ events }: Told) => events.filter(({ leased }) => leased?.length);

function one<V>(values: readonly V[], pick: number): V | undefined {
  return values[pick % values.length];
}

/** A number of the same recorder that nothing else has. */
const late = ({ events }: Told) => Math.max(...events.map(({ from, to }) => to ?? from)) + 1;

const ALTERATIONS: [what: string, rules: Rule[], Alteration][] = [
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
      if (done) told.events.push({ ...done.event, from, to: from + 1, nonce: "again", items: [done.item], leased: [] });
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
      if (stale) stale.item.letter = "L";
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
      told.events.push({ ...lease, from, to: from + 1, nonce: "second", items: [], leased });
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
    "two first leases that changed jobs",
    // Or one of them is then leased before it was enqueued.
    ["order", "ends once"],
    (told) => {
      const firsts = leases(told).filter(({ leased = [] }) => leased[0]?.attempt === 1 && leased[0].priority === 5);
      const made = (id = "") => itemsOf(told, "enqueue").filter(({ item }) => item.id === id);
      const isPlain = (event: HistoryEvent) => {
        const id = event.leased?.[0]?.id;
        const said = told.events.flatMap(({ items = [] }) => items).filter((item) => item.id === id);
        const isStill = said.every(({ action, letter }) => letter === "r" || (action === "complete" && letter === "L"));
        return isStill && made(id).length === 1 && made(id)[0]?.item.mortal !== true;
      };
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
  ...(["enqueued", "duplicates", "leased", "completed", "released", "cancelled", "stale", "redriven"] as const).map(
    (total): [string, Rule[], Alteration] => [
      `a total of ${total} that is one too many`,
      ["counters"],
      ({ final }) => {
        final.counts.totals[total] += 1;
        return true;
      },
    ],
  ),
];

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);

test("every alteration of an honest history is noticed, by a rule that it breaks", async () => {
  const noticed = new Map<string, number>();
  for (const seed of SEEDS) {
    const { queue, clock, history } = make();
    await playTraffic(queue, clock, { seed, actors: 1, steps: 120 });
    const honest: Told = { events: history.events, final: await finalState(queue) };
    expect(checkHistory(honest.events, honest.final).map(String), `seed ${seed}`).toEqual([]);
    for (const [what, rules, alter] of ALTERATIONS) {
      const told = structuredClone(honest);
      if (!alter(told, seed * 7)) continue;
      const broken = checkHistory(told.events, told.final).map(({ rule }) => rule);
      expect(
        broken.filter((rule) => rules.includes(rule)),
        `seed ${seed}: ${what}`,
      ).not.toEqual([]);
      noticed.set(what, (noticed.get(what) ?? 0) + 1);
    }
  }
  // None was noticed for want of a chance.
  for (const [what] of ALTERATIONS) expect(noticed.get(what) ?? 0, what).toBeGreaterThan(4);
}, 120_000);
