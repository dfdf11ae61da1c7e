// setGroup and setLimits: versions, and what a change of limits lets go on. groups: what can be read of them.
import { describe, expect, test } from "vitest";
import { clean, groups, setGroup, setLimits } from "../../../src/engine/all-scripts.ts";
import { byId, head, numberedIds, omit, record } from "../kit/forms.ts";
import { blockedAt, description, group, holders, limits, lines, member, turnWith } from "../kit/groups/forms.ts";
import type { State } from "../kit/state.ts";
import { type CallOptions, callReadOnly, connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, LEASE_END, LISTENS_UNTIL, NEVER, place, START, tick } from "../kit/times.ts";
import { wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();

/** A group that is limited: it holds one job, its head is delayed, and two are blocked. */
const limited: State = {
  delayed: { a: due(START + 9_000) },
  blocked: { b: blockedAt(3), c: blockedAt(3, 1) },
  leased: { l: START + 1_000 },
  jobs: { a: record(place(1)), b: record(place(2)), c: record(place(3)), l: record(place(0)) },
  members: { a: member("g", { mark: "t" }), b: member(), c: member(), l: member() },
  groups: { g: group({ held: 1, number: 3, back: 2, head: "a" }) },
  holders: holders({ g: ["l"] }),
  lines: lines({ 3: "g" }),
  meta: {
    head: head({ flags: "g", due: START + 1_000, runs: 4, enqueued: 4 }),
    limits: limits("- 2 - - -"),
  },
};
/** The same group without a head, because it is full or paused. */
const headless: State = {
  ...omit(limited, "delayed"),
  blocked: { a: blockedAt(3, -1), ...limited.blocked },
  members: { ...limited.members, a: member() },
  groups: { g: group({ held: 1, number: 3, back: 2 }) },
};
/** Returns a state with overrides, as its flags say. */
const withOverrides = (state: State, overrides: NonNullable<State["overrides"]>): State => ({
  ...state,
  overrides,
  meta: { ...state.meta, head: state.meta?.head?.replace("2 g", "2 go") ?? "" },
});
const SAME = { cap: "=", rate: "=", paused: "=", expected: "" };

describe("setGroup", () => {
  const setting = (state: State, change: CallOptions<typeof setGroup>) =>
    queueWith(state).then(async (queue) => ({
      reply: await queue.call(setGroup, { ...SAME, group: "g", ...change }),
      state: await queue.state(),
    }));

  test("stores an override under a new version, and makes a delayed head ready, which the next lease limits again", async () => {
    const { reply, state } = await setting(limited, { cap: "5" });
    expect(reply).toEqual(["ok", `set ${tick(101)}`]);
    expect(omit(state, "replies:w")).toEqual({
      ...omit(limited, "delayed"),
      ready: { a: place(102) },
      members: { ...limited.members, a: member() },
      overrides: { g: `${tick(101)} 5 - - - -` },
      meta: { ...limited.meta, head: head({ flags: "go", due: START + 1_000, tick: tick(102), runs: 4, enqueued: 4 }) },
    });
  });

  test("lets the first blocked job of a group go when it has a free slot, or its pause ends", async () => {
    const full = { ...headless, meta: { ...headless.meta, limits: limits("- 1 - - -") } };
    expect((await setting(full, { cap: "2" })).state).toMatchObject({
      ready: { a: place(102) },
      groups: { g: group({ held: 1, number: 3, back: 2, head: "a" }) },
    });
    const paused = withOverrides(headless, { g: "7 - - - - 0" });
    const { reply, state } = await setting(paused, { paused: "-" });
    expect(reply).toEqual(["ok", "set 0"]);
    expect(state.overrides).toBeUndefined();
    expect(state).toMatchObject({ ready: { a: place(102) }, blocked: limited.blocked });
  });

  test("keeps what it does not name, and a pause is a time, a duration or without an end", async () => {
    const before = withOverrides(headless, { g: "7 4 60 1000 2 0" });
    const overridden = async (change: CallOptions<typeof setGroup>) =>
      (await setting(before, change)).state.overrides?.g?.replace(/^\d+ /, "");
    expect(await overridden({ cap: "1" })).toBe("1 60 1000 2 0");
    expect(await overridden({ cap: "-" })).toBe("- 60 1000 2 0");
    expect(await overridden({ rate: "- - -" })).toBe("4 - - - 0");
    expect(await overridden({ paused: "+500" })).toBe(`4 60 1000 2 ${START + 500}`);
    expect(await overridden({ paused: String(START + 9) })).toBe(`4 60 1000 2 ${START + 9}`);
    expect((await setting(before, { cap: "1" })).state.meta?.head).toMatch(/^2 go /);
  });

  test("forgets a pause that is over", async () => {
    const before = withOverrides(headless, { g: `7 - - - - ${START}`, later: "8 4 - - - -" });
    const { reply, state } = await setting(before, {});
    expect(reply).toEqual(["ok", "set 0"]);
    expect(state.overrides).toEqual({ later: "8 4 - - - -" });
    expect((await setting(before, { cap: "3" })).state.overrides?.g).toBe(`${tick(101)} 3 - - - -`);
    expect((await setting(headless, { paused: String(START) })).state.overrides).toBeUndefined();
  });

  test("changes nothing if the override has another version than the expected one", async () => {
    const before = withOverrides(headless, { g: "7 4 - - - -" });
    for (const expected of ["0", "6"]) {
      const { reply, state } = await setting(before, { cap: "1", expected });
      expect(reply).toEqual(["ok", "other 7"]);
      expect(state).toEqual(before);
    }
    expect((await setting(before, { cap: "1", expected: "7" })).reply[1]).toBe(`set ${tick(101)}`);
    expect((await setting(headless, { cap: "1", expected: "0" })).reply[1]).toBe(`set ${tick(101)}`);
    expect((await setting(headless, { cap: "1", expected: "7" })).reply[1]).toBe("other 0");
  });

  test("refuses an override beyond the 10,000th, and changes those that are there", async () => {
    const full = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`g${i}`, "7 4 - - - -"]));
    const queue = await queueWith({ overrides: full, meta: { head: head({ flags: "go" }) } });
    const set = (name: string, number: number) => queue.call(setGroup, { ...SAME, group: name, cap: "1", number });
    expect(await set("one more", 1)).toEqual(["ok", "many 0"]);
    expect(await set("g9", 2)).toEqual(["ok", `set ${tick(101)}`]);
  });

  test("sets a group of a queue without groups, or of a new queue", async () => {
    const { state } = await setting({}, { cap: "3" });
    expect(omit(state, "replies:w")).toEqual({
      overrides: { g: `${tick(1)} 3 - - - -` },
      meta: {
        head: head({ flags: "goh", tick: tick(1), due: 0 }),
        born: String(START),
        heard: String(START + 600_000),
      },
    });
  });
});

