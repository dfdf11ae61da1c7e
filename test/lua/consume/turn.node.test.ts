// turn: settling, healing and leasing in one request, and the notes of workers and listeners.
import { describe, expect, test } from "vitest";
import { turn } from "../../../src/engine/all-scripts.ts";
import {
  byId,
  ended,
  ending,
  head,
  idsOfBucket,
  numberedIds,
  omit,
  record,
  rememberedReply,
  run,
} from "../kit/forms.ts";
import { LEASED_AND_READY } from "../kit/leased-jobs.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, LEASE_END, NEVER, place, RESULT_TTL, START, tick } from "../kit/times.ts";
import { itemFields, stateWithoutReplies, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();

test("a turn settles and leases in one unit", async () => {
  const queue = await queueWith(LEASED_AND_READY);
  const items = itemFields([["complete", "a", tick(7), "1"]]);
  const text = `c\n- ${LEASE_END} 0 ${START + 1} - ${tick(101)}\nb`;
  expect(await queue.callRaw(turn, { items, count: 2 })).toBe(`ok\n${text}\n\n${record(place(2), "B")}`);
  expect(await queue.state()).toEqual({
    leased: { b: LEASE_END },
    jobs: { b: record(place(2), "B") },
    runs: { b: run("L", tick(101), { place: place(2) }) },
    endings: { a: ending("C", tick(101)) },
    "result:a": [`C ${START} 1`, RESULT_TTL],
    meta: { head: head({ tick: tick(101), due: START + 1, runs: 1, enqueued: 2, leased: 2, completed: 1 }) },
    ...rememberedReply(text),
  });
});

test("a turn settles before it leases, so it can lease a job that it has just released", async () => {
  const queue = await queueWith(LEASED_AND_READY);
  const items = itemFields([["release", "a", tick(7)]]);
  const text = `r\n- ${LEASE_END} 1 ${START + 1} - ${tick(101)}\n2\ta`;
  const released = ended("g", tick(7));
  expect(await queue.callRaw(turn, { items, count: 1 })).toEqual([
    `ok\n${text}`,
    record(place(1), "A"),
    `H\n\n${released}`,
  ]);
  expect(await queue.state()).toEqual({
    ...LEASED_AND_READY,
    leased: { a: LEASE_END },
    runs: { a: run("L", tick(101), { attempt: 2, released: 1, attempts: [released] }) },
    meta: { head: head({ tick: tick(101), due: START + 1, runs: 1, enqueued: 2, leased: 2 }), released: "1" },
    ...rememberedReply(text),
  });
});

test("a turn writes the runs of settled and leased jobs that are in different hashes", async () => {
  const queue = await queueWith(LEASED_AND_READY);
  await turnWith(queue, [["fail", "a", tick(7), "", '"x"']], { count: 1 });
  expect((await queue.state()).runs).toEqual({
    a: run("F", tick(7), { attempts: [ended("f", tick(7), { error: '"x"' })] }),
    b: run("L", tick(101), { place: place(2) }),
  });
});

test("a turn writes the runs of settled and leased jobs that share a hash", async () => {
  const [a = "", b = "", c = ""] = idsOfBucket("7", 3);
  const queue = await queueWith({
    ready: { [b]: place(2), [c]: place(3) },
    leased: { [a]: START + 1 },
    jobs: { [a]: record(), [b]: record(place(2)), [c]: record(place(3)) },
    runs: { [a]: run("L", tick(7)) },
    meta: { head: head({ due: START + 1, runs: 1 }) },
  });
  await turnWith(queue, [["retry", a, tick(7), "500", '"no"']], { count: 2 });
  expect(await queue.state()).toMatchObject({
    delayed: { [a]: due(START + 500, 5) },
    leased: byId([b, c], () => LEASE_END),
    runs: {
      [a]: run("W", tick(7), {
        place: place(0, 5, { time: START + 500 }),
        attempts: [ended("r", tick(7), { error: '"no"' })],
      }),
      [b]: run("L", tick(102), { place: place(2) }),
      [c]: run("L", tick(103), { place: place(3) }),
    },
    meta: { head: head({ tick: tick(103), due: START + 1, runs: 3, leased: 2 }), retried: "1" },
  });
});

test("a turn settles, drops expired jobs, ends expired leases, promotes due jobs, and then leases", async () => {
  const queue = await queueWith({
    ready: { old: place(1), r: place(5) },
    delayed: { due: due(START, 0), "not due": due(START + 1, 0) },
    leased: { a: START + 1, late: START - 1, spent: START },
    expiring: { old: START },
    jobs: byId(["a", "old", "r", "due", "not due", "late", "spent"], () => record()),
    runs: { a: run("L", tick(1)), late: run("L", tick(2), { place: place(6) }), spent: run("L", tick(3), { max: 1 }) },
    meta: { head: head({ due: START - 1, runs: 3 }) },
  });
  const reply = await turnWith(queue, [["complete", "a", tick(1)]], { count: 4 });
  const header = `- ${LEASE_END} 0 ${START + 1} - ${tick(101)}`;
  expect(reply.slice(0, 6)).toEqual(["ok", "c", header, "due", "r", "2\tlate"]);
  expect(await stateWithoutReplies(queue)).toEqual({
    delayed: { "not due": due(START + 1, 0) },
    leased: byId(["due", "r", "late"], () => LEASE_END),
    failed: { spent: START },
    jobs: byId(["r", "due", "not due", "late", "spent"], () => record()),
    runs: {
      due: run("L", tick(101)),
      r: run("L", tick(102)),
      late: run("L", tick(103), { attempt: 2, place: place(6), attempts: [ended("l", tick(2))] }),
      spent: run("E", tick(3), { max: 1, attempts: [ended("l", tick(3), { error: '"lease expired"' })] }),
    },
    endings: { a: ending("C"), old: ending("E") },
    meta: {
      head: head({ tick: tick(103), due: START + 1, runs: 4, leased: 3, completed: 1 }),
      expired: "1",
      reclaimed: "1",
      failed: "1",
    },
  });
});

test("an empty turn changes nothing", async () => {
  const queue = await queueWith(LEASED_AND_READY);
  expect(await queue.call(turn, { count: 0 })).toEqual(["ok", "-", `${START} - 0 - - -`]);
  expect(await queue.state()).toEqual(LEASED_AND_READY);
});

test.each<[what: string, state: State]>([
  ["without jobs", { meta: { head: head() } }],
  ["without jobs, whose head states that something is due", { meta: { head: head({ due: START }) } }],
  ["with a delayed job", { meta: { head: head() }, delayed: { d: due(START + 9) } }],
])("an empty reply from a queue %s is not remembered, so the same request can ask again", async (_, state) => {
  const queue = await queueWith(state);
  const ask = () => queue.call(turn, { number: 0, lane: "content", replies: "reply:n" });
  expect((await ask())[0]).toBe("ok");
  await queue.seed({ ready: { a: place(1) }, jobs: { a: record() } });
  expect(await ask()).toContain("a");
  expect(await ask()).toEqual(["again", "-", `- ${LEASE_END} 0 ${LEASE_END} -h ${tick(101)}`, "a"]);
});

describe("a turn with a beat", () => {
  const text = (flags: string) => `- ${LEASE_END} 0 ${START + 1} -${flags}h ${tick(101)}`;

  test("notes the worker and the policy, and asks its client to register the queue", async () => {
    const queue = await queueWith(LEASED_AND_READY);
    const policy = "1000 - - 5 60000";
    const [, , header] = await queue.call(turn, { count: 1, heartbeat: "p", policy, worker: "ü %1" });
    expect(header).toBe(text("u"));
    const state = await queue.state();
    expect(state.workers).toEqual({ "ü %1": START });
    expect(state.meta?.policy).toBe(policy);
    // The remembered reply does not ask to register the queue.
    expect(state["replies:w"]?.[0].lane).toContain(text(""));
  });

  test.each([
    ["asks to register a queue whose registration is half an hour old", START - 1_800_000, "u"],
    ["does not ask to register a queue whose registration is newer", START - 1_799_999, ""],
  ])("%s", async (_, registered, flag) => {
    const queue = await queueWith({
      ...LEASED_AND_READY,
      meta: { ...LEASED_AND_READY.meta, registered: String(registered) },
    });
    expect((await queue.call(turn, { count: 1, heartbeat: "1", worker: "" }))[2]).toBe(text(flag));
    const { workers, meta } = await queue.state();
    expect([workers, meta?.policy]).toEqual([undefined, undefined]);
  });

  test("asks to register a queue even if it hands out no job", async () => {
    for (const flags of ["", "p"]) {
      const queue = await queueWith({ meta: { head: head({ flags }) } });
      const [, letters, header] = await queue.call(turn, { heartbeat: "1" });
      expect([letters, header]).toEqual(["-", `${START} - 0 ${NEVER} -u${flags}h -`]);
    }
  });

  test("keeps the 1,000 workers that were seen last", async () => {
    const known = byId(numberedIds(1_000, "w"), (_, i) => START - 2_000 + i);
    const queue = await queueWith({ ...LEASED_AND_READY, workers: known });
    await queue.call(turn, { heartbeat: "1", worker: "new" });
    expect((await queue.state()).workers).toEqual({ ...omit(known, "w0"), new: START });
  });
});
