// Load: a queue has 200 waiting and 50 failed jobs of 1 MB each.
// Guarantee: no script reads payloads that it does not return, so that Redis, which runs one command at a time, can serve
// other clients.
import { beforeAll, describe, expect, test } from "vitest";
import { type Adapter, codecs, type Job, Queue } from "../../../src/index.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { Clock } from "../../setup/queue.ts";
import { Database } from "../kit/database.ts";

const PAYLOAD = "x".repeat(1_000_000);
const FAILED = 50;
const DELAYED = 50;
const READY = 150;
/** The limit of the bytes that a script reads besides the payloads that it returns: ids, runs and scores. */
const MAX_OTHER_BYTES = 100_000;
/** The limit of an operation's longest EVAL, in the best of several runs. Reading all payloads takes several times as long. */
const MAX_EVAL_MICROSECONDS = 10_000;
/** The limit of the payloads that a lease reads and does not return. */
const MAX_EXPIRED_BYTES = 3_000_000;
const RUNS = 3;

/** Lua that precedes a script and adds up the bytes that the script reads from Redis and writes to Redis. */
const COUNT_BYTES = `local redis = (function(real)
  local function bytesIn(value)
    if type(value) == 'string' then return #value end
    if type(value) ~= 'table' then return 0 end
    local sum = 0
    for _, item in pairs(value) do sum = sum + bytesIn(item) end
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

const database = await Database.open();
let queue: Queue<string>;
const clock = new Clock();
let isCounting = false;
/** The bytes of all replies since `measureBytes` began. */
let returned = 0;

/** Returns the number of bytes in all texts of a reply, which are ASCII. */
function countBytes(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.reduce((sum, item) => sum + countBytes(item), 0) : 0;
}

beforeAll(async () => {
  const { run } = ioredis(database.client);
  const redis: Adapter = {
    run: async (script, ...rest) => {
      const reply = await run(isCounting ? { ...script, text: COUNT_BYTES + script.text } : script, ...rest);
      returned += countBytes(reply);
      return reply;
    },
  };
  const retention = { failed: { count: 30 } };
  const options = { redis, prefix: "t", codec: codecs.text, now: clock.now };
  queue = new Queue("q", { ...options, backoff: 0, retention });
  await enqueueInFours(createIds("f", FAILED));
  // A reply has room for few payloads, so that each action takes several leases.
  for (const [client, action] of [
    [queue, { action: "retry", delay: 0 }],
    [new Queue("q", options), { action: "fail", error: "no" }],
  ] as const) {
    for (let settled = 0; settled < FAILED; ) {
      const { jobs } = await queue.lease({ count: FAILED, worker: "w" });
      await client.settle(jobs.map((job) => ({ job, ...action })));
      settled += jobs.length;
    }
  }
  await enqueueInFours(createIds("d", DELAYED), { delay: "2h" });
  await enqueueInFours(createIds("x", READY / 3), { ttl: "1h" });
  await enqueueInFours(createIds("r", (READY / 3) * 2));
}, 60_000);

const createIds = (letter: string, count: number, { from = 0 } = {}) =>
  Array.from({ length: count }, (_, i) => `${letter}-${from + i}`);

/** Enqueues jobs with payloads of 1 MB, four a request. */
async function enqueueInFours(ids: string[], options = {}): Promise<void> {
  for (let i = 0; i < ids.length; i += 4)
    await queue.enqueueMany(ids.slice(i, i + 4).map((id) => ({ data: PAYLOAD, id, ...options })));
}

const held: Job<string>[] = [];
const lease = async () => {
  const { jobs } = await queue.lease({ count: 100, worker: "w" });
  held.push(...jobs);
  expect(jobs.length).toBeGreaterThan(0);
};
const DUPLICATES = [...createIds("r", (READY / 3) * 2), ...createIds("f", FAILED), ...createIds("d", DELAYED)];
/** The operations of a run, in order. Each run calls each of them once. */
const OPERATIONS: Record<string, (run: number) => Promise<unknown>> = {
  counts: () => queue.counts(),
  "explain a ready job": () => queue.explain("r-99"),
  "explain a failed job": () => queue.explain("f-49"),
  "result of a ready job": () => queue.result("r-99"),
  "get a job": () => queue.get("r-99"),
  "list ready jobs": () => queue.list("ready", { limit: 100 }),
  "list failed jobs": () => queue.list("failed", { limit: 100 }),
  "list delayed jobs": () => queue.list("delayed", { limit: 100 }),
  "enqueue 200 duplicates": async (run) => {
    const enqueued = await queue.enqueueMany(DUPLICATES.map((id) => ({ data: "small", id })));
    if (run === 0) expect(enqueued.filter(({ created }) => created)).toEqual([]);
  },
  deepClean: async () => expect(await queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0 }),
  "promote 5 jobs": (run) => queue.promote(createIds("d", 5, { from: run * 5 })),
  "redrive 5 jobs": () => queue.redrive({ limit: 5 }),
  "lease 100 jobs": lease,
  "lease 100 jobs again": lease,
  "extend all leases": () => queue.extend(held, "1m"),
  "report progress": async () => expect(await held[0]?.progress(0.5, { note: "half" })).toBe(true),
  "list workers": () => queue.workers(),
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
  failWorker: async () => {
    expect(await queue.failWorker("w")).toBe(held.splice(0).length);
  },
  "lease 100 jobs whose leases expire": lease,
  "lease jobs whose leases expired": async () => {
    clock.pass(61_000);
    held.splice(0);
    await lease();
  },
  "clean expired leases, and trim": async () => {
    clock.pass(61_000);
    const { reclaimed } = await queue.clean();
    expect(reclaimed).toBe(held.splice(0).length);
  },
  "cancel 20 jobs": async (run) => {
    await queue.cancel(createIds("r", 20, { from: run * 20 }));
  },
};

/** Counts the bytes that the scripts of an operation read and write, and those of its replies. */
async function measureBytes(operation: () => Promise<unknown>) {
  [isCounting, returned] = [true, 0];
  await database.client.del("bytes-read", "bytes-written");
  await operation();
  isCounting = false;
  const [read, written] = await database.client.mget("bytes-read", "bytes-written");
  await database.client.del("bytes-read", "bytes-written");
  return { read: Number(read), written: Number(written), returned };
}

/** Resolves with the time of an operation's longest EVAL in microseconds, as Redis measures it. */
async function measureLongestEval(operation: () => Promise<unknown>): Promise<number> {
  await database.client.slowlog("RESET");
  await operation();
  const entries = (await database.client.slowlog("GET", 1_000)) as [number, number, took: number, args: string[]][];
  const evals = entries.filter(([, , , [command]]) => command?.toUpperCase().startsWith("EVAL"));
  return Math.max(...evals.map(([, , took]) => took));
}

/** The tests run in order and depend on each other, because the payloads of 250 MB are stored once. */
describe("with 250 MB of payloads", () => {
  const LAST_OPERATIONS = {
    "clean jobs past their time to live": async () => {
      expect((await queue.clean()).expired).toBeGreaterThan(0);
    },
    "cancel delayed jobs": async () => {
      const ids = createIds("d", DELAYED);
      const cancelled = await queue.cancel([...ids, "unknown", ...ids]);
      expect(cancelled.map(({ id }) => id)).toEqual([...ids, "unknown", ...ids]);
      expect(await queue.counts()).toMatchObject({ delayed: 0 });
      expect(cancelled.slice(DELAYED).filter(({ ok }) => ok)).toEqual([]);
    },
    "purge ready jobs": async () => {
      expect(await queue.purge("ready")).toBeGreaterThan(0);
      expect(await queue.counts()).toMatchObject({ ready: 0 });
    },
  };

  test.each(Object.entries(OPERATIONS))("%s reads no payload that it does not return", async (_, operation) => {
    const measured = await measureBytes(() => operation(0));
    expect(measured.read - measured.returned).toBeLessThan(MAX_OTHER_BYTES);
    expect(measured.written).toBeLessThan(MAX_OTHER_BYTES);
  });

  test("every EVAL takes less than 10 ms", { timeout: 60_000 }, async () => {
    const best: Record<string, number> = {};
    await database.configure("slowlog-log-slower-than", "0");
    for (let run = 1; run <= RUNS; run++) {
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        const took = await measureLongestEval(() => operation(run));
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, took);
      }
    }
    await database.configure("slowlog-log-slower-than", "-1");
    console.log(`the longest EVAL of each operation, in microseconds: ${JSON.stringify(best)}`);
    expect(Object.entries(best).filter(([, took]) => took > MAX_EVAL_MICROSECONDS)).toEqual([]);
  });

  test("a lease reads few of the jobs that are past their time to live", async () => {
    clock.pass(3_600_000);
    held.splice(0);
    const before = (await queue.counts()).totals.expired;
    const measured = await measureBytes(() => queue.lease({ count: 1 }));
    expect(measured.read - measured.returned).toBeLessThan(MAX_EXPIRED_BYTES);
    expect((await queue.counts()).totals.expired).toBeGreaterThan(before);
  });

  test.each(Object.entries(LAST_OPERATIONS))("%s reads no payload", async (_, operation) => {
    const { read, written } = await measureBytes(operation);
    expect(read).toBeLessThan(MAX_OTHER_BYTES);
    expect(written).toBeLessThan(MAX_OTHER_BYTES);
    expect(await findBrokenInvariants(database.client, new KeyNames("t", "q"))).toEqual([]);
  });
});
