// The policies of schedules for slots that no client fired in time, and for runs that take longer than the interval.
import { describe, expect, test } from "vitest";
import type { Job } from "../../../src/index.ts";
import { describeRun, HOUR, MINUTE, NOON, useScheduledQueues } from "./kit/scheduled-queue.ts";

const createQueue = useScheduledQueues();

const EACH_HOUR = { cron: "0 * * * *" } as const;

describe("slots that no client has fired", () => {
  test("are caught up within the longest lateness, the last ones, and the others are counted", async () => {
    const { queue, clock, info } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, overlap: "allow", catchUp: "5h", maxCatchUp: 3 });
    clock.pass(30 * HOUR + 5 * MINUTE);
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map(({ id, schedule }) => [describeRun(id), schedule?.reason])).toEqual([
      ["report +1680", "caughtUp"],
      ["report +1740", "caughtUp"],
      ["report +1800", "caughtUp"],
    ]);
    expect(await info("report")).toMatchObject({ runs: 3, missed: 27, skipped: 0, lateness: 5 * MINUTE });
  });

  test("are missed after the longest lateness", async () => {
    const { queue, clock, info, runAll } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, overlap: "allow", catchUp: 0 });
    clock.pass(HOUR + MINUTE);
    expect(await runAll()).toEqual(["report +60"]);
    clock.pass(HOUR + 1);
    expect(await runAll()).toEqual([]);
    expect(await info("report")).toMatchObject({ runs: 1, missed: 1 });
    clock.time = NOON + 3 * HOUR;
    expect(await runAll()).toEqual(["report +180"]);
  });

  test("of months are counted up to a bound, and the next one is found", async () => {
    const { queue, clock, info, runAll } = createQueue();
    await queue.schedule("report", { cron: "* * * * *" }, { data: 1 });
    clock.pass(90 * 24 * HOUR);
    expect(await runAll()).toEqual([`report +${90 * 24 * 60 - 9}`]);
    expect(await info("report")).toMatchObject({ runs: 1, skipped: 9, missed: 1_000 + 24 });
    clock.pass(MINUTE);
    expect(await runAll()).toEqual([`report +${90 * 24 * 60 + 1}`]);
  });

  test("of an interval are counted exactly", async () => {
    const { queue, clock, info, runAll } = createQueue();
    await queue.schedule("report", { every: "1s" }, { data: 1, overlap: "allow", maxCatchUp: 2 });
    clock.pass(24 * HOUR);
    expect(await runAll()).toHaveLength(2);
    expect(await info("report")).toMatchObject({ runs: 2, missed: 86_398 });
  });
});

