// Schedules over HTTP, and the jobs that they create.
import { expect, test } from "vitest";
import { explanation } from "../../../src/http/responses/explanation-schema.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import * as scheduleResponses from "../../../src/http/responses/schedule-schemas.ts";
import { sharedSecret } from "../../../src/webhooks.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

const HOUR = 3_600_000;
const REPORT = { every: "1h", data: { kind: "sales" } };

const cheap = await createToken(["operate"]);
const hooked = freshName();
const notified: string[] = [];
const api = await createApi({
  tokens: [{ ...cheap.access, limits: { maxCost: 2, queues: 0 } }],
  sources: { shop: { verify: sharedSecret("s3cret-of-the-shop"), queue: hooked } },
  limits: { [hooked]: { ttl: "1h" } },
  onEnqueued: (queue) => void notified.push(queue),
});

/** Creates a queue with the schedule "report", and functions that send requests about it. */
async function createSchedule(body: object = REPORT) {
  const queue = freshQueue<unknown>();
  const path = `/v1/queues/${queue.name}`;
  const route = `${path}/schedules/report`;
  const put = (sent: object, status = 200) =>
    api.call(`PUT ${route}`, [status, scheduleResponses.putScheduleResult], { body: sent });
  const read = () => api.call(`GET ${route}`, [200, scheduleResponses.schedule]);
  expect(await put(body, 201)).toEqual({ id: "report", outcome: "created" });
  return { queue, path, route, put, read };
}

test("a schedule is stored once, changed by another definition, and read as it was stored", async () => {
  const body = {
    ...{ cron: "0 9 * * 1-5", tz: "Europe/Berlin", missingHour: "skip", repeatedHour: "twice" },
    ...{ start: 1_700_000_000_000, end: 4_000_000_000_000, limit: 50, overlap: "buffer", catchUp: "2h" },
    ...{ maxCatchUp: 3, jitter: "30s", data: { kind: "sales" }, priority: 2, maxAttempts: 4, ttl: "1d", cost: 3 },
    ...{ timeout: false, backoff: { type: "fixed", delay: "1s" }, group: "big reports" },
  };
  const { put, read } = await createSchedule(body);
  expect(await put(body)).toEqual({ id: "report", outcome: "unchanged" });
  const stored = await read();
  expect(stored).toEqual({
    id: "report",
    data: { kind: "sales" },
    times: {
      ...{ cron: "0 9 * * 1-5", tz: "Europe/Berlin", missingHour: "skip", repeatedHour: "twice" },
      ...{ start: 1_700_000_000_000, end: 4_000_000_000_000 },
    },
    ...{ overlap: "buffer", catchUp: 2 * HOUR, maxCatchUp: 3, jitter: 30_000, limit: 50 },
    ...{ priority: 2, maxAttempts: 4, ttl: 24 * HOUR, timeout: false, group: "big reports", cost: 3 },
    backoff: { type: "fixed", delay: 1_000 },
    nextSlots: expect.any(Array),
    ...{ paused: false, ended: false, createdAt: stored.changedAt, changedAt: expect.any(Number) },
    ...{ runs: 0, missed: 0, skipped: 0, lateness: 0, lastRuns: [] },
  });
  expect(stored.nextSlots).toHaveLength(24);
  expect(await put({ ...body, priority: 7 })).toEqual({ id: "report", outcome: "changed" });
  expect(await read()).toMatchObject({ priority: 7, nextSlots: stored.nextSlots });
});

test("schedules are listed page by page in the order of their next slots", async () => {
  const { queue, path } = await createSchedule({ every: "3h", data: 1 });
  await queue.schedule("sooner", { every: "1s" }, { data: 2 });
  const first = await api.call(`GET ${path}/schedules?limit=1`, [200, scheduleResponses.schedulePage]);
  expect(first).toMatchObject({ schedules: [{ id: "sooner", data: 2 }], total: 2, cursor: "1" });
  const last = await api.call(`GET ${path}/schedules?limit=1&cursor=1`, [200, scheduleResponses.schedulePage]);
  expect(last).toMatchObject({ schedules: [{ id: "report", data: 1 }], total: 2 });
  expect(last.cursor).toBeUndefined();
});

test("a trigger creates a job, which states its schedule wherever it is read", async () => {
  const { path, route, read, queue } = await createSchedule();
  const { id } = await api.call(`POST ${route}/trigger`, [201, scheduleResponses.triggerResult]);
  const slot = Number(id.slice("report:".length));
  const run = { id: "report", slot, reason: "triggered" };
  expect(await api.call(`GET ${path}/jobs/${id}`, [200, responses.job])).toMatchObject({ id, schedule: run });
  const listed = await api.call(`GET ${path}/jobs?state=ready`, [200, responses.jobPage]);
  expect(listed.jobs).toMatchObject([{ id, schedule: run }]);
  const explained = await api.call(`GET ${path}/jobs/${id}/explain`, [200, explanation]);
  expect(explained.schedule).toEqual(run);
  expect(explained.why).toContain(
    `Schedule "report" was triggered, and created it, at ${new Date(slot).toISOString()}.`,
  );
  const { jobs } = await api.call(`POST ${path}/lease`, [200, responses.leaseResult]);
  expect(jobs).toMatchObject([{ id, data: { kind: "sales" }, schedule: run }]);
  expect((await read()).lastRuns).toEqual([{ slot, reason: "triggered", job: id, firedAt: expect.any(Number) }]);
  await api.call(`POST ${path}/jobs/${id}/fail`, [200, responses.endResult], { body: { receipt: jobs[0]?.receipt } });
  expect((await read()).lastRuns).toMatchObject([{ outcome: "failed", endedAt: expect.any(Number) }]);
  expect(notified).toContain(queue.name);
});

