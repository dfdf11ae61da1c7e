// turn where it settles: for whom it changes nothing, and which reason it gives.
import { describe, expect, test } from "vitest";
import { clean, turn } from "../../../src/engine/scripts.gen.ts";
import { asked, fenceOf, five, type Item, settle, settled, taken, ways } from "../kit/settling.ts";
import {
  benches,
  ending,
  head,
  KEEP_RESULT,
  place,
  record,
  redis,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

describe.each(ways)("%s", (_, way) => {
  const before = five(way);
  const headOf = (parts: Parameters<typeof head>[0]) => head({ flags: way.flags, leased: 9, ...parts });

  test("settles a job once, though its id stands in the batch again", async () => {
    const queue = fresh();
    await queue.seed(before);
    const items: Item[] = [
      ["c", "a", fenceOf("a")],
      ["f", "a", fenceOf("a")],
      ["g", "b", fenceOf("b")],
      ["k", "b", fenceOf("b"), "1"],
      ["f", "c", fenceOf("c")],
      ["r", "c", fenceOf("c")],
      ["k", "d", fenceOf("d")],
      ["c", "d", fenceOf("d"), "1"],
    ];
    expect(await settle(queue, way, items)).toBe("cCrWfFcC");
    const state = await settled(queue);
    expect(state).toMatchObject({
      ready: [["b", place(2, 1)]],
      failed: [["c", START]],
      done: [["d", START]],
      meta: { head: headOf({ runs: 4, completed: 2 }), released: "1", failed: "1", stale: "4" },
      endings: ending("a", "C", tick(100)),
    });
    expect(Object.keys(state).filter((key) => key.startsWith("result:"))).toEqual([]);
  });

  test("compares the fence also where the job was settled before in the same batch", async () => {
    const queue = fresh();
    await queue.seed(before);
    const items: Item[] = [
      ["g", "b", fenceOf("b")],
      ["c", "b", tick(99)],
      ["c", "a", fenceOf("a")],
      ["f", "a", tick(99)],
      ["f", "d", fenceOf("d")],
      ["g", "d", tick(99)],
    ];
    expect(await settle(queue, way, items)).toBe("rAcCfF");
  });

  test("keeps the result of the item that took effect, where others name the same job", async () => {
    const queue = fresh();
    await queue.seed(before);
    const items: Item[] = [
      ["c", "nobody", tick(1), '"lost"'],
      ["k", "a", fenceOf("a"), '"first"'],
      ["c", "a", fenceOf("a"), '"second"'],
      ["c", "b", fenceOf("b"), '"third"'],
    ];
    expect(await settle(queue, way, items)).toBe("UcCc");
    expect(await settled(queue)).toMatchObject({
      "result:a": [`C ${START} "first"`, KEEP_RESULT],
      "result:b": [`C ${START} "third"`, KEEP_RESULT],
    });
    expect(await settled(queue)).not.toHaveProperty("result:nobody");
  });

  const ended: [id: string, letter: "C" | "X" | "E" | "F" | "P"][] = [
    ["completed", "C"],
    ["cancelled", "X"],
    ["expired", "E"],
    ["trimmed", "F"],
    ["purged", "P"],
  ];

  test("changes nothing for one who no longer holds the job, and says why", async () => {
    const queue = fresh();
    const others: State = {
      ready: [
        ["released", place(1)],
        ["reclaimed", place(2)],
      ],
      leased: [["again", START + 1]],
      failed: [
        ["failed", START],
        ["over", START],
      ],
      done: [["done", START]],
      jobs: Object.fromEntries(
        ["released", "reclaimed", "again", "failed", "over", "done"].map((id) => [id, record()]),
      ),
      runs: {
        released: run("W", tick(1)),
        reclaimed: run("L", tick(2)),
        again: run("L", tick(2)),
        failed: run("F", tick(3)),
        over: run("E", tick(4)),
        done: run("C", tick(4)),
        damaged: "L 5 1",
        odd: "\n\n",
      },
      endings: Object.assign({}, ...ended.map(([id, letter]) => ending(id, letter, tick(50)))),
      "endings:before": { ...ending("completed", "X", tick(40)), ...ending("long ago", "C", tick(41)) },
    };
    await queue.seed({ ...others, meta: { head: headOf({ runs: 8 }) } });
    const verdicts: [string, number, string][] = [
      ["released", tick(1), "W"],
      ["released", tick(9), "A"],
      ["reclaimed", tick(1), "A"],
      ["again", tick(1), "A"],
      ["failed", tick(3), "F"],
      ["failed", tick(9), "F"],
      ["over", tick(1), "F"],
      ["done", tick(4), "C"],
      ...ended.map(([id, letter]): [string, number, string] => [id, tick(6), letter]),
      ["long ago", tick(6), "C"],
      ["nobody", tick(9), "U"],
      ["damaged", tick(5), "A"],
      ["odd", tick(5), "U"],
    ];
    for (const [i, what] of (["c", "k", "r", "f", "g"] as const).entries()) {
      const items = verdicts.map(([id, fence]): Item => [what, id, fence, "ck".includes(what) ? "1" : undefined]);
      const letters = await settle(queue, way, items, { number: i + 1 });
      expect(letters).toBe(verdicts.map(([, , letter]) => letter).join(""));
    }
    expect(await settled(queue)).toEqual({
      ...others,
      meta: { head: headOf({ runs: 8 }), stale: String(5 * verdicts.length) },
    });
  });

  test("takes no id for another in the endings", async () => {
    const queue = fresh();
    const lines = [ending("ab", "C", tick(1)), ending("b", "X", tick(2)), ending("a.c", "P", tick(3))];
    await queue.seed({ endings: Object.assign({}, ...lines), meta: { head: headOf({}) } });
    const ids = ["b", "ab", "a", "a.c", "abc", "C", "."];
    expect(
      await settle(
        queue,
        way,
        ids.map((id): Item => ["g", id, tick(9)]),
      ),
    ).toBe("XCUPUUU");
  });

  test.each(["k", "r", "f", "g"] as const)(
    "settles the others where one run in the batch is damaged: %s",
    async (what) => {
      const queue = fresh();
      await queue.seed({
        ...before,
        leased: [...(before.leased ?? []), ["x", START + 1_000]],
        jobs: { ...before.jobs, x: record() },
        runs: { ...before.runs, x: `L ${tick(5)} not a run` },
        meta: { head: headOf({ runs: 6 }) },
      });
      const letters = await settle(queue, way, [
        [what, "x", tick(5)],
        ["c", "a", fenceOf("a"), "2"],
      ]);
      expect(letters).toBe("Uc");
      expect(await settled(queue)).toMatchObject({ "result:a": [`C ${START} 2`, KEEP_RESULT] });
    },
  );

  test("settles nothing of a queue without a key, and writes nothing", async () => {
    const queue = fresh();
    expect(await settle(queue, way, [["c", "nobody", tick(1), "1"]])).toBe("U");
    expect(await queue.state()).toEqual({});
  });

  test("keeps ids and results of odd characters as they are", async () => {
    const queue = fresh();
    const odd = [" ", "%", "%1", "ünï 😀", "\u2028", "a}b{c", "1", "é".repeat(128), "-", "\u007f"];
    await queue.seed({
      leased: odd.map((id) => [id, START + 1]),
      jobs: Object.fromEntries(odd.map((id) => [id, record(place(1), id)])),
      runs: Object.fromEntries(odd.map((id, i) => [id, run("L", tick(i), { worker: id, progress: id })])),
      meta: { head: headOf({ runs: odd.length }) },
    });
    const items = odd.map((id, i): Item => ["c", id, tick(i), `"${id}"`]);
    expect(await settle(queue, way, items)).toBe("c".repeat(odd.length));
    expect(await settled(queue)).toEqual({
      meta: { head: headOf({ runs: 0, completed: odd.length }) },
      endings: Object.assign({}, ...odd.map((id) => ending(id, "C", tick(100)))),
      ...Object.fromEntries(odd.map((id) => [`result:${id}`, [`C ${START} "${id}"`, KEEP_RESULT]])),
    });
  });

  test("answers a repeated request as the first time, and changes only the count of replays", async () => {
    const queue = fresh();
    await queue.seed(before);
    await settle(queue, way, [["c", "a", fenceOf("a")]]);
    const first = await queue.state();
    const [, kept] = /^1\n(.*)$/s.exec(first["replies:w"]?.[0].lane ?? "") ?? [];
    const [items, parts] = asked([["c", "b", fenceOf("b")]]);
    expect(await queue.call(turn, { items, count: way.count }, parts)).toEqual(["again", ...(kept ?? "").split("\n")]);
    expect(await queue.state()).toEqual({ ...first, meta: { ...first.meta, replayed: "1" } });
  });
});

test("a holder learns of each ending that a script has noted", async () => {
  const queue = fresh();
  const way = { flags: "", count: 0 };
  const before = five(way);
  await queue.seed({ ...taken(before, "a"), ready: [["a", place(1)]], expiring: [["a", START]] });
  await queue.seed({
    jobs: { a: record() },
    runs: { a: run("L", fenceOf("a")) },
    meta: { head: head({ due: START, runs: 5 }) },
  });
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 0"]);
  expect(await queue.call(turn, { count: 0, items: ["c", ref("a", fenceOf("a")), "", ""] })).toContain("E");
});

test("a thousand jobs that are gone are settled and extended in few commands", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 1_000 }, (_, i) => `job ${i}`);
  await queue.seed({
    meta: { head: head() },
    endings: Object.assign({}, ...ids.map((id) => ending(id, "X", tick(1)))),
  });
  const calls = async () => {
    const stats = (await redis().info("commandstats")).matchAll(/cmdstat_(\w+):calls=(\d+)/g);
    return Object.fromEntries([...stats].map(([, name, number]) => [name, Number(number)]));
  };
  const before = await calls();
  const items = ids.flatMap((id) => ["c", ref(id, tick(5)), "", ""]);
  expect((await queue.call(turn, { count: 0, items }))[1]).toBe("X".repeat(1_000));
  const after = await calls();
  // Others use the same server, but not for so many ids.
  expect((after.hget ?? 0) - (before.hget ?? 0)).toBeLessThan(500);
});
