// turn where a holder settles after its lease ran out: the job is in line again, or has failed, and nobody has leased it
// since.
import { describe, expect, test } from "vitest";
import { clean, extend, failWorker, progress, turn } from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import { asked, fenceOf, five, type Item, ids, settle, settled, ways, without } from "../kit/settling.ts";
import {
  about,
  benches,
  clockAt,
  due,
  ending,
  head,
  LEASE,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

/** Jobs that have failed when their last lease ran out. */
const over = ["a", "b", "c", "d", "e"];
const spent = { attempt: 2, max: 2, errors: [`${START - 9} 2 "lease expired"`] };
const failed = (flags: string): State => ({
  failed: over.map((id) => [id, START - 9]),
  jobs: Object.fromEntries(over.map((id) => [id, record(place(1), id)])),
  runs: Object.fromEntries(over.map((id, i) => [id, run("E", tick(i), spent)])),
  meta: { head: head({ flags, runs: 5, enqueued: 5, leased: 9 }), failed: "5" },
});

describe.each(ways)("%s", (_, way) => {
  const headOf = (parts: Parameters<typeof head>[0]) => head({ flags: way.flags, leased: 9, ...parts });

  test("takes a job out of line again, and puts it where its holder asks", async () => {
    const queue = fresh();
    const { leased, ...rest } = five(way);
    await queue.seed({
      ...rest,
      ready: ids.map((id, i) => [id, place(1 + i, i)]),
      expiring: [["c", START + 9_000]],
    });
    const items: Item[] = [
      ["c", "a", fenceOf("a")],
      ["r", "b", fenceOf("b"), "500"],
      ["f", "c", fenceOf("c")],
      ["g", "d", fenceOf("d")],
      ["r", "e", fenceOf("e")],
    ];
    expect(await settle(queue, way, items)).toBe("cdfrr");
    const { jobs, runs, ...state } = await settled(queue);
    expect(state).toEqual({
      ready: [
        ["d", place(4, 3)],
        ["e", place(102, 4)],
      ],
      delayed: [["b", due(START + 500, 1)]],
      failed: [["c", START]],
      endings: ending("a", "C", tick(102)),
      meta: {
        head: headOf({ tick: tick(102), due: START + 500, runs: 4, completed: 1 }),
        retried: "2",
        failed: "1",
        released: "1",
      },
    });
    expect(jobs).toEqual(without(rest.jobs, "a"));
    expect(Object.values(runs ?? {}).map((text) => text[0])).toEqual(["W", "F", "W", "W"]);
  });

  test("keeps a job that is completed late where done jobs are kept", async () => {
    const queue = fresh();
    const { leased, ...rest } = five(way);
    await queue.seed({ ...rest, ready: [["a", place(1, 0)]] });
    expect(await settle(queue, way, [["k", "a", fenceOf("a")]])).toBe("c");
    const { ready, done, jobs } = await settled(queue);
    expect([ready, done, jobs]).toEqual([undefined, [["a", START]], rest.jobs]);
  });

  test("keeps the time to live of a job that is given back late", async () => {
    const queue = fresh();
    const { leased, ...rest } = five(way);
    const expiring: State["expiring"] = [["c", START + 9_000]];
    await queue.seed({ ...rest, ready: [["c", place(3, 2)]], expiring });
    expect(await settle(queue, way, [["g", "c", fenceOf("c")]])).toBe("r");
    expect(await settled(queue)).toMatchObject({ ready: [["c", place(3, 2)]], expiring });
  });

  test("settles a job that has failed when its last lease ran out", async () => {
    const queue = fresh();
    const before = failed(way.flags);
    await queue.seed(before);
    const items: Item[] = [
      ["c", "a", tick(0), "1"],
      ["k", "b", tick(1)],
      ["g", "c", tick(2)],
      ["f", "d", tick(3), "", '"no"'],
      ["r", "e", tick(4), "500", '"later"'],
    ];
    expect(await settle(queue, way, items)).toBe("ccrff");
    const errorOf = (message: string) => [...spent.errors, `${START} 2 ${message}`];
    expect(await settled(queue)).toMatchObject({
      ready: [["c", place(1)]],
      failed: [
        ["d", START],
        ["e", START],
      ],
      done: [["b", START]],
      jobs: without(before.jobs, "a"),
      runs: {
        b: run("C", tick(1), spent),
        c: run("W", tick(2), { ...spent, given: 1 }),
        d: run("F", tick(3), { ...spent, errors: errorOf('"no"') }),
        e: run("F", tick(4), { ...spent, errors: errorOf('"later"') }),
      },
      // What has failed again is not counted again.
      meta: { head: expect.stringContaining(" 4 5 9 2"), failed: "5", released: "1" },
    });
  });

  test("leaves the jobs as they were where its last write is refused", async () => {
    const { leased, ...rest } = five(way);
    const inLine: State = { ready: ids.map((id, i) => [id, place(1 + i, i)]), expiring: [["c", START + 9_000]] };
    const error = '"an error that makes a run longer"';
    for (const [before, items] of [
      [{ ...rest, ...inLine }, ids.map((id): Item => ["r", id, fenceOf(id), "0", error])],
      [{ ...rest, ...inLine }, ids.map((id): Item => ["r", id, fenceOf(id), "500"])],
      [failed(way.flags), over.map((id, i): Item => ["f", id, tick(i), "", error])],
    ] as const) {
      const queue = fresh();
      await queue.seed(before);
      const refused = queue.through(refusing("string.find(key,':meta$')"));
      await expect(settle(refused, way, items as Item[])).rejects.toMatchObject({ code: "record_too_large" });
      expect(await queue.state()).toEqual(before);
    }
  });

  test("settles a job only once that had failed when its last lease ran out", async () => {
    const queue = fresh();
    await queue.seed(failed(way.flags));
    expect(await settle(queue, way, [["f", "a", tick(0)]])).toBe("f");
    expect(await settle(queue, way, [["c", "a", tick(0)]], { number: 2 })).toBe("F");
    expect(await settle(queue, way, [["c", "b", tick(99)]], { number: 3 })).toBe("F");
  });
});

describe("after the last attempt", () => {
  const last: State = {
    leased: [["a", START]],
    jobs: { a: record() },
    runs: { a: run("L", tick(5), { attempt: 2, max: 2 }) },
    meta: { head: head({ due: START, runs: 1, leased: 1 }) },
  };
  const expired = run("E", tick(5), { attempt: 2, max: 2, errors: [`${START} 2 "lease expired"`] });

  test.each([
    ["a clean", (queue: ReturnType<typeof fresh>) => queue.call(clean)],
    ["a turn", (queue: ReturnType<typeof fresh>) => queue.call(turn, { number: 7 })],
  ])("a job that %s has failed can still be completed by its holder", async (_, heal) => {
    const queue = fresh();
    await queue.seed(last);
    await heal(queue);
    expect(await queue.state()).toMatchObject({ failed: [["a", START]], runs: { a: expired } });
    const [items, parts] = asked([["c", "a", tick(5), '"done"']]);
    expect((await queue.call(turn, { items, count: 0, number: 9 }, parts))[1]).toBe("c");
    const { failed: left, runs, jobs, endings } = await queue.state();
    expect([left, runs, jobs, endings]).toEqual([undefined, undefined, undefined, ending("a", "C", tick(100))]);
  });

  test("a job that its holder extends is leased again, and fails again when that lease runs out", async () => {
    const queue = fresh();
    await queue.seed(last);
    await queue.call(clean);
    expect(await queue.call(extend, ...about(["a"], { worker: "", items: [ref("a", tick(5))] }))).toEqual([
      "ok",
      "l",
      `${START + LEASE}`,
    ]);
    const errors = [`${START} 2 "lease expired"`];
    expect(await queue.state()).toEqual({
      ...last,
      leased: [["a", START + LEASE]],
      runs: { a: run("L", tick(5), { attempt: 2, max: 2, errors }) },
      meta: { head: head({ due: START + LEASE, runs: 1, leased: 1 }), failed: "1" },
    });
    expect(await queue.call(clean, { times: clockAt(START + LEASE) })).toEqual(["ok", "0 1 0 0 0 0 0"]);
    expect((await queue.state()).runs?.a).toBe(
      run("E", tick(5), { attempt: 2, max: 2, errors: [...errors, `${START + LEASE} 2 "lease expired"`] }),
    );
  });

  test("progress of its holder is noted, and prolongs the lease if asked", async () => {
    const queue = fresh();
    await queue.seed(last);
    await queue.call(clean);
    const args = { reference: ref("a", tick(5)), progress: "0.5", duration: "" };
    expect(await queue.call(progress, args, { id: "a" })).toEqual(["ok", "l"]);
    const errors = [`${START} 2 "lease expired"`];
    expect(await queue.state()).toMatchObject({
      failed: [["a", START]],
      runs: { a: run("E", tick(5), { attempt: 2, max: 2, errors, progress: "0.5" }) },
    });
    expect(await queue.call(progress, { ...args, duration: 500 }, { id: "a" })).toEqual(["ok", "l"]);
    const { failed: left, leased, runs } = await queue.state();
    expect([left, leased, runs?.a]).toEqual([
      undefined,
      [["a", START + 500]],
      run("L", tick(5), { attempt: 2, max: 2, errors, progress: "0.5" }),
    ]);
  });

  test("a job that was taken from its worker is settled by it no more", async () => {
    const queue = fresh();
    await queue.seed(last);
    expect(await queue.call(failWorker, { worker: "w", times: clockAt(START - 1) })).toEqual(["ok", "1", "-"]);
    expect((await queue.state()).runs?.a).toBe(
      run("F", tick(5), { attempt: 2, max: 2, errors: [`${START - 1} 2 "its worker failed"`] }),
    );
    expect((await queue.call(turn, { count: 0, items: ["c", ref("a", tick(5)), "", ""] }))[1]).toBe("F");
  });
});

describe("a turn that settles a job late and leases", () => {
  const before: State = {
    ready: [
      ["a", place(1)],
      ["b", place(2)],
    ],
    jobs: { a: record(place(1), "A"), b: record(place(2), "B") },
    runs: { a: run("L", tick(5)) },
    meta: { head: head({ runs: 1, enqueued: 2, leased: 1 }) },
  };
  const leased = { leased: [["b", START + LEASE]] as [string, number][] };

  test.each<[what: Item[0], detail: string, letter: string, after: State]>([
    ["c", "", "c", { jobs: { b: record(place(2), "B") } }],
    ["k", "", "c", { done: [["a", START]] }],
    ["f", "", "f", { failed: [["a", START]] }],
    ["r", "500", "d", { delayed: [["a", due(START + 500, 5)]] }],
  ])("hands out the next job, not the one that it settles: %s %s", async (what, detail, letter, after) => {
    const queue = fresh();
    await queue.seed(before);
    const items = [what, ref("a", tick(5)), detail, ""];
    const [, letters, , headLine] = await queue.call(turn, { count: 1, items });
    expect([letters, headLine]).toEqual([letter, "b"]);
    const { ready, leased: now, jobs, ...state } = await queue.state();
    expect([ready, now, jobs]).toEqual([undefined, leased.leased, after.jobs ?? before.jobs]);
    expect(state).toMatchObject(without(after as Record<string, unknown>, "jobs"));
  });

  test("hands out a job that it gives back in its place", async () => {
    const queue = fresh();
    await queue.seed(before);
    const reply = await queue.call(turn, { count: 2, items: ["g", ref("a", tick(5)), "", ""] });
    expect([reply[1], ...reply.slice(3, 5)]).toEqual(["r", "2\ta", "b"]);
    const { ready, leased: now, jobs } = await queue.state();
    expect([ready, now?.map(([id]) => id), jobs]).toEqual([undefined, ["a", "b"], before.jobs]);
  });
});
