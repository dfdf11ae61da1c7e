// The log lines of one run of a cron.
import { describe, expect, test, vi } from "vitest";
import { cleanKindOf, runCron } from "../../src/cron/run-cron.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";
import { captureLogs, parseFirstLine } from "../worker/kit/captured-logs.ts";
import { EVERY_MINUTE } from "../worker/kit/invocation.ts";
import { withoutRunMany } from "./kit/clean-targets.ts";

const logs = captureLogs();

describe("a run", () => {
  test("logs one line with its moves, its remaining queues, its duration and its requests", async () => {
    const realm = new Realm();
    await realm.queue("a", { lease: "1s" }).enqueueMany([{ data: "p4yload", id: "secret-id" }, { data: 2 }]);
    await realm.queue("a", { lease: "1s" }).lease({ count: 2 });
    await realm.queue("b").enqueue(1);
    await realm.breakQueue("broken");
    realm.clock.pass(1_000);
    // With one script per request, none is left for the last queue.
    const redis = withoutRunMany(realm.redis);
    const report = await runCron("light", { ...realm.options, redis, maxRequests: 4, fired: EVERY_MINUTE });
    expect(logs.warn.concat(logs.error)).toEqual([]);
    expect(logs.log).toHaveLength(1);
    const line = logs.log[0] ?? "";
    expect(line.replace(/"ms":\d+/, '"ms":7')).toBe(
      '{"event":"clean","kind":"light","cron":"* * * * *","due":"2026-11-18T10:23:00.000Z","queues":3,' +
        '"moved":{"reclaimed":2,"failed":0,"promoted":0,"expired":0,"removed":0,"workers":0},' +
        '"repaired":{"orphans":0,"doubles":0,"lost":0,"stray":0,"counters":0},"retired":0,' +
        '"left":["broken"],"errors":[],"ms":7,"requests":4}',
    );
    expect(report).toMatchObject({ moved: { reclaimed: 2 }, left: ["broken"] });
    await runCron("deep", realm.options);
    expect(JSON.parse(logs.log[1] ?? "")).toMatchObject({
      kind: "deep",
      errors: [{ queue: "broken", code: "other_layout" }],
    });
    expect(JSON.parse(logs.log[1] ?? "")).not.toHaveProperty("cron");
    for (const secret of ["p4yload", "secret-id"]) expect(logs.log.join()).not.toContain(secret);
  });

  test("logs the jobs that it drained, and one error for a queue that can neither be cleaned nor drained", async () => {
    const realm = new Realm();
    await realm.breakQueue("broken");
    const jobs = { completed: 3, retried: 0, failed: 0, released: 1, lost: 0 };
    const errors = [{ queue: "broken", code: "other_layout" } as const, { queue: "c", code: "internal" } as const];
    await runCron("light", {
      ...realm.options,
      drain: async () => ({ jobs, left: ["a"], errors }),
      fired: EVERY_MINUTE,
    });
    expect(parseFirstLine(logs.log)).toMatchObject({ drained: { ...jobs, left: ["a"] }, errors });
  });

  test("without Redis fails, and logs one line with the failure", async () => {
    const drain = vi.fn();
    const run = runCron("deep", { ...new Realm().options, redis: unreachableAdapter(), drain, fired: EVERY_MINUTE });
    await expect(run).rejects.toMatchObject({ code: "redis_unreachable" });
    expect(drain).not.toHaveBeenCalled();
    expect(logs.log).toEqual([]);
    expect(logs.error).toHaveLength(1);
    expect(parseFirstLine(logs.error)).toMatchObject({
      event: "clean",
      kind: "deep",
      queues: 0,
      failed: { code: "redis_unreachable", message: expect.stringContaining("did not answer") },
      requests: 1,
    });
    expect(logs.error[0]).not.toContain("s3cret");
  });

  test("that ends with an unexpected error logs only its code", async () => {
    const drain = async () => {
      throw new Error("p4yload");
    };
    await expect(runCron("light", { ...new Realm().options, drain })).rejects.toThrow("p4yload");
    expect(parseFirstLine(logs.error)).toMatchObject({ failed: { code: "internal" } });
    expect(logs.error[0]).not.toContain("p4yload");
  });

  test("with many remaining queues logs the first 50 names and the number of all", async () => {
    const realm = new Realm();
    const names = Array.from({ length: 60 }, (_, i) => `q${100 + i}`);
    await Promise.all(names.map((name) => realm.queue(name).enqueue(1)));
    await runCron("light", { ...realm.options, redis: withoutRunMany(realm.redis), maxRequests: 3 });
    const line = parseFirstLine(logs.log);
    expect(line).toMatchObject({ queues: 60, leftCount: 59 });
    expect(line.left).toEqual(names.slice(1, 51));
  });
});

describe("the expression of a cron", () => {
  test.each([
    ["* * * * *", undefined, "light"],
    ["17 3 * * *", undefined, "deep"],
    ["0 4 * * 1", { deep: "0 4 * * 1" }, "deep"],
    ["*/5 * * * *", { light: "*/5 * * * *" }, "light"],
  ] as const)("%s with the crons %o selects the %s clean", (cron, crons, kind) => {
    expect(cleanKindOf({ ...EVERY_MINUTE, cron }, crons)).toBe(kind);
    expect(logs.warn).toEqual([]);
  });

  test("if unknown, selects the light clean and logs a warning", () => {
    expect(cleanKindOf({ ...EVERY_MINUTE, cron: "1 2 3 4 5" })).toBe("light");
    expect(logs.warn.map((line) => JSON.parse(line))).toEqual([
      { event: "unknown_cron", cron: "1 2 3 4 5", light: "* * * * *", deep: "17 3 * * *", ran: "light" },
    ]);
  });
});
