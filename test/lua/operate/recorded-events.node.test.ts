// Recorded events: the entries of each operation by which a job enters a state or leaves the queue. The rest of the queue's
// state is the same as without a recording.
import { describe, expect, test } from "vitest";
import * as scripts from "../../../src/engine/all-scripts.ts";
import { OUT_OF_MEMORY, refuseWrites } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { byId, head, numberedIds, omit, record, ref, run } from "../kit/forms.ts";
import { readyQueue } from "../kit/leased-jobs.ts";
import { FIRST, recordingMeta, recordingQueue } from "../kit/recording-queue.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, NEVER, place, START, tick } from "../kit/times.ts";
import { settle, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();

/** Operations, and the entries that they record. */
const OPERATIONS: [what: string, entries: string[], act: (queue: TestQueue) => Promise<unknown>][] = [
  [
    "enqueue",
    [`${START}\nDlater\nRnew\nRother`],
    (queue) =>
      enqueueAll(queue, [
        { id: "new" },
        { id: "later", delay: 5_000, uniqueFor: 60_000, ttl: 9_000 },
        { id: "other", uniqueFor: 0, ttl: 9_000 },
        { id: "r", uniqueFor: 0 },
      ]),
  ],
  ["enqueue of known jobs", [], (queue) => enqueueAll(queue, [{ id: "r", uniqueFor: 0 }])],
  [
    "enqueue of jobs that replace others",
    [`${START}\nDr\nRd\nRf\nRo`],
    (queue) =>
      enqueueAll(queue, [
        ...["d", "f", "a", "o"].map((id) => ({ id, duplicates: "a" })),
        { id: "r", duplicates: "r0", delay: 9_000 },
      ]),
  ],
  [
    "enqueue of a job that replaces another in its place",
    [],
    (queue) => enqueueAll(queue, [{ id: "r", duplicates: "a" }]),
  ],
  [
    "a completion before a follower",
    [`${START}\nCa\nRa`],
    async (queue) => [
      await enqueueAll(queue, [{ id: "a", duplicates: "a" }]),
      await settle(queue, [["keep", "a", tick(1)]], { number: 2 }),
    ],
  ],
  [
    "a failure before a follower",
    [`${START}\nFa\nRa`],
    async (queue) => [
      await enqueueAll(queue, [{ id: "a", duplicates: "a" }]),
      await settle(queue, [["fail", "a", tick(1)]], { number: 2 }),
    ],
  ],
  ["a lease", [`${START}\nLr`], (queue) => queue.call(scripts.turn, { count: 1 })],
  [
    "a lease that finds nothing",
    [`${START}\nLr`],
    async (queue) => [
      await queue.call(scripts.turn, { count: 9 }),
      await queue.call(scripts.turn, { number: 2, count: 1 }),
    ],
  ],
  ["a completion", [`${START}\nCa`], (queue) => settle(queue, [["complete", "a", tick(1)]])],
  ["a completion that keeps the job", [`${START}\nCa`], (queue) => settle(queue, [["keep", "a", tick(1), "1"]])],
  ["a stale completion", [], (queue) => settle(queue, [["complete", "a", tick(9)]])],
  ["a retry", [`${START}\nRa`], (queue) => settle(queue, [["retry", "a", tick(1)]])],
  ["a retry after a delay", [`${START}\nDa`], (queue) => settle(queue, [["retry", "a", tick(1), "500"]])],
  ["a retry after the last attempt", [`${START}\nFb`], (queue) => settle(queue, [["retry", "b", tick(2)]])],
  ["a failure", [`${START}\nFa`], (queue) => settle(queue, [["fail", "a", tick(1)]])],
  ["a release", [`${START}\nRb`], (queue) => settle(queue, [["release", "b", tick(2)]])],
  [
    "a completion with a lease",
    [`${START}\nCa\nLr`],
    (queue) => settle(queue, [["complete", "a", tick(1)]], { count: 1 }),
  ],
  [
    "a release before a lease",
    [`${START}\nRa`, `${START}\nLa\nLr`],
    (queue) => settle(queue, [["release", "a", tick(1)]], { count: 9 }),
  ],
  [
    "a lease that heals",
    [`${START + 9_500}\nEr`, `${START + 9_500}\nFb\nRa`, `${START + 9_500}\nRd`, `${START + 9_500}\nLa\nLd`],
    (queue) => queue.call(scripts.turn, { count: 9, times: clockAt(START + 9_500) }),
  ],
  [
    "a lease that finds an expired job which the head did not announce",
    [`${START + 8_000}\nEr`],
    async (queue) => {
      const meta = `${queue.keys.root}meta`;
      const text = (await redis().hGet(meta, "head")) ?? "";
      await redis().hSet(meta, "head", text.replace(String(START + 5_000), String(NEVER)));
      await queue.call(scripts.turn, { count: 9, times: clockAt(START + 8_000) });
    },
  ],
  [
    "a completion with retention",
    [`${START}\nCa`],
    (queue) => settle(queue, [["keep", "a", tick(1)]], { policy: "- 1 - 0 -" }),
  ],
  [
    "clean",
    [`${START + 9_500}\nEr`, `${START + 9_500}\nFb\nRa`, `${START + 9_500}\nRd`],
    (queue) => queue.call(scripts.clean, { times: clockAt(START + 9_500), policy: "0 - 0 -" }),
  ],
  ["cancel", [`${START}\nXd\nXa`], (queue) => queue.call(scripts.cancel, { ids: ["d", "a", "f", "unknown"] })],
  ["redrive", [`${START}\nRf`], (queue) => queue.call(scripts.redrive, {})],
  ["promote", [`${START}\nRd`], (queue) => queue.call(scripts.promote, { ids: ["d", "r"] })],
  ["failWorker", [`${START}\nFb\nRa`], (queue) => queue.call(scripts.failWorker, { worker: "w" })],
  ["purge", [`${START}\nPf`], (queue) => queue.call(scripts.purge, { total: "purged", letter: "P", state: "failed" })],
  [
    "purge of done jobs",
    [`${START}\nPo`],
    (queue) => queue.call(scripts.purge, { total: "", letter: "C", state: "done" }),
  ],
  ["extend", [], (queue) => queue.call(scripts.extend, { items: [ref("a", tick(1))], duration: 9_000 })],
  [
    "progress with a longer lease",
    [],
    (queue) => queue.call(scripts.progress, { reference: ref("a", tick(1)), progress: "1", duration: 9_000 }),
  ],
  ["pause", [], (queue) => queue.call(scripts.pause)],
];

/** Returns the state of the same queue without a recording. The flags in the reply to a turn differ, too. */
const withoutEvents = ({ events: _, meta, "replies:w": replies, ...state }: State): State => {
  const { events: __, recorded: ___, head: text, ...others } = meta ?? {};
  const [{ lane = "" } = {}, ttl = 0] = replies ?? [];
  return {
    ...state,
    meta: { ...others, head: text?.replace(/^2 (\w*)e/, "2 $1") ?? "" },
    ...(replies && { "replies:w": [{ lane: lane.replace(/ -e([a-z]*) /, " -$1 ") }, ttl] }),
  };
};

describe.each(OPERATIONS)("%s", (_, entries, act) => {
  test("records its entries, and otherwise does the same as without a recording", async () => {
    const [queue, other] = [await queueWith(recordingQueue), await queueWith(withoutEvents(recordingQueue))];
    await act(queue);
    const after = await queue.state();
    expect(after.events ?? []).toEqual(entries.map((text, i) => [FIRST + 1 + i, text]));
    expect(after.meta).toMatchObject(recordingMeta(1_000, FIRST + entries.length));
    await act(other);
    const expected = await other.state();
    expect(expected.events).toBeUndefined();
    expect(withoutEvents(after)).toEqual(expected);
  });

  test("does the same if the stream cannot be written", async () => {
    const queue = await queueWith(recordingQueue);
    await act(queue);
    const { events: __, ...expected } = await queue.state();
    for (const message of [OUT_OF_MEMORY, "ERR max single record size exceeded"]) {
      const other = await queueWith(recordingQueue);
      await act(other.through(refuseWrites("name=='XADD'", message)));
      expect(await other.state()).toEqual(expected);
    }
  });

  test("counts no entry that is missing after a refused write", async () => {
    for (let n = 1; n < 12; n++) {
      const queue = await queueWith(recordingQueue);
      let isRefused = false;
      await act(queue.through(refuseWrites(`name~='XADD' and n==${n}`))).catch(() => {
        isRefused = true;
      });
      const { meta, events = [] } = await queue.state();
      if (isRefused) expect(Number(meta?.recorded) - FIRST).toBe(events.length);
    }
  });
});

test("a late extension, completion and failure are recorded once each", async () => {
  const late: State = {
    ready: { a: place(1) },
    failed: byId(["b", "c"], () => START),
    jobs: byId(["a", "b", "c"], () => record()),
    runs: { a: run("L", tick(1)), b: run("E", tick(2)), c: run("E", tick(3)) },
    meta: { head: head({ flags: "e", runs: 3 }), ...recordingMeta() },
  };
  const texts = async (act: (queue: TestQueue) => Promise<unknown>) => {
    const queue = await queueWith(late);
    await act(queue);
    return ((await queue.state()).events ?? []).map(([, text]) => text);
  };
  expect(await texts((queue) => settle(queue, [["complete", "b", tick(2)]]))).toEqual([`${START}\nCb`]);
  // These jobs are in the resulting states already.
  expect(await texts((queue) => settle(queue, [["fail", "b", tick(2), "", '"late"']]))).toEqual([]);
  expect(await texts((queue) => settle(queue, [["release", "a", tick(1)]]))).toEqual([]);
  const references = [ref("a", tick(1)), ref("c", tick(3))];
  const extended = (queue: TestQueue) => queue.call(scripts.extend, { items: references, duration: 9_000 });
  expect(await texts(extended)).toEqual([`${START}\nLa\nLc`]);
});

test("the lease of many jobs records only jobs, not the member that shapes the set of leases", async () => {
  const ids = numberedIds(20, "j");
  const queue = await queueWith(
    readyQueue(
      byId(ids, () => record()),
      { flags: "e" },
    ),
  );
  await queue.seed({ meta: recordingMeta() });
  await queue.call(scripts.turn, { count: 20 });
  expect((await queue.state()).events).toEqual([[FIRST + 1, `${START}\n${ids.map((id) => `L${id}`).join("\n")}`]]);
});

test("the plain scripts reply not_plain for a recording queue, and change nothing", async () => {
  const queue = await queueWith(recordingQueue);
  expect(await queue.call(scripts.enqueuePlain, { priority: 5, items: ["new", "x"] })).toEqual(["not_plain"]);
  expect(await queue.call(scripts.turnPlain, { count: 1, items: [ref("a", tick(1))] })).toEqual(["not_plain"]);
  expect(await queue.state()).toEqual(recordingQueue);
});

test("the oldest entries are removed above the bound", async () => {
  const queue = await queueWith({ meta: { head: head({ flags: "e" }), ...recordingMeta(3) } });
  for (let i = 1; i <= 5; i++) await enqueueAll(queue, [{ id: `j${i}` }], { number: i });
  const { events, meta } = await queue.state();
  expect(events).toEqual([3, 4, 5].map((i) => [FIRST + i, `${START}\nRj${i}`]));
  expect(meta).toMatchObject(recordingMeta(3, FIRST + 5));
});

test("the events of many jobs are divided into entries of at most 8,000 bytes and one line", async () => {
  const queue = await queueWith({ meta: { head: head({ flags: "e" }), ...recordingMeta() } });
  const ids = Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(255, "x"));
  const jobs = ids.map((id) => ({ id }));
  await enqueueAll(queue, jobs);
  const entries = (await queue.state()).events ?? [];
  expect(entries.map(([number]) => number)).toEqual([1, 2, 3, 4].map((n) => FIRST + n));
  for (const [, text] of entries) expect(text.length).toBeLessThan(8_300);
  const lines = entries.flatMap(([, text]) => text.split("\n").slice(1));
  expect(lines).toEqual(ids.map((id) => `R${id}`));
});

