// A database refuses a write in the middle of a script, as Upstash does when a key or a plan is full. Redis does not roll
// back: here each write of each script is refused in turn. It shows what is left half done, and that the same request, a
// clean and a deep clean then bring every job into exactly one state, with counters that are right.
import { createClient } from "@redis/client";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cleanup } from "../../scripts/cleanup.ts";
import { startRedis } from "../../scripts/redis-server.ts";
import { startGateway } from "../../src/gateway/server.ts";
import { type Adapter, upstash } from "../../src/index.ts";
import { fromReply } from "../../src/redis/errors.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { audit, Keys, recordIds } from "../core/broken/audit.ts";
import { alteredLua } from "../setup/altered-lua.ts";
import { everything, PREFIX, prepare, SCRIPTS, type Scene, type ScriptName, send } from "./crash-points.ts";

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

let client: ReturnType<typeof createClient>;
let auditor: Redis;
/** Over a gateway that lets no key grow at all. */
let full: Adapter;
beforeAll(async () => {
  const server = await startRedis();
  cleanup.add(server.stop);
  client = createClient({ url: server.url, RESP: 2 }) as never;
  client.on("error", () => {});
  await client.connect();
  cleanup.add(async () => client.destroy());
  auditor = new Redis(server.url);
  cleanup.add(async () => auditor.disconnect());
  const gateway = await startGateway({ redisUrl: server.url, maxRecordBytes: 1 });
  cleanup.add(gateway.close);
  full = upstash(gateway);
});

/** Lua before a script: its nth write that makes a key grow is refused, and named. */
const refusing = (nth: number) => `local redis=(function(real)
local n,grows=0,{hset=1,zadd=1,set=1,hincrby=1}
local function no(name,key)
  if not grows[string.lower(name)] then return end
  n=n+1
  return n==${nth} and real.error_reply('ERR max single record size exceeded: '..name..' '..(string.match(key,'}:(.*)$')or key))
end
return setmetatable({
  call=function(...)local refused=no(...)if refused then error(refused)end return real.call(...)end,
  pcall=function(...)return no(...)or real.pcall(...)end,
},{__index=real})end)(redis) `;

/** The writes that leave a script half done when they are refused, those of counters aside. */
const HALF_DONE: Partial<Record<ScriptName, string[]>> = {
  // These work while memory is full because they take away first; that costs them this.
  settle: ["ZADD done", "ZADD failed", "ZADD delayed", "ZADD ready", "HSET runs", "SET reply:n"],
  clean: ["ZADD failed", "HSET runs", "ZADD ready"],
  lease: ["ZADD failed", "HSET runs", "ZADD ready", "ZADD leased", "HSET runs", "ZADD workers", "SET reply:n"],
  turn: [
    ...["ZADD done", "ZADD failed", "ZADD delayed", "ZADD ready", "HSET runs"],
    ...["ZADD failed", "HSET runs", "ZADD ready", "ZADD leased", "HSET runs", "ZADD workers", "SET reply:n"],
  ],
  // Harmless: leases that run out as before, runs that are prepared, what was asked for in part, what nobody remembers.
  failWorker: ["ZADD ready"],
  redrive: ["ZADD ready", "SET reply:n"],
  promote: ["SET reply:n"],
  cancel: ["SET reply:n"],
  extend: ["ZADD workers"],
  progress: ["ZADD leased"],
};

/** Those of them that leave jobs in no state until their holder asks again, or a deep clean comes. */
const LOSES_SIGHT: Partial<Record<ScriptName, string[]>> = {
  settle: ["ZADD done", "ZADD failed", "ZADD delayed", "ZADD ready"],
  clean: ["ZADD failed", "HSET runs", "ZADD ready"],
  lease: ["ZADD failed", "HSET runs", "ZADD ready", "ZADD leased"],
  turn: [
    ...["ZADD done", "ZADD failed", "ZADD delayed", "ZADD ready"],
    ...["ZADD failed", "HSET runs", "ZADD ready", "ZADD leased"],
  ],
};

const QUEUE = "q";
const KEYS = new Keys(PREFIX, QUEUE);
const NOTHING = { finished: true, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

/** What came of refusing one write. */
interface Refused {
  write: string;
  isWhole: boolean;
  losesSight: boolean;
  /** What the same request was answered afterwards. */
  again: unknown;
  scene: Scene;
}

/** Refuses each write of a script in turn; `instead` is sent in place of the real one, and of every repair. */
async function* refuseEach(script: ScriptName, instead: Record<string, string> = {}): AsyncGenerator<Refused> {
  const adapter = sending(instead);
  for (let nth = 1; ; nth++) {
    const scene = await fresh(adapter);
    const before = await everything(client);
    let write = "";
    const refuses: Adapter = {
      run: ({ name, text }, keys, args) =>
        client.eval(refusing(nth) + (instead[name] ?? text), { keys, arguments: args }).catch((error: Error) => {
          write = /exceeded: (\S+ \S+)/.exec(error.message)?.[1] ?? error.message;
          throw fromReply(error.message, name);
        }),
    };
    const outcome: unknown = await send(script, scene, refuses).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) return;
    expect(outcome).toMatchObject({ code: "record_too_large" });
    const isWhole = JSON.stringify(await everything(client)) === JSON.stringify(before);
    const losesSight = (await audit(auditor, KEYS)).some((wrong) => wrong.endsWith("has a record and no state"));
    yield { write, isWhole, losesSight, again: await send(script, scene, adapter), scene };
  }
}

