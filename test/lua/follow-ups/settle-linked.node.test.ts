// settleLinked: jobs end and their follow-ups are added in one unit.
import { describe, expect, test } from "vitest";
import { byId, ended, ending, head, omit, record, rememberedReply, run } from "../kit/forms.ts";
import { blockedAt, group, holders, limits, lines, member } from "../kit/groups/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, due, LEASE_END, place, RESULT_TTL, START, tick } from "../kit/times.ts";
import { stateWithoutReplies } from "../kit/turns.ts";
import { CHOSEN_KIND, entry, settleWith } from "./kit/forms.ts";

const queueWith = connectQueues();
const ids = ["a", "b"];
/** Two leased jobs. */
const LEASED: State = {
  leased: byId(ids, () => LEASE_END),
  jobs: byId(ids, () => record()),
  runs: byId(ids, (_, i) => run("L", tick(7 + i))),
  meta: { head: head({ due: LEASE_END, runs: 2, enqueued: 2, leased: 2 }) },
};
/** The lines of a reply for letters and marks. */
const reply = (letters: string, marks: string, flags = "") => `${letters}\n${START} - 0 - -${flags} -\n${marks}`;

test("a completed job and its follow-ups: ready, delayed, with a chosen id, and one that is known", async () => {
  const queue = await queueWith({ ...LEASED, "result:chosen": ["C 1 2", RESULT_TTL] });
  const followUps = [
    { id: "n1", payload: "[1]" },
    { id: "n2", kind: "3 1 +5000 - 2 - -" },
    { id: "chosen", kind: "5 1 - 60000 - 9000 -" },
    { id: "b", kind: CHOSEN_KIND },
  ];
  const text = reply("c", "rdrL");
  expect(await settleWith(queue, [["complete", "a", tick(7), "7"]], followUps)).toEqual(["ok", ...text.split("\n")]);
  expect(await queue.state()).toEqual({
    ready: { n1: place(101), chosen: place(103) },
    delayed: { n2: due(START + 5_000, 3) },
    leased: { b: LEASE_END },
    expiring: { chosen: START + 9_000 },
    seen: { chosen: START + 60_000 },
    jobs: {
      b: record(),
      n1: record(place(101), "[1]"),
      n2: record(place(0, 3, { time: START + 5_000 }), "{}", { enqueuedAt: START, max: 2 }),
      chosen: record(place(103), "{}", { expiresAt: START + 9_000 }),
    },
    runs: { b: run("L", tick(8)) },
    "result:a": [`C ${START} 7`, RESULT_TTL],
    endings: { a: ending("C", tick(103)) },
    meta: {
      head: head({ due: START + 5_000, tick: tick(103), runs: 1, enqueued: 5, leased: 2, completed: 1 }),
      duplicates: "1",
    },
    ...rememberedReply(text),
  } satisfies State);
});

test("a repeated request gets the first reply, and adds nothing again", async () => {
  const queue = await queueWith(LEASED);
  const settle = () => settleWith(queue, [["complete", "a", tick(7)]], [{ id: "n" }]);
  const [, ...first] = await settle();
  const after = await stateWithoutReplies(queue);
  expect(await settle()).toEqual(["again", ...first]);
  const { meta, ...rest } = await stateWithoutReplies(queue);
  expect({ ...rest, meta: omit(meta, "replayed") }).toEqual(after);
});

test("only the jobs that end have follow-ups", async () => {
  const queue = await queueWith({ ...LEASED, meta: { ...LEASED.meta, failed: "3" } });
  const reply = await settleWith(
    queue,
    [
      ["complete", "a", tick(6)],
      ["fail", "b", tick(8), "", '"no"'],
      ["complete", "unknown", tick(9)],
      ["complete", "b", tick(8)],
    ],
    [1, 2, 3, 4].map((of) => ({ of, id: `n${of}` })),
  );
  expect([reply[1], reply[3]]).toEqual(["AfUF", "-r--"]);
  expect(await stateWithoutReplies(queue)).toEqual({
    ready: { n2: place(101) },
    leased: { a: LEASE_END },
    failed: { b: START },
    jobs: { a: record(), b: record(), n2: record(place(101)) },
    runs: {
      a: run("L", tick(7)),
      b: run("F", tick(8), { attempts: [ended("f", tick(8), { error: '"no"' })] }),
    },
    meta: {
      head: head({ due: LEASE_END, tick: tick(101), runs: 2, enqueued: 3, leased: 2 }),
      failed: "4",
      stale: "3",
    },
  } satisfies State);
});

test("nothing is written to a queue that does not exist", async () => {
  const queue = await queueWith();
  const reply = await settleWith(queue, [["complete", "a", tick(7)]], [{ id: "n" }, { id: "m", target: "other -" }]);
  expect([reply[1], reply[3]]).toEqual(["U", "--"]);
  expect(await queue.state()).toEqual({});
});

