// advance: fires the slots of schedules that are due. The full state before and after.
import { describe, expect, test } from "vitest";
import { advance, removeSchedules } from "../../../src/engine/all-scripts.ts";
import { head, record } from "../kit/forms.ts";
import type { Fields, State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";
import { definition, eightAfter, LAST, MINUTE, scheduleState, TIMES } from "./schedule-forms.ts";

const queueWith = connectQueues();

const meta = (flags = "c", parts: Parameters<typeof head>[0] = {}, others: Fields = {}) => ({
  head: head({ flags, due: START, ...parts }),
  ...others,
});
const remembered = (reply: string): State => ({ "replies:w": [{ lane: `1\n${reply}` }, 120_000] });
const call = (queue: TestQueue, options: object = {}) => queue.call(advance, options);

describe("advance", () => {
  test("makes a job of each slot that is due, and keeps the others", async () => {
    const [a, b] = [eightAfter(START), eightAfter(START - 1)];
    const queue = await queueWith({
      schedules: {
        a: definition({ job: "2 7 60000 t5" }),
        "\ta": scheduleState({ cursor: LAST, slots: [START, ...a] }),
        b: definition({ payload: "line\nbreak" }),
        "\tb": scheduleState({ cursor: LAST, slots: [`${START - 1}+500`, ...b] }),
        c: definition(),
        "\tc": scheduleState({ cursor: LAST, slots: eightAfter(START) }),
      },
      slots: { a: START, b: START - 1, c: START + MINUTE },
      meta: meta(),
    });
    const ids = { a: `a:${START}`, b: `b:${START - 1}` };
    const reply = [`2 0 ${START} 2`, `d ${ids.b}`, `r ${ids.a}`];
    expect(await call(queue)).toEqual(["ok", ...reply]);
    expect(await queue.state()).toEqual({
      schedules: {
        a: definition({ job: "2 7 60000 t5" }),
        "\ta": scheduleState({ cursor: LAST, slots: a, runs: 1, history: [`${START} d ${START} -`] }),
        b: definition({ payload: "line\nbreak" }),
        "\tb": scheduleState({ cursor: LAST, slots: b, runs: 1, late: 1, history: [`${START - 1} d ${START} -`] }),
        c: definition(),
        "\tc": scheduleState({ cursor: LAST, slots: eightAfter(START) }),
      },
      slots: { a: START + MINUTE, b: START - 1 + MINUTE, c: START + MINUTE },
      ready: { [ids.a]: place(102, 2) },
      delayed: { [ids.b]: due(START + 499) },
      expiring: { [ids.a]: START + MINUTE },
      jobs: {
        [ids.a]: `${place(102, 2)} m7 x${START + MINUTE} ot5/sd${START}:{"a":1}`,
        [ids.b]: `${place(0, 5, { time: START + 499 })} c${START} osd${START - 1}:line\nbreak`,
      },
      meta: meta("c", { tick: tick(102), enqueued: 2 }, { firedSlots: "2", lateness: "1" }),
      ...remembered(reply.join("\n")),
    });
    expect(await call(queue)).toEqual(["again", ...reply]);
    expect(await call(queue, { number: 2 })).toEqual(["ok", `0 0 ${START} 0`]);
  });

  test("asks for slots of a schedule that has few, and adds them once", async () => {
    const queue = await queueWith({
      schedules: { a: definition({ catchUp: 9, most: 3 }), "\ta": scheduleState() },
      slots: { a: START },
      meta: meta(),
    });
    expect(await call(queue)).toEqual(["ok", `0 0 ${START} 0`, "a", TIMES, `7 ${START} 9 3`]);
    expect(await queue.state()).toMatchObject({ slots: { a: START + 5_000 } });
    const slots = eightAfter(START).join(" ");
    const items = [`7 ${START} ${LAST} 1 4\n${slots}\na`];
    expect(await call(queue, { number: 2, refillCount: 1, items })).toEqual(["ok", `0 0 ${START} 0`]);
    const after = {
      schedules: {
        a: definition({ catchUp: 9, most: 3 }),
        "\ta": scheduleState({ cursor: LAST, isLast: 1, missed: 4, slots: eightAfter(START) }),
      },
      slots: { a: START + MINUTE },
    };
    expect(await queue.state()).toMatchObject(after);
    // The slots that another client lists for the same cursor, or for other times.
    const others = [items[0] as string, `8 ${LAST} ${LAST} 1 0\n${slots}\na`];
    for (const [i, item] of others.entries())
      expect(await call(queue, { number: 3 + i, refillCount: 1, items: [item] })).toEqual(["ok", `0 0 ${START} 0`]);
    expect(await queue.state()).toMatchObject(after);
  });

  test("removes the entry of a schedule that is gone, and of one that is damaged", async () => {
    const queue = await queueWith({
      schedules: { damaged: "x", "\tdamaged": scheduleState() },
      slots: { gone: START, damaged: START },
      meta: meta(),
    });
    expect(await call(queue)).toEqual(["ok", `0 0 ${START} 0`]);
    expect(await queue.state()).toEqual({
      schedules: { damaged: "x", "\tdamaged": scheduleState() },
      meta: meta(),
      ...remembered(`0 0 ${START} 0`),
    });
  });

  test("handles no more schedules than its limit", async () => {
    const ids = ["a", "b", "c"];
    const fields = ids.flatMap((id) => [
      [id, definition()],
      [`\t${id}`, scheduleState({ cursor: LAST, slots: [START, ...eightAfter(START)] })],
    ]);
    const queue = await queueWith({
      schedules: Object.fromEntries(fields),
      slots: { a: START, b: START, c: START },
      meta: meta(),
    });
    expect(await call(queue, { limit: 2 })).toEqual(["ok", `2 1 ${START} 2`, `r a:${START}`, `r b:${START}`]);
    expect(await call(queue, { limit: 2, number: 2 })).toEqual(["ok", `1 0 ${START} 1`, `r c:${START}`]);
  });

  test("names the jobs that it creates, up to about 10 kB of them", async () => {
    const id = "x".repeat(200);
    const slots = Array.from({ length: 100 }, (_, i) => START - i).toReversed();
    const queue = await queueWith({
      schedules: {
        [id]: definition({ overlap: "a", most: 1_000 }),
        [`\t${id}`]: scheduleState({ cursor: LAST, slots: [...slots, ...eightAfter(START)] }),
      },
      slots: { [id]: START - 99 },
      meta: meta(),
    });
    const [status, numbers, ...names] = await call(queue);
    expect([status, numbers]).toEqual(["ok", `100 0 ${START} 47`]);
    expect(names).toEqual(slots.slice(0, 47).map((slot) => `r ${id}:${slot}`));
    expect(await queue.state()).toMatchObject({ meta: { firedSlots: "100" } });
  });

  test("counts the slots that are missed and skipped, and the lateness of the last ones", async () => {
    const history = [`${START - 9} d ${START - 9} -`];
    const queue = await queueWith({
      schedules: {
        a: definition({ catchUp: 60_000 }),
        "\ta": scheduleState({ cursor: LAST, slots: [START - 70_000, START - 10, START, ...eightAfter(START)] }),
        b: definition(),
        "\tb": scheduleState({ cursor: LAST, slots: [START, ...eightAfter(START)], history }),
      },
      slots: { a: START - 70_000, b: START },
      leased: { [`b:${START - 9}`]: START + 9 },
      meta: meta("c", {}, { lateness: "500", missedSlots: "2" }),
    });
    expect(await call(queue)).toEqual(["ok", `1 0 ${START} 1`, `r a:${START - 10}`]);
    expect(await queue.state()).toMatchObject({
      meta: { firedSlots: "1", missedSlots: "3", skippedSlots: "2", lateness: "10" },
      schedules: {
        "\ta": scheduleState({
          ...{ cursor: LAST, runs: 1, missed: 1, skipped: 1, late: 10, slots: eightAfter(START) },
          history: [`${START - 10} d ${START} -`],
        }),
        "\tb": scheduleState({ cursor: LAST, skipped: 1, slots: eightAfter(START), history }),
      },
    });
  });

  test("cancels the run before a slot, and notes the endings of others", async () => {
    const [old, first, second] = [START - 2 * MINUTE, START - MINUTE, START];
    const history = [`${old} d ${old} -`, `${first} d ${first} -`];
    const queue = await queueWith({
      schedules: {
        a: definition({ overlap: "c" }),
        "\ta": scheduleState({ cursor: LAST, runs: 2, slots: [second, ...eightAfter(START)], history }),
      },
      slots: { a: START },
      ready: { [`a:${first}`]: place(1) },
      jobs: { [`a:${first}`]: record() },
      failed: { [`a:${old}`]: old + 5 },
      meta: meta("c", { enqueued: 2 }),
    });
    const reply = [`1 0 ${START} 2`, `r a:${START}`, `x a:${first}`];
    expect(await call(queue)).toEqual(["ok", ...reply]);
    expect(await queue.state()).toEqual({
      schedules: {
        a: definition({ overlap: "c" }),
        "\ta": scheduleState({
          ...{ cursor: LAST, runs: 3, slots: eightAfter(START) },
          history: [`${old} d ${old} F${old + 5}`, `${first} d ${first} X${START}`, `${START} d ${START} -`],
        }),
      },
      slots: { a: START + MINUTE },
      ready: { [`a:${START}`]: place(101) },
      failed: { [`a:${old}`]: old + 5 },
      jobs: { [`a:${START}`]: `${place(101)} osd${START}:{"a":1}` },
      endings: { [`a:${first}`]: `X${tick(101)}` },
      meta: meta("c", { tick: tick(101), enqueued: 3 }, { cancelled: "1", firedSlots: "1" }),
      ...remembered(reply.join("\n")),
    });
  });

  test("buffers a slot, and counts the schedules with a buffered slot", async () => {
    const first = START - MINUTE;
    const [history, slots] = [[`${first} d ${first} -`], eightAfter(START + 9 * MINUTE)];
    const queue = await queueWith({
      schedules: {
        a: definition({ overlap: "b" }),
        "\ta": scheduleState({ cursor: LAST, runs: 1, slots: [START, ...slots], history }),
      },
      slots: { a: START },
      leased: { [`a:${first}`]: START + 9 },
      meta: meta("c"),
    });
    expect(await call(queue)).toEqual(["ok", `0 0 ${START} 0`]);
    expect(await queue.state()).toMatchObject({
      schedules: { "\ta": scheduleState({ cursor: LAST, runs: 1, slots, history, buffered: START }) },
      slots: { a: START + MINUTE },
      meta: meta("cb", {}, { buffered: "1" }),
    });
    expect(await queue.call(removeSchedules, { ids: ["a", "a", "b"], number: 2 })).toEqual(["ok", "rUU"]);
    expect(await queue.state()).toEqual({
      leased: { [`a:${first}`]: START + 9 },
      meta: meta("c", {}, { buffered: "0" }),
      "replies:w": [{ lane: "2\nrUU" }, 120_000],
    });
  });
});
