// deepClean: what it repairs, entry by entry.
import { expect, test } from "vitest";
import { callScript } from "../../src/core/call.ts";
import { deepClean } from "../../src/core/scripts.gen.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { type Bench, benches, due, order, record, redis, run, START, type State } from "./state.ts";

const fresh = benches();

/** A whole round; gives back the sums of "examined orphans doubles lost stray counters". */
async function round(queue: Bench, limit = 100): Promise<string> {
  const sums = [0, 0, 0, 0, 0, 0];
  for (let finished = 0, calls = 0; finished === 0; calls++) {
    expect(calls).toBeLessThan(200);
    const [, text = ""] = await queue.call(deepClean, { limit });
    const [end = 0, ...counts] = text.split(" ").map(Number);
    finished = end;
    counts.forEach((count, i) => {
      sums[i] = (sums[i] ?? 0) + count;
    });
  }
  return sums.join(" ");
}

const healthy: State = {
  ready: [
    ["r", order(1)],
    ["back", order(2)],
    ["again", order(3, 9)],
  ],
  delayed: [
    ["d", due(START + 1)],
    ["retried", due(START + 2, 9)],
  ],
  leased: [["l", START + 1]],
  failed: [["f", START]],
  done: [["o", START]],
  expiring: [["f", START + 9]],
  jobs: Object.fromEntries(["r", "back", "again", "d", "retried", "l", "f", "o"].map((id) => [id, record(id)])),
  runs: {
    back: run("L", 1),
    again: run("W", 2),
    retried: run("W", 3),
    l: run("L", 4, { order: order(2, 7) }),
    f: run("F", 5, { since: START - 5 }),
    o: run("D", 6, { since: START - 6 }),
  },
  meta: { layout: "1", sequence: "3", fence: "6", enqueued: "9", completed: "2" },
};
/** The healthy queue with other parts, and where the audit stands after a round. */
const like = (parts: State): State => ({
  ...healthy,
  ...parts,
  meta: { ...healthy.meta, ...parts.meta, audit: "1 0" },
});
const pick = <T>(fields: Record<string, T> | undefined, drop: string): Record<string, T> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([id]) => id !== drop));

test("examines every entry of a healthy queue and changes nothing", async () => {
  const queue = fresh();
  await queue.seed(healthy);
  expect(await round(queue)).toBe("23 0 0 0 0 0");
  expect(await queue.state()).toEqual(like({}));
  expect(await round(queue, 1)).toBe("23 0 0 0 0 0");
});

test("goes on where it stopped, as many entries at a time as it may look at", async () => {
  const queue = fresh();
  await queue.seed(healthy);
  const places: string[] = [];
  for (let finished = "0"; finished === "0"; ) {
    const [, text = ""] = await queue.call(deepClean, { limit: 9 });
    finished = text.split(" ")[0] ?? "";
    places.push((await queue.state()).meta?.audit ?? "");
  }
  // Nine entries each, in which a part of the queue that holds none counts for a little.
  expect(places).toEqual(["15 0", "22 0", "1 0"]);
});

test("audits a small queue whole in one request, and an empty one", async () => {
  const [small, empty] = [fresh(), fresh()];
  await small.seed(healthy);
  expect(await small.call(deepClean)).toEqual(["ok", "1 23 0 0 0 0 0"]);
  await empty.seed({ meta: { enqueued: "0" } });
  expect(await empty.call(deepClean)).toEqual(["ok", "1 0 0 0 0 0 0"]);
  expect(await empty.state()).toEqual({ meta: { enqueued: "0", audit: "1 0" } });
});

test("goes through a hash that one scan does not see whole, and counts what was purged", async () => {
  const queue = fresh();
  const jobs = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`${i}${"x".repeat(90)}`, record("x".repeat(99))]),
  );
  const before: State = { ready: Object.keys(jobs).map((id, i) => [id, order(i + 1)]), jobs };
  const meta = { sequence: "40", fence: "0", enqueued: "47", purged: "4", expired: "2", completed: "1" };
  await queue.seed({ ...before, meta });
  expect(await round(queue, 1)).toMatch(/^80 0 0 0 0 0$/);
  expect((await queue.state()).meta).toEqual({ ...meta, audit: "1 0" });
});

test("goes on behind the highest of several fences that are not known", async () => {
  const queue = fresh();
  const runs = { a: run("F", START * 1_000 + 9), b: run("F", START * 1_000 + 12), c: run("F", START * 1_000 + 7) };
  const [failed, jobs] = [
    ["a", "b", "c"].map((id): [string, number] => [id, START]),
    { a: record(), b: record(), c: record() },
  ];
  await queue.seed({ failed, jobs, runs, meta: { sequence: "1", fence: "6", enqueued: "3" } });
  expect(await round(queue)).toMatch(/ 0 0 0 0 1$/);
  expect((await queue.state()).meta?.fence).toBe(String(START * 1_000 + 12));
});