describe("a slot that is due while a run has not ended", () => {
  test("is skipped", async () => {
    const { queue, clock, info } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    clock.pass(HOUR);
    const first = await leaseOne(queue);
    clock.pass(HOUR);
    await first.extend("2h");
    await queue.clean();
    clock.pass(HOUR);
    await queue.clean();
    expect(await info("report")).toMatchObject({ runs: 1, skipped: 2, lastRuns: [{ slot: NOON + HOUR }] });
    await first.complete();
    clock.pass(HOUR);
    expect((await leaseOne(queue)).id).toBe(`report:${NOON + 4 * HOUR}`);
    expect(await info("report")).toMatchObject({
      lastRuns: [{ slot: NOON + 4 * HOUR }, { slot: NOON + HOUR, outcome: "done", endedAt: NOON + 3 * HOUR }],
    });
  });

  test("is skipped while the run is ready, delayed or blocked", async () => {
    const { queue, clock, info } = createQueue();
    await queue.setLimits({ groups: { concurrency: 1 } });
    await queue.enqueue(0, { group: "g" });
    await queue.schedule("ready", EACH_HOUR, { data: 1 });
    await queue.schedule("blocked", EACH_HOUR, { data: 1, group: "g" });
    await queue.schedule("delayed", EACH_HOUR, { data: 1, jitter: "1d" });
    clock.pass(HOUR);
    await queue.clean();
    clock.pass(HOUR);
    await queue.clean();
    for (const id of ["ready", "blocked", "delayed"]) expect(await info(id)).toMatchObject({ runs: 1, skipped: 1 });
  });

  test("runs beside it if that is allowed", async () => {
    const { queue, clock, info } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, overlap: "allow" });
    clock.pass(HOUR);
    const first = await leaseOne(queue);
    await first.extend("2h");
    clock.pass(HOUR);
    expect((await leaseOne(queue)).id).toBe(`report:${NOON + 2 * HOUR}`);
    expect(await info("report")).toMatchObject({ runs: 2, skipped: 0 });
  });

  test("cancels the run, and of several slots only the last one runs", async () => {
    const { queue, clock, info } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, overlap: "cancel", catchUp: "5h" });
    clock.pass(HOUR);
    const first = await leaseOne(queue);
    await first.extend("5h");
    clock.pass(3 * HOUR);
    expect((await leaseOne(queue)).id).toBe(`report:${NOON + 4 * HOUR}`);
    expect(await first.complete()).toBe(false);
    expect(first.lost).toBe("cancelled");
    expect(await info("report")).toMatchObject({
      runs: 2,
      skipped: 2,
      lastRuns: [{ slot: NOON + 4 * HOUR }, { slot: NOON + HOUR, outcome: "cancelled", endedAt: NOON + 4 * HOUR }],
    });
    expect((await queue.counts()).totals).toMatchObject({ cancelled: 1 });
    expect(await queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
  });

  test.each<[string, (job: Job) => Promise<unknown>]>([
    ["completed", (job) => job.complete()],
    ["failed", (job) => job.fail("no")],
  ])("waits until the run is %s, if it is buffered", async (_, end) => {
    const { queue, clock, info } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, overlap: "buffer" });
    clock.pass(HOUR);
    const first = await leaseOne(queue);
    for (let hour = 2; hour <= 4; hour++) {
      await first.extend("3h");
      clock.pass(HOUR);
      expect((await queue.lease()).jobs).toEqual([]);
    }
    expect(await info("report")).toMatchObject({ runs: 1, skipped: 2, buffered: NOON + 2 * HOUR });
    await end(first as Job);
    expect(await queue.get(`report:${NOON + 2 * HOUR}`)).toMatchObject({ state: "ready" });
    const info2 = await info("report");
    expect(info2).toMatchObject({ runs: 2, lateness: 2 * HOUR });
    expect(info2).not.toHaveProperty("buffered");
    // Settling another run asks for nothing more.
    expect(await (await leaseOne(queue)).complete()).toBe(true);
    expect((await queue.lease()).jobs).toEqual([]);
  });

  test("waits for a minute longer at most if the client that ended the run died", async () => {
    const { queue, clock } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, overlap: "buffer" });
    clock.pass(HOUR);
    const first = await leaseOne(queue);
    await first.extend("3h");
    clock.pass(HOUR);
    await queue.clean();
    // A purge or a cancel tells no client of the schedule.
    await queue.cancel(first.id);
    expect(await queue.get(`report:${NOON + 2 * HOUR}`)).toBeUndefined();
    clock.pass(MINUTE);
    expect((await leaseOne(queue)).id).toBe(`report:${NOON + 2 * HOUR}`);
  });
});

describe("the bounds of a schedule", () => {
  test("a limit ends it after as many runs", async () => {
    const { queue, clock, info, runAll } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, limit: 2 });
    const found: string[] = [];
    for (let hour = 1; hour <= 5; hour++) {
      clock.pass(HOUR);
      found.push(...(await runAll()));
    }
    expect(found).toEqual(["report +60", "report +120"]);
    expect(await info("report")).toMatchObject({ runs: 2, ended: true, nextSlots: [], missed: 0 });
    await queue.schedule("report", EACH_HOUR, { data: 1, limit: 3 });
    clock.pass(HOUR);
    expect(await runAll()).toEqual(["report +360"]);
    expect(await info("report")).toMatchObject({ runs: 3, ended: true, missed: 0 });
  });

  test("a start and an end bound its slots", async () => {
    const { queue, clock, info, runAll } = createQueue();
    const bounds = { start: NOON + 2 * HOUR, end: new Date(NOON + 3 * HOUR) };
    await queue.schedule("report", EACH_HOUR, { data: 1, ...bounds });
    expect(await info("report")).toMatchObject({ nextSlots: [NOON + 2 * HOUR, NOON + 3 * HOUR], ended: false });
    const found: string[] = [];
    for (let hour = 1; hour <= 5; hour++) {
      clock.pass(HOUR);
      found.push(...(await runAll()));
    }
    expect(found).toEqual(["report +120", "report +180"]);
    expect(await info("report")).toMatchObject({ ended: true });
    expect((await queue.lease()).nextWakeAt).toBeUndefined();
  });
});

async function leaseOne(queue: ReturnType<typeof createQueue>["queue"]): Promise<Job<unknown>> {
  const { jobs } = await queue.lease({ for: "1h" });
  expect(jobs).toHaveLength(1);
  return jobs[0] as Job<unknown>;
}