test("a follow-up takes the slot of its job, or is blocked behind those of its group", async () => {
  const limit = limits("- 1 - - -");
  const queue = await queueWith({
    ...LEASED,
    blocked: { wait: blockedAt(1) },
    jobs: { ...LEASED.jobs, wait: record(place(1)) },
    members: { a: member("g"), b: member("h"), wait: member("g") },
    groups: { g: group({ held: 1, number: 1, back: 1 }), h: group({ held: 1 }) },
    holders: holders({ g: ["a"], h: ["b"] }),
    lines: lines({ 1: "g" }),
    meta: { head: head({ flags: "g", due: LEASE_END, runs: 5, enqueued: 3, leased: 2 }), limits: limit },
  });
  const reply = await settleWith(
    queue,
    [
      ["complete", "a", tick(7)],
      ["complete", "b", tick(8)],
    ],
    [
      { of: 1, id: "n1", kind: "5 1 - - - - - 1 g" },
      { of: 2, id: "n2", kind: "5 1 - - - - - 1 h" },
      { of: 2, id: "n3", kind: "5 1 - - - - - 3 h" },
    ],
  );
  expect([reply[1], reply[3]]).toEqual(["cc", "brb"]);
  expect(await stateWithoutReplies(queue)).toMatchObject({
    ready: { n2: place(102), wait: expect.any(Number) },
    blocked: { n1: blockedAt(1, 1), n3: blockedAt(2) },
    members: { n1: member("g"), n2: member("h"), n3: member("h", { cost: 3 }), wait: member("g") },
    groups: { g: group({ number: 1, back: 2, head: "wait" }), h: group({ number: 2, back: 1, head: "n2" }) },
  });
});

describe("the outbox", () => {
  test("has the follow-ups for other queues, with the times at which they are due", async () => {
    const queue = await queueWith({
      ...LEASED,
      outbox: { [entry(tick(3))]: tick(3) },
      meta: { head: head({ flags: "q", due: LEASE_END, runs: 2, enqueued: 2, leased: 2 }) },
    });
    const followUps = [
      { id: "n1", target: "other -", payload: "1\n2" },
      { id: "own" },
      { id: "n2", target: "third 100", kind: "5 1 +5000 0 - - -" },
      { id: "n3", target: "other -", kind: "5 1 +0 - - - - 2 g" },
    ];
    const answer = await settleWith(queue, [["complete", "a", tick(7)]], followUps);
    expect(answer.slice(1)).toEqual(reply("c", "s r s s".replaceAll(" ", ""), "q").split("\n"));
    expect(await stateWithoutReplies(queue)).toMatchObject({
      outbox: {
        [entry(tick(3))]: tick(3),
        [entry(tick(101), { id: "n1", payload: "1\n2" })]: tick(101),
        [entry(tick(102), { target: "third", maxLength: "100", id: "n2", kind: `5 1 @${START + 5_000} 0 - - -` })]:
          tick(102),
        [entry(tick(103), { id: "n3", kind: "5 1 - - - - - 2 g" })]: tick(103),
      },
      ready: { own: place(104) },
      meta: {
        head: head({ flags: "q", due: LEASE_END, tick: tick(104), runs: 1, enqueued: 3, leased: 2, completed: 1 }),
      },
    });
  });

  test("has no follow-up of a job that did not end", async () => {
    const queue = await queueWith(LEASED);
    await settleWith(queue, [["complete", "a", tick(6)]], [{ id: "n1", target: "other -" }]);
    expect(await stateWithoutReplies(queue)).toEqual({
      ...LEASED,
      meta: { head: head({ due: LEASE_END, runs: 2, enqueued: 2, leased: 2 }), stale: "1" },
    });
  });
});

test("a job that is kept, and older ones beyond the retention", async () => {
  const queue = await queueWith({
    ...LEASED,
    done: { old: START - 1_000 },
    jobs: { ...LEASED.jobs, old: record() },
    runs: { ...LEASED.runs, old: run("C", tick(1)) },
    meta: { head: head({ due: LEASE_END, runs: 3, enqueued: 3, leased: 3, completed: 1 }) },
  });
  const reply = await settleWith(queue, [["keep", "a", tick(7)]], [{ id: "old", kind: CHOSEN_KIND }], {
    policy: `- 1 - - ${RESULT_TTL}`,
    times: clockAt(START),
  });
  expect([reply[1], reply[3]]).toEqual(["c", "C"]);
  expect(await stateWithoutReplies(queue)).toMatchObject({ done: { a: START }, jobs: { a: record(), b: record() } });
});