test("begins anew where the note of its place is damaged", async () => {
  for (const audit of ["", "x", "3", "99 0", "0 0", "17 x", "24 7"]) {
    const queue = fresh();
    await queue.seed({ ...healthy, meta: { ...healthy.meta, audit } });
    await round(queue);
    expect(await queue.state()).toEqual(like({}));
  }
});

const members = (state: "ready" | "failed" | "done", ...more: [string, number][]) =>
  [...(healthy[state] ?? []), ...more].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));

test.each<[string, State, State, string]>([
  [
    "a record without a state and without a run becomes ready, behind the others",
    { jobs: { new: record("", "", 4) } },
    { ready: members("ready", ["new", order(4, 4)]), meta: { sequence: "4", enqueued: "10" } },
    "1 0 0 0 1",
  ],
  [
    "a damaged record becomes ready, with the usual priority",
    { jobs: { new: "damaged" }, runs: { new: "damaged" } },
    { ready: members("ready", ["new", order(4)]), meta: { sequence: "4", enqueued: "10" } },
    "1 0 0 0 1",
  ],
  [
    "a record whose run waits, or is leased, becomes ready in its place",
    { jobs: { w: record(), h: record() }, runs: { w: run("W", 1, { order: order(1, 2) }), h: run("L", 2) } },
    { ready: members("ready", ["w", order(1, 2)], ["h", order(1)]), meta: { enqueued: "11" } },
    "2 0 0 0 1",
  ],
  [
    "a record whose run has ended goes back among those that have, as if it had ended now",
    {
      jobs: { x: record(), y: record() },
      runs: { x: run("F", 1, { since: START }), y: run("D", 2, { since: START }) },
    },
    {
      failed: members("failed", ["x", START]),
      done: members("done", ["y", START]),
      meta: { enqueued: "10" },
    },
    "2 0 0 0 1",
  ],
])("%s", async (_, extra, after, repaired) => {
  const queue = fresh();
  const [jobs, runs] = [
    { ...healthy.jobs, ...extra.jobs },
    { ...healthy.runs, ...extra.runs },
  ];
  await queue.seed({ ...healthy, jobs, runs });
  const [, counts = ""] = /^\d+ (.*)$/.exec(await round(queue)) ?? [];
  expect(counts).toBe(repaired);
  expect(await queue.state()).toEqual(like({ ...after, jobs, runs }));
  expect(await round(queue)).toMatch(/ 0 0 0 0 0$/);
});

test("keeps a job that is in several states where its run says, else where it is furthest from lost", async () => {
  const queue = fresh();
  await queue.seed({
    ready: ["L", "W", "F", "D", "none"].map((id, i) => [id, order(i + 1)]),
    delayed: ["L", "W", "F", "D", "none"].map((id) => [id, due(START + 1)]),
    leased: ["L", "F", "D"].map((id) => [id, START + 1]),
    failed: ["L", "F", "none"].map((id) => [id, START]),
    done: ["D"].map((id) => [id, START]),
    jobs: Object.fromEntries(["L", "W", "F", "D", "none"].map((id) => [id, record()])),
    runs: Object.fromEntries((["L", "W", "F", "D"] as const).map((id) => [id, run(id, 1)])),
    meta: { enqueued: "4", sequence: "5", fence: "1" },
  });
  expect(await round(queue)).toMatch(/^\d+ 0 5 0 0 0$/);
  expect(await queue.state()).toMatchObject({
    ready: [
      ["W", order(2)],
      ["none", order(5)],
    ],
    leased: [["L", START + 1]],
    failed: [["F", START]],
    done: [["D", START]],
  });
  expect(await queue.state()).not.toHaveProperty("delayed");
});

test.each(["ready", "delayed", "leased", "failed", "done"] as const)(
  "removes an id from %s without a record",
  async (state) => {
    const queue = fresh();
    const id = "ünï %1";
    const runs = { ...healthy.runs, [id]: run("L", 9) };
    await queue.seed({ ...healthy, runs });
    const lost: State = { expiring: [[id, START]] };
    lost[state] = [[id, order(1)]];
    await queue.seed(lost);
    expect(await round(queue)).toMatch(/^\d+ 0 0 1 1 0$/);
    expect(await queue.state()).toEqual(like({}));
  },
);

test("makes a leased job ready to which no lease belongs", async () => {
  const queue = fresh();
  const runs = { ...pick(healthy.runs, "l"), x: "damaged", y: run("W", 6), z: "L 5 short" };
  const jobs = { ...healthy.jobs, x: record(), y: record(), z: record() };
  await queue.seed({ ...healthy, runs, jobs, leased: ["l", "x", "y", "z"].map((id) => [id, START + 1]) });
  expect(await round(queue)).toMatch(/^\d+ 0 0 0 4 1$/);
  const { leased, ready, ...rest } = await queue.state();
  expect(leased).toBeUndefined();
  expect(ready?.map(([id]) => id).sort()).toEqual(["again", "back", "l", "r", "x", "y", "z"]);
  expect(rest).toMatchObject({ jobs, runs, meta: { sequence: "7", enqueued: "12" } });
});

