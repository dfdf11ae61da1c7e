// 200 jobs of 1 MB wait, and 50 have failed. No script reads payloads that it does not hand out, so that Redis, which
// does one thing at a time, stays free for others.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Adapter, codecs, type Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { Clock } from "../../setup/queue.ts";
import { Database } from "../stage/database.ts";

const PAYLOAD = "x".repeat(1_000_000);
const FAILED = 50;
const DELAYED = 50;
const READY = 150;
/** What a script may read beside payloads that it hands out: ids, runs, scores. A tenth of one payload. */
const BESIDE = 100_000;
/** In µs, of the longest EVAL of an operation in the best of some runs; all payloads take several times as long. */
const LONGEST = 10_000;
/** What a lease may read of payloads beside those that it hands out. */
const LOOKED_AT = 3_000_000;
const RUNS = 3;

/** Lua before a script that adds up the bytes of what Redis replies to it, and of what it sends to Redis. */
const COUNTING = `local redis = (function(real)
  local function bytesIn(value)
    if type(value) == 'string' then return #value end
    if type(value) ~= 'table' then return 0 end
    local sum = 0
    for _, each in pairs(value) do sum = sum + bytesIn(each) end
    return sum
  end
  local function counted(reply, ...)
    real.call('INCRBY', 'bytes-read', bytesIn(reply))
    real.call('INCRBY', 'bytes-written', bytesIn({ ... }))
    return reply
  end
  return setmetatable({
    call = function(...) return counted(real.call(...), ...) end,
    pcall = function(...) return counted(real.pcall(...), ...) end,
  }, { __index = real })
end)(redis) `;

let database: Database;
let queue: Queue<string>;
const clock = new Clock();
/** Whether bytes are counted, and how many were handed out since. */
let isCounting = false;
let handedOut = 0;

const bytesIn = (value: unknown): number =>
  typeof value === "string"
    ? value.length
    : Array.isArray(value)
      ? value.reduce((sum, each) => sum + bytesIn(each), 0)
      : 0;

beforeAll(async () => {
  database = await Database.open();
  const { run } = ioredis(database.client);
  const redis: Adapter = {
    run: async (script, ...rest) => {
      const reply = await run(isCounting ? { ...script, text: COUNTING + script.text } : script, ...rest);
      handedOut += bytesIn(reply);
      return reply;
    },
  };
  const retention = { failed: { count: 30 } };
  queue = new Queue("q", { redis, prefix: "t", codec: codecs.text, now: clock.now, backoff: 0, retention });
  await put(names("f", FAILED));
  for (let failed = 0; failed < FAILED; ) {
    const { jobs } = await queue.lease({ count: FAILED, worker: "w" });
    await queue.settle(jobs.map((job) => ({ job, action: "retry", delay: 0 })));
    failed += jobs.length;
  }
  for (let failed = 0; failed < FAILED; ) {
    const { jobs } = await queue.lease({ count: FAILED, worker: "w" });
    await new Queue("q", { redis, prefix: "t", codec: codecs.text, now: clock.now }).settle(
      jobs.map((job) => ({ job, action: "fail", error: "no" })),
    );
    failed += jobs.length;
  }
  await put(names("d", DELAYED), { delay: "2h" });
  await put(names("x", READY / 3), { ttl: "1h" });
  await put(names("r", (READY / 3) * 2));
}, 60_000);
afterAll(() => database.close());

const names = (letter: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `${letter}-${from + i}`);

async function put(ids: string[], more = {}): Promise<void> {
  for (let i = 0; i < ids.length; i += 4)
    await queue.enqueueMany(ids.slice(i, i + 4).map((id) => ({ data: PAYLOAD, id, ...more })));
}

