// The repairs of groups by deepClean: their counts, heads, holders, numbers, delays and overrides.
import { describe, expect, test } from "vitest";
import { auditRound } from "../kit/deep-cleaning.ts";
import { head, omit, record } from "../kit/forms.ts";
import { blockedAt, group, holders, limits, lines, member, turnWith } from "../kit/groups/forms.ts";
import { heldGroupState } from "../kit/groups/states.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const held = heldGroupState("- 1 - - -");

/** Audits a queue with a state. Returns the repairs, "orphans doubles lost stray counters", and the state without the audit. */
async function audit(state: State) {
  const queue = await queueWith(state);
  const repairs = (await auditRound(queue)).replace(/^\d+ /, "");
  const { meta: { audit: _, ...meta } = {}, ...rest } = await queue.state();
  return { queue, repairs, state: { ...rest, meta } };
}

describe("deepClean repairs", () => {
  test.each<[damage: string, damaged: Partial<State>, repairs: string]>([
    ["nothing in a healthy group", {}, "0 0 0 0 0"],
    ["a count of held jobs", { groups: { g: group({ held: 3, number: 3, back: 1 }) } }, "0 0 0 0 1"],
    ["a head that is not there", { groups: { g: group({ held: 1, number: 3, back: 1, head: "x" }) } }, "0 0 0 0 1"],
    ["a holder that is missing", { holders: {} }, "0 0 0 1 0"],
    ["a holder that holds nothing", { holders: holders({ g: ["a", "b", "x"], other: ["a"] }) }, "0 0 0 3 0"],
    ["a number of no group", { lines: lines({ 3: "g", 2: "g", 1: "other" }) }, "0 0 0 2 0"],
    ["a group's number that is missing", { lines: lines({}, 3) }, "0 0 0 0 1"],
  ])("%s", async (_, damaged, repairs) => {
    const { repairs: found, state } = await audit({ ...held, ...damaged } as State);
    expect([found, state]).toEqual([repairs, held]);
  });

  test("a group whose field is lost: its holder counts, and its blocked job returns to it", async () => {
    const { queue, state } = await audit(omit(held, "groups"));
    expect(state).toMatchObject({
      groups: { g: group({ held: 1 }) },
      ready: { b: expect.any(Number) },
      holders: held.holders,
    });
    await turnWith(queue, [], { count: 5 });
    expect(await queue.state()).toMatchObject({
      leased: held.leased,
      holders: held.holders,
      blocked: { b: expect.any(Number) },
    });
  });
});

describe("deepClean makes a delayed head ready", () => {
  const free = group({ number: 3, back: 1, tat: tick(0, START + 60_000), head: "a" });
  const delayed = (limitText: string): State => ({
    delayed: { a: due(START + 60_000) },
    blocked: { b: blockedAt(3) },
    jobs: { a: record(place(1)), b: record(place(2)) },
    members: { a: member("g", { mark: "t" }), b: member() },
    groups: { g: free },
    lines: lines({ 3: "g" }),
    meta: { head: head({ flags: "g", due: START + 60_000, runs: 2, enqueued: 2 }), limits: limits(limitText) },
  });

  test("that waits longer than its present limits ask for", async () => {
    const { state } = await audit(delayed("- 1 - - -"));
    expect(state).toMatchObject({ ready: { a: place(101) }, blocked: { b: blockedAt(3) }, members: { a: member() } });
    expect(state.delayed).toBeUndefined();
  });

  test("but leaves one that its rate or its pause delays", async () => {
    const limited = delayed("- 1 1 60000 1");
    expect((await audit(limited)).state).toEqual(limited);
    const paused: State = {
      ...delayed("- 1 - - -"),
      overrides: { g: `7 - - - - ${START + 60_000}` },
      meta: { ...delayed("- 1 - - -").meta, head: head({ flags: "go", due: START + 60_000, runs: 2, enqueued: 2 }) },
    };
    expect((await audit(paused)).state).toEqual(paused);
  });
});

test("deepClean removes overrides that were only pauses and are over", async () => {
  const overrides = {
    over: `7 - - - - ${START}`,
    kept: `8 3 - - - ${START}`,
    paused: `9 - - - - ${START + 1}`,
    all: "9 - - - - 0",
  };
  const both = {
    ...held,
    overrides,
    meta: { ...held.meta, head: head({ flags: "g", due: START + 60_000, runs: 3, enqueued: 2 }) },
  };
  const { state } = await audit(both);
  const { over: _, ...rest } = overrides;
  expect(state.overrides).toEqual(rest);
  expect(state.meta.head).toContain(" go ");
  const only = await audit({ ...both, overrides: { over: overrides.over }, meta: state.meta });
  expect(only.state.overrides).toBeUndefined();
  expect(only.state.meta.head).toContain(" g ");
});
