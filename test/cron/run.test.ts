// One run of a cron, as whoever reads the log sees it.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cleanKindOf, runCron } from "../../src/cron/run.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";

let said: { log: string[]; warn: string[]; error: string[] };
beforeEach(() => {
  said = { log: [], warn: [], error: [] };
  for (const level of ["log", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void said[level].push(line));
  }
});
afterEach(() => vi.restoreAllMocks());

const fired = { cron: "* * * * *", scheduledTime: Date.UTC(2026, 10, 18, 10, 23) };

describe("a run", () => {
  test("ends with one line: what was moved, what is left, how long and how many requests it took", async () => {
    const realm = new Realm();
    await realm.queue("a", { lease: "1s" }).enqueueMany([{ data: "p4yload", id: "secret-id" }, { data: 2 }]);
    await realm.queue("a", { lease: "1s" }).lease({ count: 2 });
    await realm.queue("b").enqueue(1);
    await realm.breakQueue("broken");
    realm.clock.pass(1_000);
    // A request for each script: there is none left for the last queue.
    const redis = { run: realm.redis.run };
    const report = await runCron("light", { ...realm.options, redis, maxRequests: 4, fired });
    expect(said.warn.concat(said.error)).toEqual([]);
    expect(said.log).toHaveLength(1);
    const line = said.log[0] ?? "";
    expect(line.replace(/"ms":\d+/, '"ms":7')).toBe(
      '{"event":"clean","kind":"light","cron":"* * * * *","due":"2026-11-18T10:23:00.000Z","queues":3,' +
        '"moved":{"reclaimed":2,"failed":0,"promoted":0,"expired":0,"removed":0,"workers":0},' +
        '"repaired":{"orphans":0,"doubles":0,"lost":0,"stray":0,"counters":0},"retired":0,' +
        '"left":["broken"],"errors":[],"ms":7,"requests":4}',
    );
    expect(report).toMatchObject({ moved: { reclaimed: 2 }, left: ["broken"] });
    await runCron("deep", realm.options);
    expect(JSON.parse(said.log[1] ?? "")).toMatchObject({
      kind: "deep",
      errors: [{ queue: "broken", code: "other_layout" }],
    });
    expect(JSON.parse(said.log[1] ?? "")).not.toHaveProperty("cron");
    for (const secret of ["p4yload", "secret-id"]) expect(said.log.join()).not.toContain(secret);
  });

  test("tells what was drained after the clean, and reports a queue once that can be neither", async () => {
    const realm = new Realm();
    await realm.breakQueue("broken");
    const jobs = { completed: 3, retried: 0, failed: 0, released: 1, lost: 0 };
    const errors = [{ queue: "broken", code: "other_layout" } as const, { queue: "c", code: "internal" } as const];
    await runCron("light", { ...realm.options, drain: async () => ({ jobs, left: ["a"], errors }), fired });
    expect(JSON.parse(said.log[0] ?? "")).toMatchObject({ drained: { ...jobs, left: ["a"] }, errors });
  });

  test("without Redis ends with an error, and with a line that says so", async () => {
    const drain = vi.fn();
    const run = runCron("deep", { ...new Realm().options, redis: unreachableAdapter(), drain, fired });
    await expect(run).rejects.toMatchObject({ code: "redis_unreachable" });
    expect(drain).not.toHaveBeenCalled();
    expect(said.log).toEqual([]);
    expect(said.error).toHaveLength(1);
    expect(JSON.parse(said.error[0] ?? "")).toMatchObject({
      event: "clean",
      kind: "deep",
      queues: 0,
      failed: { code: "redis_unreachable", message: expect.stringContaining("did not answer") },
      requests: 1,
    });
    expect(said.error[0]).not.toContain("s3cret");
  });

  test("that anything else ends says only that it did", async () => {
    const drain = async () => {
      throw new Error("p4yload");
    };
    await expect(runCron("light", { ...new Realm().options, drain })).rejects.toThrow("p4yload");
    expect(JSON.parse(said.error[0] ?? "")).toMatchObject({ failed: { code: "internal" } });
    expect(said.error[0]).not.toContain("p4yload");
  });

  test("with very many queues left names the first of them, and says how many there are", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 60 }, (_, i) => `q${100 + i}`);
    await Promise.all(names.map((name) => realm.queue(name).enqueue(1)));
    await runCron("light", { ...realm.options, redis: { run: realm.redis.run }, maxRequests: 3 });
    const line = JSON.parse(said.log[0] ?? "");
    expect(line).toMatchObject({ queues: 60, leftCount: 59 });
    expect(line.left).toEqual(names.slice(1, 51));
  });
});

describe("the expression that fired", () => {
  test.each([
    ["* * * * *", undefined, "light"],
    ["17 3 * * *", undefined, "deep"],
    ["0 4 * * 1", { deep: "0 4 * * 1" }, "deep"],
    ["*/5 * * * *", { light: "*/5 * * * *" }, "light"],
  ] as const)("%s with %o is the %s clean", (cron, crons, kind) => {
    expect(cleanKindOf({ ...fired, cron }, crons)).toBe(kind);
    expect(said.warn).toEqual([]);
  });

  test("one that is not known is the light clean, with a warning", () => {
    expect(cleanKindOf({ ...fired, cron: "1 2 3 4 5" })).toBe("light");
    expect(said.warn.map((line) => JSON.parse(line))).toEqual([
      { event: "unknown_cron", cron: "1 2 3 4 5", light: "* * * * *", deep: "17 3 * * *", ran: "light" },
    ]);
  });
});
