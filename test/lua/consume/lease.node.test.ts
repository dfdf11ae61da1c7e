// turn where it leases: which jobs it hands out, which it drops on the way, and what the caller plans by.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { settled } from "../kit/settling.ts";
import {
  benches,
  clockAt,
  due,
  ending,
  head,
  LEASE,
  NEVER,
  place,
  record,
  redis,
  reply,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const END = START + LEASE;

/** Three ready jobs: one never leased, one that was, and one of the first priority with options of its own. */
const three = {
  ready: [
    ["first", place(3, 0)],
    ["again", place(1)],
    ["new", place(2)],
  ],
  jobs: {
    first: record(place(3, 0), "1", `m3 x${START + 90_000}`),
    again: record(place(1), "2", "c1"),
    new: record(place(2), "3", "m7"),
  },
  runs: {
    again: run("W", tick(5), { attempt: 2, given: 1, place: place(1), progress: "0.5", errors: ['1 1 "no"'] }),
  },
} satisfies State;
const expiring: State["expiring"] = [["first", START + 90_000]];
const headOf = head({ due: START + 90_000, runs: 1, enqueued: 3 });

test("hands out jobs in their order, and writes for each who holds it until when", async () => {
  const queue = fresh();
  await queue.seed({ ...three, expiring, meta: { head: headOf } });
  const text = `-\n- ${END} 1 ${END} - ${tick(101)}\nfirst\n3\tagain`;
  expect(await queue.raw(turn, { count: 2 })).toEqual([
    `ok\n${text}`,
    three.jobs.first,
    three.jobs.again,
    'H\n0.5\n1 1 "no"',
  ]);
  const again = { attempt: 3, given: 1, place: place(1), progress: "0.5", errors: ['1 1 "no"'], worker: "w" };
  // Progress is that of the attempt before; errors stay.
  expect(await queue.state()).toEqual({
    jobs: three.jobs,
    ready: [["new", place(2)]],
    leased: [
      ["again", END],
      ["first", END],
    ],
    runs: {
      first: run("L", tick(101), { place: place(3, 0), max: 3, dies: START + 90_000 }),
      again: run("L", tick(102), again),
    },
    meta: { head: head({ tick: tick(102), due: END, runs: 2, enqueued: 3, leased: 2 }) },
    ...reply(text),
  });
});

test("says when there will be something to do, where nothing is left", async () => {
  const queue = fresh();
  await queue.seed({
    ...three,
    expiring,
    delayed: [["d", due(START + 1_000, 9)]],
    meta: { head: head({ due: START + 1_000 }) },
  });
  const [, , header, ...rest] = await queue.call(turn, { count: 3, worker: "" });
  expect(header).toBe(`- ${END} 0 ${START + 1_000} - ${tick(101)}`);
  // A head and a record each, and the history of the one that was leased before.
  expect(rest).toHaveLength(7);
  expect((await queue.state()).runs?.new).toBe(run("L", tick(103), { place: place(2), max: 7, worker: "" }));
});

test.each<[what: string, state: State, next: number]>([
  [
    "the first delayed job is due",
    {
      delayed: [
        ["a", due(START + 1_000)],
        ["b", due(START + 2_000, 0)],
      ],
    },
    START + 1_000,
  ],
  [
    "the first lease ends",
    {
      leased: [
        ["a", START + 5],
        ["b", START + 6],
      ],
    },
    START + 5,
  ],
  [
    "the first delayed job is due, a millisecond before a lease ends",
    { leased: [["a", START + 6]], delayed: [["b", due(START + 5)]] },
    START + 5,
  ],
  ["the first waiting job expires", { delayed: [["a", due(START + 9)]], expiring: [["a", START + 7]] }, START + 7],
  ["nothing is known to come", {}, NEVER],
])("says when %s, where nothing is ready", async (_, state, next) => {
  const queue = fresh();
  await queue.seed({ ...state, meta: { head: head({ due: next }) } });
  expect(await queue.call(turn)).toEqual(["ok", "-", `${START} - 0 ${next} -h -`]);
  expect(await queue.state()).toMatchObject(state);
});

test("notes the end of its leases where that is a single millisecond before anything else is due", async () => {
  const queue = fresh();
  await queue.seed({ ...three, meta: { head: head({ due: END + 1 }) } });
  const [, , header] = await queue.call(turn, { count: 1 });
  expect(header).toBe(`- ${END} 1 ${END} - ${tick(101)}`);
});

test.each([
  [15, "listpack"],
  [16, "skiplist"],
])(
  "keeps %i leases as a %s, since a batch that is settled is searched for each of its jobs",
  async (count, encoding) => {
    const queue = fresh();
    const ids = Array.from({ length: count }, (_, i) => `${i}`);
    const jobs = Object.fromEntries(ids.map((id) => [id, record()]));
    await queue.seed({ ready: ids.map((id, i) => [id, place(i)]), jobs, meta: { head: head() } });
    await queue.call(turn, { count });
    expect(await redis().objectEncoding(`${queue.keys.root}leased`)).toBe(encoding);
  },
);

test("hands out a small record in the same text as the lines, and a large one beside it", async () => {
  for (const [size, isJoined] of [
    [3_999, true],
    [4_000, false],
  ] as const) {
    const queue = fresh();
    const job = record(place(1), "x".repeat(size - record(place(1), "").length));
    await queue.seed({ ready: [["a", place(1)]], jobs: { a: job }, meta: { head: head({ flags: "l" }) } });
    const lines = `ok\n-\n- ${END} 0 ${END} -l ${tick(101)}\na`;
    expect(await queue.raw(turn, { count: 1 })).toEqual(isJoined ? `${lines}\n\n${job}` : [lines, job]);
  }
});

test("hands out no more than were asked for, of many hashes, and a thousand at once", async () => {
  const ids = Array.from({ length: 1_010 }, (_, i) => `${i}`);
  for (const count of [16, 1_000]) {
    const queue = fresh();
    const jobs = Object.fromEntries(ids.map((id, i) => [id, record(place(i), id)]));
    await queue.seed({ ready: ids.map((id, i) => [id, place(i)]), jobs, meta: { head: head({ tick: tick(9_999) }) } });
    const [, , header, ...rest] = await queue.call(turn, { count });
    expect(header).toBe(`- ${END} 1 ${END} - ${tick(10_000)}`);
    expect(rest).toEqual([...ids.slice(0, count), ...ids.slice(0, count).map((id) => jobs[id])]);
    const { ready, leased, runs, meta } = await queue.state();
    expect(ready).toEqual(ids.slice(count).map((id, i) => [id, place(count + i)]));
    expect(leased).toEqual(
      ids
        .slice(0, count)
        .sort()
        .map((id) => [id, END]),
    );
    expect(runs?.["7"]).toBe(run("L", tick(10_007), { place: place(7) }));
    expect(meta).toEqual({ head: head({ tick: tick(9_999 + count), due: END, runs: count, leased: count }) });
  }
});

test("leases nothing while the queue is paused, and says when a lease ends", async () => {
  const queue = fresh();
  const before: State = { ...three, leased: [["l", START + 5]], meta: { head: head({ flags: "p", due: START + 5 }) } };
  await queue.seed(before);
  expect(await queue.call(turn)).toEqual(["ok", "-", `${START} - 0 ${START + 5} -ph -`]);
  // The request is remembered, and who sent it listens.
  expect(await settled(queue)).toEqual(before);
});

test("drops jobs past their time to live and ids without a record, and goes on to the next", async () => {
  const queue = fresh();
  const jobs = {
    late: record(place(1), "1", `x${START - 1}`),
    due: record(place(3), "2", `m9 x${START}`),
    a: record(place(4), "3", `x${START + 1}`),
    b: record(place(5), "4"),
  };
  await queue.seed({
    ready: ["late", "lost", "due", "a", "b"].map((id, i) => [id, place(1 + i)]),
    expiring: [
      ["late", START - 1],
      ["due", START],
      ["a", START + 1],
    ],
    jobs,
    runs: { late: run("W", tick(1)), lost: run("L", tick(2)) },
    meta: { head: head({ runs: 2, enqueued: 5 }) },
  });
  expect(await queue.call(turn, { count: 1 })).toEqual(["ok", "-", `- ${END} 1 ${END} - ${tick(101)}`, "a", jobs.a]);
  const { "replies:w": _, ...state } = await queue.state();
  expect(state).toEqual({
    ready: [["b", place(5)]],
    leased: [["a", END]],
    jobs: { a: jobs.a, b: jobs.b },
    runs: { a: run("L", tick(101), { place: place(4), dies: START + 1 }) },
    endings: { ...ending("late", "E", tick(101)), ...ending("due", "E", tick(101)) },
    meta: { head: head({ tick: tick(101), due: END, runs: 1, enqueued: 5, leased: 1 }), expired: "2" },
  });
});

test.each([
  [1, 1_000, 0],
  [7, 1_010, 10],
])("passes over a thousand ids at most to lease %i, and says that there is more", async (count, lost, most) => {
  const queue = fresh();
  const ids = Array.from({ length: lost }, (_, i) => `lost ${i}`);
  await queue.seed({ ready: [...ids.map((id, i): [string, number] => [id, place(i)]), ["alive", place(9_999)]] });
  await queue.seed({ jobs: { alive: record() }, meta: { head: head() } });
  expect(await queue.call(turn, { count })).toEqual(["ok", "-", `${START} - 1 ${NEVER} -h -`]);
  const left = (await queue.state()).ready?.length ?? 0;
  expect(left).toBeLessThanOrEqual(most + 1);
  const [, , header, id] = await queue.call(turn, { count, number: 2 });
  expect([header, id]).toEqual([`- ${END} 0 ${END} -h ${tick(101)}`, "alive"]);
});

test("fills up a large batch in which some ids have no record", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 610 }, (_, i) => `${i}`);
  const jobs = Object.fromEntries(ids.filter((_, i) => i !== 3).map((id) => [id, record()]));
  await queue.seed({ ready: ids.map((id, i) => [id, place(i)]), jobs, meta: { head: head() } });
  expect(await queue.call(turn, { count: 600 })).toHaveLength(3 + 1_200);
});

