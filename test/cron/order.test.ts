// The order of a clean: declared queues, then makers and queues without one in turns, and where the next clean goes on.
import { describe, expect, test } from "vitest";
import { CleanOrder, type RegisteredQueue } from "../../src/cron/clean-order.ts";

const entriesOf = (queues: Record<string, string | undefined>): RegisteredQueue[] =>
  Object.keys(queues)
    .sort()
    .map((name) => ({ name, maker: queues[name] ?? "-", stamp: undefined }));

/** Queues by name, each with its maker if it has one. */
function turnsOf(queues: Record<string, string | undefined>, declared: string[] = []): CleanOrder {
  return new CleanOrder(entriesOf(queues), (name) => declared.includes(name));
}

/** The queues that each of several runs reaches, which has time for a few of them. */
function runs(
  turns: CleanOrder,
  { count, each, first = each }: { count: number; each: number; first?: number },
): string[] {
  let note = "-";
  return Array.from({ length: count }, () => {
    const names = turns.namesFrom(note, first);
    note = turns.cursorFor(names.slice(each)) || note;
    return names.slice(0, each).join(" ");
  });
}

const FOUR = { a1: "a", a2: "a", a3: "a", a4: "a", b1: "b", b2: "b", c: undefined, d: undefined };

test("declared queues come first, then makers and queues without one take turns", () => {
  expect(turnsOf(FOUR).namesFrom("-", 9)).toEqual(["a1", "b1", "c", "d", "a2", "b2", "a3", "a4"]);
  expect(turnsOf(FOUR, ["d", "a4"]).namesFrom("-", 9)).toEqual(["a4", "d", "a1", "b1", "c", "a2", "b2", "a3"]);
  expect(turnsOf({}).namesFrom("-", 9)).toEqual([]);
});

describe("the next clean", () => {
  test("goes on with the maker that is next, and with the next queue of each maker", () => {
    expect(runs(turnsOf(FOUR), { count: 5, each: 3 })).toEqual(["a1 b1 c", "d a2 b2", "c d a3", "b1 c d", "a4 b2 c"]);
    expect(runs(turnsOf(FOUR), { count: 3, each: 5 })).toEqual(["a1 b1 c d a2", "b2 c d a3 b1", "a4 b1 c d a1"]);
  });

  test("begins with declared queues again", () => {
    expect(runs(turnsOf(FOUR, ["d"]), { count: 3, each: 3 })).toEqual(["d a1 b1", "d c a2", "d b2 c"]);
  });

  test("reaches other queues though more are declared than one can clean", () => {
    const declared = ["d1", "d2", "d3", "d4", "d5"];
    const turns = turnsOf({ ...FOUR, ...Object.fromEntries(declared.map((name) => [name, undefined])) }, declared);
    expect(runs(turns, { count: 4, each: 4, first: 2 })).toEqual([
      "d1 d2 d3 a1",
      "d4 d5 d1 b1",
      "d2 d3 d4 c",
      "d5 d1 d2 d",
    ]);
  });

  test("begins with the next one where the queue is gone", () => {
    const note = turnsOf(FOUR).cursorFor(["b2", "c", "a3"]);
    expect(note).toBe("b2 a3");
    const { b2: _, ...others } = FOUR;
    expect(turnsOf(others).namesFrom(note, 9)).toEqual(["c", "d", "a3", "b1", "a4", "a1", "a2"]);
    expect(turnsOf({ a1: "a", c: undefined }).namesFrom(note, 9)).toEqual(["c", "a1"]);
    expect(turnsOf(FOUR).namesFrom("cc", 9).slice(0, 3)).toEqual(["d", "a1", "b1"]);
    expect(turnsOf(FOUR).namesFrom("zz", 9).slice(0, 3)).toEqual(["a1", "b1", "c"]);
  });

  test("notes each maker once, and of queues without one the first alone", () => {
    const turns = turnsOf(FOUR, ["d"]);
    expect(turns.cursorFor(["c", "d", "a2", "a3", "b1"])).toBe("c d a2 b1");
    expect(turnsOf(FOUR).cursorFor(["a2", "c", "d", "a3"])).toBe("a2");
    expect(turns.cursorFor(["unknown"])).toBe("");
    expect(turns.cursorFor([])).toBe("");
  });
});

test("a maker with many queues delays no other by more than one, and all its queues are reached", () => {
  const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`a${String(i).padStart(4, "0")}`, "a"]));
  const turns = turnsOf({ ...many, b: "b", c: undefined, z: undefined });
  const reached = new Map<string, number>();
  for (const names of runs(turns, { count: 45, each: 43 }))
    for (const name of names.split(" ")) reached.set(name, (reached.get(name) ?? 0) + 1);
  expect(["b", "c", "z"].map((name) => reached.get(name))).toEqual([45, 45, 45]);
  expect(Math.min(...reached.values())).toBe(1);
  expect(reached.size).toBe(1_503);
});
