// The time by which scripts go: Redis's own, and the caller's only where Redis does not tell its.
import { expect, test } from "vitest";
import { callScript } from "../../../src/engine/call.ts";
import { clean, counts, turn } from "../../../src/engine/scripts.gen.ts";
import { formatReference } from "../../../src/queue/jobs/settle-items.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { benches, clockAt, head, KEEP, place, record, redis, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
/** The caller's time, which is years behind. */
const times = `${START} ${KEEP}`;

/** Redis's time in microseconds. */
async function time(): Promise<number> {
  const [seconds, micros] = (await redis().sendCommand(["TIME"])) as unknown as [string, string];
  return Number(seconds) * 1_000_000 + Number(micros);
}

test("is Redis's own in whole milliseconds, whatever the caller believes", async () => {
  const queue = fresh();
  // Often enough to see a millisecond that is rounded up.
  for (let i = 0; i < 50; i++) {
    const before = await time();
    const [, header = ""] = await queue.call(counts, { times, names: ["failed"] });
    const now = Number(header.split(" ")[0]);
    expect(now).toBeGreaterThanOrEqual(Math.floor(before / 1_000));
    expect(now).toBeLessThanOrEqual((await time()) / 1_000);
  }
});

test.each([
  ["0", "000"],
  ["999", "000"],
  ["1000", "001"],
  ["999999", "999"],
])("is the whole millisecond of the microsecond %s", async (micros, ms) => {
  const adapter = nodeRedis(redis());
  const prefix = `local redis=setmetatable({pcall=function(name,...)
if name=='TIME' then return {'1700000000','${micros}'} end
return redis.pcall(name,...) end},{__index=redis}) `;
  const queue = fresh().through(() => ({
    run: (script, keys, args) => adapter.run({ ...script, text: prefix + script.text }, keys, args),
  }));
  const [, header] = await queue.call(counts, { times, names: ["failed"] });
  expect(header?.split(" ")[0]).toBe(`1700000000${ms}`);
});

test("gives each job the microsecond at which it came", async () => {
  const queue = fresh();
  for (let i = 0; i < 50; i++) {
    const before = await time();
    await enqueueAll(queue, [[`${i}`, "0 - - - -"]], { times, number: i + 1 });
    const last = Number((await queue.state()).meta?.head?.split(" ")[2]) - tick(0, 0);
    expect(last).toBeGreaterThanOrEqual(before);
    // The first job of a request stands behind the time of its request.
    expect(last).toBeLessThanOrEqual((await time()) + 1);
  }
});

test("is the caller's where TIME is refused", async () => {
  const queue = fresh();
  const user = `user-${queue.name}`;
  await redis().aclSetUser(user, ["on", "nopass", "~*", "+@all", "-time"]);
  const timeless = redis().duplicate({ username: user, password: "any" });
  await timeless.connect();
  const call = { adapter: nodeRedis(timeless), keys: queue.keys, args: { times, names: ["failed"] } };
  const reply = await callScript(counts, call);
  expect(reply.values[0]).toBe(`${START} 0 0 0 0 0 0 -`);
  timeless.destroy();
  await redis().aclDelUser(user);
});

test.each(["2020-10-01", "2022-01-01", "2023-11-01", "2048-12-01"])("works at a time of %s", async (date) => {
  const queue = fresh();
  const times = clockAt(Date.parse(date));
  await enqueueAll(queue, [["a"]], { times });
  const [, , header = ""] = await queue.call(turn, { times, count: 1, number: 2 });
  const fence = Number(header.split(" ").at(-1));
  expect(
    (
      await queue.call(turn, { times, count: 0, number: 3, items: ["c", formatReference({ id: "a", fence }), "", ""] })
    )[1],
  ).toBe("c");
});

test.each([
  ["at its first tick", 1_600_000_000_000, 0, true],
  ["a millisecond before that", 1_599_999_999_999, 0, false],
  ["with a last tick that is just not too high", START, 898_999_999_999_999, true],
  ["with a last tick that is too high", START, 899_000_000_000_000, false],
])("%s is good, or refused", async (_, time, last, works) => {
  const queue = fresh();
  await queue.seed({ meta: { head: head({ tick: last }) } });
  const asked = queue.call(turn, { times: clockAt(time) }).then(([status]) => status);
  expect(await asked.catch((error) => error.code)).toBe(works ? "ok" : "bad_clock");
});

test.each(["1970-01-01", "2020-09-01", "2049-06-01", "2100-01-01"])(
  "is refused at a time of %s, and nothing is changed",
  async (date) => {
    const queue = fresh();
    const before: State = { ready: [["a", place(1)]], jobs: { a: record() }, meta: { head: head() } };
    await queue.seed(before);
    const times = clockAt(Date.parse(date));
    const refused = { code: "bad_clock" };
    await expect(enqueueAll(queue, [["b"]], { times })).rejects.toMatchObject(refused);
    await expect(queue.call(turn, { times })).rejects.toMatchObject(refused);
    await expect(queue.call(clean, { times })).rejects.toMatchObject(refused);
    expect(await queue.state()).toEqual(before);
  },
);