test("removes runs and times to live without a record", async () => {
  const queue = fresh();
  await queue.seed({ ...healthy, runs: { ...healthy.runs, x: run("L", 1), y: "damaged" } });
  await queue.seed({ expiring: ["x", "z"].map((id) => [id, START]) });
  expect(await round(queue)).toMatch(/^\d+ 0 0 0 3 0$/);
  expect(await queue.state()).toEqual(like({}));
});

test("sets right how many were enqueued, and the sequence behind the last ready job", async () => {
  const queue = fresh();
  await queue.seed({ ...healthy, meta: { fence: "6", completed: "3" } });
  expect(await round(queue)).toMatch(/^\d+ 0 0 0 0 2$/);
  expect(await queue.state()).toEqual({
    ...healthy,
    meta: { fence: "6", completed: "3", enqueued: "10", sequence: "3", audit: "1 0" },
  });
});

test.each([
  [{ ready: [["half", order(6) + 0.5]] }, { record: "half", sequence: "7" }],
  [
    { delayed: [["d", due(START + 1)]], runs: { d: run("W", 1, { order: order(8, 2) }) } },
    { record: "d", sequence: "8" },
  ],
] satisfies [State, { record: string; sequence: string }][])(
  "goes on behind the highest order that it saw: %o",
  async (state: State, { record: id, sequence }) => {
    const queue = fresh();
    const before: State = { ...state, jobs: { [id]: record() } };
    await queue.seed({ ...before, meta: { sequence: "5", fence: "1", enqueued: "1" } });
    expect(await round(queue)).toMatch(/ 0 0 0 0 1$/);
    expect(await queue.state()).toEqual({ ...before, meta: { sequence, fence: "1", enqueued: "1", audit: "1 0" } });
  },
);

test.each([
  ["the clock", 9, START * 1_000],
  ["the highest, where that is ahead of the clock", START * 1_000 + 7, START * 1_000 + 7],
])("goes on with fences from %s where one was given out that is not known", async (_, given, fence) => {
  const queue = fresh();
  const before: State = { failed: [["f", START]], jobs: { f: record() }, runs: { f: run("F", given) } };
  await queue.seed({ ...before, meta: { sequence: "1", fence: "6", enqueued: "1" } });
  expect(await round(queue)).toMatch(/ 0 0 0 0 1$/);
  expect(await queue.state()).toEqual({
    ...before,
    meta: { sequence: "1", fence: String(fence), enqueued: "1", audit: "1 0" },
  });
});

test("believes a run from before all time beside a record without a time", async () => {
  const queue = fresh();
  await queue.seed({
    jobs: { f: "damaged" },
    runs: { f: run("F", 1, { since: 0 }) },
    meta: { fence: "1", sequence: "1" },
  });
  expect(await round(queue)).toMatch(/^\d+ 1 0 0 0 1$/);
  expect(await queue.state()).toMatchObject({ failed: [["f", START]] });
});

test("keeps a job in the first of several states where its run says another", async () => {
  const queue = fresh();
  const before: State = { ready: [["a", order(1)]], jobs: { a: record() }, runs: { a: run("F", 1) } };
  await queue.seed({ ...before, leased: [["a", START + 1]], meta: { sequence: "1", fence: "1", enqueued: "1" } });
  expect(await round(queue)).toMatch(/^\d+ 0 1 0 0 0$/);
  expect(await queue.state()).toEqual({
    ...before,
    meta: { sequence: "1", fence: "1", enqueued: "1", audit: "1 0" },
  });
});

test("touches no key but those of the queue while it repairs", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [["a", order(1)]],
    delayed: [["a", due(START + 1)]],
    leased: [["a", START + 1]],
    jobs: { a: record() },
    runs: { a: run("L", 1) },
    meta: { sequence: "1", fence: "1", enqueued: "1" },
  });
  const [user, root] = [`user-${queue.name}`, queue.keys.resolve(["meta"], {})[0]?.replace(/meta$/, "")];
  await redis().aclSetUser(user, ["on", "nopass", `~${root}*`, "+@all"]);
  const sealed = redis().duplicate({ username: user, password: "any" });
  await sealed.connect();
  const args = { clock: `=${START}`, limit: 100 };
  const reply = await callScript(nodeRedis(sealed), queue.keys, deepClean, args, {});
  expect(reply.rest[0]).toMatch(/^1 \d+ 0 1 0 0 0$/);
  sealed.destroy();
  await redis().aclDelUser(user);
});

test.each([
  [35, "19 0"],
  [36, "18 0"],
])(
  "stops before it looks at more than its limit: after %d ids and 16 scans of a twenty-fifth each",
  async (count, place) => {
    const queue = fresh();
    await queue.seed({ ready: Array.from({ length: count }, (_, i) => [`lost ${i}`, order(i)]) });
    await queue.call(deepClean, { limit: 100 });
    expect((await queue.state()).meta).toMatchObject({ audit: place });
  },
);

test("leaves a queue without a key with nothing but its place", async () => {
  const queue = fresh();
  expect(await round(queue)).toBe("0 0 0 0 0 0");
  expect(await queue.state()).toEqual({ meta: { audit: "1 0" } });
});
