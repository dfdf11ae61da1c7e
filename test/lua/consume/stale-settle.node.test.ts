// turn: a settle under a stale fence changes nothing, and its reply states the reason.
import { describe, expect, test } from "vitest";
import { clean } from "../../../src/engine/all-scripts.ts";
import { redis } from "../kit/connection.ts";
import { byId, ending, type HeadParts, head, numberedIds, record, run } from "../kit/forms.ts";
import { fenceOf, fiveLeased, LOST, LOST_LEASES, withoutLeased } from "../kit/leased-jobs.ts";
import { expectParts } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { place, RESULT_TTL, START, tick } from "../kit/times.ts";
import { type Action, type Item, settle, stateWithoutNotes, turnWith, WAYS } from "../kit/turns.ts";

const queueWith = connectQueues();

describe.each(WAYS)("%s", (_, { flags, count }) => {
  const before = fiveLeased(flags);
  const headOf = (parts: HeadParts) => head({ flags, leased: 9, ...parts });

  test("a job is settled once, even if a batch names it twice", async () => {
    const queue = await queueWith(before);
    const items: Item[] = [
      ["complete", "a", fenceOf("a")],
      ["fail", "a", fenceOf("a")],
      ["release", "b", fenceOf("b")],
      ["keep", "b", fenceOf("b"), "1"],
      ["fail", "c", fenceOf("c")],
      ["retry", "c", fenceOf("c")],
      ["keep", "d", fenceOf("d")],
      ["complete", "d", fenceOf("d"), "1"],
    ];
    expect(await settle(queue, items, { count })).toBe("cCrWfFcC");
    const state = await stateWithoutNotes(queue);
    expectParts(state, {
      ready: { b: place(2, 1) },
      failed: { c: START },
      done: { d: START },
      meta: { head: headOf({ runs: 4, completed: 2 }), released: "1", failed: "1", stale: "4" },
      endings: { a: ending("C") },
    });
    expect(Object.keys(state).filter((key) => key.startsWith("result:"))).toEqual([]);
  });

  test("the fence is compared even if the same batch has settled the job", async () => {
    const queue = await queueWith(before);
    const items: Item[] = [
      ["release", "b", fenceOf("b")],
      ["complete", "b", tick(99)],
      ["complete", "a", fenceOf("a")],
      ["fail", "a", tick(99)],
      ["fail", "d", fenceOf("d")],
      ["release", "d", tick(99)],
    ];
    expect(await settle(queue, items, { count })).toBe("rAcCfF");
  });

  test("the result of the item that took effect is kept if others name the same job", async () => {
    const queue = await queueWith(before);
    const items: Item[] = [
      ["complete", "unknown", tick(1), '"lost"'],
      ["keep", "a", fenceOf("a"), '"first"'],
      ["complete", "a", fenceOf("a"), '"second"'],
      ["complete", "b", fenceOf("b"), '"third"'],
    ];
    expect(await settle(queue, items, { count })).toBe("UcCc");
    expect(await stateWithoutNotes(queue)).toMatchObject({
      "result:a": [`C ${START} "first"`, RESULT_TTL],
      "result:b": [`C ${START} "third"`, RESULT_TTL],
    });
    expect(await stateWithoutNotes(queue)).not.toHaveProperty("result:unknown");
  });

  test("a settle under a lost lease changes nothing, and the reply states the reason", async () => {
    const queue = await queueWith({ ...LOST, meta: { head: headOf({ runs: 9 }) } });
    const actions: Action[] = ["complete", "keep", "retry", "fail", "release"];
    for (const [i, action] of actions.entries()) {
      const result = i < 2 ? "1" : undefined;
      const items = LOST_LEASES.map(([id, fence]): Item => [action, id, fence, result]);
      const letters = LOST_LEASES.map(([, , letter]) => letter).join("");
      expect(await settle(queue, items, { count, number: i + 1 })).toBe(letters);
    }
    expect(await stateWithoutNotes(queue)).toEqual({
      ...LOST,
      meta: { head: headOf({ runs: 9 }), stale: String(5 * LOST_LEASES.length) },
    });
  });

  test("no id is taken for another one in the endings", async () => {
    const endings = { ab: ending("C", tick(1)), b: ending("X", tick(2)), "a.c": ending("P", tick(3)) };
    const queue = await queueWith({ endings, meta: { head: headOf({}) } });
    const items = ["b", "ab", "a", "a.c", "abc", "C", "."].map((id): Item => ["release", id, tick(9)]);
    expect(await settle(queue, items, { count })).toBe("XCUPUUU");
  });

  test.each<Action>(["keep", "retry", "fail", "release"])(
    "%s of a job with a damaged run leaves the other items of the batch unaffected",
    async (action) => {
      const queue = await queueWith({
        ...before,
        leased: { ...before.leased, x: START + 1_000 },
        jobs: { ...before.jobs, x: record() },
        runs: { ...before.runs, x: `L ${tick(5)} not a run` },
        meta: { head: headOf({ runs: 6 }) },
      });
      const items: Item[] = [
        [action, "x", tick(5)],
        ["complete", "a", fenceOf("a"), "2"],
      ];
      expect(await settle(queue, items, { count })).toBe("Uc");
      expect(await stateWithoutNotes(queue)).toMatchObject({ "result:a": [`C ${START} 2`, RESULT_TTL] });
    },
  );

  test("ids and results of unusual characters are stored as they are", async () => {
    const odd = [" ", "%", "%1", "ünï 😀", "\u2028", "a}b{c", "1", "é".repeat(128), "-", "\u007f"];
    const queue = await queueWith({
      leased: byId(odd, () => START + 1),
      jobs: byId(odd, (id) => record(place(1), id)),
      runs: byId(odd, (id, i) => run("L", tick(i), { worker: id, progress: id })),
      meta: { head: headOf({ runs: odd.length }) },
    });
    const items = odd.map((id, i): Item => ["complete", id, tick(i), `"${id}"`]);
    expect(await settle(queue, items, { count })).toBe("c".repeat(odd.length));
    expect(await stateWithoutNotes(queue)).toEqual({
      meta: { head: headOf({ runs: 0, completed: odd.length }) },
      endings: byId(odd, () => ending("C")),
      ...Object.fromEntries(odd.map((id) => [`result:${id}`, [`C ${START} "${id}"`, RESULT_TTL]])),
    });
  });

  test("a repeated request gets the first reply, and changes only the count of replays", async () => {
    const queue = await queueWith(before);
    await settle(queue, [["complete", "a", fenceOf("a")]], { count });
    const first = await queue.state();
    const [, kept] = /^1\n(.*)$/s.exec(first["replies:w"]?.[0].lane ?? "") ?? [];
    const reply = await turnWith(queue, [["complete", "b", fenceOf("b")]], { count });
    expect(reply).toEqual(["again", ...(kept ?? "").split("\n")]);
    expect(await queue.state()).toEqual({ ...first, meta: { ...first.meta, replayed: "1" } });
  });
});

