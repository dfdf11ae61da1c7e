// Storing, pausing, running and listing schedules.
import { describe, expect, test } from "vitest";
import { encrypted } from "../../../src/encryption.ts";
import { newKey } from "../../encryption/keys-and-texts.ts";
import { describeRun, HOUR, MINUTE, NOON, useScheduledQueues } from "./kit/scheduled-queue.ts";

const createQueue = useScheduledQueues();

const EACH_HOUR = { cron: "0 * * * *" } as const;

describe("a schedule that is stored again", () => {
  test("stays as it is if its definition is the same", async () => {
    const { queue, clock, redis, root } = createQueue();
    const options = { data: { b: 1 }, overlap: "allow", jitter: "1m", group: "g h", timeout: "1m" } as const;
    await queue.schedule("report", { cron: " 0  * * * * " }, options);
    clock.pass(10 * MINUTE);
    const before = await redis.hgetall(`${root}schedules`);
    expect(await queue.schedule("report", EACH_HOUR, { ...options })).toEqual({ id: "report", outcome: "unchanged" });
    expect(await redis.hgetall(`${root}schedules`)).toEqual(before);
  });

  test("keeps its next slot if only its payload or its policies change", async () => {
    const { queue, clock } = createQueue();
    await queue.schedule("report", { every: "1h", anchor: NOON + 5 * MINUTE }, { data: "old" });
    expect(await queue.schedule("report", { every: "1h", anchor: NOON + 5 * MINUTE }, { data: "new" })).toMatchObject({
      outcome: "changed",
    });
    clock.pass(5 * MINUTE);
    expect((await queue.lease()).jobs).toMatchObject([{ id: `report:${NOON + 5 * MINUTE}`, data: "new" }]);
  });

  test("takes its times from the change on", async () => {
    const { queue, clock, runAll } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    clock.pass(10 * MINUTE);
    expect(await queue.schedule("report", { cron: "*/15 * * * *" }, { data: 1 })).toMatchObject({ outcome: "changed" });
    clock.pass(5 * MINUTE);
    expect(await runAll()).toEqual(["report +15"]);
    await queue.schedule("report", { cron: "20 * * * *" }, { data: 1 });
    clock.pass(5 * MINUTE);
    expect(await runAll()).toEqual(["report +20"]);
    clock.pass(10 * MINUTE);
    expect(await runAll()).toEqual([]);
  });

  test("by many clients at once is one schedule", async () => {
    const { queue, clock, client, runAll } = createQueue();
    const clients = Array.from({ length: 10 }, () => client());
    const results = await Promise.all(
      clients.map((each, i) => each.schedule("report", i % 2 ? EACH_HOUR : { cron: "0,30 * * * *" }, { data: i % 2 })),
    );
    expect(results.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
    const { schedules, total } = await queue.schedules();
    expect([schedules.length, total]).toEqual([1, 1]);
    clock.pass(HOUR);
    expect(await runAll()).toEqual(["report +60"]);
    clock.pass(HOUR);
    expect(await runAll()).toEqual(["report +120"]);
  });

  test("after it was removed goes on", async () => {
    const { queue, clock, runAll } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    clock.pass(HOUR);
    expect(await runAll()).toEqual(["report +60"]);
    expect([await queue.unschedule("report"), await queue.unschedule("report")]).toEqual([true, false]);
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    expect(await runAll()).toEqual([]);
    clock.pass(HOUR);
    expect(await runAll()).toEqual(["report +120"]);
  });

  test("is the same although its payload is encrypted anew", async () => {
    const { client } = createQueue();
    const queue = client({ codec: encrypted({ keys: { a: newKey() }, current: "a", context: "c" }) });
    await queue.schedule("report", EACH_HOUR, { data: { secret: 1 } });
    expect(await queue.schedule("report", EACH_HOUR, { data: { secret: 1 } })).toMatchObject({ outcome: "unchanged" });
    expect(await queue.schedule("report", EACH_HOUR, { data: { secret: 2 } })).toMatchObject({ outcome: "changed" });
  });
});

describe("a schedule that is removed", () => {
  test("creates no more jobs, and its jobs stay", async () => {
    const { queue, clock, runAll, redis, root } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    clock.pass(HOUR);
    await queue.clean();
    await queue.unschedule("report");
    clock.pass(HOUR);
    expect(await runAll()).toEqual(["report +60"]);
    expect(await redis.exists(`${root}schedules`, `${root}slots`)).toBe(0);
  });
});

describe("a pause", () => {
  test("stops a schedule until it goes on, and what passes meanwhile is not missed", async () => {
    const { queue, clock, info, runAll } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    expect(await queue.pauseSchedule("report", { note: "the API is down" })).toBe(true);
    expect(await info("report")).toMatchObject({
      paused: true,
      note: "the API is down",
      pausedAt: NOON,
      nextSlots: [],
    });
    clock.pass(100 * HOUR + MINUTE);
    expect(await runAll()).toEqual([]);
    expect((await queue.lease()).nextWakeAt).toBeUndefined();
    expect(await queue.resumeSchedule("report")).toBe(true);
    expect(await runAll()).toEqual([]);
    clock.pass(59 * MINUTE);
    expect(await runAll()).toEqual([`report +${101 * 60}`]);
    const resumed = await info("report");
    expect(resumed).toMatchObject({ paused: false, missed: 0, runs: 1 });
    expect(resumed).not.toHaveProperty("note");
  });

  test("outlasts a change of the definition", async () => {
    const { queue, clock, info, runAll } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    await queue.pauseSchedule("report");
    await queue.schedule("report", { cron: "*/5 * * * *" }, { data: 2 });
    clock.pass(HOUR);
    expect(await runAll()).toEqual([]);
    expect(await info("report")).toMatchObject({ paused: true, data: 2 });
    await queue.resumeSchedule("report");
    clock.pass(5 * MINUTE);
    expect(await runAll()).toEqual(["report +65"]);
  });

  test("of an unknown schedule has no effect", async () => {
    const { queue } = createQueue();
    expect([await queue.pauseSchedule("none"), await queue.resumeSchedule("none")]).toEqual([false, false]);
  });
});

describe("runs by hand", () => {
  test("a trigger creates a job now, whatever other runs do, and does not count for the limit", async () => {
    const { queue, info } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, limit: 1 });
    const first = await queue.trigger("report");
    const second = await queue.trigger("report");
    expect([describeRun(first), second]).toEqual(["report +0", `report:${NOON + 1}`]);
    const { jobs } = await queue.lease({ count: 5 });
    expect(jobs.map(({ id, schedule }) => [id, schedule?.reason])).toEqual([
      [first, "triggered"],
      [second, "triggered"],
    ]);
    expect(await info("report")).toMatchObject({ runs: 0, lastRuns: [{ job: second }, { job: first }] });
  });

  test("a backfill creates the jobs of slots that have passed, once while they exist", async () => {
    const { queue, clock, info } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    clock.pass(30 * MINUTE);
    const range = { from: new Date(NOON - 3 * HOUR), to: NOON + 5 * HOUR };
    const created = await queue.backfill("report", range);
    expect(created.map(describeRun)).toEqual(["report -180", "report -120", "report -60", "report +0"]);
    expect(await queue.backfill("report", range)).toEqual([]);
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map(({ schedule }) => schedule)).toEqual(
      [-3, -2, -1, 0].map((hour) => ({ id: "report", slot: NOON + hour * HOUR, reason: "backfilled" })),
    );
    expect(await info("report")).toMatchObject({ runs: 0, missed: 0 });
    expect((await info("report")).lastRuns).toHaveLength(4);
    for (const job of jobs) await job.complete();
    expect(await queue.backfill("report", range)).toHaveLength(4);
  });

  test("a large backfill creates each job, and a larger one is rejected", async () => {
    const { queue } = createQueue();
    await queue.schedule("report", { cron: "* * * * *" }, { data: 1 });
    expect(await queue.backfill("report", { from: NOON - 999 * MINUTE, to: NOON })).toHaveLength(1_000);
    await expect(queue.backfill("report", { from: NOON - 1_000 * MINUTE, to: NOON })).rejects.toMatchObject({
      code: "too_large",
    });
  });

  test("an unknown schedule is rejected", async () => {
    const { queue } = createQueue();
    const error = { code: "invalid_argument", message: expect.stringContaining('there is no schedule "none"') };
    await expect(queue.trigger("none")).rejects.toMatchObject(error);
    await expect(queue.backfill("none", { from: NOON, to: NOON })).rejects.toMatchObject(error);
  });
});