test("an entry ends with the line that exceeds 8,000 bytes", async () => {
  const queue = await queueWith({ meta: { head: head({ flags: "e" }), ...recordingMeta() } });
  // A line is the letter, the id and a line break.
  const over = [...Array(39).fill(200), 201];
  const sizes = [
    over,
    // Exactly 8,000 bytes, after which one more line fits.
    [...Array(40).fill(200), 100],
    over,
    // The same, and the unit ends with one more line.
    [...Array(40).fill(200), 3],
  ];
  let count = 0;
  const ids = sizes.map((lines) => lines.map((size) => `${count++}`.padEnd(size - 2, "x")));
  const jobs = ids.flat().map((id) => ({ id }));
  await enqueueAll(queue, jobs);
  expect((await queue.state()).events).toEqual(
    ids.map((own, i) => [FIRST + 1 + i, [START, ...own.map((id) => `R${id}`)].join("\n")]),
  );
});

test("a queue that has lost its bound keeps no entries, and goes on counting", async () => {
  const before = { ...recordingQueue, meta: omit(recordingQueue.meta, "events") };
  const queue = await queueWith({ ...before, events: [[FIRST, `${START}\nRx`]] });
  await settle(queue, [["fail", "a", tick(1)]]);
  const { events, meta } = await queue.state();
  expect(events).toEqual([]);
  expect(meta).toEqual({ ...before.meta, recorded: String(FIRST + 1), failed: "1" });
});

test("an events key of another type takes no entries, and affects nothing else", async () => {
  const queue = await queueWith(recordingQueue);
  const key = `${queue.keys.root}events`;
  await redis().set(key, "foreign");
  expect(await turnWith(queue, [["complete", "a", tick(1)]])).toEqual(["ok", "c", `${START} - 0 - -e -`]);
  expect(await redis().get(key)).toBe("foreign");
  await redis().del(key);
  expect((await queue.state()).meta).toMatchObject(recordingMeta(1_000, FIRST + 1));
});