describe("setLimits", () => {
  const setting = (state: State, change: Partial<CallOptions<typeof setLimits>>) =>
    queueWith(state).then(async (queue) => ({
      reply: await queue.call(setLimits, { expected: "", limits: limits("- 9 - - -").slice(2), ...change }),
      state: await queue.state(),
    }));

  test("stores the limits under the next version, and lets groups go on", async () => {
    const full = { ...headless, meta: { ...headless.meta, limits: limits("- 1 - - -", "- - - -", 4) } };
    const { reply, state } = await setting(full, {});
    expect(reply).toEqual(["ok", "set 5"]);
    expect(omit(state, "replies:w")).toEqual({
      ...limited,
      ...{ delayed: undefined, ready: { a: place(101) } },
      members: headless.members,
      groups: { g: group({ held: 1, number: 3, back: 2, head: "a" }) },
      meta: {
        ...limited.meta,
        head: head({ flags: "g", due: START + 1_000, tick: tick(101), runs: 4, enqueued: 4 }),
        limits: limits("- 9 - - -", "- - - -", 5),
      },
    });
  });

  test.each([
    ["keeps the debts of groups if their rate stays the same", "9 60 1000 2", tick(0, START + 9_000)],
    ["begins another rate with full buckets", "2 30 1000 2", 0],
  ])("%s", async (_, changed, tat) => {
    const debt = { held: 1, number: 3, back: 2, head: "a" };
    const before: State = {
      ...limited,
      groups: { g: group({ ...debt, tat: tick(0, START + 9_000) }) },
      meta: { ...limited.meta, limits: limits("- 2 60 1000 2") },
    };
    const { state } = await setting(before, { limits: limits(`- ${changed}`).slice(2) });
    expect(state).toMatchObject({ ready: { a: place(101) }, groups: { g: group({ ...debt, tat }) } });
  });

  test("makes a head ready that the earlier limits have delayed", async () => {
    const { state } = await setting(limited, {});
    expect(state).toMatchObject({ ready: { a: place(101) }, members: { a: member() } });
    expect(state.delayed).toBeUndefined();
  });

  test("makes heads of groups without blocked jobs ready, after those with some, by name", async () => {
    const alone = group({ tat: tick(0, START + 9_000) });
    const state: State = {
      ...limited,
      delayed: { ...limited.delayed, y: due(START + 9_000), x: due(START + 9_000), later: due(START + 9_000) },
      jobs: { ...limited.jobs, x: record(place(4)), y: record(place(5)), later: record(place(6)) },
      members: { ...limited.members, y: member("y", { mark: "t" }), x: member("x", { mark: "t" }), later: member("z") },
      groups: { ...limited.groups, y: `${alone}y`, x: `${alone}x`, z: alone },
    };
    const after = (await setting(state, {})).state;
    expect(after.ready).toEqual({ a: place(101), x: place(102), y: place(103) });
    expect(after.delayed).toEqual({ later: due(START + 9_000) });
  });

  test("changes nothing if the limits have another version than the expected one", async () => {
    const { reply, state } = await setting(limited, { expected: "2" });
    expect(reply).toEqual(["ok", "other 1"]);
    expect(state).toEqual(limited);
    expect((await setting(limited, { expected: "1" })).reply).toEqual(["ok", "set 2"]);
    expect((await setting({}, { expected: "1" })).reply).toEqual(["ok", "other 0"]);
    expect((await setting({}, { expected: "0" })).reply).toEqual(["ok", "set 1"]);
  });
});

