// Leasing and settling jobs over HTTP.
import { expect, test } from "vitest";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { createApi, createQueue, type RequestOptions } from "./kit/api.ts";

const api = await createApi();

const lease = (path: string, sent?: RequestOptions) =>
  api.call(`POST ${path}/lease`, [200, responses.leaseResult], sent);

test("a lease returns jobs with everything that is needed to settle them", async () => {
  const { path } = await createQueue("a", "b", "c");
  const leased = await lease(path, { body: { count: 2, for: "1m", worker: "w", version: "v1" } });
  expect(leased).toMatchObject({ more: true, paused: false, jobs: [{ id: "a", data: { id: "a" } }, { id: "b" }] });
  expect(leased.jobs[0]).toMatchObject({ attempt: 1, worker: "w", leasedUntil: leased.now + 60_000 });
});

test("a lease needs no body, and returns at once if no job is ready", async () => {
  const { path } = await createQueue("a");
  expect((await lease(path)).jobs).toHaveLength(1);
  expect((await lease(path)).jobs).toEqual([]);
});

test("a lease whose body was lost in transit is refused instead of being treated as one without a body", async () => {
  const { path, queue } = await createQueue("a");
  const headers = { "Content-Length": "11" };
  await api.expectProblem(`POST ${path}/lease`, [400, "malformed"], { headers });
  expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0 });
});

test("a waiting lease returns as soon as a job is enqueued", async () => {
  const { path, queue } = await createQueue();
  const before = Date.now();
  const waiting = lease(path, { body: { wait: "20s" } });
  await queue.enqueue("news", { id: "a" });
  expect((await waiting).jobs).toMatchObject([{ id: "a", data: "news" }]);
  expect(Date.now() - before).toBeLessThan(10_000);
  await api.expectProblem(`POST ${path}/lease`, [400, "invalid_argument"], { body: { wait: "21s" } });
});

test("a repeated lease with its key gets the same jobs", async () => {
  const { path } = await createQueue("a", "b");
  const sent = { headers: { "Idempotency-Key": "k" } };
  const first = await lease(path, sent);
  const again = await lease(path, sent);
  expect(again.jobs).toMatchObject([{ id: "a", fence: first.jobs[0]?.fence }]);
});

test.each([
  ["complete", { result: { sent: true } }, "done"],
  ["retry", { delay: "1h", error: "later" }, "delayed"],
  ["fail", { error: "no such address" }, "failed"],
  ["release", {}, "ready"],
])("%s takes effect once, and a later request for the same lease is stale", async (action, more, state) => {
  const name = freshName();
  const { call, expectProblem, issueReceipt } = await createApi({ queues: { [name]: { retention: { done: "1h" } } } });
  const queue = freshQueue({ retention: { done: "1h" } }, name);
  await queue.enqueue(1, { id: "a" });
  const [job] = (await queue.lease()).jobs;
  const route = `POST /v1/queues/${name}/jobs/a/${action}`;
  const body = { receipt: await issueReceipt(name, job?.fence), attempt: job?.attempt, ...more };
  const stale = await issueReceipt(name, (job?.fence ?? 0) - 1);
  await expectProblem(route, [409, "stale"], { body: { ...body, receipt: stale } });
  const sent = { body, headers: { "Idempotency-Key": "k" } };
  await call(route, [200, responses.success], sent);
  // The same request gets the same response. Another request is late.
  await call(route, [200, responses.success], sent);
  expect(await expectProblem(route, [409, "stale"], { body })).toHaveProperty("reason");
  expect(await queue.get("a")).toMatchObject({ state });
  await expectProblem(route, [400, "invalid_argument"], { body: { ...body, receipt: 1 } });
  await expectProblem(route, [400, "invalid_argument"], { body: { ...body, unknown: 1 } });
  await expectProblem(route, [400, "invalid_argument"]);
});

test("a key that was used for one job, action or route is refused for another one", async () => {
  const { name, queue, path } = await createQueue("a", "b");
  const headers = { "Idempotency-Key": "k" };
  const receipts = new Map<string, string>();
  for (const { id, fence } of (await queue.lease({ count: 2 })).jobs)
    receipts.set(id, await api.issueReceipt(name, fence));
  const route = (id: string, action: string) => `POST ${path}/jobs/${id}/${action}`;
  const expectReused = (target: string, body: object) =>
    api.expectProblem(target, [422, "idempotency_key_reused"], { body, headers });
  const sent = { body: { receipt: receipts.get("a") }, headers };
  for (let i = 0; i < 2; i++) await api.call(route("a", "complete"), [200, responses.success], sent);
  await expectReused(route("b", "complete"), { receipt: receipts.get("b") });
  await expectReused(route("a", "fail"), { receipt: receipts.get("a") });
  await expectReused(`POST ${path}/turn`, { settle: [{ action: "complete", id: "b", receipt: receipts.get("b") }] });
  await expectReused(`POST ${path}/lease`, {});
  await expectReused(`POST ${path}/jobs`, { data: 1 });
  expect(await queue.counts()).toMatchObject({ ready: 0, leased: 1, totals: { completed: 1, enqueued: 2 } });
});

