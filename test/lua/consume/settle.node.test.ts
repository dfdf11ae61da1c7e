// turn where it settles: what each ending of a lease writes.
import { describe, expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import {
  asked,
  DIES,
  fenceOf,
  five,
  held,
  heldAs,
  type Item,
  ids,
  settle,
  settled,
  taken,
  ways,
} from "../kit/settling.ts";
import {
  benches,
  due,
  ending,
  head,
  KEEP_RESULT,
  place,
  record,
  reply,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

describe.each(ways)("%s", (_, way) => {
  const before = five(way);
  const leased = (...ids: string[]) => taken(before, ...ids).leased;
  const headOf = (parts: Parameters<typeof head>[0]) => head({ flags: way.flags, leased: 9, ...parts });

  test("complete leaves of a job its result and its ending", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await settle(queue, way, [["c", "c", fenceOf("c"), '{"n":1}']])).toBe("c");
    expect(await settled(queue)).toEqual({
      ...taken(before, "c"),
      endings: ending("c", "C", tick(100)),
      "result:c": [`C ${START} {"n":1}`, KEEP_RESULT],
      meta: { head: headOf({ runs: 4, completed: 1 }) },
    });
  });

  test("complete keeps a result for as long as the policy says", async () => {
    const queue = fresh();
    await queue.seed(before);
    await settle(queue, way, [["k", "c", fenceOf("c"), "1"]], { policy: "- - - - 60000" });
    expect((await settled(queue))["result:c"]).toEqual([`C ${START} 1`, 60_000]);
  });

  test("complete keeps the job where done jobs are kept", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await settle(queue, way, [["k", "c", fenceOf("c")]])).toBe("c");
    expect(await settled(queue)).toEqual({
      ...before,
      leased: leased("c"),
      done: [["c", START]],
      runs: { ...before.runs, c: run("C", fenceOf("c"), heldAs("c")) },
      meta: { head: headOf({ runs: 5, completed: 1 }) },
    });
  });

  test("complete ends all jobs of a batch, whatever their hashes", async () => {
    const queue = fresh();
    await queue.seed(before);
    const letters = await settle(queue, way, [
      ["c", "a", fenceOf("a"), "1"],
      ["c", "e", fenceOf("e")],
      ["c", "d", fenceOf("d"), "4"],
    ]);
    expect(letters).toBe("ccc");
    expect(await settled(queue)).toEqual({
      ...taken(before, "a", "d", "e"),
      endings: Object.assign({}, ...["a", "e", "d"].map((id) => ending(id, "C", tick(100)))),
      "result:a": [`C ${START} 1`, KEEP_RESULT],
      "result:d": [`C ${START} 4`, KEEP_RESULT],
      meta: { head: headOf({ runs: 2, completed: 3 }) },
    });
  });

  test("retry puts a job behind the others of its priority, or delays it", async () => {
    const queue = fresh();
    await queue.seed(before);
    const letters = await settle(queue, way, [
      ["r", "a", fenceOf("a"), "0", '"%1"'],
      ["r", "e", fenceOf("e"), "500"],
    ]);
    expect(letters).toBe("rd");
    expect(await settled(queue)).toEqual({
      ...before,
      leased: leased("a", "e"),
      ready: [["a", place(101, 0)]],
      delayed: [["e", due(START + 500, 4)]],
      runs: {
        ...before.runs,
        a: run("W", fenceOf("a"), { ...held, place: place(101, 0), errors: [...held.errors, `${START} 3 "%1"`] }),
        e: run("W", fenceOf("e"), { ...held, place: place(0, 4, START + 500) }),
      },
      meta: { head: headOf({ tick: tick(102), due: START + 500, runs: 5 }), retried: "2" },
    });
  });

  test("retry puts a job behind the others also where ticks have run ahead of the clock", async () => {
    const queue = fresh();
    await queue.seed({ ...before, meta: { head: headOf({ tick: tick(5_000), runs: 5 }) } });
    expect(await settle(queue, way, [["r", "a", fenceOf("a")]])).toBe("r");
    expect((await settled(queue)).ready).toEqual([["a", place(5_001, 0)]]);
  });

  test("retry after a single millisecond is a delay", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await settle(queue, way, [["r", "a", fenceOf("a"), "1"]])).toBe("d");
    expect((await settled(queue)).delayed).toEqual([["a", due(START + 1, 0)]]);
  });

  test("retry notes what is due a single millisecond earlier", async () => {
    const queue = fresh();
    await queue.seed({ ...before, meta: { head: headOf({ due: START + 501, runs: 5 }) } });
    await settle(queue, way, [["r", "a", fenceOf("a"), "500"]]);
    const { meta } = await settled(queue);
    expect(meta?.head).toBe(headOf({ tick: tick(101), due: START + 500, runs: 5 }));
  });

  test("complete leaves no results where its last write is refused", async () => {
    const queue = fresh();
    await queue.seed(before);
    const refused = queue.through(refusing("string.find(key,':meta$')"));
    const items = ids.map((id): Item => ["c", id, fenceOf(id), "1"]);
    await expect(settle(refused, way, items)).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(before);
  });

  test("release of a job that had failed is as if it had not been asked where its last write is refused", async () => {
    const queue = fresh();
    const state: State = {
      failed: [["late", START]],
      jobs: { late: record(place(1), "late", `x${DIES}`) },
      runs: { late: run("E", tick(1), { dies: DIES, max: 1 }) },
      meta: { head: headOf({ runs: 1 }) },
    };
    await queue.seed(state);
    const refused = queue.through(refusing("string.find(key,':meta$')"));
    await expect(settle(refused, way, [["g", "late", tick(1)]])).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(state);
  });

  test("retry and release return the time to live of a job to the jobs that may expire", async () => {
    for (const item of [
      ["r", "c", fenceOf("c"), "20000"],
      ["g", "c", fenceOf("c")],
    ] as const) {
      const queue = fresh();
      await queue.seed(before);
      await settle(queue, way, [[...item]]);
      const { expiring, meta } = await settled(queue);
      expect(expiring).toEqual([["c", DIES]]);
      expect(meta?.head).toContain(` ${DIES} 5 `);
    }
  });

  test("retry fails a job whose attempts are used up, whatever the delay", async () => {
    const queue = fresh();
    const jobs = { spent: record(), left: record() };
    await queue.seed({
      leased: [
        ["spent", START + 1],
        ["left", START + 1],
      ],
      jobs,
      runs: {
        spent: run("L", tick(5), { attempt: 4, given: 2, max: 2 }),
        left: run("L", tick(6), { attempt: 4, given: 3, max: 2 }),
      },
      meta: { head: headOf({ runs: 2 }) },
    });
    const letters = await settle(queue, way, [
      ["r", "spent", tick(5), "500", '"x"'],
      ["r", "left", tick(6), "500"],
    ]);
    expect(letters).toBe("fd");
    expect(await settled(queue)).toEqual({
      failed: [["spent", START]],
      delayed: [["left", due(START + 500, 5)]],
      jobs,
      runs: {
        spent: run("F", tick(5), { attempt: 4, given: 2, max: 2, errors: [`${START} 4 "x"`] }),
        left: run("W", tick(6), { attempt: 4, given: 3, max: 2, place: place(0, 5, START + 500) }),
      },
      meta: { head: headOf({ tick: tick(101), due: START + 500, runs: 2 }), failed: "1", retried: "1" },
    });
  });

  test("fail keeps the job with its last five errors, and its time to live", async () => {
    const queue = fresh();
    const errors = [1, 2, 3, 4, 5].map((n) => `${n} ${n} "no ${n}"`);
    await queue.seed({ ...before, runs: { ...before.runs, c: run("L", fenceOf("c"), { dies: DIES, errors }) } });
    expect(await settle(queue, way, [["f", "c", fenceOf("c"), "", '"no\\n6"']])).toBe("f");
    expect(await settled(queue)).toEqual({
      ...before,
      leased: leased("c"),
      failed: [["c", START]],
      runs: {
        ...before.runs,
        c: run("F", fenceOf("c"), { dies: DIES, errors: [...errors.slice(1), `${START} 1 "no\\n6"`] }),
      },
      meta: { head: headOf({ runs: 5 }), failed: "1" },
    });
  });

  test.each([
    ["all that have 800 bytes together", [400, 400], 2],
    ["the last one of more than that", [400, 401], 1],
    ["the last one, however long", [20, 801], 1],
  ])("fail keeps of a job's errors %s", async (__, sizes, kept) => {
    const queue = fresh();
    // An error stands in a line of its own, behind its time and its attempt.
    const [old = "", last = ""] = sizes.map((size) => `${START} 1 "${"x".repeat(size - `\n${START} 1 ""`.length)}"`);
    await queue.seed({ ...before, runs: { ...before.runs, a: run("L", fenceOf("a"), { errors: [old] }) } });
    await settle(queue, way, [["f", "a", fenceOf("a"), "", last.slice(`${START} 1 `.length)]]);
    const errors = [old, last].slice(2 - kept);
    expect((await settled(queue)).runs?.a).toBe(run("F", fenceOf("a"), { errors }));
  });

  test("release puts a job back into its place, and does not count the attempt", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await settle(queue, way, [["g", "b", fenceOf("b")]])).toBe("r");
    expect(await settled(queue)).toEqual({
      ...before,
      leased: leased("b"),
      ready: [["b", place(2, 1)]],
      runs: { ...before.runs, b: run("W", fenceOf("b"), { ...heldAs("b"), given: 2 }) },
      meta: { head: headOf({ runs: 5 }), released: "1" },
    });
  });

  test("settles each kind in one batch, of a thousand jobs too", async () => {
    const queue = fresh();
    const all = Array.from({ length: 1_000 }, (__, i) => `job ${i}`);
    const kinds = ["c", "k", "r", "f", "g"] as const;
    await queue.seed({
      leased: all.map((id) => [id, START + 1]),
      jobs: Object.fromEntries(all.map((id, i) => [id, record(place(i), id)])),
      runs: Object.fromEntries(all.map((id, i) => [id, run("L", tick(i), { place: place(i) })])),
      meta: { head: headOf({ tick: tick(1_000), runs: 1_000 }) },
    });
    const letters = await settle(
      queue,
      way,
      all.map((id, i) => [kinds[i % 5] ?? "c", id, tick(i), i % 5 === 0 ? "1" : undefined]),
    );
    expect(letters).toBe("ccrfr".repeat(200));
    const { ready, done, failed, leased: left, jobs, runs, meta, ...others } = await settled(queue);
    expect([ready, done, failed, jobs, runs].map((each) => Object.keys(each ?? {}).length)).toEqual([
      400, 200, 200, 800, 800,
    ]);
    expect([left, Object.keys(others).length]).toEqual([undefined, 201]);
    expect(meta).toEqual({
      head: headOf({ tick: tick(1_200), runs: 800, completed: 400 }),
      retried: "200",
      failed: "200",
      released: "200",
    });
  });
});

test("a turn that settles answers with the letters, the time, and nothing that is leased", async () => {
  const queue = fresh();
  const before = five({ flags: "", count: 0 });
  await queue.seed(before);
  const [items, parts] = asked([["c", "a", fenceOf("a")]]);
  const text = `c\n${START} - 0 - - -`;
  expect(await queue.raw(turn, { items, count: 0 }, parts)).toBe(`ok\n${text}`);
  expect(await queue.state()).toEqual({
    ...taken(before, "a"),
    endings: ending("a", "C", tick(100)),
    meta: { head: head({ runs: 4, leased: 9, completed: 1 }) },
    ...reply(text),
  });
});
