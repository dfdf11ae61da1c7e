// enqueuePlain: the same as enqueue for jobs that are ready at once; odd where the queue is new.
import { describe, expect, test } from "vitest";
import { enqueue, enqueuePlain } from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import {
  benches,
  clockAt,
  head,
  idsOfHash,
  KEEP,
  place,
  record,
  redis,
  reply,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const HEARD = String(START + 600_000);
const ids = idsOfHash("9", 1_000);
const [a = "", b = "", c = ""] = ids;
const before: State = {
  ready: [["r", place(1)]],
  jobs: { r: record() },
  meta: { head: head({ runs: 3, enqueued: 7, leased: 2, completed: 1 }), retried: "1", registered: String(START) },
};

/** The arguments of enqueuePlain: one hash, one priority, then ids and payloads. */
const plain = (jobs: [id: string, payload: string][], priority = 5) => ({ priority, items: jobs.flat() });

test("adds jobs of one hash and one priority behind the others", async () => {
  const queue = fresh();
  await queue.seed(before);
  const args = plain([
    [a, "1"],
    [b, "ü\n%1\u0000:"],
  ]);
  expect(await queue.raw(enqueuePlain, args, { buckets: "9" })).toBe("ok\n-");
  expect(await queue.state()).toEqual({
    ...before,
    ready: [
      ["r", place(1)],
      [a, place(101)],
      [b, place(102)],
    ],
    jobs: { ...before.jobs, [a]: record(place(101), "1"), [b]: record(place(102), "ü\n%1\u0000:") },
    meta: { ...before.meta, head: head({ tick: tick(102), runs: 3, enqueued: 9, leased: 2, completed: 1 }) },
    ...reply("-"),
  });
});

test.each([50, 97, 150])("numbers the places of jobs after tick %i", async (last) => {
  const queue = fresh();
  await queue.seed({ ...before, meta: { ...before.meta, head: head({ tick: tick(last) }) } });
  const added = ids.slice(0, 4);
  await queue.call(enqueuePlain, plain(added.map((id) => [id, "1"])), { buckets: "9" });
  const { ready, jobs } = await queue.state();
  const places = added.map((id, i): [string, number] => [id, place(last + 1 + i)]);
  expect(ready).toEqual([["r", place(1)], ...places]);
  expect(added.map((id) => jobs?.[id])).toEqual(places.map(([, at]) => record(at, "1")));
});

describe("does the same as enqueue", () => {
  test.each<[what: string, state: State, jobs: [string, string][], priority: number]>([
    ["of one job", before, [[a, "1"]], 5],
    ["of the first priority", before, [[a, ""]], 0],
    [
      "of the last priority",
      before,
      [
        [a, "{}"],
        [b, "{}"],
      ],
      9,
    ],
    ["of a thousand jobs", before, ids.map((id, i): [string, string] => [id, `${i}`]), 4],
    [
      "with a large payload",
      before,
      [
        [a, "x"],
        [b, "x".repeat(2_001)],
        [c, "x".repeat(2_001)],
      ],
      5,
    ],
    ["with a payload that is just not large", before, [[a, "x".repeat(2_000)]], 5],
    [
      "where large payloads came in before",
      { ...before, meta: { ...before.meta, head: head({ flags: "pl" }) } },
      [[a, "x".repeat(3_000)]],
      5,
    ],
    [
      "where somebody listens",
      { ...before, meta: { ...before.meta, head: head({ flags: "h" }), heard: HEARD } },
      [[a, "x"]],
      5,
    ],
    [
      "where nobody listens any more",
      { ...before, meta: { ...before.meta, head: head({ flags: "hp", tick: tick(31) }), heard: String(START) } },
      [[a, "x"]],
      5,
    ],
    [
      "where the clock is ahead of the last tick",
      { ...before, meta: { ...before.meta, head: head({ tick: tick(-7) }) } },
      [[a, "x"]],
      5,
    ],
    [
      "where the clock is behind it",
      { ...before, meta: { ...before.meta, head: head({ tick: tick(9_999_999) }) } },
      [[a, "x"]],
      5,
    ],
    ["of a queue of another layout", { meta: { head: "3 x" } }, [[a, "x"]], 5],
  ])("%s", async (_, state, jobs, priority) => {
    const [one, other] = [fresh(), fresh()];
    await one.seed(state);
    await other.seed(state);
    const plainly = await one.raw(enqueuePlain, plain(jobs, priority), { buckets: "9" });
    const items = [`${priority} ${jobs.length} - - - - -`, ...jobs.flat()];
    const fully = await other.raw(enqueue, { items, buckets: "9" }, { buckets: "9" });
    const letters = "r".repeat(jobs.length);
    if (plainly === "ok\n-") expect(fully).toBe(`ok\n${letters}`);
    else expect(plainly).toBe(fully);
    const { "replies:w": remembered, ...left } = await one.state();
    const { "replies:w": rememberedToo, ...right } = await other.state();
    expect(left).toEqual(right);
    if (plainly === "ok\n-")
      expect([remembered, rememberedToo]).toEqual([reply("-")["replies:w"], reply(letters)["replies:w"]]);
  });

  test("and says the same to those who listen", async () => {
    const heard: string[] = [];
    const listener = redis().duplicate();
    await listener.connect();
    for (const script of ["plain", "full"]) {
      const queue = fresh();
      await queue.seed({ meta: { head: head({ flags: "h" }), heard: HEARD } });
      await listener.subscribe(queue.keys.channel, (message) => heard.push(`${script} ${message}`));
      if (script === "plain")
        await queue.call(
          enqueuePlain,
          plain([
            [a, "1"],
            [b, "2"],
          ]),
          { buckets: "9" },
        );
      else await queue.call(enqueue, { items: ["5 2 - - - - -", a, "1", b, "2"], buckets: "9" }, { buckets: "9" });
    }
    await listener.ping();
    listener.destroy();
    expect(heard).toEqual(["plain 2 -", "full 2 -"]);
  });
});

test.each<[what: string, state: State]>([
  ["does not exist", {}],
  ["has lost its head", { ...before, meta: { enqueued: "1" } }],
])("answers odd for a queue that %s, and changes nothing", async (_, state) => {
  const queue = fresh();
  await queue.seed(state);
  expect(await queue.raw(enqueuePlain, plain([[a, "1"]]), { buckets: "9" })).toBe("odd");
  expect(await queue.state()).toEqual(state);
});

test.each([1, 2, 3, 4])(
  "changes nothing where its write %d is refused, and works when it is sent again",
  async (nth) => {
    const queue = fresh();
    await queue.seed({ ...before, "replies:w": [{ other: "1\nr" }, KEEP] });
    const first = await queue.state();
    const args = plain([
      [a, "1"],
      [b, "2"],
    ]);
    const refused = queue.through(refusing(`n==${nth}`)).call(enqueuePlain, args, { buckets: "9" });
    await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
    expect(await queue.state()).toEqual(first);
    expect(await queue.call(enqueuePlain, args, { buckets: "9" })).toEqual(["ok", "-"]);
    expect(await queue.call(enqueuePlain, args, { buckets: "9" })).toEqual(["again", "-"]);
  },
);

test("and enqueue give each job a tick of its own", async () => {
  const queue = fresh();
  await queue.seed(before);
  const times = clockAt(START + 1);
  await queue.call(enqueuePlain, { ...plain([[a, "1"]]), times }, { buckets: "9" });
  await queue.call(enqueue, { times, number: 2, items: ["5 1 - - - - -", b, "2"], buckets: "9" }, { buckets: "9" });
  await queue.call(enqueuePlain, { ...plain([[c, "3"]]), times, number: 3 }, { buckets: "9" });
  expect((await queue.state()).ready).toEqual([
    ["r", place(1)],
    ...[a, b, c].map((id, i) => [id, place(1 + i, 5, START + 1)]),
  ]);
});