test.each<[string, (queue: TestQueue) => Promise<unknown>]>([
  ["setGroup", (queue) => queue.call(setGroup, { ...SAME, group: "g", cap: "2" })],
  ["setLimits", (queue) => queue.call(setLimits, { expected: "", limits: limits("- 2 - - -").slice(2) })],
])("%s publishes a wake if a job becomes ready", async (_, change) => {
  const flags = head({ flags: "gh", due: START + 1_000, runs: 4, enqueued: 4 });
  const heard = { ...headless.meta, head: flags, heard: String(NEVER) };
  const full = { ...headless, meta: { ...heard, limits: limits("- 1 - - -") } };
  const queue = await queueWith(full);
  expect(await wakesDuring(queue, change)).toEqual(["1 1000"]);
  expect(await wakesDuring(queue, change)).toEqual([]);
});

describe("groups", () => {
  const state: State = {
    ...withOverrides(headless, { g: "7 4 - - - -", later: "8 - - - - 0" }),
    groups: { ...headless.groups, idle: group({ tat: tick(0, START + 5) }), "x y": group({ held: 1 }) },
    holders: holders({ g: ["l"], "x y": ["k"] }),
  };
  const read = async (options: Partial<CallOptions<typeof groups>>) =>
    callReadOnly(await queueWith(state), groups, { cursor: "1 0", last: "", limit: 100, names: [], ...options });
  const none = description({});
  const [ofG, header] = [
    `g\t${description({ held: 1, blocked: 3 })}\t7 4 - - - -`,
    [String(START), `-${limits("- 2 - - -")}`],
  ];

  test("are listed in three stages: with blocked jobs, with overrides, with leased jobs", async () => {
    expect(await read({})).toEqual(["ok", "2 0", ...header, ofG]);
    expect(await read({ last: "1" })).toEqual(["ok", "-", ...header, ofG]);
    expect(await read({ cursor: "2 0" })).toEqual(["ok", "3 ", ...header, `later\t${none}\t8 - - - - 0`]);
    expect(await read({ cursor: "3 " })).toEqual(["ok", "-", ...header, `x y\t${description({ held: 1 })}\t`]);
  });

  test("are read by their names, also without a trace", async () => {
    expect(await read({ names: ["idle", "g", "none"] })).toEqual([
      "ok",
      "-",
      ...header,
      `idle\t${description({ tat: tick(0, START + 5) })}\t`,
      ofG,
      `none\t${none}\t`,
    ]);
  });
});

describe("a change of limits of many groups", () => {
  const names = numberedIds(600, "g ");
  const held = names.map((name) => `held ${name}`);
  /** Groups that hold a job, and have a blocked one. */
  const many: State = {
    blocked: byId(names, (_, i) => blockedAt(i + 1)),
    leased: byId(held, () => LEASE_END),
    jobs: byId([...names, ...held], (_, i) => record(place(i))),
    members: byId([...names, ...held], (id) => member(id.replace("held ", ""))),
    groups: byId(names, (_, i) => group({ held: 1, number: i + 1, back: 1 })),
    holders: holders(Object.fromEntries(names.map((name) => [name, [`held ${name}`]]))),
    lines: lines(Object.fromEntries(names.map((name, i) => [i + 1, name]))),
    meta: {
      head: head({ flags: "gh", due: LEASE_END, runs: 1_200, enqueued: 1_200 }),
      limits: limits("- 1 - - -"),
      heard: LISTENS_UNTIL,
    },
  };
  const countReady = async (queue: TestQueue) => Object.keys((await queue.state()).ready ?? {}).length;

  test.each<[string, (queue: TestQueue, number: number) => Promise<unknown>]>([
    ["turns", (queue, number) => turnWith(queue, [], { number })],
    ["light cleans", (queue, number) => queue.call(clean, { limit: 100, silence: 1, policy: "", number })],
  ])("is carried out in parts, the others by %s", async (_, goOn) => {
    const queue = await queueWith(many);
    await queue.call(setLimits, { expected: "", limits: limits("- 2 - - -").slice(2) });
    const first = await countReady(queue);
    expect([first > 200, first <= 250]).toEqual([true, true]);
    expect((await queue.state()).meta?.head).toContain(" ghs ");
    for (let i = 0; i < 4; i++) await goOn(queue, 10 + i);
    expect(await countReady(queue)).toBe(600);
    const { blocked, meta } = await queue.state();
    expect(blocked).toBeUndefined();
    expect(meta?.head).not.toContain("s ");
  });
});
