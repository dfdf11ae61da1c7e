// turn: the jobs that a lease hands out, those that it drops on the way, and the next due time in its reply.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import { redis } from "../kit/connection.ts";
import { byId, ending, head, numberedIds, omit, RETRIED, record, rememberedReply, run } from "../kit/forms.ts";
import { readyQueue } from "../kit/leased-jobs.ts";
import { expectParts, type State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, FIRST_PLACE, LEASE_END, NEVER, place, START, tick } from "../kit/times.ts";
import { stateWithoutNotes, stateWithoutReplies } from "../kit/turns.ts";

const queueWith = connectQueues();

/** Three ready jobs: a new one, one that was leased before, and one of the first priority with options of its own. */
const three = {
  ready: { first: place(3, 0), again: place(1), new: place(2) },
  jobs: {
    first: record(place(3, 0), "1", { max: 3, expiresAt: START + 90_000 }),
    again: record(place(1), "2", { enqueuedAt: 1 }),
    new: record(place(2), "3", { max: 7 }),
  },
  runs: {
    again: run("W", tick(5), { attempt: 2, released: 1, place: place(1), progress: "0.5", attempts: [RETRIED] }),
  },
} satisfies State;
const expiring = { first: START + 90_000 };

test("a lease hands out jobs in their order, and writes the holder and the end of each lease", async () => {
  const meta = { head: head({ due: START + 90_000, runs: 1, enqueued: 3 }) };
  const queue = await queueWith({ ...three, expiring, meta });
  const text = `-\n- ${LEASE_END} 1 ${LEASE_END} - ${tick(101)}\nfirst\n3\tagain`;
  expect(await queue.callRaw(turn, { count: 2 })).toEqual([
    `ok\n${text}`,
    three.jobs.first,
    three.jobs.again,
    `H\n0.5\n${RETRIED}`,
  ]);
  const again = { attempt: 3, released: 1, place: place(1), progress: "0.5", attempts: [RETRIED], worker: "w" };
  // Progress of the attempt before stays, and so do the ends of attempts.
  expect(await queue.state()).toEqual({
    jobs: three.jobs,
    ready: { new: place(2) },
    leased: { again: LEASE_END, first: LEASE_END },
    runs: {
      first: run("L", tick(101), { place: place(3, 0), max: 3, expiresAt: START + 90_000 }),
      again: run("L", tick(102), again),
    },
    meta: { head: head({ tick: tick(102), due: LEASE_END, runs: 2, enqueued: 3, leased: 2 }) },
    ...rememberedReply(text),
  });
});

test("a lease of the last jobs replies with the next due time", async () => {
  const queue = await queueWith({
    ...three,
    expiring,
    delayed: { d: due(START + 1_000, 9) },
    meta: { head: head({ due: START + 1_000 }) },
  });
  const [, , header, ...rest] = await queue.call(turn, { count: 3, worker: "" });
  expect(header).toBe(`- ${LEASE_END} 0 ${START + 1_000} - ${tick(101)}`);
  // A line and a record for each job, and the history of the one that was leased before.
  expect(rest).toHaveLength(7);
  expect((await queue.state()).runs?.new).toBe(run("L", tick(103), { place: place(2), max: 7, worker: "" }));
});

test.each<[what: string, state: State, next: number]>([
  ["the first delayed job is due", { delayed: { a: due(START + 1_000), b: due(START + 2_000, 0) } }, START + 1_000],
  ["the first lease ends", { leased: { a: START + 5, b: START + 6 } }, START + 5],
  [
    "a delayed job is due, one millisecond before a lease ends",
    { leased: { a: START + 6 }, delayed: { b: due(START + 5) } },
    START + 5,
  ],
  ["the first waiting job expires", { delayed: { a: due(START + 9) }, expiring: { a: START + 7 } }, START + 7],
  ["nothing is known to come", {}, NEVER],
])("a lease that finds no job replies with the time when %s", async (_, state, next) => {
  const queue = await queueWith({ ...state, meta: { head: head({ due: next }) } });
  expect(await queue.call(turn)).toEqual(["ok", "-", `${START} - 0 ${next} -h -`]);
  expectParts(await queue.state(), state);
});

