// get, list, counts and workers: what they tell, and that they change nothing.
import { describe, expect, test } from "vitest";
import { counts, get, list, workers } from "../../../src/engine/scripts.gen.ts";
import { type Bench, benches, due, ending, head, place, record, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const recordOf = (id: string, i: number) => record(place(i), `"${id}:"`, "m3");
const ids = ["r1", "r2", "ünï %1", "l", "f", "o"];
const full: State = {
  ready: [
    ["r1", place(1)],
    ["r2", place(2, 9)],
  ],
  delayed: [["ünï %1", due(START + 1_000, 4, 7)]],
  leased: [["l", START + 1]],
  failed: [["f", START - 1]],
  done: [["o", START - 2]],
  seen: [
    ["r2", START + 60_000],
    ["gone", START + 60_001],
  ],
  workers: [["w", START]],
  endings: { ...ending("gone", "X", tick(8)), ...ending("l", "C", tick(9)) },
  jobs: Object.fromEntries(ids.map((id, i) => [id, recordOf(id, i)])),
  runs: { l: run("L", tick(7)), f: run("F", tick(8)), o: run("C", tick(9)) },
  meta: {
    head: head({ flags: "ph", runs: 3, enqueued: 6, leased: 4, completed: 1 }),
    born: String(START - 5),
    duplicates: "2",
  },
  "result:o": [`C ${START - 2} {"n":1}`, 60_000],
  "result:gone": [`C ${START - 5} 1`, 60_000],
  "result:l": [`C ${START - 6} 1`, 60_000],
};

/** What a script says of a queue, which stays as it is. */
async function ask(call: (queue: Bench) => Promise<string[]>, state = full): Promise<string[]> {
  const queue = fresh();
  await queue.seed(state);
  const reply = await call(queue);
  expect(await queue.state()).toEqual(state);
  return reply;
}

describe("get", () => {
  const tell = (id: string, parts: string, state = full) =>
    ask((queue) => queue.call(get, { id, parts }, { id }), state);

  test.each([
    ["r2", `${place(2, 9)} - - - - 1 ${START + 60_000}`, "-", recordOf("r2", 1), "", ""],
    ["ünï %1", `- ${due(START + 1_000, 4, 7)} - - - - -`, "-", recordOf("ünï %1", 2), "", ""],
    // An earlier job of that id ended before this queue was made, and its result is none of this queue.
    ["l", `- - ${START + 1} - - - -`, "-", recordOf("l", 3), run("L", tick(7)), ""],
    ["f", `- - - ${START - 1} - - -`, "-", recordOf("f", 4), run("F", tick(8)), ""],
    ["o", `- - - - ${START - 2} - -`, "-", recordOf("o", 5), run("C", tick(9)), `C ${START - 2} {"n":1}`],
    ["gone", `- - - - - - ${START + 60_001}`, `X${tick(8)}`, "", "", `C ${START - 5} 1`],
    ["nobody", "- - - - - - -", "-", "", "", ""],
  ])("tells all that is known of %s", async (id, states, end, ...texts) => {
    expect(await raw(id, "dr")).toEqual([`ok\n${START} -ph ${states}\n${end}`, ...texts]);
  });

  /** The parts of a reply, of which runs have lines of their own. */
  async function raw(id: string, parts: string, state = full): Promise<unknown> {
    let reply: unknown;
    await ask(async (queue) => {
      reply = await queue.raw(get, { id, parts }, { id });
      return [];
    }, state);
    return reply;
  }

  test("tells the record, what stands before its payload, and the result only where they are asked for", async () => {
    expect((await tell("o", "")).slice(3)).toEqual(["", run("C", tick(9)), ""]);
    expect((await tell("o", "d")).slice(3)).toEqual([recordOf("o", 5), run("C", tick(9)), ""]);
    expect((await tell("o", "r")).slice(3)).toEqual(["", run("C", tick(9)), `C ${START - 2} {"n":1}`]);
    expect((await tell("o", "h")).slice(3)).toEqual([`${place(5)} m3:`, run("C", tick(9)), ""]);
  });

  test.each([
    ["of a record that is just not large", 99_999 - 17, `${place(1)}:`],
    ["of no record that is large", 100_000 - 17, ""],
  ])("reads what stands before the payload %s", async (_, size, text) => {
    const state: State = { ready: [["a", place(1)]], jobs: { a: record(place(1), "x".repeat(size)) } };
    expect((await tell("a", "h", state))[3]).toBe(text);
  });

  const listed: State = { ready: [["a", place(1)]], meta: { head: head() } };
  test.each<[what: string, parts: string, state: State]>([
    ["a record that is lost", "d", listed],
    ["what stands before a payload that is lost", "h", listed],
    ["what stands before a payload in a damaged record", "h", { ...listed, jobs: { a: "damaged" } }],
    ["a record that is in no state", "d", { jobs: { a: record() }, meta: { head: head() } }],
    ["what stands before the payload of a record that is in no state", "h", { jobs: { a: record() } }],
    ["a result that none of our scripts wrote", "r", { ...listed, "result:a": ["garbage", 60_000] }],
  ])("finds nothing of %s", async (_, parts, state) => {
    expect((await tell("a", parts, state)).slice(3)).toEqual(["", "", ""]);
  });

  test("tells a result where it is not known when the queue was made", async () => {
    expect((await tell("a", "r", { ...listed, "result:a": ["C 0 1", 60_000] })).at(-1)).toBe("C 0 1");
  });

  test("finds nothing in a queue without a key, not even the result of one that was destroyed", async () => {
    const left: State = { "result:a": [`C ${START} 1`, 60_000] };
    for (const state of [{}, left])
      expect(await tell("a", "dhr", state)).toEqual(["ok", `${START} - - - - - - - -`, "-", "", "", ""]);
  });
});

describe("list", () => {
  const jobs: State = {
    failed: ["a", " b ", "lost", "%1 ü\u2028"].map((id, i) => [id, START + i]),
    jobs: { a: record(place(1)), " b ": "damaged", "%1 ü\u2028": record(place(2)) },
    runs: { a: run("F", tick(1)), lost: "damaged" },
    meta: { head: head({ runs: 2 }) },
  };
  const parts = { state: "failed" } as const;
  const large: State = { ...jobs, meta: { head: head({ flags: "l", runs: 2 }) } };

  test.each([
    ["at once", jobs],
    ["by their sizes where payloads are large", large],
  ])("gives the jobs of a state in its order, with what there is of each: %s", async (_, state) => {
    expect(await ask((queue) => queue.call(list, {}, parts), state)).toEqual([
      "ok",
      `${START} 4`,
      ...[`${START} a`, `${START + 1}  b `, `${START + 2} lost`, `${START + 3} %1 ü\u2028`],
      ...[record(place(1)), run("F", tick(1)), "damaged", "", "", "damaged", record(place(2)), ""],
    ]);
  });

  test.each(["0", "9", "a", "f", "g", "/", ":", "`", "A", "_"])(
    "finds jobs by generated ids, and by ids that only look like them: _%s",
    async (digit) => {
      const [id, shorter, longer] = [11, 10, 12].map((length) => `_${digit}${"x".repeat(length)}`);
      for (const each of [id, shorter, longer, `a${digit}${"x".repeat(11)}`]) {
        const state: State = { failed: [[each ?? "", START]], jobs: { [each ?? ""]: "text" }, meta: { head: head() } };
        const [, , , found] = await ask((queue) => queue.call(list, {}, parts), state);
        expect(found).toBe("text");
      }
    },
  );

  test("gives a page of them, and an empty one past the end", async () => {
    const page = await ask((queue) => queue.call(list, { from: 1, limit: 1 }, parts), jobs);
    expect(page).toEqual(["ok", `${START} 4`, `${START + 1}  b `, "damaged", ""]);
    for (const state of [jobs, large])
      expect(await ask((queue) => queue.call(list, { from: 4 }, parts), state)).toEqual(["ok", `${START} 4`]);
    expect(await ask((queue) => queue.call(list, {}, parts), {})).toEqual(["ok", `${START} 0`]);
  });

  test.each([
    ["two megabytes of them", [999_983, 999_983, 1], 2],
    ["one that is larger alone", [3_000_000, 1], 1],
    ["one of two that are a byte too large together", [999_983, 999_984], 1],
  ])("gives as many jobs with large payloads as may be read at once: %s", async (_, sizes, number) => {
    const names = sizes.map((_size, i) => `${i}`);
    const state: State = {
      failed: names.map((id) => [id, START]),
      jobs: Object.fromEntries(names.map((id, i) => [id, record(place(1), "x".repeat(sizes[i] ?? 0))])),
      meta: { head: head({ flags: "l" }) },
    };
    const [, header, ...rest] = await ask((queue) => queue.call(list, {}, parts), state);
    expect(header).toBe(`${START} ${sizes.length}`);
    expect(rest.slice(0, number)).toEqual(names.slice(0, number).map((id) => `${START} ${id}`));
    expect(rest.slice(number).map((text) => text.length)).toEqual(
      sizes.slice(0, number).flatMap((size) => [size + 17, 0]),
    );
  });
});

describe("counts", () => {
  test("tells how many are where, since when the next is ready, and the totals asked for", async () => {
    expect(await ask((queue) => queue.call(counts, { names: ["duplicates", "failed"] }))).toEqual([
      "ok",
      `${START} 2 1 1 1 1 1 ${START}`,
      "-ph 6 4 1",
      "2 0",
    ]);
    expect(await ask((queue) => queue.call(counts, { names: ["failed"] }), {})).toEqual([
      "ok",
      `${START} 0 0 0 0 0 0 -`,
      "- 0 0 0",
      "0",
    ]);
  });

  test.each([
    ["that is due since, though it was enqueued before", START - 500, 0],
    ["that is the first of the first priority", START - 7, 0],
    ["whose place was lost", 1_600_000_000_000, 5],
  ])("knows the time of a job %s", async (_, since, priority) => {
    const state: State = {
      ready: [
        ["next", place(priority === 5 ? 0 : 999, priority, since)],
        ["r", place(0, 9, START - 9_000)],
      ],
    };
    const [, header] = await ask((queue) => queue.call(counts, { names: ["failed"] }), state);
    expect(header).toBe(`${START} 2 0 0 0 0 0 ${since}`);
  });
});

describe("workers", () => {
  const state: State = {
    leased: ["a", "b c", "none", "damaged"].map((id, i) => [id, START + i]),
    runs: { a: run("L", tick(1)), "b c": run("L", tick(2), { worker: "ü %1" }), damaged: "L 5 x" },
    workers: [
      ["w", START - 1],
      ["ü %1", START],
    ],
  };
  const held = [
    [`H ${START} ${tick(1)} a`, "-w"],
    [`H ${START + 1} ${tick(2)} b c`, "-ü %1"],
    [`H ${START + 2} 0 none`, "-"],
    [`H ${START + 3} 0 damaged`, "-"],
  ];
  const seen = [`W ${START - 1} w`, `W ${START} ü %1`];

  test("tells who was seen, and what each holds", async () => {
    expect(await ask((queue) => queue.call(workers), state)).toEqual(["ok", `${START} -`, ...seen, ...held.flat()]);
    expect(await ask((queue) => queue.call(workers), {})).toEqual(["ok", `${START} -`]);
  });

  test("goes on where it stopped, and names workers only once", async () => {
    const slice = (from: number) => ask((queue) => queue.call(workers, { from, limit: 2 }), state);
    expect(await slice(0)).toEqual(["ok", `${START} 2`, ...seen, ...held.slice(0, 2).flat()]);
    expect(await slice(3)).toEqual(["ok", `${START} -`, ...held.slice(3).flat()]);
    expect(await slice(2)).toEqual(["ok", `${START} 4`, ...held.slice(2).flat()]);
    expect(await slice(4)).toEqual(["ok", `${START} -`]);
  });

  test("names the first thousand of workers", async () => {
    const many = Array.from({ length: 1_001 }, (_, i): [string, number] => [`w${i}`, START + i]);
    const [, , ...lines] = await ask((queue) => queue.call(workers), { workers: many });
    expect(lines).toEqual(many.slice(0, 1_000).map(([name, at]) => `W ${at} ${name}`));
  });
});
