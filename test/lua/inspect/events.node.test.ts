// events: reads recorded entries from a number or a time on.
import { expect, test } from "vitest";
import { events } from "../../../src/engine/all-scripts.ts";
import { head } from "../kit/forms.ts";
import { FIRST, recordingMeta } from "../kit/recording-queue.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues } from "../kit/test-queue.ts";
import { START } from "../kit/times.ts";

const queueWith = connectQueues();
const meta = (last: number, keep = 3) => ({ head: head({ flags: "e" }), ...recordingMeta(keep, FIRST + last) });

/** A queue with three entries, before, between and after which others are gone. */
const threeEntries: State = { events: [2, 3, 5].map((n) => [FIRST + n, `${START + n}\nR${n}`]), meta: meta(6) };

/** Reads events from a queue with a state. */
async function readEvents(since: string | number, { limit = 100, state = threeEntries } = {}): Promise<string[]> {
  return callReadOnly(await queueWith(state), events, { since, limit });
}

/** Returns the reply with some of the three entries, from a number on. */
const replyFrom = (from: number, ...numbers: number[]) => [
  "ok",
  `${START} ${FIRST + from} ${FIRST + 6}`,
  ...numbers.map((n) => `${FIRST + n}\n${START + n}\nR${n}`),
];

test("events returns entries from a number on, up to the limit", async () => {
  expect(await readEvents(FIRST + 3)).toEqual(replyFrom(3, 3, 5));
  expect(await readEvents(FIRST + 1, { limit: 2 })).toEqual(replyFrom(1, 2, 3));
  expect(await readEvents(FIRST + 6)).toEqual(replyFrom(6));
});

test("events returns no entry if only later ones are asked for", async () => {
  expect(await readEvents("")).toEqual(replyFrom(7));
});

test.each([
  ["before all entries, of which some are gone", 0, replyFrom(1, 2, 3, 5)],
  ["between two entries", START + 4, replyFrom(4, 5)],
  ["of an entry", START + 3, replyFrom(3, 3, 5)],
  ["after all entries, of which the last is gone", START + 6, replyFrom(6)],
])("events returns the entries since a time %s", async (_, time, expected) => {
  expect(await readEvents(`@${time}`)).toEqual(expected);
});

test.each([
  ["of the first entry", START, 1],
  ["between the first two entries", START + 1, 2],
  ["of the second entry", START + 10, 2],
  ["of the last entry", START + 20, 3],
  ["after the last entry", START + 21, 4],
])("events returns the entries since a time %s, of which none is gone", async (_, time, from) => {
  const entries: State["events"] = [1, 2, 3].map((n) => [FIRST + n, `${START + n * 10 - 10}\nR${n}`]);
  expect(await readEvents(`@${time}`, { state: { events: entries, meta: meta(3) } })).toEqual([
    "ok",
    `${START} ${FIRST + from} ${FIRST + 3}`,
    ...entries.slice(from - 1).map(([number, text]) => `${number}\n${text}`),
  ]);
});

test("events returns every entry of the same time", async () => {
  const entries: State["events"] = [0, 5, 5, 5, 9].map((ms, i) => [FIRST + 1 + i, `${START + ms}\nR${i}`]);
  const [, header, ...texts] = await readEvents(`@${START + 5}`, { state: { events: entries, meta: meta(5, 5) } });
  expect(header).toBe(`${START} ${FIRST + 2} ${FIRST + 5}`);
  expect(texts).toEqual(entries.slice(1).map(([number, text]) => `${number}\n${text}`));
});

test.each([
  ["the last number if all entries are gone", 6, 6],
  ["the next number if there was no entry yet", 0, 1],
])("events replies without entries, with %s", async (_, last, from) => {
  for (const time of [0, START, START + 9_000]) {
    const header = `${START} ${FIRST + from} ${FIRST + last}`;
    expect(await readEvents(`@${time}`, { state: { meta: meta(last) } })).toEqual(["ok", header]);
  }
});

test.each([
  ["1, before which there is none", 1, 1],
  ["2, before which one is gone", 2, 1],
])("events takes 0 for a lost first number, with an entry of the number %s", async (_, n, from) => {
  const state: State = { events: [[n, `${START}\nRx`]], meta: { head: head({ flags: "e" }), recorded: `${n}` } };
  expect(await readEvents("@0", { state })).toEqual(["ok", `${START} ${from} ${n}`, `${n}\n${START}\nRx`]);
});

test("events takes 0 for a lost last number", async () => {
  const state: State = { meta: { head: head({ flags: "e" }), events: "3 0" } };
  for (const since of ["", "@0"]) expect(await readEvents(since, { state })).toEqual(["ok", `${START} 1 0`]);
});

test("events finds a time among many entries", async () => {
  const entries: State["events"] = Array.from({ length: 100 }, (_, i) => [FIRST + 1 + i, `${START + i * 10}\nR${i}`]);
  const state = { events: entries, meta: meta(100, 100) };
  for (const i of [0, 1, 49, 50, 98, 99]) {
    const [, header] = await readEvents(`@${START + i * 10 - 5}`, { limit: 1, state });
    expect(header).toBe(`${START} ${FIRST + 1 + i} ${FIRST + 100}`);
  }
});

test("events replies with - if nothing is recorded", async () => {
  expect(await readEvents("", { state: { meta: { head: head() } } })).toEqual(["ok", "-"]);
  expect(await (await queueWith()).call(events, { since: "@0" })).toEqual(["ok", "-"]);
});
