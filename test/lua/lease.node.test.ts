// lease, and turn where it leases: what is handed out, what is dropped on the way, and what the caller plans by.
import { describe, expect, test } from "vitest";
import { held, lease, turn } from "../../src/core/scripts.gen.ts";
import { benches, due, KEEP, LEASE, order, record, run, START, type State } from "./state.ts";

const fresh = benches();
/** The first fence of a queue. */
const F = START * 1_000;
const meta = { fence: String(F) };

/** Three ready jobs: one never leased, one that was, and one of the first priority with options of its own. */
const three = {
  ready: [
    ["first", order(3, 0)],
    ["again", order(1)],
    ["new", order(2)],
  ] as [string, number][],
  expiring: [["first", START + 9_000]] as [string, number][],
  jobs: { first: record("1", "3 9000", 0), again: record("2"), new: record("3", "7 -") },
  runs: { again: run("W", 5, { attempt: 2, given: 1, progress: "0.5", errors: ['1 1 "no"'] }) },
  meta: { ...meta, sequence: "3" },
};

describe.each([
  ["lease", lease],
  ["turn", turn],
] as const)("%s", (_, script) => {
  test("hands out jobs in their order, and writes for each who holds it until when", async () => {
    const queue = fresh();
    await queue.seed(three);
    expect(await queue.call(script, { count: 2 })).toEqual([
      "ok",
      "",
      `${START} 1 ${START} 0`,
      `${F + 1} 1 first`,
      three.jobs.first,
      `${F + 2} 3 again`,
      three.jobs.again,
    ]);
    const again = { attempt: 3, given: 1, order: order(1), progress: "0.5", errors: ['1 1 "no"'] };
    expect(await queue.state()).toEqual({
      ...three,
      ready: [["new", order(2)]],
      leased: [
        ["again", START + LEASE],
        ["first", START + LEASE],
      ],
      runs: {
        first: run("L", F + 1, { order: order(3, 0), max: 3, dies: START + 9_000 }),
        again: run("L", F + 2, again),
      },
      workers: [["w", START]],
      meta: { sequence: "3", fence: String(F + 2), leased: "2" },
      "reply:n": [`\n${START} 1 ${START} 0\n${F + 1} 1 first\n${F + 2} 3 again`, KEEP],
    });
  });

  test("begins fences at the clock's microseconds where meta is not there, as in the first lease of a queue", async () => {
    const queue = fresh();
    await queue.seed({ ready: [["a", order(1)]], jobs: { a: record("1") }, meta: { sequence: "1" } });
    const [, , , head] = await queue.call(script, { count: 1 });
    expect(head).toBe(`${F + 1} 1 a`);
    expect(await queue.state()).toMatchObject({
      runs: { a: run("L", F + 1, { order: order(1) }) },
      meta: { sequence: "1", fence: String(F + 1), leased: "1" },
    });
  });

  test("says when there will be something to do, where nothing is left", async () => {
    const queue = fresh();
    await queue.seed({ ...three, delayed: [["d", due(START + 1_000, 9)]] });
    const [, , header, ...pairs] = await queue.call(script, { count: 3, worker: "" });
    expect(header).toBe(`${START} 0 ${START + 1_000} 0`);
    expect(pairs).toHaveLength(6);
    expect((await queue.state()).runs?.new).toBe(run("L", F + 3, { order: order(2), max: 7, worker: "" }));
  });

  test("says when the first of several delayed jobs is due, where nobody holds one", async () => {
    const queue = fresh();
    const delayed: [string, number][] = [
      ["a", due(START + 1_000)],
      ["b", due(START + 2_000)],
    ];
    await queue.seed({ delayed, jobs: { a: record(), b: record() }, meta });
    expect(await queue.call(script, { worker: "" })).toEqual(["ok", "", `${START} 0 ${START + 1_000} 0`]);
    expect((await queue.state()).delayed).toEqual(delayed);
  });

  test("hands out no more than were asked for, when that takes several steps", async () => {
    const queue = fresh();
    const ids = Array.from({ length: 130 }, (__, i) => `${i}`);
    const jobs = Object.fromEntries(ids.map((id) => [id, record(id)]));
    await queue.seed({ ready: ids.map((id, i) => [id, order(i + 1)]), jobs, meta });
    const [, , header, ...pairs] = await queue.call(script, { count: 110 });
    expect([header, pairs.length]).toEqual([`${START} 1 ${START} 0`, 220]);
    const { ready, leased } = await queue.state();
    expect(ready).toEqual(ids.slice(110).map((id, i) => [id, order(111 + i)]));
    expect(leased).toHaveLength(110);
  });

  test.each([
    [4_000_000, 2],
    [4_000_001, 1],
  ])("hands out jobs until their records pass 4 MB: after one of %d bytes, %d", async (size, count) => {
    const queue = fresh();
    const jobs = { large: record("x".repeat(size - record("").length)), small: record(), last: record() };
    await queue.seed({
      ready: [
        ["large", order(1)],
        ["small", order(2)],
      ],
      jobs,
      meta,
    });
    const [, , header, ...pairs] = await queue.call(script, { count: 9 });
    expect(pairs).toHaveLength(count * 2);
    expect(header).toBe(count === 2 ? `${START} 0 ${START + LEASE} 0` : `${START} 1 ${START} 0`);
    const state = await queue.state();
    expect(state.ready).toEqual(count === 2 ? undefined : [["small", order(2)]]);
    expect(state.leased?.map(([id]) => id)).toEqual(["large", "small"].slice(0, count));
    expect(state.jobs).toEqual(jobs);
  });

  test("leases nothing of a queue without a key, and begins its fences", async () => {
    const queue = fresh();
    expect(await queue.call(script, { worker: "" })).toEqual(["ok", "", `${START} 0 0 0`]);
    const after = { meta, "reply:n": [`\n${START} 0 0 0\n`, KEEP] };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(script, { clock: `=${START + 5}` })).toEqual(["again", `\n${START} 0 0 0\n`]);
    expect(await queue.state()).toEqual({ ...after, meta: { ...meta, replayed: "1" } });
  });

  test("leases nothing while the queue is paused, and says when a lease ends", async () => {
    const queue = fresh();
    const before = { ...three, leased: [["l", START + 5]] as [string, number][], meta: { ...three.meta, paused: "1" } };
    await queue.seed(before);
    expect(await queue.call(script, { worker: "" })).toEqual(["ok", "", `${START} 0 ${START + 5} 1`]);
    expect(await queue.state()).toEqual({ ...before, "reply:n": [`\n${START} 0 ${START + 5} 1\n`, KEEP] });
  });

  test("drops jobs past their time to live and ids without a record, and goes on to the next", async () => {
    const queue = fresh();
    await queue.seed({
      ready: [
        ["late", order(1)],
        ["lost", order(2)],
        ["due", order(3)],
        ["a", order(4)],
        ["b", order(5)],
      ],
      expiring: [
        ["due", START],
        ["late", START - 1],
        ["a", START + 1],
      ],
      jobs: {
        late: `${START - 11} 5 - 10\n{}`,
        due: `${START - 10} 5 - 10\n{}`,
        a: `${START - 9} 5 - 10\n{}`,
        b: record(),
      },
      runs: { late: run("W", 1), lost: run("L", 2) },
      meta,
    });
    expect(await queue.call(script, { count: 1 })).toEqual([
      "ok",
      "",
      `${START} 1 ${START} 0`,
      `${F + 1} 1 a`,
      `${START - 9} 5 - 10\n{}`,
    ]);
    expect(await queue.state()).toMatchObject({
      ready: [["b", order(5)]],
      leased: [["a", START + LEASE]],
      expiring: [["a", START + 1]],
      jobs: { a: `${START - 9} 5 - 10\n{}`, b: record() },
      runs: { a: run("L", F + 1, { order: order(4), dies: START + 1 }) },
      meta: { fence: String(F + 1), leased: "1", expired: "2" },
    });
  });

  test("drops only so many at once, and says that there is more", async () => {
    const queue = fresh();
    const ids = Array.from({ length: 10 }, (__, i) => `late ${i}`);
    await queue.seed({
      ready: [...ids.map((id, i): [string, number] => [id, order(i)]), ["alive", order(99)]],
      jobs: { ...Object.fromEntries(ids.map((id) => [id, "1 5 - 1\n"])), alive: record() },
      meta,
    });
    expect(await queue.call(script, { count: 1, limit: 5 })).toEqual(["ok", "", `${START} 1 ${START} 0`]);
    expect(await queue.state()).toMatchObject({ meta: { fence: String(F), expired: "5" } });
    const [, , header, head] = await queue.call(script, { count: 7, limit: 5 }, { nonce: "m" });
    expect([header, head]).toEqual([`${START} 0 ${START + LEASE} 0`, `${F + 1} 1 alive`]);
  });

  test("hands out a job with a damaged record or run, as one that was never leased", async () => {
    const queue = fresh();
    await queue.seed({
      ready: ["no head", "short run", "odd run", "text"].map((id, i) => [id, order(i + 1)]),
      jobs: { "no head": "damaged", "short run": record(), "odd run": record(), text: record("", "x y") },
      runs: { "short run": "W 5 1 0", "odd run": "\n\n" },
      meta,
    });
    const [, , , ...pairs] = await queue.call(script);
    expect(pairs).toEqual([
      `${F + 1} 1 no head`,
      "damaged",
      `${F + 2} 1 short run`,
      record(),
      `${F + 3} 1 odd run`,
      record(),
      `${F + 4} 1 text`,
      record("", "x y"),
    ]);
    expect((await queue.state()).runs).toEqual({
      "no head": run("L", F + 1, { order: order(1) }),
      "short run": run("L", F + 2, { order: order(2) }),
      "odd run": run("L", F + 3, { order: order(3) }),
      text: run("L", F + 4, { order: order(4) }),
    });
  });

  test("remembers a lease as its heads, and held finds the jobs that are still held", async () => {
    const queue = fresh();
    const ids = ["a b", "%1", " ünï 😀", "12 3 x", "gone", "again", "ended"];
    await queue.seed({
      ready: ids.map((id, i) => [id, order(i + 1)]),
      jobs: Object.fromEntries(ids.map((id) => [id, record(id)])),
      meta,
    });
    await queue.call(script);
    const [status, text = ""] = await queue.call(script);
    const heads = text.split("\n").slice(2);
    expect([status, heads]).toEqual(["again", ids.map((id, i) => `${F + i + 1} 1 ${id}`)]);
    await queue.seed({ runs: { again: run("L", F + 99), ended: run("F", F + 7) } });
    const { runs: { gone: __ = "", ...runs } = {} } = await queue.state();
    const other = fresh();
    const { "reply:n": ___, ...rest } = await queue.state();
    await other.seed({ ...rest, runs });
    const before = await other.state();
    expect(await other.call(held, { heads })).toEqual([
      "ok",
      ...ids.slice(0, 4).flatMap((id, i) => [`${F + i + 1} 1 ${id}`, record(id)]),
    ]);
    expect(await other.state()).toEqual(before);
  });

  test("takes the order of a job of the last priority with a large sequence as it is", async () => {
    const queue = fresh();
    const place = order(9_999_999_999_999, 9);
    await queue.seed({ ready: [["a", place]], jobs: { a: record("{}", "", 9) }, meta });
    await queue.call(script);
    expect((await queue.state()).runs).toEqual({ a: run("L", F + 1, { order: place }) });
  });
});

test("held gives nothing of jobs whose lease was taken back, or whose record is gone", async () => {
  const queue = fresh();
  const before: State = {
    ready: [["back", order(1)]],
    leased: [["lost", START + 1]],
    jobs: { back: record() },
    runs: { back: run("L", 1), lost: run("L", 2) },
  };
  await queue.seed(before);
  expect(await queue.call(held, { heads: ["1 1 back", "2 1 lost", "3 1 nobody"] })).toEqual(["ok"]);
  expect(await queue.state()).toEqual(before);
});