test("only the holder of a job extends its lease and reports progress", async () => {
  const { name, queue } = await createQueue("a");
  const [job] = (await queue.lease({ for: "10s" })).jobs;
  const path = `/v1/queues/${name}/jobs/a`;
  const receipt = await api.issueReceipt(name, job?.fence);
  const later = await api.issueReceipt(name, (job?.fence ?? 0) + 1);
  const body = { receipt, for: "10m" };
  const { leasedUntil } = await api.call(`POST ${path}/extend`, [200, responses.extendResult], { body });
  expect(leasedUntil).toBeGreaterThan((job?.leasedUntil ?? 0) + 500_000);
  const note = { receipt, progress: 0.5, note: "half" };
  await api.call(`POST ${path}/progress`, [200, responses.success], { body: note });
  expect(await queue.get("a")).toMatchObject({ leasedUntil, progress: { fraction: 0.5, note: "half" } });
  for (const [action, sent] of [["extend", body] as const, ["progress", note] as const]) {
    const reply = await api.expectProblem(`POST ${path}/${action}`, [409, "stale"], {
      body: { ...sent, receipt: later },
    });
    expect(reply).toMatchObject({ reason: "leased_again" });
    await api.expectProblem(`POST ${path}/${action}`, [400, "invalid_argument"], { body: { receipt } });
  }
});

test("a turn settles jobs in different ways and leases the next jobs, and a repeated turn changes nothing", async () => {
  const { name, queue } = await createQueue("a", "b", "c", "d");
  const leased = (await queue.lease({ count: 3 })).jobs;
  const jobs = await Promise.all(
    leased.map(async ({ id, fence, attempt }) => ({ id, receipt: await api.issueReceipt(name, fence), attempt })),
  );
  const body = {
    settle: [
      { action: "complete", ...jobs[0], result: 1 },
      { action: "retry", ...jobs[1], delay: 0, error: "again" },
      { action: "release", ...jobs[2], receipt: await api.issueReceipt(name, 1) },
    ],
    lease: { count: 2, worker: "w" },
  };
  const route = `POST /v1/queues/${name}/turn`;
  const sent = { body, headers: { "Idempotency-Key": "k" } };
  const turned = await api.call(route, [200, responses.turnResult], sent);
  expect(turned.settled).toEqual([
    { id: "a", ok: true, state: "done" },
    { id: "b", ok: true, state: "ready" },
    { id: "c", ok: false, reason: "leased_again" },
  ]);
  expect(turned.jobs.map(({ id }) => id)).toEqual(["d", "b"]);
  expect((await api.call(route, [200, responses.turnResult], sent)).jobs).toEqual(turned.jobs);
  expect(await api.call(route, [200, responses.turnResult], { body: {} })).toMatchObject({ settled: [], jobs: [] });
  await api.expectProblem(route, [400, "invalid_argument"], {
    body: { settle: [{ action: "finish", id: "a", receipt: "r" }] },
  });
});

test("a job has its own timeout and backoff, can be postponed or released, and shows its previous attempts", async () => {
  const { queue, path } = await createQueue();
  const job = { id: "a", data: 1, timeout: false, backoff: { type: "fixed", delay: "7s" } };
  await api.call(`POST ${path}/jobs`, [201, responses.enqueueResult], { body: job });
  const settle = (action: string, body: object) =>
    api.call(`POST ${path}/jobs/a/${action}`, [200, responses.success], { body });
  const [first] = (await lease(path)).jobs;
  expect(first?.previous).toBeUndefined();
  await api.call(`POST ${path}/jobs/a/progress`, [200, responses.success], {
    body: { receipt: first?.receipt, progress: 0.5, note: "half" },
  });
  await settle("retry", { receipt: first?.receipt, delay: 0, error: "not yet", postpone: true });
  const [second] = (await lease(path)).jobs;
  expect(second?.previous).toEqual({ progress: { fraction: 0.5, note: "half" }, errors: [] });
  await settle("release", { receipt: second?.receipt, begun: true });
  const { why } = await queue.explain("a");
  expect(why).toContain("It was released once unfinished. It was postponed once without using up an attempt.");
  expect(await queue.explain("a")).toMatchObject({ attemptsLeft: 5 });
  const [own] = (await queue.lease()).jobs;
  expect(own).toMatchObject({ timeout: false, backoff: { type: "fixed", delay: 7_000 } });
});
