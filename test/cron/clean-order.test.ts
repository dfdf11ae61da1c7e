// The order of a clean: declared queues, then makers and queues without a maker in turns. A cursor continues the order.
import { describe, expect, test } from "vitest";
import { CleanOrder } from "../../src/cron/clean-order.ts";

/** Returns the order in which a cron cleans queues, from the maker of each queue and the names of the declared queues. */
function createOrder(makers: Record<string, string | undefined>, declared: string[] = []): CleanOrder {
  const names = Object.keys(makers).sort();
  const queues = names.map((name) => ({ name, maker: makers[name] ?? "-", stamp: undefined }));
  return new CleanOrder(queues, (name) => declared.includes(name));
}

/** Plays cron runs that visit `size` queues each and continue at the cursor. Returns the names that each run visits. */
function playRuns(
  order: CleanOrder,
  { count, size, maxFirst = size }: { count: number; size: number; maxFirst?: number },
): string[] {
  let cursor = "-";
  return Array.from({ length: count }, () => {
    const names = order.namesFrom(cursor, maxFirst);
    cursor = order.cursorFor(names.slice(size)) || cursor;
    return names.slice(0, size).join(" ");
  });
}

const MAKERS = { a1: "a", a2: "a", a3: "a", a4: "a", b1: "b", b2: "b", c: undefined, d: undefined };

test("declared queues come first, then makers and queues without one take turns", () => {
  expect(createOrder(MAKERS).namesFrom("-", 9)).toEqual(["a1", "b1", "c", "d", "a2", "b2", "a3", "a4"]);
  expect(createOrder(MAKERS, ["d", "a4"]).namesFrom("-", 9)).toEqual(["a4", "d", "a1", "b1", "c", "a2", "b2", "a3"]);
  expect(createOrder({}).namesFrom("-", 9)).toEqual([]);
});

describe("a cursor", () => {
  test("continues with the next maker, and with the next queue of each maker", () => {
    expect(playRuns(createOrder(MAKERS), { count: 5, size: 3 })).toEqual([
      "a1 b1 c",
      "d a2 b2",
      "c d a3",
      "b1 c d",
      "a4 b2 c",
    ]);
    expect(playRuns(createOrder(MAKERS), { count: 3, size: 5 })).toEqual([
      "a1 b1 c d a2",
      "b2 c d a3 b1",
      "a4 b1 c d a1",
    ]);
  });

  test("begins with the declared queues in each run", () => {
    expect(playRuns(createOrder(MAKERS, ["d"]), { count: 3, size: 3 })).toEqual(["d a1 b1", "d c a2", "d b2 c"]);
  });

  test("lets a run visit other queues even if more are declared than it can clean", () => {
    const declared = ["d1", "d2", "d3", "d4", "d5"];
    const order = createOrder(
      { ...MAKERS, ...Object.fromEntries(declared.map((name) => [name, undefined])) },
      declared,
    );
    expect(playRuns(order, { count: 4, size: 4, maxFirst: 2 })).toEqual([
      "d1 d2 d3 a1",
      "d4 d5 d1 b1",
      "d2 d3 d4 c",
      "d5 d1 d2 d",
    ]);
  });

  test("continues with the next queue if its queue no longer exists", () => {
    const cursor = createOrder(MAKERS).cursorFor(["b2", "c", "a3"]);
    expect(cursor).toBe("b2 a3");
    const { b2: _, ...others } = MAKERS;
    expect(createOrder(others).namesFrom(cursor, 9)).toEqual(["c", "d", "a3", "b1", "a4", "a1", "a2"]);
    expect(createOrder({ a1: "a", c: undefined }).namesFrom(cursor, 9)).toEqual(["c", "a1"]);
    expect(createOrder(MAKERS).namesFrom("cc", 9).slice(0, 3)).toEqual(["d", "a1", "b1"]);
    expect(createOrder(MAKERS).namesFrom("zz", 9).slice(0, 3)).toEqual(["a1", "b1", "c"]);
  });

  test("contains each maker once, and only the first of the queues without a maker", () => {
    const order = createOrder(MAKERS, ["d"]);
    expect(order.cursorFor(["c", "d", "a2", "a3", "b1"])).toBe("c d a2 b1");
    expect(createOrder(MAKERS).cursorFor(["a2", "c", "d", "a3"])).toBe("a2");
    expect(order.cursorFor(["unknown"])).toBe("");
    expect(order.cursorFor([])).toBe("");
  });
});

test("a maker with many queues delays each other queue by at most one queue, and all queues are visited", () => {
  const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`a${String(i).padStart(4, "0")}`, "a"]));
  const order = createOrder({ ...many, b: "b", c: undefined, z: undefined });
  const visits = new Map<string, number>();
  for (const names of playRuns(order, { count: 45, size: 43 }))
    for (const name of names.split(" ")) visits.set(name, (visits.get(name) ?? 0) + 1);
  expect(["b", "c", "z"].map((name) => visits.get(name))).toEqual([45, 45, 45]);
  expect(Math.min(...visits.values())).toBe(1);
  expect(visits.size).toBe(1_503);
});