function sending(instead: Record<string, string>): Adapter {
  const adapter = nodeRedis(client);
  return { run: (script, ...rest) => adapter.run({ ...script, text: instead[script.name] ?? script.text }, ...rest) };
}

async function fresh(adapter: Adapter): Promise<Scene> {
  await client.flushAll();
  return prepare(adapter, QUEUE);
}

/** Both cleans; then nothing is wrong, and a second round finds nothing. */
async function expectRepaired({ queue }: Scene, what: string): Promise<void> {
  await queue.clean();
  await queue.deepClean();
  expect(await audit(auditor, KEYS), what).toEqual([]);
  expect(await queue.deepClean(), what).toMatchObject(NOTHING);
}

/** What a script answers, and which jobs are there afterwards, where nothing is refused. */
async function undisturbed(script: ScriptName): Promise<{ reply: unknown; ids: string[]; totals: object }> {
  const adapter = nodeRedis(client);
  const scene = await fresh(adapter);
  const reply = await send(script, scene, adapter);
  await expectRepaired(scene, script);
  return { reply, ids: await recordIds(auditor, KEYS), totals: (await scene.queue.counts()).totals };
}

describe("where one write is refused", () => {
  test.each(SCRIPTS)("%s is repaired, and what it leaves half done is known", async (script) => {
    const expected = await undisturbed(script);
    const [halfDone, losesSight]: string[][] = [[], []];
    for await (const { write, again, scene, ...found } of refuseEach(script)) {
      await expectRepaired(scene, write);
      expect(await recordIds(auditor, KEYS), `no job is lost by ${write}`).toEqual(
        expect.arrayContaining(expected.ids),
      );
      if (write.endsWith(" meta")) continue;
      if (!found.isWhole) halfDone?.push(write);
      if (found.losesSight) losesSight?.push(write);
      // Nothing was done yet, or the holder is known by his fence: then it is as if nothing had been refused.
      if (!found.isWhole && (script !== "settle" || write === "SET reply:n")) continue;
      expect(again, write).toEqual(expected.reply);
      expect((await scene.queue.counts()).totals, write).toEqual(expected.totals);
    }
    expect({ halfDone, losesSight }).toEqual({
      halfDone: HALF_DONE[script] ?? [],
      losesSight: LOSES_SIGHT[script] ?? [],
    });
  });
});

describe("where no key may grow", () => {
  const UNTOUCHED: ScriptName[] = ["counts", "destroy", "forget", "get", "held", "list", "ping", "queues", "resume"];
  UNTOUCHED.push("round", "workers");

  test.each(SCRIPTS)("%s is refused or passes, and is repaired", async (script) => {
    const expected = await undisturbed(script);
    const scene = await fresh(nodeRedis(client));
    const outcome: unknown = await send(script, scene, full).catch((error: unknown) => error);
    if (UNTOUCHED.includes(script)) return expect(outcome).toEqual(expected.reply);
    expect(outcome).toMatchObject({ code: "record_too_large" });
    await send(script, scene, nodeRedis(client));
    await expectRepaired(scene, script);
    expect(await recordIds(auditor, KEYS)).toEqual(expect.arrayContaining(expected.ids));
  });
});

describe("a script with a mistake is found out", () => {
  test("one that does not take back what it wrote", async () => {
    const instead = alteredLua(
      "enqueue",
      "for _, key in ipairs({ ready, delayed, expiring }) do redis.pcall('ZREM', key, unpack(ids)) end",
      "",
    );
    const half: string[] = [];
    for await (const { write, isWhole } of refuseEach("enqueue", instead)) if (!isWhole) half.push(write);
    expect(half).toContain("ZADD delayed");
  });

  test("one that takes away before it puts elsewhere", async () => {
    const instead = alteredLua(
      "promote",
      "redis.call('ZADD', ready, unpack(back))",
      "redis.call('ZREM', delayed, unpack(chosen)) redis.call('ZADD', ready, unpack(back))",
    );
    const lost: string[] = [];
    for await (const { write, losesSight } of refuseEach("promote", instead)) if (losesSight) lost.push(write);
    expect(lost).toEqual(["ZADD ready"]);
  });

  test("a deep clean that does not bring back what is in no state", async () => {
    const instead = alteredLua("deep-clean", "if #found[i] == 0 then", "if #found[i] == 9 then");
    const failures: unknown[] = [];
    for await (const { scene, write } of refuseEach("lease", instead)) {
      await expectRepaired(scene, write).catch((error: unknown) => failures.push(error));
    }
    expect(failures.length).toBeGreaterThan(0);
  });
});
