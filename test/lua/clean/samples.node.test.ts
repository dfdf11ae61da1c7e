// The samples that the light clean adds: a look at the queue a minute, and one an hour.
import { expect, test } from "vitest";
import { clean, history } from "../../../src/engine/all-scripts.ts";
import { refuseWrites } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { head, record } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, place, START } from "../kit/times.ts";

const queueWith = connectQueues();
const MINUTE = 60_000;
const STATE: State = {
  ready: { a: place(1) },
  failed: { f: START },
  jobs: { a: record(place(1)), f: record(place(1)) },
  meta: { head: `${head({ enqueued: 3, leased: 2, completed: 1 })}Cb`, waits: "0 5", failed: "4", retried: "7" },
};
const SAMPLE = "1 0 0 0 1 0 3 2 1 4 7|0 5||Cb";

const cleanAt = (queue: TestQueue, time: number) =>
  queue.call(clean, { times: clockAt(time), number: time - START + 1 });
const listOf = (queue: TestQueue, name: "history" | "hours") => redis().lRange(queue.keys.root + name, 0, -1);

test("a clean adds a look at the queue", async () => {
  const queue = await queueWith(STATE);
  await cleanAt(queue, START);
  expect(await listOf(queue, "history")).toEqual([`${START} ${START} ${SAMPLE}`]);
  expect(await listOf(queue, "hours")).toEqual([`${START} ${START} ${SAMPLE}`]);
  const lifetimes = ["history", "hours"].map((name) => redis().pTTL(queue.keys.root + name));
  expect((await Promise.all(lifetimes)).map((ttl) => Math.ceil(ttl / 3_600_000))).toEqual([24, 24 * 30]);
});

test("a look at a queue with groups has the number of its blocked jobs", async () => {
  const queue = await queueWith({ blocked: { b: 1, c: 2 }, meta: { head: head({ flags: "g", enqueued: 2 }) } });
  await cleanAt(queue, START);
  expect(await listOf(queue, "history")).toEqual([`${START} ${START} 0 0 2 0 0 0 2 0 0 0 0|||`]);
});

test("a clean of a queue that does not exist adds none", async () => {
  const queue = await queueWith();
  await cleanAt(queue, START);
  expect(await listOf(queue, "history")).toEqual([]);
});

test("a second look within half a minute is left out", async () => {
  const queue = await queueWith(STATE);
  for (const time of [0, 1, 29_999]) await cleanAt(queue, START + time);
  expect(await listOf(queue, "history")).toEqual([`${START} ${START} ${SAMPLE}`]);
});

test("looks that find the same extend the last one, unless they are far apart", async () => {
  const queue = await queueWith(STATE);
  for (const minute of [0, 1, 2, 4]) await cleanAt(queue, START + minute * MINUTE);
  expect(await listOf(queue, "history")).toEqual([`${START} ${START + 4 * MINUTE} ${SAMPLE}`]);
  await cleanAt(queue, START + 7 * MINUTE);
  const second = `${START + 7 * MINUTE} ${START + 7 * MINUTE} ${SAMPLE}`;
  expect(await listOf(queue, "history")).toEqual([second, `${START} ${START + 4 * MINUTE} ${SAMPLE}`]);
});

test("a change adds a look, and each hour has one of its own", async () => {
  const queue = await queueWith(STATE);
  await cleanAt(queue, START);
  await queue.seed({ meta: { head: head({ enqueued: 4, leased: 2, completed: 1 }) } });
  await cleanAt(queue, START + MINUTE);
  expect(await listOf(queue, "history")).toHaveLength(2);
  expect(await listOf(queue, "hours")).toHaveLength(1);
  const later = START + 60 * MINUTE;
  await cleanAt(queue, later);
  expect(await listOf(queue, "hours")).toHaveLength(2);
  expect((await listOf(queue, "hours"))[0]).toMatch(`${later} ${later} 1 0 0 0 1 0 4 2 1 4 7|`);
});

test("the lists are bounded", async () => {
  const queue = await queueWith(STATE);
  await redis().rPush(`${queue.keys.root}history`, Array(1_440).fill("0 0 old"));
  await redis().rPush(`${queue.keys.root}hours`, Array(720).fill("0 0 old"));
  await cleanAt(queue, START);
  expect(await listOf(queue, "history")).toHaveLength(1_440);
  expect(await listOf(queue, "hours")).toHaveLength(720);
});

test("refused samples do not refuse the clean", async () => {
  const queue = await queueWith(STATE);
  for (const nth of [1, 2, 3, 4]) {
    const refused = queue.through(refuseWrites(`n==${nth}`));
    expect((await cleanAt(refused, START + nth * MINUTE))[0]).toBe("ok");
  }
});

test.each(["damaged", "9 x", ""])("a clean adds a look after a sample that is %j", async (damaged) => {
  const queue = await queueWith(STATE);
  await redis().rPush(`${queue.keys.root}history`, damaged);
  await cleanAt(queue, START);
  expect((await listOf(queue, "history"))[0]).toBe(`${START} ${START} ${SAMPLE}`);
});

test("history returns the newest samples, and changes nothing", async () => {
  const queue = await queueWith(STATE);
  expect(await callReadOnly(queue, history, { count: 2, samples: "history" })).toEqual(["ok", String(START)]);
  await redis().rPush(`${queue.keys.root}history`, ["c", "b", "a"]);
  expect(await callReadOnly(queue, history, { count: 2, samples: "history" })).toEqual(["ok", String(START), "c", "b"]);
});

test("a brief history has no histograms", async () => {
  const queue = await queueWith(STATE);
  await cleanAt(queue, START);
  const look = `${START} ${START} ${SAMPLE}`;
  const args = { count: 2, samples: "history" } as const;
  expect(await callReadOnly(queue, history, args)).toEqual(["ok", String(START), look]);
  const brief = look.replace(/\|.*$/, "");
  expect(await callReadOnly(queue, history, { ...args, brief: 1 })).toEqual(["ok", String(START), brief]);
});
