// The scripts that store, pause, run and list schedules, and what a queue with schedules tells a turn and a clean. The full state
// before and after.
import { describe, expect, test } from "vitest";
import { clean, pauseSchedule, putSchedules, retire, runSchedule, turn } from "../../../src/engine/all-scripts.ts";
import { head } from "../kit/forms.ts";
import type { Fields, State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { NEVER, place, START, tick } from "../kit/times.ts";
import { definition, eightAfter, LAST, MINUTE, scheduleState } from "./schedule-forms.ts";

const queueWith = connectQueues();

const meta = (flags = "c", parts: Parameters<typeof head>[0] = {}, others: Fields = {}) => ({
  head: head({ flags, due: START, ...parts }),
  ...others,
});
const remembered = (reply: string): State => ({ "replies:w": [{ lane: `1\n${reply}` }, 120_000] });

describe("putSchedules", () => {
  test("stores a schedule in a new queue, changes one, and leaves one with the same digest alone", async () => {
    const queue = await queueWith();
    const items = ["a", definition()];
    expect(await queue.call(putSchedules, { items, most: 10 })).toEqual(["ok", "n", "u"]);
    const after = {
      schedules: { a: definition(), "\ta": scheduleState({ version: tick(1) }) },
      slots: { a: START },
      meta: { head: head({ flags: "ch", tick: tick(1), due: 0 }), born: `${START}`, heard: `${START + 600_000}` },
      ...remembered("n"),
    };
    expect(await queue.state()).toEqual(after);
    expect(await queue.call(putSchedules, { items, most: 10, number: 2 })).toEqual(["ok", "s", "u"]);
    expect(await queue.state()).toEqual(after);
    const changed = definition({ digest: "1".repeat(32), payload: "2" });
    expect(await queue.call(putSchedules, { items: ["a", changed], most: 10, number: 3 })).toEqual(["ok", "c", "u"]);
    expect(await queue.state()).toMatchObject({ schedules: { a: changed, "\ta": after.schedules["\ta"] } });
  });

  test("drops the stored slots if the times change, and keeps the numbers, the pause and the history", async () => {
    const history = [`${START - 9} d ${START} -`];
    const parts = { cursor: LAST, runs: 3, missed: 4, skipped: 5, paused: START, note: "why", history };
    const queue = await queueWith({
      schedules: { a: definition(), "\ta": scheduleState({ ...parts, slots: eightAfter(START) }) },
      slots: { a: NEVER },
      meta: meta(),
    });
    const changed = definition({ digest: "1".repeat(32), times: '{"at":1}' });
    expect(await queue.call(putSchedules, { items: ["a", changed], most: 10 })).toEqual(["ok", "c", "u"]);
    expect(await queue.state()).toMatchObject({
      schedules: { a: changed, "\ta": scheduleState({ ...parts, cursor: START, version: tick(101) }) },
      slots: { a: NEVER },
    });
  });

  test("stores a schedule anew that has lost its entry, and sets a flag that the queue has lost", async () => {
    const items = ["a", definition()];
    const schedules = { a: definition(), "\ta": scheduleState({ cursor: LAST, slots: eightAfter(START) }) };
    const withoutEntry = await queueWith({ schedules, meta: meta() });
    expect(await withoutEntry.call(putSchedules, { items, most: 10 })).toEqual(["ok", "c", "u"]);
    expect(await withoutEntry.state()).toMatchObject({
      schedules: { a: definition(), "\ta": scheduleState({ version: tick(101) }) },
      slots: { a: START },
    });
    const withoutFlag = await queueWith({ schedules, slots: { a: START + MINUTE }, meta: meta("") });
    expect(await withoutFlag.call(putSchedules, { items, most: 10 })).toEqual(["ok", "c", "u"]);
    expect(await withoutFlag.state()).toMatchObject({ schedules, slots: { a: START + MINUTE }, meta: meta("c") });
  });

  test("refuses more schedules than a queue may have", async () => {
    const before: State = {
      schedules: { a: definition(), "\ta": scheduleState() },
      slots: { a: NEVER },
      meta: meta(),
    };
    const queue = await queueWith(before);
    const items = ["a", definition({ digest: "1".repeat(32) }), "b", definition()];
    expect(await queue.call(putSchedules, { items, most: 1 })).toEqual(["full"]);
    expect(await queue.state()).toEqual(before);
  });
});

test("pauseSchedule takes a schedule out of its slots, and lets it go on after those that have passed", async () => {
  const slots = [START - MINUTE, START, ...eightAfter(START)];
  const queue = await queueWith({
    schedules: { a: definition(), "\ta": scheduleState({ cursor: LAST, slots }) },
    slots: { a: START - MINUTE },
    meta: meta(),
  });
  expect(await queue.call(pauseSchedule, { id: "b", paused: "1", note: "" })).toEqual(["ok", "U"]);
  expect(await queue.call(pauseSchedule, { id: "a", paused: "1", note: "why" })).toEqual(["ok", "p"]);
  expect(await queue.state()).toEqual({
    schedules: { a: definition(), "\ta": scheduleState({ cursor: LAST, slots, paused: START, note: "why" }) },
    slots: { a: NEVER },
    meta: meta(),
    ...remembered("p"),
  });
  expect(await queue.call(pauseSchedule, { id: "a", paused: "-", note: "", number: 2 })).toEqual(["ok", "a"]);
  expect(await queue.state()).toMatchObject({
    schedules: { "\ta": scheduleState({ cursor: LAST, slots: eightAfter(START) }) },
    slots: { a: START + MINUTE },
  });
});

test("runSchedule creates a job for now, and jobs of slots that have passed", async () => {
  const queue = await queueWith({
    schedules: { a: definition(), "\ta": scheduleState({ cursor: LAST, slots: eightAfter(START) }) },
    slots: { a: START + MINUTE },
    meta: meta(),
  });
  expect(await queue.call(runSchedule, { id: "a", slots: [] })).toEqual(["ok", "r", `a:${START}`]);
  const slots = [START - 9, START, START + 1].map(String);
  expect(await queue.call(runSchedule, { id: "a", slots, number: 2 })).toEqual([
    ...["ok", "rR", `a:${START - 9}`, `a:${START}`],
  ]);
  const history = [`${START} t ${START} -`, `${START - 9} b ${START} -`];
  expect(await queue.state()).toMatchObject({
    schedules: { "\ta": scheduleState({ cursor: LAST, slots: eightAfter(START), history }) },
    slots: { a: START + MINUTE },
    ready: { [`a:${START}`]: place(101), [`a:${START - 9}`]: place(102) },
  });
});

describe("a queue with schedules", () => {
  const scheduled = (at: number): State => ({
    slots: { a: at },
    meta: meta("ch", {}, { heard: `${START + 600_000}` }),
  });

  test("tells a turn and a clean that a slot is due, and when the next one is", async () => {
    const lease = { count: 1, heartbeat: "", items: [] };
    const queue = await queueWith(scheduled(START));
    expect(await queue.call(turn, lease)).toEqual(["ok", "-", `${START} - 1 ${START} -tch -`]);
    expect(await queue.call(clean, {})).toEqual(["ok", "0 0 0 0 0 0 0 0 0 1"]);
    const later = await queueWith(scheduled(START + 1));
    expect(await later.call(turn, lease)).toEqual(["ok", "-", `${START} - 0 ${START + 1} -ch -`]);
    expect(await later.call(clean, {})).toEqual(["ok", "0 0 0 0 0 0 0"]);
  });

  test("is not retired", async () => {
    const queue = await queueWith({ ...scheduled(NEVER), schedules: { a: definition() } });
    expect(await queue.call(retire, { idle: 0 })).toEqual(["ok", "0"]);
  });
});
