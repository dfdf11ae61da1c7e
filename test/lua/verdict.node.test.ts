// settle, and turn where it settles: for whom it does nothing, and what it says.
import { describe, expect, test } from "vitest";
import { settle, turn } from "../../src/core/scripts.gen.ts";
import { fieldsOf, five, type Item, ids, settled, ways } from "./settling.ts";
import { benches, KEEP, KEEP_RESULT, order, record, run, START, type State } from "./state.ts";

const fresh = benches();

describe.each(ways)("%s", (name, call) => {
  test("settles a job once, though it stands in the batch again", async () => {
    const queue = fresh();
    await queue.seed(five);
    const items: Item[] = [
      ["c", "a", 11],
      ["f", "a", 11],
      ["g", "b", 12],
      ["c", "b", 12, "1"],
      ["c", "b", 99],
      ["f", "c", 13],
      ["r", "c", 13],
    ];
    expect(await call(queue, items)).toBe("LDLWALF");
    expect(await settled(queue)).toMatchObject({
      ready: [["b", order(2, 1)]],
      failed: [["c", START]],
      meta: { ...five.meta, completed: "1", released: "1", failed: "1", stale: "4" },
    });
    expect(await settled(queue)).not.toHaveProperty("result:b");
  });

  test("changes nothing for one who no longer holds the job, and says why", async () => {
    const queue = fresh();
    const before: State = {
      ready: [["released", order(1)]],
      leased: [["again", START + 1]],
      failed: [["failed", START]],
      done: [["done", START]],
      jobs: { released: record(), again: record(), failed: record(), done: record() },
      runs: { released: run("W", 1), again: run("L", 2), failed: run("F", 3), done: run("D", 4), damaged: "L 5 1" },
      meta: { fence: "9" },
      "result:cancelled": [`X ${START}`, KEEP_RESULT],
      "result:completed": [`C ${START} 1`, KEEP_RESULT],
    };
    await queue.seed(before);
    const verdicts: [string, number, string][] = [
      ["released", 1, "W"],
      ["released", 9, "A"],
      ["again", 1, "A"],
      ["failed", 3, "F"],
      ["failed", 9, "F"],
      ["done", 4, "D"],
      ["cancelled", 6, "X"],
      ["completed", 6, "C"],
      ["no trace", 9, "C"],
      ["no trace", 10, "U"],
      ["damaged", 5, "U"],
    ];
    for (const what of ["c", "r", "f", "g"] as const) {
      const items = verdicts.map(([id, fence]): Item => [what, id, fence, what === "c" ? "1" : undefined]);
      const letters = await call(queue, items, { nonce: what });
      expect(letters).toBe(verdicts.map(([, , letter]) => letter).join(""));
    }
    const { meta, ...state } = await queue.state();
    for (const what of "crfg") delete state[`reply:${what}`];
    expect({ ...state, meta }).toEqual({ ...before, meta: { fence: "9", stale: "44" } });
  });

  test("settles the others where one run in the batch is damaged", async () => {
    const queue = fresh();
    const jobs = { ...five.jobs, x: record() };
    const runs = { ...five.runs, x: "L 5 not a run" };
    await queue.seed({ ...five, leased: [...(five.leased ?? []), ["x", START + 1_000]], jobs, runs });
    const items: Item[] = [
      ["c", "x", 5, "1"],
      ["r", "x", 5],
      ["c", "a", 11, "2"],
    ];
    expect(await call(queue, items, { keepDone: 1 })).toBe("UUL");
    expect(await settled(queue)).toMatchObject({
      leased: [...ids.slice(1).map((id) => [id, START + 1_000]), ["x", START + 1_000]],
      done: [["a", START]],
      meta: { completed: "1", stale: "2" },
      "result:a": [`C ${START} 2`, KEEP_RESULT],
    });
  });

  test("settles nothing of a queue without a key", async () => {
    const queue = fresh();
    expect(await call(queue, [["c", "nobody", 1, "1"]])).toBe("U");
    expect((await queue.state()).jobs).toBeUndefined();
  });

  test("keeps ids and results of odd characters as they are", async () => {
    const queue = fresh();
    const odd = [" ", "%", "%1", "ünï 😀", "\u2028", "a}b{c", "1"];
    await queue.seed({
      leased: odd.map((id) => [id, START]),
      jobs: Object.fromEntries(odd.map((id) => [id, record(id)])),
      runs: Object.fromEntries(odd.map((id, i) => [id, run("L", i + 1, { worker: id, progress: id })])),
      meta: { fence: "7" },
    });
    expect(
      await call(
        queue,
        odd.map((id, i): Item => ["c", id, i + 1, `"${id}"`]),
      ),
    ).toBe("LLLLLLL");
    expect(await settled(queue)).toEqual({
      meta: { fence: "7", completed: "7" },
      ...Object.fromEntries(odd.map((id) => [`result:${id}`, [`C ${START} "${id}"`, KEEP_RESULT]])),
    });
  });

  test("answers a repeated nonce as the first time, and changes only the count of replays", async () => {
    const queue = fresh();
    await queue.seed(five);
    await call(queue, [["c", "a", 11]]);
    const before = await queue.state();
    expect(before["reply:n"]?.[1]).toBe(KEEP);
    await queue.call(name === "settle" ? settle : turn, { items: fieldsOf([["c", "b", 12]]) }, { ids: ["b"] });
    expect(await queue.state()).toEqual({ ...before, meta: { ...before.meta, replayed: "1" } });
  });
});
