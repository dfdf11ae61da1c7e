// The schedule of a job, wherever a job is read; and the options of its jobs, where a schedule is.
import { expect, test } from "vitest";
import { HOUR, MINUTE, NOON, useScheduledQueues } from "./kit/scheduled-queue.ts";

const createQueue = useScheduledQueues();

test("a job of a schedule states its run in get, list, search and explain, and another job states none", async () => {
  const { queue, clock } = createQueue();
  await queue.schedule("report", { every: "1h" }, { data: 1, backoff: "1s", overlap: "allow" });
  await queue.enqueue(1, { id: "other:1772452800000", timeout: "1m" });
  clock.pass(HOUR);
  await queue.clean();
  const id = `report:${NOON + HOUR}`;
  const schedule = { id: "report", slot: NOON + HOUR, reason: "due" };
  expect((await queue.get(id))?.schedule).toEqual(schedule);
  expect((await queue.get("other:1772452800000"))?.schedule).toBeUndefined();
  const runs = [
    ["other:1772452800000", undefined],
    [id, schedule],
  ];
  expect((await queue.list("ready")).jobs.map((job) => [job.id, job.schedule])).toEqual(runs);
  expect((await queue.search({ state: "ready" })).jobs.map((job) => [job.id, job.schedule])).toEqual(runs);
  const explained = await queue.explain(id);
  expect(explained.schedule).toEqual(schedule);
  expect(explained.why).toMatch(/ Schedule "report" created it for 2026-03-02T13:00:00\.000Z\.$/);
  expect(await queue.explain("other:1772452800000")).not.toHaveProperty("schedule");
});

test.each<[string, (queue: ReturnType<typeof createQueue>) => Promise<unknown>, string]>([
  [
    "caught up",
    async ({ queue, clock }) => {
      clock.pass(HOUR + 2 * MINUTE);
      await queue.clean();
    },
    'Schedule "report" caught up with it for 2026-03-02T13:00:00.000Z.',
  ],
  [
    "backfilled",
    ({ queue }) => queue.backfill("report", { from: NOON - HOUR, to: NOON - HOUR }),
    'Schedule "report" was backfilled, and created it for 2026-03-02T11:00:00.000Z.',
  ],
])("the explanation of a job that was %s says so", async (_, fire, sentence) => {
  const created = createQueue();
  await created.queue.schedule("report", { every: "1h" }, { data: 1 });
  await fire(created);
  const [job] = (await created.queue.list("ready")).jobs;
  expect((await created.queue.explain(job?.id ?? "")).why).toContain(sentence);
});

test("a schedule states the options of its jobs that were set, and no others", async () => {
  const { queue, info } = createQueue();
  const options = { maxAttempts: 3, ttl: "1d", timeout: false, backoff: "10s", cost: 4 } as const;
  await queue.schedule("full", { every: "1h" }, { data: 1, ...options, group: "a b" });
  expect(await info("full")).toMatchObject({
    ...{ maxAttempts: 3, ttl: 24 * HOUR, timeout: false, cost: 4, group: "a b" },
    backoff: { type: "fixed", delay: 10_000 },
  });
  await queue.schedule("costly", { every: "1h" }, { data: 1, cost: 2 });
  expect(await info("costly")).toMatchObject({ cost: 2 });
  expect(await info("costly")).not.toHaveProperty("group");
  await queue.schedule("plain", { every: "1h" }, { data: 1 });
  const plain = await info("plain");
  for (const name of ["maxAttempts", "ttl", "timeout", "backoff", "cost", "group"])
    expect(plain).not.toHaveProperty(name);
});
