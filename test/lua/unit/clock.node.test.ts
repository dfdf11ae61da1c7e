// The clock of scripts: Redis's own time, and the caller's only if Redis refuses TIME.
import { expect, test } from "vitest";
import { clean, counts, turn } from "../../../src/engine/all-scripts.ts";
import { formatReference } from "../../../src/queue/jobs/settle-items.ts";
import { withLuaPrefix } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { withRights } from "../kit/deep-cleaning.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { head, record } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { clockAt, place, REPLY_TTL, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
/** The argument for a caller whose clock is years behind. */
const times = `${START} ${REPLY_TTL}`;

/** Resolves with Redis's time in microseconds. */
async function redisTime(): Promise<number> {
  const [seconds, micros] = (await redis().sendCommand(["TIME"])) as unknown as [string, string];
  return Number(seconds) * 1_000_000 + Number(micros);
}

test("scripts use Redis's time in whole milliseconds, not the caller's", async () => {
  const queue = await queueWith();
  // Often enough to notice a millisecond that is rounded up.
  for (let i = 0; i < 50; i++) {
    const before = await redisTime();
    const [, header = ""] = await queue.call(counts, { times, names: ["failed"] });
    const now = Number(header.split(" ")[0]);
    expect(now).toBeGreaterThanOrEqual(Math.floor(before / 1_000));
    expect(now).toBeLessThanOrEqual((await redisTime()) / 1_000);
  }
});

test.each([
  ["0", "000"],
  ["999", "000"],
  ["1000", "001"],
  ["999999", "999"],
])("microsecond %s counts as millisecond %s", async (micros, ms) => {
  const adapter = withLuaPrefix(`local redis=setmetatable({pcall=function(name,...)
if name=='TIME' then return {'1700000000','${micros}'} end
return redis.pcall(name,...) end},{__index=redis}) `);
  const queue = (await queueWith()).through(adapter);
  const [, header] = await queue.call(counts, { times, names: ["failed"] });
  expect(header?.split(" ")[0]).toBe(`1700000000${ms}`);
});

test("each job gets the microsecond of its enqueue as tick", async () => {
  const queue = await queueWith();
  for (let i = 0; i < 50; i++) {
    const before = await redisTime();
    await enqueueAll(queue, [{ id: `${i}`, priority: 0 }], { times, number: i + 1 });
    const last = Number((await queue.state()).meta?.head?.split(" ")[2]) - tick(0, 0);
    expect(last).toBeGreaterThanOrEqual(before);
    // The first job gets the tick after the time of its request.
    expect(last).toBeLessThanOrEqual((await redisTime()) + 1);
  }
});

test("scripts use the caller's time if Redis refuses TIME", async () => {
  const queue = await queueWith();
  const rights = ["~*", "+@all", "-time"];
  const [, header] = await withRights(queue, rights, (each) => each.call(counts, { times, names: ["failed"] }));
  expect(header).toBe(`${START} 0 0 0 0 0 0 0 -`);
});

test.each(["2020-10-01", "2022-01-01", "2023-11-01", "2048-12-01"])("scripts work at %s", async (date) => {
  const queue = await queueWith();
  const times = clockAt(Date.parse(date));
  await enqueueAll(queue, [{ id: "a" }], { times });
  const [, , header = ""] = await queue.call(turn, { times, count: 1, number: 2 });
  // The client's own form of a reference, which pads the fence.
  const reference = formatReference({ id: "a", fence: Number(header.split(" ").at(-1)) });
  const [, letters] = await queue.call(turn, { times, count: 0, number: 3, items: ["c", reference, "", ""] });
  expect(letters).toBe("c");
});

test.each([
  ["ok", "the time of the first tick", 1_600_000_000_000, 0],
  ["bad_clock", "a millisecond before the first tick", 1_599_999_999_999, 0],
  ["ok", "the highest last tick", START, 898_999_999_999_999],
  ["bad_clock", "a last tick above the highest", START, 899_000_000_000_000],
])("a script replies %s for %s", async (code, _, time, last) => {
  const queue = await queueWith({ meta: { head: head({ tick: last }) } });
  const status = queue.call(turn, { times: clockAt(time) }).then(([word]) => word);
  expect(await status.catch((error) => error.code)).toBe(code);
});

test.each(["1970-01-01", "2020-09-01", "2049-06-01", "2100-01-01"])(
  "scripts refuse the time %s, and change nothing",
  async (date) => {
    const before: State = { ready: { a: place(1) }, jobs: { a: record() }, meta: { head: head() } };
    const queue = await queueWith(before);
    const times = clockAt(Date.parse(date));
    const refused = { code: "bad_clock" };
    await expect(enqueueAll(queue, [{ id: "b" }], { times })).rejects.toMatchObject(refused);
    await expect(queue.call(turn, { times })).rejects.toMatchObject(refused);
    await expect(queue.call(clean, { times })).rejects.toMatchObject(refused);
    expect(await queue.state()).toEqual(before);
  },
);