test("drops a job past its time to live from a queue whose meta was lost", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["late", place(1)]], jobs: { late: record(place(1), "1", `x${START - 1}`) } });
  expect((await queue.call(turn, { count: 1 }))[1]).toBe("-");
  const { ready, jobs, endings } = await queue.state();
  expect([ready, jobs, endings]).toEqual([undefined, undefined, ending("late", "E", tick(0))]);
});

test("hands out a job with a damaged record or run, as one that was never leased", async () => {
  const queue = fresh();
  const jobs = {
    "no head": "damaged",
    empty: "",
    both: "damaged, too",
    short: "46",
    "short run": record(place(4)),
    "odd run": record(place(5)),
    text: record(place(6), "x:y", "z9"),
  };
  const ids = Object.keys(jobs);
  await queue.seed({
    ready: ids.map((id, i) => [id, place(1 + i)]),
    jobs,
    runs: { both: "W 5", "short run": "W 5 1 0", "odd run": "\n\n" },
    meta: { head: head({ runs: 3 }) },
  });
  const [, , , ...rest] = await queue.call(turn);
  expect(rest.slice(0, 7).map((line) => line.replace("1\t", ""))).toEqual(ids);
  expect(rest.slice(7, 14)).toEqual(Object.values(jobs));
  expect(rest.slice(14)).toEqual(["H\n", "H\n", "H\n"]);
  const { runs, leased } = await queue.state();
  expect(leased).toHaveLength(7);
  // Without a record that tells its place, a job goes before the others of the usual priority.
  const places = [place(4), place(5), place(6)];
  const first = 5 * 900_000_000_000_000;
  expect(runs).toEqual(
    Object.fromEntries(ids.map((id, i) => [id, run("L", tick(101 + i), { place: places[i - 4] ?? first })])),
  );
});

test("takes the place of a job of the last priority with a large tick as it is", async () => {
  const queue = fresh();
  const at = 9 * 900_000_000_000_000 + 899_999_999_999_990;
  await queue.seed({ ready: [["a", at]], jobs: { a: record(at) }, meta: { head: head() } });
  await queue.call(turn);
  expect((await queue.state()).runs).toEqual({ a: run("L", tick(101), { place: at }) });
});

test("goes by the clock that it is given", async () => {
  const queue = fresh();
  await queue.seed({ ready: [["a", place(1)]], jobs: { a: record() }, meta: { head: head() } });
  await queue.call(turn, { times: clockAt(START + 7), duration: 5 });
  expect(await queue.state()).toMatchObject({
    leased: [["a", START + 12]],
    runs: { a: run("L", tick(1, START + 7)) },
    meta: { head: head({ tick: tick(1, START + 7), due: START + 12, runs: 1, leased: 1 }) },
  });
});
