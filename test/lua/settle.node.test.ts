// settle, and turn where it settles: what each ending writes.
import { describe, expect, test } from "vitest";
import { turn } from "../../src/core/scripts.gen.ts";
import { fieldsOf, five, held, type Item, ids, settled, ways } from "./settling.ts";
import { benches, due, KEEP, KEEP_RESULT, order, record, run, START, type State } from "./state.ts";

const fresh = benches();

/** The five jobs without one of them. */
function without(id: string): State {
  const { [id]: _, ...jobs } = five.jobs ?? {};
  const { [id]: __, ...runs } = five.runs ?? {};
  return { ...five, leased: (five.leased ?? []).filter(([each]) => each !== id), jobs, runs };
}

describe.each(ways)("%s", (_, call) => {
  test("complete leaves nothing of a job but its result", async () => {
    const queue = fresh();
    await queue.seed(five);
    expect(await call(queue, [["c", "c", 13, '{"n":1}']])).toBe("L");
    expect(await settled(queue)).toEqual({
      ...without("c"),
      expiring: undefined,
      meta: { ...five.meta, completed: "1" },
      "result:c": [`C ${START} {"n":1}`, KEEP_RESULT],
    });
  });

  test.each([[["a"]], [["a", "b"]]])("complete without a result forgets what earlier jobs %s left", async (names) => {
    const queue = fresh();
    await queue.seed(five);
    await queue.seed({ "result:a": [`C ${START} 1`, KEEP_RESULT], "result:b": [`C ${START} 1`, KEEP_RESULT] });
    const letters = await call(
      queue,
      names.map((id): Item => ["c", id, id === "a" ? 11 : 12]),
    );
    expect(letters).toBe("L".repeat(names.length));
    const state = await settled(queue);
    expect(Object.keys(state).filter((key) => key.startsWith("result:"))).toEqual(
      names.length === 1 ? ["result:b"] : [],
    );
  });

  test("retry after a single millisecond is a delay", async () => {
    const queue = fresh();
    await queue.seed(five);
    expect(await call(queue, [["r", "a", 11, "1"]])).toBe("L");
    expect((await settled(queue)).delayed).toEqual([["a", due(START + 1, 0)]]);
  });

  test("complete keeps the job where done jobs are kept, and its time to live ends", async () => {
    const queue = fresh();
    await queue.seed(five);
    expect(await call(queue, [["c", "c", 13]], { keepDone: 1 })).toBe("L");
    expect(await settled(queue)).toEqual({
      ...five,
      leased: without("c").leased,
      done: [["c", START]],
      expiring: undefined,
      runs: { ...five.runs, c: run("D", 13, { ...held, order: order(3, 2), dies: START + 9_000 }) },
      meta: { ...five.meta, completed: "1" },
    });
  });

  test("retry puts a job behind the others of its priority, or delays it", async () => {
    const queue = fresh();
    await queue.seed(five);
    expect(
      await call(queue, [
        ["r", "a", 11, "0", '"%1"'],
        ["r", "e", 15, "500"],
      ]),
    ).toBe("LL");
    const errors = [...held.errors, `${START} 3 "%1"`];
    expect(await settled(queue)).toEqual({
      ...five,
      leased: five.leased?.slice(1, 4),
      ready: [["a", order(6, 0)]],
      delayed: [["e", due(START + 500, 4)]],
      runs: {
        ...five.runs,
        a: run("W", 11, { ...held, order: order(6, 0), errors }),
        e: run("W", 15, { ...held, order: order(5, 4) }),
      },
      meta: { ...five.meta, sequence: "6", retried: "2" },
    });
  });

  test("retry fails a job whose attempts are used up, whatever the delay", async () => {
    const queue = fresh();
    const spent = run("L", 5, { attempt: 4, given: 2, max: 2 });
    const left = run("L", 6, { attempt: 4, given: 3, max: 2 });
    await queue.seed({
      leased: [
        ["spent", START],
        ["left", START],
      ],
      jobs: { spent: record(), left: record() },
      runs: { spent, left },
      meta: { fence: "6" },
    });
    expect(
      await call(queue, [
        ["r", "spent", 5, "500", '"x"'],
        ["r", "left", 6, "500"],
      ]),
    ).toBe("LL");
    expect(await settled(queue)).toEqual({
      failed: [["spent", START]],
      delayed: [["left", due(START + 500)]],
      jobs: { spent: record(), left: record() },
      runs: {
        spent: run("F", 5, { attempt: 4, given: 2, max: 2, errors: [`${START} 4 "x"`] }),
        left: run("W", 6, { attempt: 4, given: 3, max: 2 }),
      },
      meta: { fence: "6", failed: "1", retried: "1" },
    });
  });

  test("fail keeps the job with its last five errors, and its time to live", async () => {
    const queue = fresh();
    const errors = [1, 2, 3, 4, 5].map((n) => `${n} ${n} "no ${n}"`);
    await queue.seed({ ...five, runs: { ...five.runs, c: run("L", 13, { errors }) } });
    expect(await call(queue, [["f", "c", 13, "", '"no\\n6"']])).toBe("L");
    expect(await settled(queue)).toEqual({
      ...five,
      leased: without("c").leased,
      failed: [["c", START]],
      runs: { ...five.runs, c: run("F", 13, { errors: [...errors.slice(1), `${START} 1 "no\\n6"`] }) },
      meta: { ...five.meta, failed: "1" },
    });
  });

  test("release puts a job back into its place, and does not count the attempt", async () => {
    const queue = fresh();
    await queue.seed(five);
    expect(await call(queue, [["g", "b", 12]])).toBe("L");
    expect(await settled(queue)).toEqual({
      ...five,
      leased: without("b").leased,
      ready: [["b", order(2, 1)]],
      runs: { ...five.runs, b: run("W", 12, { ...held, given: 2, order: order(2, 1) }) },
      meta: { ...five.meta, released: "1" },
    });
  });

  test("takes a job out of ready again that its holder settles after its lease ran out", async () => {
    const queue = fresh();
    const { leased, ...rest } = five;
    await queue.seed({ ...rest, ready: ids.map((id, i) => [id, order(1 + i, i)]) });
    const items: Item[] = [
      ["c", "a", 11],
      ["r", "b", 12, "500"],
      ["f", "c", 13],
      ["g", "d", 14],
      ["r", "e", 15],
    ];
    expect(await call(queue, items)).toBe("LLLLL");
    expect(await settled(queue)).toMatchObject({
      ready: [
        ["d", order(4, 3)],
        ["e", order(6, 4)],
      ],
      delayed: [["b", due(START + 500, 1)]],
      failed: [["c", START]],
      meta: { ...five.meta, sequence: "6", completed: "1", retried: "2", failed: "1", released: "1" },
    });
    expect(Object.keys((await queue.state()).jobs ?? {}).sort()).toEqual(["b", "c", "d", "e"]);
  });
});

test("turn settles first and then leases, also what it has just given back", async () => {
  const queue = fresh();
  await queue.seed({
    leased: [["a", START + 1]],
    jobs: { a: record() },
    runs: { a: run("L", 7) },
    meta: { fence: "7" },
  });
  expect(await queue.call(turn, { items: fieldsOf([["g", "a", 7]]) }, { ids: ["a"] })).toEqual([
    "ok",
    "L",
    `${START} 0 ${START + 30_000} 0`,
    "8 2 a",
    record(),
  ]);
  expect(await queue.state()).toEqual({
    leased: [["a", START + 30_000]],
    jobs: { a: record() },
    runs: { a: run("L", 8, { attempt: 2, given: 1 }) },
    workers: [["w", START]],
    meta: { fence: "8", released: "1", leased: "1" },
    "reply:n": [`L\n${START} 0 ${START + 30_000} 0\n8 2 a`, KEEP],
  });
});