describe("the list of schedules", () => {
  test("has what each schedule is, and its last runs with their outcomes", async () => {
    const { queue, clock } = createQueue();
    await queue.schedule(
      "report",
      { cron: "0 9 * * 1-5", tz: "Europe/Berlin", repeatedHour: "twice" },
      { data: { a: [1] }, group: "a group", priority: 3, overlap: "buffer", catchUp: "2h", maxCatchUp: 4, limit: 9 },
    );
    expect((await queue.schedules()).schedules).toEqual([
      {
        id: "report",
        times: { cron: "0 9 * * 1-5", tz: "Europe/Berlin", repeatedHour: "twice" },
        overlap: "buffer",
        catchUp: 2 * HOUR,
        maxCatchUp: 4,
        jitter: 0,
        limit: 9,
        data: { a: [1] },
        group: "a group",
        priority: 3,
        nextSlots: expect.arrayContaining([Date.parse("2026-03-03T08:00:00Z"), Date.parse("2026-03-30T07:00:00Z")]),
        paused: false,
        ended: false,
        createdAt: NOON,
        changedAt: NOON,
        runs: 0,
        missed: 0,
        skipped: 0,
        lateness: 0,
        lastRuns: [],
      },
    ]);
    const at = Date.parse("2026-03-03T08:00:00Z");
    clock.time = at;
    const [job] = (await queue.lease()).jobs;
    await job?.fail("no");
    const [listed] = (await queue.schedules({ ids: ["report", "none"] })).schedules;
    expect(listed?.lastRuns).toEqual([
      { slot: at, reason: "due", job: `report:${at}`, firedAt: at, outcome: "failed", endedAt: at },
    ]);
  });

  test("has pages in the order of the next slots", async () => {
    const { queue } = createQueue();
    await queue.scheduleMany(
      Array.from({ length: 25 }, (_, i) => ({ id: `s${i}`, at: NOON + (25 - i) * MINUTE, data: i })),
    );
    const found: string[] = [];
    for (let cursor: string | undefined = "0"; cursor !== undefined; ) {
      const page: Awaited<ReturnType<typeof queue.schedules>> = await queue.schedules({ cursor, limit: 10 });
      found.push(...page.schedules.map(({ id }) => id));
      ({ cursor } = page);
      expect(page.total).toBe(25);
    }
    expect(found).toEqual(Array.from({ length: 25 }, (_, i) => `s${24 - i}`));
  });

  test("is empty for a queue that does not exist", async () => {
    const { queue } = createQueue();
    expect(await queue.schedules()).toEqual({ schedules: [], total: 0, cursor: undefined });
  });
});

