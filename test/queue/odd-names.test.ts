// Ids, names and messages that look like JSON, like parts of a reply, or that contain unusual characters.
import { describe, expect, test } from "vitest";
import { listQueues, Queue } from "../../src/index.ts";
import { CLIENTS } from "../setup/clients.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { NO_REPAIRS } from "./kit/invariants.ts";

const NAMES = [
  ...["123", "-1", "1e5", "-0", "0.10", "9007199254740993", "null", "true", "[]", "{}", '"a"', "OK", "+inf"],
  ...["C 1 2", "L 1 1 0", "1 2 3", "again", "-", "{}:jobs:0", "a:b:{c}", "__proto__", "constructor"],
  ...[" ", " a ", "a  b", "%1 %s %%", "*", "[a-z]?", "\\", "😀", "ü", "\u2028", "a\u2029b", "\ufeff", "x".repeat(256)],
];

describe.each(CLIENTS)("through a client with %s", (_title, redis) => {
  test("ids and worker names are unchanged in every operation", async () => {
    const queue = freshQueue<number>({ redis: redis() });
    await queue.enqueueMany(NAMES.map((id, data) => ({ data, id, uniqueFor: "1m" })));
    expect((await queue.list("ready", { limit: 100 })).jobs.map(({ id }) => id)).toEqual(NAMES);
    for (const [data, name] of NAMES.entries()) {
      const { jobs } = await queue.lease({ worker: name, idempotencyKey: name });
      expect(jobs).toMatchObject([{ id: name, data, worker: name }]);
      expect((await queue.lease({ worker: name, idempotencyKey: name })).jobs).toMatchObject([{ id: name, data }]);
      expect(await queue.get(name)).toMatchObject({ id: name, data, worker: name, state: "leased" });
    }
    const workers = await queue.workers();
    expect(workers.map(({ worker }) => worker).sort()).toEqual([...NAMES].sort());
    for (const { worker, holds } of workers) expect(holds.map(({ id }) => id)).toEqual([worker]);
    expect(await queue.failWorker("123")).toBe(1);
    expect(await queue.cancel(["123", "-1"])).toEqual([
      { id: "123", ok: true, was: "ready" },
      { id: "-1", ok: true, was: "leased" },
    ]);
    const duplicates = await queue.enqueueMany(NAMES.map((id) => ({ data: 0, id })));
    expect(duplicates.map(({ state }) => state)).toEqual(NAMES.map((_, i) => (i < 2 ? "seen" : "leased")));
    expect(await queue.deepClean()).toMatchObject(NO_REPAIRS);
  });

  test("error messages and progress notes are unchanged", async () => {
    const queue = freshQueue<number>({ redis: redis(), maxAttempts: 1 });
    const messages = [...NAMES, 'a\nb\r\n1 2 "c"', "\u0000", "%1\n%2"];
    await queue.enqueueMany(messages.map((_, data) => ({ data, id: `job ${data}` })));
    for (const job of (await queue.lease({ count: 100 })).jobs) {
      await job.progress(0.5, { note: messages[job.data] as string });
      await job.retry({ error: new Error(messages[job.data]) });
    }
    for (const [data, message] of messages.entries()) {
      const progress = { fraction: 0.5, note: message };
      expect(await queue.get(`job ${data}`)).toMatchObject({ state: "failed", errors: [{ message }], progress });
    }
  });

  test("queue names are unchanged in the list of queues", async () => {
    const prefix = `${testPrefix()}:${freshName()}`;
    const numbers = ["0", "00", "05", "1.0", "1.50", "1e5", "123", "9007199254740993"];
    const names = [...numbers, "-", "--1", "OK", "null", "true", "a:b"];
    const options = { redis: redis(), prefix };
    for (const name of names) await new Queue(name, options).enqueue(1);
    expect(await listQueues(options)).toEqual([...names].sort());
    for (const name of names) await new Queue(name, options).destroy();
    expect(await listQueues(options)).toEqual([]);
  });
});