test("the end of a lease becomes the next due time even if it is only one millisecond earlier", async () => {
  const queue = await queueWith({ ...three, meta: { head: head({ due: LEASE_END + 1 }) } });
  const [, , header] = await queue.call(turn, { count: 1 });
  expect(header).toBe(`- ${LEASE_END} 1 ${LEASE_END} - ${tick(101)}`);
});

test.each([
  [15, "listpack"],
  [16, "skiplist"],
])("Redis keeps %i leases as a %s, because each settled job is searched for", async (count, encoding) => {
  const ids = numberedIds(count);
  const queue = await queueWith(readyQueue(byId(ids, () => record())));
  await queue.call(turn, { count });
  expect(await redis().objectEncoding(`${queue.keys.root}leased`)).toBe(encoding);
});

test("the reply contains a small record in the same text as the lines, and a large one beside it", async () => {
  for (const [size, isJoined] of [
    [3_999, true],
    [4_000, false],
  ] as const) {
    const job = record(place(1), "x".repeat(size - record(place(1), "").length));
    const queue = await queueWith(readyQueue({ a: job }, { flags: "l" }));
    const lines = `ok\n-\n- ${LEASE_END} 0 ${LEASE_END} -l ${tick(101)}\na`;
    expect(await queue.callRaw(turn, { count: 1 })).toEqual(isJoined ? `${lines}\n\n${job}` : [lines, job]);
  }
});

test("a lease hands out exactly the count that it asks for, up to 1,000 jobs of many hashes", async () => {
  const ids = numberedIds(1_010);
  for (const count of [16, 1_000]) {
    const jobs = byId(ids, (id, i) => record(place(i), id));
    const queue = await queueWith(readyQueue(jobs, { tick: tick(9_999) }));
    const [, , header, ...rest] = await queue.call(turn, { count });
    expect(header).toBe(`- ${LEASE_END} 1 ${LEASE_END} - ${tick(10_000)}`);
    expect(rest).toEqual([...ids.slice(0, count), ...ids.slice(0, count).map((id) => jobs[id])]);
    const { ready, leased, runs, meta } = await queue.state();
    expect(ready).toEqual(byId(ids.slice(count), (_, i) => place(count + i)));
    expect(leased).toEqual(byId(ids.slice(0, count), () => LEASE_END));
    expect(runs?.["7"]).toBe(run("L", tick(10_007), { place: place(7) }));
    expect(meta).toEqual({ head: head({ tick: tick(9_999 + count), due: LEASE_END, runs: count, leased: count }) });
  }
});

test("a paused queue hands out nothing, and its reply states when a lease ends", async () => {
  const before: State = { ...three, leased: { l: START + 5 }, meta: { head: head({ flags: "p", due: START + 5 }) } };
  const queue = await queueWith(before);
  expect(await queue.call(turn)).toEqual(["ok", "-", `${START} - 0 ${START + 5} -ph -`]);
  // The reply is remembered, and a listener is noted.
  expect(await stateWithoutNotes(queue)).toEqual(before);
});

test("a lease drops expired jobs and ids without a record, and goes on to the next", async () => {
  const jobs = {
    late: record(place(1), "1", { expiresAt: START - 1 }),
    due: record(place(3), "2", { max: 9, expiresAt: START }),
    a: record(place(4), "3", { expiresAt: START + 1 }),
    b: record(place(5), "4"),
  };
  const queue = await queueWith({
    ready: byId(["late", "lost", "due", "a", "b"], (_, i) => place(1 + i)),
    expiring: { late: START - 1, due: START, a: START + 1 },
    jobs,
    runs: { late: run("W", tick(1)), lost: run("L", tick(2)) },
    meta: { head: head({ runs: 2, enqueued: 5 }) },
  });
  const header = `- ${LEASE_END} 1 ${LEASE_END} - ${tick(101)}`;
  expect(await queue.call(turn, { count: 1 })).toEqual(["ok", "-", header, "a", jobs.a]);
  expect(await stateWithoutReplies(queue)).toEqual({
    ready: { b: place(5) },
    leased: { a: LEASE_END },
    jobs: { a: jobs.a, b: jobs.b },
    runs: { a: run("L", tick(101), { place: place(4), expiresAt: START + 1 }) },
    endings: { late: ending("E", tick(101)), due: ending("E", tick(101)) },
    meta: { head: head({ tick: tick(101), due: LEASE_END, runs: 1, enqueued: 5, leased: 1 }), expired: "2" },
  });
});