test("a late holder gets the ending that a clean has noted", async () => {
  const others = withoutLeased(fiveLeased(), "a");
  const queue = await queueWith({
    ...others,
    ready: { a: place(1) },
    expiring: { a: START },
    jobs: { ...others.jobs, a: record() },
    runs: { ...others.runs, a: run("L", fenceOf("a")) },
    meta: { head: head({ due: START, runs: 5 }) },
  });
  expect(await queue.call(clean)).toEqual(["ok", "0 0 0 1 0 0 0"]);
  expect(await turnWith(queue, [["complete", "a", fenceOf("a")]])).toContain("E");
});

test("a settle of 1,000 jobs that are gone takes few commands", async () => {
  const ids = numberedIds(1_000, "job ");
  const queue = await queueWith({ meta: { head: head() }, endings: byId(ids, () => ending("X", tick(1))) });
  const calls = async () => {
    const stats = (await redis().info("commandstats")).matchAll(/cmdstat_(\w+):calls=(\d+)/g);
    return Object.fromEntries([...stats].map(([, name, number]) => [name, Number(number)]));
  };
  const before = await calls();
  const items = ids.map((id): Item => ["complete", id, tick(5)]);
  expect(await settle(queue, items)).toBe("X".repeat(1_000));
  const after = await calls();
  // Other tests send commands to the same server, but not one for each of so many ids.
  expect((after.hget ?? 0) - (before.hget ?? 0)).toBeLessThan(500);
});
