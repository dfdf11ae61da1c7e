// The time by which scripts go: Redis's own, and the caller's only where Redis does not tell its.
import { expect, test } from "vitest";
import { callScript } from "../../src/core/call.ts";
import { counts } from "../../src/core/scripts.gen.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { enqueueAll } from "./enqueuing.ts";
import { benches, KEEP, redis, START, tick } from "./state.ts";

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
  const reply = await callScript(nodeRedis(timeless), queue.keys, counts, { times, names: ["failed"] }, {});
  expect(reply.rest[0]).toBe(`${START} 0 0 0 0 0 0 -`);
  timeless.destroy();
  await redis().aclDelUser(user);
});
