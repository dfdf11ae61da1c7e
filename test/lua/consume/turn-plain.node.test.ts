// turnPlain: does the same as turn in the plain case; otherwise it replies not_plain and changes nothing.
import { describe, expect, test } from "vitest";
import { turnPlain } from "../../../src/engine/all-scripts.ts";
import { fillMemory, refuseWrites } from "../kit/adapters.ts";
import {
  byId,
  ending,
  head,
  idsOfBucket,
  numberedIds,
  omit,
  RETRIED,
  type RunParts,
  record,
  ref,
  rememberedReply,
  run,
} from "../kit/forms.ts";
import { leasedQueue } from "../kit/leased-jobs.ts";
import { expectSame, plainArgs, type TurnRequest, turnBothWays } from "../kit/plain-turns.ts";
import type { Fields, State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { LEASE_END, LISTENS_UNTIL, place, REPLY_TTL, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const [a = "", b = "", c = "", d = ""] = idsOfBucket("3", 4);

/** Four jobs of one hash, two of them leased. */
const four: State = {
  ready: { [c]: place(3), [d]: place(4) },
  leased: { [a]: START + 9, [b]: START + 9 },
  jobs: byId([a, b, c, d], (id, i) => record(place(i + 1), id)),
  runs: { [a]: run("L", tick(5)), [b]: run("L", tick(6), { attempt: 3, attempts: [RETRIED] }) },
  meta: {
    head: head({ flags: "h", due: START + 9, runs: 2, enqueued: 4, leased: 2 }),
    retried: "2",
    heard: LISTENS_UNTIL,
  },
};
const held = [ref(a, tick(5)), ref(b, tick(6))];

test("turnPlain completes a job and leases the next one", async () => {
  const queue = await queueWith(four);
  const text = `c\n- ${LEASE_END} 1 ${START + 9} -h ${tick(101)}\n${c}`;
  expect(await queue.callRaw(turnPlain, { count: 1, items: held.slice(0, 1) })).toBe(
    `ok\n${text}\n\n${record(place(3), c)}`,
  );
  expect(await queue.state()).toEqual({
    ready: { [d]: place(4) },
    leased: { [b]: START + 9, [c]: LEASE_END },
    jobs: omit(four.jobs, a),
    runs: { [b]: four.runs?.[b], [c]: run("L", tick(101), { place: place(3) }) },
    endings: { [a]: ending("C", tick(101)) },
    meta: {
      head: head({ flags: "h", tick: tick(101), due: START + 9, runs: 2, enqueued: 4, leased: 3, completed: 1 }),
      retried: "2",
      heard: LISTENS_UNTIL,
    },
    ...rememberedReply(text),
  });
});

/** A job of the last bucket. */
const [z = ""] = idsOfBucket("f", 1);
const last: State = { ...four, leased: { [z]: START + 9 }, jobs: { [z]: record() }, runs: { [z]: run("L", tick(5)) } };
/** Returns the queue with another record of its last ready job. */
const withLastRecord = (text: string): State => ({ ...four, jobs: { ...four.jobs, [d]: text } });
/** Returns the queue with remembered replies. */
const withReplies = (replies: Fields): State => ({ ...four, "replies:w": [replies, REPLY_TTL] });
/** Returns a queue with the flag for large payloads. */
const withLargeFlag = (state: State): State => ({
  ...state,
  meta: { ...state.meta, head: String(state.meta?.head).replace(" h ", " hl ") },
});
/** Returns the queue with this many bytes in its two ready jobs. */
const withReadyBytes = (bytes: number): State => {
  const padding = bytes - record(place(3), c).length - record(place(4), "").length;
  return withLargeFlag(withLastRecord(record(place(4), "x".repeat(padding))));
};

const others = numberedIds(40, "other ");
const many: State = {
  ...four,
  ready: byId(others, (_, i) => place(i)),
  jobs: { ...four.jobs, ...byId(others, (id, i) => record(place(i), id)) },
};
const again: State = {
  ...four,
  runs: {
    ...four.runs,
    [c]: run("W", tick(2), { attempt: 2, released: 1, place: place(77), progress: "0.5", attempts: [RETRIED] }),
    [d]: run("L", tick(3), { attempt: 4, place: place(4) }),
  },
};

describe("turnPlain does the same as turn, and replies the same", () => {
  test.each<[what: string, state: State, request: TurnRequest]>([
    ["completing one job", four, { complete: held.slice(1) }],
    ["completing one of the last bucket", last, { complete: [ref(z, tick(5))] }],
    ["completing two", four, { complete: held }],
    ["completing one with a result", four, { complete: held.slice(1), results: ['{"ü":1}'] }],
    ["completing two, one with a result", four, { complete: held, results: ["2"] }],
    ["completing two with results and leasing two", four, { complete: held, results: ["1", "2"], count: 2 }],
    ["leasing one", four, { count: 1 }],
    ["leasing more than there are", four, { count: 9 }],
    ["completing two and leasing two", four, { complete: held, count: 2 }],
    ["leasing twenty of many buckets", many, { count: 20 }],
    ["completing two and leasing all of many buckets", many, { complete: held, count: 1_000 }],
    ["leasing jobs that were leased before", again, { complete: held, count: 2 }],
    ["the request is empty", four, {}],
    ["leasing from a queue that lost its head's due time", { ...four, meta: { head: head() } }, { count: 1 }],
    ["a later request of a lane comes", withReplies({ lane: "3\nr", b: "1\nr" }), { count: 1, number: 4 }],
    ["the same request of a lane comes again", withReplies({ lane: "3\nr\nx" }), { count: 1, number: 3 }],
    ["an earlier request of a lane comes", withReplies({ lane: "3\nr" }), { count: 1, number: 2 }],
    ["the queue has another layout", { ...four, meta: { head: "3 x" } }, { count: 1 }],
    ["the queue has the first layout", { ...four, meta: { layout: "1" } }, { count: 1 }],
    [
      "completing two beside endings of other jobs",
      { ...four, endings: { x: ending("P", tick(1)) } },
      { complete: held },
    ],
    ["leasing nothing", { ...four, ready: {} }, { count: 1 }],
    [
      "leasing nothing, while the head states a due time that is too early",
      { ...four, ready: {}, leased: {} },
      { count: 1 },
    ],
    ["completing two and leasing nothing", { ...four, ready: {} }, { complete: held, count: 1 }],
    [
      "leasing a job that has attempts of its own",
      withLastRecord(record(place(4), "x", { max: 3 })),
      { complete: held, count: 2 },
    ],
    ["leasing a job that was delayed", withLastRecord(record(place(4), "x", { enqueuedAt: 1, max: 9 })), { count: 2 }],
    ["completing one and leasing one of large payloads", withLargeFlag(four), { complete: held.slice(1), count: 1 }],
    ["completing two and leasing all of large payloads", withLargeFlag(four), { complete: held, count: 9 }],
    ["leasing all large payloads of many buckets", withLargeFlag(many), { count: 1_000 }],
    ["leasing nothing from a queue with large payloads", { ...withLargeFlag(four), ready: {} }, { count: 1 }],
    ["leasing 2 MB", withReadyBytes(2_000_000), { count: 2 }],
    ["leasing less than 2 MB because the next job is too large", withReadyBytes(2_000_001), { count: 2 }],
    ["leasing while other jobs have a time to live", { ...four, expiring: { other: LEASE_END } }, { count: 2 }],
    ["leasing one job of more than 2 MB", { ...withReadyBytes(3_000_000), ready: { [d]: place(4) } }, { count: 1 }],
  ])("when %s", async (_, state, request) => {
    const both = await turnBothWays(queueWith, state, request);
    expect(both.replies[0]).not.toBe("not_plain");
    expectSame(both);
  });

  /** Returns the queue after the lease of the first job expired. */
  const lateQueue = (parts: RunParts = {}, more: State = {}): State => ({
    ...four,
    ready: { [a]: place(1), ...four.ready },
    leased: { [b]: START + 9 },
    runs: { ...four.runs, [a]: run("L", tick(5), parts) },
    ...more,
  });
  test.each<[what: string, state: State, request: TurnRequest]>([
    ["completing a job late", lateQueue(), { complete: held.slice(0, 1) }],
    ["completing one late and one in time", lateQueue(), { complete: held }],
    ["completing a job late and leasing the next", lateQueue(), { complete: held.slice(0, 1), count: 1 }],
    ["completing a job late and leasing all", lateQueue(), { complete: held, count: 9 }],
    [
      "completing a job with a time to live late",
      lateQueue({ expiresAt: START + 99 }, { expiring: { [a]: START + 99 } }),
      { complete: held.slice(0, 1) },
    ],
    ["leasing a job with a damaged record", withLastRecord("damaged"), { count: 2 }],
    ["leasing a job with an empty record", withLastRecord(""), { count: 2 }],
    [
      "completing a job with a damaged run",
      { ...four, runs: { ...four.runs, [a]: `L ${tick(5)} x` } },
      { complete: held },
    ],
  ])("or leaves it to turn, when %s", async (_, state, request) => {
    const both = await turnBothWays(queueWith, state, request);
    const [{ ready, leased, jobs = {} }] = both.states;
    if (both.replies[0] === "not_plain") return expect(both.states[0]).toEqual(state);
    expectSame(both);
    expect(Object.keys({ ...ready, ...leased }).sort()).toEqual(Object.keys(jobs).sort());
  });
});

test("turnPlain completes a late job that is ready behind those that it leases", async () => {
  const queue = await queueWith({ ...four, ready: { ...four.ready, [a]: place(9) }, leased: { [b]: START + 9 } });
  const reply = await queue.call(turnPlain, { count: 2, items: held.slice(0, 1) });
  expect(reply.slice(0, 5)).toEqual(["ok", "c", expect.stringMatching(/^- /), c, d]);
  const { ready, leased, jobs, runs } = await queue.state();
  expect(ready).toBeUndefined();
  for (const part of [leased, jobs, runs]) expect(Object.keys(part ?? {}).sort()).toEqual([b, c, d].sort());
});

describe("turnPlain replies not_plain and changes nothing", () => {
  test.each<[what: string, state: State, request: TurnRequest]>([
    ["if something is due", { ...four, meta: { head: head({ due: START }) } }, { count: 1 }],
    ["if the queue is paused", { ...four, meta: { head: head({ flags: "p" }) } }, { count: 1 }],
    ["if a queue with large payloads is paused", { ...four, meta: { head: head({ flags: "lhp" }) } }, { count: 1 }],
    [
      "if a queue with large payloads has no ready job and no listener",
      { ...four, ready: {}, meta: { head: head({ flags: "l" }) } },
      { count: 1 },
    ],
    ["if the head is lost", { ...four, meta: { born: "1" } }, { count: 1 }],
    ["if the queue does not exist", {}, { count: 1 }],
    ["if it is to settle jobs of a queue that does not exist", {}, { complete: held }],
    [
      "if no job is ready and no listener is noted",
      { ...four, ready: {}, meta: { head: head() } },
      { complete: held, count: 1 },
    ],
    ["if a lease is lost", four, { complete: [ref(a, tick(99))] }],
    ["if one of two leases is lost", four, { complete: [ref(a, tick(5)), ref(b, tick(99))], count: 1 }],
    ["if one of two leases with results is lost", four, { complete: [ref(a, tick(5)), ref(b, 9)], results: ["1"] }],
    ["if one of two jobs was never leased", four, { complete: [ref(a, tick(5)), ref(c, tick(5))] }],
    [
      "if a job failed as its lease expired",
      { ...four, leased: {}, failed: { [a]: START }, runs: { [a]: run("E", tick(5)) } },
      { complete: held.slice(0, 1) },
    ],
    ["if a job has a time to live", withLastRecord(record(place(4), "x", { expiresAt: LEASE_END })), { count: 2 }],
    [
      "if large payloads may have a time to live",
      { ...withLargeFlag(four), expiring: { other: LEASE_END } },
      { complete: held, count: 1 },
    ],
    ["if a record is lost", { ...four, ready: { lost: place(1), ...four.ready } }, { count: 1 }],
  ])("%s", async (_, state, request) => {
    const queue = await queueWith(state);
    const before = await queue.state();
    expect(await queue.callRaw(turnPlain, plainArgs(request))).toBe("not_plain");
    expect(await queue.state()).toEqual(before);
  });

  test.each([1, 2, 3, 4, 5, 6])("if its write %d is refused", async (nth) => {
    const queue = await queueWith(withReplies({ other: "1\nr" }));
    const before = await queue.state();
    const refused = queue.through(refuseWrites(`n==${nth}`));
    const reply = await refused.callRaw(turnPlain, plainArgs({ complete: held, results: ["1"], count: 1 }));
    // The sixth write appends endings, on which no other data depends.
    if (nth === 6) expect(reply).toMatch(/^ok\ncc\n/);
    else expect([reply, await queue.state()]).toEqual(["not_plain", before]);
  });
});

test("turnPlain completes a job and leases another while memory is full", async () => {
  const queue = await queueWith({
    ...leasedQueue(["a"], { head: { due: START + 9_000 } }),
    ready: { next: place(1) },
    jobs: { a: record(), next: record() },
  });
  const full = queue.through(fillMemory());
  const [status, letters] = await full.call(turnPlain, { count: 1, items: [ref("a", tick(1))] });
  expect([status, letters]).toEqual(["ok", "c"]);
  expect(Object.keys((await queue.state()).leased ?? {})).toEqual(["next"]);
});