/** The operations, in the order of a run; each may be done once in each run. */
const held: Job<string>[] = [];
const lease = async () => {
  const { jobs } = await queue.lease({ count: 100, worker: "w" });
  held.push(...jobs);
  expect(jobs.length).toBeGreaterThan(0);
};
const KNOWN = [...names("r", (READY / 3) * 2), ...names("f", FAILED), ...names("d", DELAYED)];
const OPERATIONS: Record<string, (run: number) => Promise<unknown>> = {
  counts: () => queue.counts(),
  "explain a ready job": () => queue.explain("r-99"),
  "explain a failed job": () => queue.explain("f-49"),
  "result of a ready job": () => queue.result("r-99"),
  "get a job": () => queue.get("r-99"),
  "list what is ready": () => queue.list("ready", { limit: 100 }),
  "list what has failed": () => queue.list("failed", { limit: 100 }),
  "list what is delayed": () => queue.list("delayed", { limit: 100 }),
  "enqueue 200 known ids": async (run) => {
    const enqueued = await queue.enqueueMany(KNOWN.map((id) => ({ data: "small", id })));
    if (run === 0) expect(enqueued.filter(({ created }) => created)).toEqual([]);
  },
  deepClean: async () => expect(await queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0 }),
  "promote 5 jobs": (run) => queue.promote(names("d", 5, run * 5)),
  "redrive 5 jobs": () => queue.redrive({ limit: 5 }),
  "lease 100 jobs": lease,
  "lease 100 jobs again": lease,
  "extend what is held": () => queue.extend(held, "1m"),
  "note progress": async () => expect(await held[0]?.progress(0.5, { note: "half" })).toBe(true),
  "look at workers": () => queue.workers(),
  "complete and lease": async () => {
    const { settled, jobs } = await queue.turn({
      settle: held.splice(0, 1).map((job) => ({ job, action: "complete", result: "done" })),
      lease: { count: 100, worker: "w" },
    });
    expect(settled).toMatchObject([{ ok: true }]);
    expect(jobs.length).toBeGreaterThan(0);
    held.push(...jobs);
  },
  "fail, retry and release": async () => {
    const actions = ["fail", "retry", "release"] as const;
    const settle = held.splice(0, 3).map((job, i) => ({ job, action: actions[i] ?? "fail" }));
    expect((await queue.settle(settle)).every(({ ok }) => ok)).toBe(true);
  },
  "lease 100 jobs for a worker that fails": lease,
  "take from a worker": async () => {
    expect(await queue.failWorker("w")).toBe(held.splice(0).length);
  },
  "lease 100 jobs for a lease that runs out": lease,
  "lease what ran out": async () => {
    clock.pass(61_000);
    held.splice(0);
    await lease();
  },
  "clean what ran out, and trim": async () => {
    clock.pass(61_000);
    const { reclaimed } = await queue.clean();
    expect(reclaimed).toBe(held.splice(0).length);
  },
  "cancel 20 jobs": async (run) => {
    await queue.cancel(names("r", 20, run * 20));
  },
};

async function measure(
  operation: () => Promise<unknown>,
): Promise<{ read: number; written: number; handedOut: number }> {
  [isCounting, handedOut] = [true, 0];
  await database.client.del("bytes-read", "bytes-written");
  await operation();
  isCounting = false;
  const [read, written] = await database.client.mget("bytes-read", "bytes-written");
  await database.client.del("bytes-read", "bytes-written");
  return { read: Number(read), written: Number(written), handedOut };
}

/** The longest EVAL of an operation, as Redis measures it, in µs. */
async function longestOf(operation: () => Promise<unknown>): Promise<number> {
  await database.client.slowlog("RESET");
  await operation();
  const entries = (await database.client.slowlog("GET", 1_000)) as [
    id: number,
    at: number,
    took: number,
    args: string[],
  ][];
  return Math.max(
    ...entries.filter(([, , , args]) => args[0]?.toUpperCase().startsWith("EVAL")).map(([, , took]) => took),
  );
}

/** In order: each test leaves what the next one needs, since payloads of 250 MB are stored once. */
describe("with 250 MB of payloads", () => {
  const last = {
    "drop what is past its time to live": async () => {
      expect((await queue.clean()).expired).toBeGreaterThan(0);
    },
    "cancel what is delayed": async () => {
      const ids = names("d", DELAYED);
      const cancelled = await queue.cancel([...ids, "nobody", ...ids]);
      expect(cancelled.map(({ id }) => id)).toEqual([...ids, "nobody", ...ids]);
      expect(await queue.counts()).toMatchObject({ delayed: 0 });
      expect(cancelled.slice(DELAYED).filter(({ ok }) => ok)).toEqual([]);
    },
    "purge what is ready": async () => {
      expect(await queue.purge("ready")).toBeGreaterThan(0);
      expect(await queue.counts()).toMatchObject({ ready: 0 });
    },
  };

  test.each(Object.entries(OPERATIONS))("%s reads no payload that it does not hand out", async (_, operation) => {
    const { read, written, handedOut } = await measure(() => operation(0));
    expect(read - handedOut).toBeLessThan(BESIDE);
    expect(written).toBeLessThan(BESIDE);
  });

  test("no EVAL takes long", { timeout: 60_000 }, async () => {
    const best: Record<string, number> = {};
    await database.configure("slowlog-log-slower-than", "0");
    for (let run = 1; run <= RUNS; run++) {
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        const took = await longestOf(() => operation(run));
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, took);
      }
    }
    await database.configure("slowlog-log-slower-than", "-1");
    console.log(`the longest EVAL of each, in µs: ${JSON.stringify(best)}`);
    expect(Object.entries(best).filter(([, took]) => took > LONGEST)).toEqual([]);
  });

  test("a lease looks at few of the jobs that are past their time to live", async () => {
    clock.pass(3_600_000);
    held.splice(0);
    const before = (await queue.counts()).totals.expired;
    const { read, handedOut } = await measure(() => queue.lease({ count: 1 }));
    expect(read - handedOut).toBeLessThan(LOOKED_AT);
    expect((await queue.counts()).totals.expired).toBeGreaterThan(before);
  });

  test.each(Object.entries(last))("%s reads no payload at all", async (_, operation) => {
    const { read, written } = await measure(operation);
    expect(read).toBeLessThan(BESIDE);
    expect(written).toBeLessThan(BESIDE);
    expect(await findBrokenInvariants(database.client, new KeyNames("t", "q"))).toEqual([]);
  });
});