test("a job without a schedule states none", async () => {
  const { path, queue } = await createSchedule();
  await queue.enqueue(1, { id: "plain:1700000000000" });
  const job = await api.call(`GET ${path}/jobs/plain:1700000000000`, [200, responses.job]);
  expect(job.schedule).toBeUndefined();
});

test("a backfill creates the jobs of the slots that have passed, each once", async () => {
  const { route, queue } = await createSchedule();
  const to = Math.floor(Date.now() / HOUR) * HOUR;
  const body = { from: to - 2 * HOUR, to };
  const ids = [to - 2 * HOUR, to - HOUR, to].map((slot) => `report:${slot}`);
  const backfill = () => api.call(`POST ${route}/backfill`, [200, scheduleResponses.backfillResult], { body });
  expect(await backfill()).toEqual({ ids });
  expect(await backfill()).toEqual({ ids: [] });
  expect((await queue.list("ready")).jobs.map(({ id }) => id).toSorted()).toEqual(ids);
  const long = { body: { from: to - 2_000 * HOUR, to } };
  await api.expectProblem(`POST ${route}/backfill`, [413, "too_large"], long);
});

test("a pause has a note, and lasts until the schedule is resumed", async () => {
  const { route, read } = await createSchedule();
  expect((await api.send(`POST ${route}/pause`, { body: { note: "a migration" } })).status).toBe(204);
  expect(await read()).toMatchObject({
    paused: true,
    note: "a migration",
    pausedAt: expect.any(Number),
    nextSlots: [],
  });
  expect((await api.send(`POST ${route}/resume`)).status).toBe(204);
  const resumed = await read();
  expect([resumed.paused, resumed.note, resumed.nextSlots.length > 0]).toEqual([false, undefined, true]);
});

test("a removed schedule and an unknown one are not found", async () => {
  const { path, route, queue } = await createSchedule();
  expect((await api.send(`DELETE ${route}`)).status).toBe(204);
  expect((await queue.schedules()).total).toBe(0);
  const span = { body: { from: 1_700_000_000_000, to: 1_700_000_000_001 } };
  for (const unknown of [route, `${path}/schedules/${encodeURIComponent("a b/ü")}`]) {
    for (const request of [`GET ${unknown}`, `DELETE ${unknown}`]) await api.expectProblem(request, [404, "not_found"]);
    for (const verb of ["pause", "resume", "trigger"])
      await api.expectProblem(`POST ${unknown}/${verb}`, [404, "not_found"]);
    await api.expectProblem(`POST ${unknown}/backfill`, [404, "not_found"], span);
  }
});

test.each([
  [{ data: 1 }, "a schedule has cron, every or at"],
  [{ cron: "0 9 * * *", every: "1h", data: 1 }, "a schedule has cron, every or at"],
  [{ cron: "61 * * * *", data: 1 }, ""],
  [{ cron: "0 9 * * *", tz: "Mars/Olympus", data: 1 }, ""],
  [{ every: "10ms", data: 1 }, "every must be"],
  [{ every: "1h" }, "data is missing"],
  [{ every: "1h", data: 1, overlap: "maybe" }, "overlap"],
  [{ every: "1h", data: 1, delay: "1m" }, "delay"],
  [{ at: 5, data: 1 }, "at must be"],
])("a schedule with %j is refused", async (body, reason) => {
  const queue = freshQueue<unknown>();
  const route = `PUT /v1/queues/${queue.name}/schedules/report`;
  const { detail } = await api.expectProblem(route, [400, "invalid_argument"], { body });
  expect(detail).toContain(reason);
  expect((await queue.schedules()).total).toBe(0);
});

test("a schedule stays within the limits of the token and of the app", async () => {
  const { route, read } = await createSchedule();
  const sent = { token: cheap.token, body: { ...REPORT, cost: 3 } };
  const { detail } = await api.expectProblem(`PUT ${route}`, [403, "forbidden"], sent);
  expect(detail).toContain("a cost of 2");
  expect((await read()).cost).toBeUndefined();
  const another = `PUT /v1/queues/${freshName()}/schedules/report`;
  await api.expectProblem(another, [429, "limit_reached"], { token: cheap.token, body: REPORT });
  const ofHook = `PUT /v1/queues/${hooked}/schedules`;
  await api.expectProblem(`${ofHook}/shop`, [403, "forbidden"], { body: REPORT });
  await api.expectProblem(`${ofHook}/report`, [400, "invalid_argument"], { body: { ...REPORT, ttl: "2h" } });
  await api.expectProblem(`${ofHook}/a%0Ab`, [400, "invalid_argument"], { body: REPORT });
});

test("the payload of a schedule is stored and returned as it is, and redacted for readers", async () => {
  const queue = freshQueue<unknown>();
  const redacting = await createApi({ redact: { [queue.name]: ["card.number"] } });
  const route = `/v1/queues/${queue.name}/schedules/report`;
  const text = '{"n":1.50,"card":{"number":"4111"}}';
  const sent = { body: `{"every":"1h","data":${text}}` };
  await redacting.call(`PUT ${route}`, [201, scheduleResponses.putScheduleResult], sent);
  const [stored] = (await queue.schedules()).schedules;
  expect(stored?.data).toEqual({ n: 1.5, card: { number: "4111" } });
  for (const path of [route, `/v1/queues/${queue.name}/schedules`]) {
    const body = await (await redacting.send(`GET ${path}`)).text();
    expect(body).toContain('"data":{"n":1.5,"card":{"number":"[redacted]"}}');
  }
});