test.each<[string, object, object]>([
  ["no times", {}, { data: 1 }],
  ["two kinds of times", { cron: "* * * * *", at: NOON }, { data: 1 }],
  ["an unknown option", { every: "1h" }, { data: 1, delay: "1h" }],
  ["an unknown time", { every: "1h", until: 1 }, { data: 1 }],
  ["too short an interval", { every: "999ms" }, { data: 1 }],
  ["an invalid expression", { cron: "* * *" }, { data: 1 }],
  ["an unknown zone", { cron: "* * * * *", tz: "Nowhere" }, { data: 1 }],
  ["an unknown policy of overlaps", { every: "1h" }, { data: 1, overlap: "queue" }],
  ["an unknown policy of hours", { cron: "* * * * *", missingHour: "later" }, { data: 1 }],
  ["a time in seconds", { at: NOON / 1000 }, { data: 1 }],
  ["an invalid limit", { every: "1h" }, { data: 1, limit: 0 }],
  ["a payload that is too large", { every: "1h" }, { data: "x".repeat(70_000) }],
])("a schedule with %s is rejected, and nothing is stored", async (_, timing, options) => {
  const { queue } = createQueue();
  await expect(queue.schedule("report", timing as never, options as never)).rejects.toMatchObject({
    code: expect.stringMatching(/invalid_argument|too_large/),
  });
  expect((await queue.schedules()).total).toBe(0);
});