test.each([
  [1, 1_000, 0],
  [7, 1_010, 10],
])("a lease of %i passes over 1,000 ids at most, and replies that more is left", async (count, lost, max) => {
  const ids = numberedIds(lost, "lost ");
  const queue = await queueWith({
    ready: { ...byId(ids, (_, i) => place(i)), alive: place(9_999) },
    jobs: { alive: record() },
    meta: { head: head() },
  });
  expect(await queue.call(turn, { count })).toEqual(["ok", "-", `${START} - 1 ${NEVER} -h -`]);
  const left = Object.keys((await queue.state()).ready ?? {}).length;
  expect(left).toBeLessThanOrEqual(max + 1);
  const [, , header, id] = await queue.call(turn, { count, number: 2 });
  expect([header, id]).toEqual([`- ${LEASE_END} 0 ${LEASE_END} -h ${tick(101)}`, "alive"]);
});

test("a large lease fills up if some ids have no record", async () => {
  const before = readyQueue(byId(numberedIds(610), () => record()));
  const queue = await queueWith({ ...before, jobs: omit(before.jobs, "3") });
  expect(await queue.call(turn, { count: 600 })).toHaveLength(3 + 1_200);
});

test("a lease drops an expired job even if meta was lost", async () => {
  const queue = await queueWith({
    ready: { late: place(1) },
    jobs: { late: record(place(1), "1", { expiresAt: START - 1 }) },
  });
  expect((await queue.call(turn, { count: 1 }))[1]).toBe("-");
  const { ready, jobs, endings } = await queue.state();
  expect([ready, jobs, endings]).toEqual([undefined, undefined, { late: ending("E", tick(0)) }]);
});

test("a lease hands out a job with a damaged record or run as one that was never leased", async () => {
  const jobs = {
    "no head": "damaged",
    empty: "",
    both: "damaged, too",
    short: "46",
    "short run": record(place(4)),
    "no run": record(place(5)),
    text: record(place(6), "x:y").replace(":", " z9:"),
  };
  const ids = Object.keys(jobs);
  const queue = await queueWith({
    ready: byId(ids, (_, i) => place(1 + i)),
    jobs,
    runs: { both: "W 5", "short run": "W 5 1 0", "no run": "\n\n" },
    meta: { head: head({ runs: 3 }) },
  });
  const [, , , ...rest] = await queue.call(turn);
  expect(rest.slice(0, 7).map((line) => line.replace("1\t", ""))).toEqual(ids);
  expect(rest.slice(7, 14)).toEqual(Object.values(jobs));
  expect(rest.slice(14)).toEqual(["H\n", "H\n", "H\n"]);
  const { runs, leased } = await queue.state();
  expect(Object.keys(leased ?? {})).toHaveLength(7);
  // A job whose record states no place goes before the others of the usual priority.
  const places = [place(4), place(5), place(6)];
  expect(runs).toEqual(byId(ids, (_, i) => run("L", tick(101 + i), { place: places[i - 4] ?? FIRST_PLACE })));
});

test("a lease keeps the exact place of a job of the last priority with a large tick", async () => {
  const at = 9 * 900_000_000_000_000 + 899_999_999_999_990;
  const queue = await queueWith({ ready: { a: at }, jobs: { a: record(at) }, meta: { head: head() } });
  await queue.call(turn);
  expect((await queue.state()).runs).toEqual({ a: run("L", tick(101), { place: at }) });
});

test("a lease uses the clock that the test passes in", async () => {
  const queue = await queueWith(readyQueue({ a: record() }));
  await queue.call(turn, { times: clockAt(START + 7), duration: 5 });
  expectParts(await queue.state(), {
    leased: { a: START + 12 },
    runs: { a: run("L", tick(1, START + 7)) },
    meta: { head: head({ tick: tick(1, START + 7), due: START + 12, runs: 1, leased: 1 }) },
  });
});
