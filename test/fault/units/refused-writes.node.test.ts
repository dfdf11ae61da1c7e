// A database refuses one write in the middle of a script, as Upstash does when a key is full. Redis does not roll back;
// these operations take back what they wrote before, and the same call succeeds later.
import { Redis } from "ioredis";
import { afterAll, expect, inject, test } from "vitest";
import type { Adapter, Job } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { Clock, freshName, freshQueue } from "../../setup/queue.ts";
import { OPERATIONS } from "../kit/operations.ts";
import { stateOf } from "../kit/state.ts";

const client = new Redis(inject("redisUrl"));
afterAll(() => client.disconnect());

/** Lua before a script: each write is refused, of those that may make a key grow, of which a condition on its number and its key holds. */
const refusing = (condition: string) => `local redis=(function(real)
local n,grows,refused=0,{hset=1,zadd=1,set=1},real.error_reply('ERR max single record size exceeded')
local function no(name,key)
  if not grows[string.lower(name)] then return false end
  n=n+1
  return ${condition}
end
return setmetatable({
  call=function(...)if no(...)then error(refused)end return real.call(...)end,
  pcall=function(...)if no(...)then return refused end return real.pcall(...)end,
},{__index=real})end)(redis) `;

/** ioredis, but for one call: the writes of it that are refused, or "". */
let refuse = "";
const adapter: Adapter = ioredis({
  eval: (text, ...rest) => client.eval(refuse ? refusing(refuse) + text : text, ...rest),
  evalsha: (sha, ...rest) => client.evalsha(refuse ? "0".repeat(40) : sha, ...rest),
  duplicate: () => client.duplicate(),
});

const WHOLE = ["enqueue", "enqueueMany", "complete", "cancel", "redrive", "promote"];

test.each(OPERATIONS.filter(({ name }) => WHOLE.includes(name)))("$name, refused at any write", async (operation) => {
  for (let nth = 1; ; nth++) {
    const [clock, name] = [new Clock(), freshName()];
    const queue = freshQueue<number>({ redis: adapter, now: clock.now, backoff: 1_000 }, name);
    const job = (await operation.prepare(queue)) as Job<number>;
    const before = await stateOf(name);
    refuse = `n == ${nth}`;
    const outcome: unknown = await operation.run(queue, job).catch((error) => error);
    refuse = "";
    const passed = !(outcome instanceof Error);
    if (!passed) {
      expect(outcome).toMatchObject({ code: "record_too_large" });
      expect(await stateOf(name), `write ${nth}`).toEqual(before);
      await operation.run(queue, job);
    }
    const clean = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
    expect(await queue.deepClean(), `write ${nth}`).toMatchObject(clean);
    if (passed) return expect(nth).toBeGreaterThan(2);
  }
});

test.each(["first", "second"])(
  "a turn of which the result of the %s job is refused settles and leases nothing, and works when it is sent again",
  async (refused) => {
    const [clock, name] = [new Clock(), freshName()];
    const queue = freshQueue<number>({ redis: adapter, now: clock.now }, name);
    await queue.enqueueMany(["first", "second", "third"].map((id, data) => ({ data, id })));
    const { jobs } = await queue.lease({ count: 2 });
    const before = await stateOf(name);
    const turn = () => queue.turn({ settle: jobs.map((job) => ({ job, action: "complete", result: "r" })), lease: {} });
    refuse = `string.find(key, ':result:${refused}$')`;
    const outcome: unknown = await turn().catch((error) => error);
    refuse = "";
    expect(outcome).toMatchObject({ code: "record_too_large" });
    expect(await stateOf(name)).toEqual(before);
    expect(await turn()).toMatchObject({ settled: [{ ok: true }, { ok: true }], jobs: [{ id: "third" }] });
  },
);

test("a batch of which any write is refused leaves no id remembered, and forgets none that was", async () => {
  for (let nth = 1, passed = false; !passed; nth++) {
    const name = freshName();
    const queue = freshQueue<number>({ redis: adapter, now: new Clock().now }, name);
    await queue.enqueue(0, { id: "known", uniqueFor: "1h" });
    const before = await stateOf(name);
    const batch = ["known", "a", "b"].map((id) => ({ data: 1, id, uniqueFor: "1h" as const, ttl: "1d" as const }));
    refuse = `n == ${nth}`;
    const outcome: unknown = await queue
      .enqueueMany([...batch, { data: 2, id: "c", delay: "1m" }])
      .catch((error) => error);
    refuse = "";
    passed = !(outcome instanceof Error);
    if (passed) expect(nth).toBeGreaterThan(5);
    else expect(await stateOf(name), `write ${nth}`).toEqual(before);
  }
});
