// Slots that become jobs: once each, by whichever client comes first.
import { describe, expect, test } from "vitest";
import { HOUR, MINUTE, NOON, useScheduledQueues } from "./kit/scheduled-queue.ts";

const createQueue = useScheduledQueues();

const EACH_HOUR = { cron: "0 * * * *" } as const;

describe("a slot that is due", () => {
  test("becomes a job that names its schedule and its slot", async () => {
    const { queue, clock } = createQueue();
    expect(await queue.schedule("report", EACH_HOUR, { data: { kind: "sales" }, priority: 2, maxAttempts: 3 })).toEqual(
      {
        id: "report",
        outcome: "created",
      },
    );
    clock.pass(HOUR - 1);
    expect((await queue.lease()).jobs).toEqual([]);
    clock.pass(1);
    const { jobs } = await queue.lease();
    expect(jobs).toMatchObject([
      {
        id: `report:${NOON + HOUR}`,
        data: { kind: "sales" },
        priority: 2,
        schedule: { id: "report", slot: NOON + HOUR, reason: "due" },
      },
    ]);
    expect(await queue.get(`report:${NOON + HOUR}`)).toMatchObject({ state: "leased", maxAttempts: 3 });
    await jobs[0]?.complete();
    expect((await queue.lease()).jobs).toEqual([]);
  });

  test.each<[string, (queue: ReturnType<typeof createQueue>["queue"]) => Promise<unknown>]>([
    ["a lease", (queue) => queue.lease()],
    ["a lease of several", (queue) => queue.lease({ count: 5 })],
    ["a lease that waits", (queue) => queue.lease({ wait: 50 })],
    ["a turn", (queue) => queue.turn({ lease: {} })],
    ["a light clean", (queue) => queue.clean()],
    ["a drain", (queue) => queue.drain(() => {}, { budget: "5s" })],
    ["an advance after another schedule is stored", (queue) => queue.schedule("other", EACH_HOUR, { data: 1 })],
  ])("is fired by %s", async (_, act) => {
    const { queue, clock } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    clock.pass(HOUR);
    await act(queue);
    expect(await queue.get(`report:${NOON + HOUR}`).then((job) => job?.state ?? "done")).toMatch(/ready|leased|done/);
    expect((await queue.counts()).totals.enqueued).toBe(1);
  });

  test("is fired once by clients that come at the same time", async () => {
    const { queue, clock, client } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1, overlap: "allow" });
    const clients = Array.from({ length: 8 }, () => client({ batching: false }));
    let leased = 0;
    for (let hour = 1; hour <= 60; hour++) {
      clock.pass(HOUR);
      const results = await Promise.all(clients.map((each) => (hour % 3 === 0 ? each.clean() : each.lease())));
      for (const result of results) {
        for (const job of "jobs" in result ? result.jobs : []) {
          leased += 1;
          await job.complete();
        }
      }
    }
    leased += (await queue.lease({ count: 100 })).jobs.length;
    expect(leased).toBe(60);
    expect((await queue.counts()).totals.enqueued).toBe(60);
  });

  test("wakes at the time of the next slot", async () => {
    const { queue, clock } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    expect((await queue.lease()).nextWakeAt).toBe(NOON + HOUR);
    clock.pass(HOUR);
    const { jobs } = await queue.lease();
    await jobs[0]?.complete();
    expect((await queue.lease()).nextWakeAt).toBe(NOON + 2 * HOUR);
  });

  test("keeps the result of a turn that settles, and gives it the job of the slot", async () => {
    const { queue, clock } = createQueue();
    await queue.schedule("report", EACH_HOUR, { data: 1 });
    await queue.enqueue("x", { id: "x" });
    const [job] = (await queue.lease()).jobs;
    clock.pass(HOUR);
    const turn = await queue.turn({ settle: [{ job: job as never, action: "complete" }], lease: {} });
    expect(turn.settled).toEqual([{ id: "x", ok: true, state: "done" }]);
    expect(turn.jobs.map(({ id }) => id)).toEqual([`report:${NOON + HOUR}`]);
  });
});

describe("the job of a slot", () => {
  test("has its group, and waits for its turn there", async () => {
    const { queue, clock } = createQueue();
    await queue.setLimits({ groups: { concurrency: 1 } });
    await queue.enqueue(1, { id: "first", group: "g" });
    await queue.schedule("report", EACH_HOUR, { data: 2, group: "g", cost: 2 });
    clock.pass(HOUR);
    const { jobs } = await queue.lease({ count: 5 });
    expect(jobs.map(({ id }) => id)).toEqual(["first"]);
    expect(await queue.get(`report:${NOON + HOUR}`)).toMatchObject({ state: "blocked", group: "g", cost: 2 });
    await jobs[0]?.complete();
    expect((await queue.lease()).jobs).toMatchObject([{ id: `report:${NOON + HOUR}`, cost: 2 }]);
    await expectNoRepairs(queue);
  });

  test("is delayed by the jitter of its slot, which is the same for each client", async () => {
    const { queue, clock, info } = createQueue();
    await queue.schedule("report", { every: "1h" }, { data: 1, jitter: "10m", overlap: "allow" });
    const delays: number[] = [];
    for (let hour = 1; hour <= 20; hour++) {
      clock.time = NOON + hour * HOUR;
      await queue.clean();
      const job = await queue.get(`report:${clock.time}`);
      delays.push(job?.state === "delayed" ? (job.dueAt ?? 0) - clock.time : 0);
    }
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(10 * MINUTE);
    expect(new Set(delays).size).toBeGreaterThan(15);
    expect((await info("report")).jitter).toBe(10 * MINUTE);
  });
});

test("an interval, a single time and a cron with a zone are fired in their order", async () => {
  const { queue, clock, runAll } = createQueue();
  await queue.scheduleMany([
    { id: "interval", every: "25m", anchor: NOON, data: 1 },
    { id: "once", at: new Date(NOON + 30 * MINUTE), data: 2 },
    { id: "berlin", cron: "45 13 * * MON", tz: "Europe/Berlin", data: 3 },
  ]);
  const found: string[] = [];
  for (let minute = 1; minute <= 60; minute++) {
    clock.pass(MINUTE);
    found.push(...(await runAll()));
  }
  expect(found).toEqual(["interval +25", "once +30", "berlin +45", "interval +50"]);
});

test("a schedule is fired for days with slots that any client stores ahead", async () => {
  const { queue, clock, runAll, info } = createQueue();
  await queue.schedule("report", { cron: "*/10 * * * *" }, { data: 1 });
  let runs = 0;
  for (let i = 0; i < 6 * 24 * 3; i++) {
    clock.pass(10 * MINUTE);
    runs += (await runAll()).length;
  }
  expect(runs).toBe(6 * 24 * 3);
  expect(await info("report")).toMatchObject({ runs: 432, missed: 0, skipped: 0, ended: false });
});

/** Expects that a deep clean finds nothing to repair. */
async function expectNoRepairs(queue: ReturnType<typeof createQueue>["queue"]): Promise<void> {
  const { orphans, doubles, lost, stray, counters } = await queue.deepClean();
  expect({ orphans, doubles, lost, stray, counters }).toEqual({
    orphans: 0,
    doubles: 0,
    lost: 0,
    stray: 0,
    counters: 0,
  });
}
