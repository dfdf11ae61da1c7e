// Jobs that wait for others, and batches, over HTTP.
import { expect, test } from "vitest";
import { explanation } from "../../../src/http/responses/explanation-schema.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import * as waitingResponses from "../../../src/http/responses/waiting-schemas.ts";
import { freshQueue } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

const notified: string[] = [];
const bound = await createToken(["produce"]);
const grouped = await createToken(["produce"]);
const api = await createApi({
  tokens: [
    { ...bound.access, ids: ["mine-*"] },
    { ...grouped.access, groups: ["g"] },
  ],
  onEnqueued: (queue) => void notified.push(queue),
});

function createQueue() {
  const queue = freshQueue<unknown>();
  return { queue, path: `/v1/queues/${queue.name}` };
}

test("a job waits for jobs of an earlier request and of its own, and its children are listed by pages", async () => {
  const { queue, path } = createQueue();
  await queue.enqueue(1, { id: "first" });
  const { jobs } = await api.call(`POST ${path}/jobs`, [201, responses.enqueueResult], {
    body: [
      { id: "second", data: 2 },
      { id: "last", data: 3, after: ["first", "second"], afterFailure: "fail" },
    ],
  });
  expect(jobs).toMatchObject([{ state: "ready" }, { id: "last", state: "delayed", created: true }]);
  expect(await api.call(`GET ${path}/jobs/last`, [200, responses.job])).toMatchObject({ waitsForOthers: true });
  expect(await api.call(`GET ${path}/jobs/last/explain`, [200, explanation])).toMatchObject({
    state: "delayed",
    waitsFor: { total: 2, ended: 0, ids: ["first", "second"] },
    why: 'It waits for other jobs: 0 of 2 have ended; it waits for "first", "second".',
  });
  await (await queue.lease()).jobs[0]?.complete();
  const children = `GET ${path}/jobs/last/children`;
  const page = await api.call(`${children}?limit=1`, [200, waitingResponses.childrenPage]);
  expect(page).toMatchObject({ total: 2, ended: 1, hasFailures: false, children: [{ id: "second" }] });
  const cursor = encodeURIComponent(page.cursor ?? "");
  expect(await api.call(`${children}?cursor=${cursor}`, [200, waitingResponses.childrenPage])).toMatchObject({
    children: [{ id: "first", state: "done" }],
  });
  await (await queue.lease()).jobs[0]?.fail("no");
  expect(await api.call(`GET ${path}/jobs/last`, [200, responses.job])).toMatchObject({ state: "failed" });
});

test("a repeated request with an Idempotency-Key enqueues waiting jobs once", async () => {
  const { queue, path } = createQueue();
  await queue.enqueue(1, { id: "first" });
  const send = () =>
    api.call(`POST ${path}/jobs`, [201, responses.enqueueResult], {
      headers: { "Idempotency-Key": "k" },
      body: [{ data: 2 }, { data: 3, after: ["first"] }],
    });
  expect(await send()).toEqual(await send());
  expect(await queue.counts()).toMatchObject({ ready: 2, delayed: 1 });
});

test("a batch gets jobs, is sealed, and runs its callbacks", async () => {
  const { queue, path } = createQueue();
  const { id } = await api.call(`POST ${path}/batches`, [201, waitingResponses.startBatchResult], {
    body: { ended: { data: "ended", id: "batch" }, succeeded: { data: "succeeded" } },
  });
  expect(id).toBe("batch");
  const batch = `${path}/batches/${id}`;
  await api.call(`POST ${batch}/jobs`, [201, responses.enqueueResult], { body: [{ data: 1, id: "a" }, { data: 2 }] });
  await api.call(`POST ${batch}/jobs`, [200, responses.enqueueResult], { body: { data: 1, id: "a" } });
  expect(await api.call(`GET ${batch}`, [200, waitingResponses.batchProgress])).toEqual({
    ...{ id: "batch", total: 2, ended: 0, hasFailures: false, isOpen: true },
  });
  for (const job of (await queue.lease({ count: 9 })).jobs) await job.complete();
  expect((await queue.lease()).jobs).toEqual([]);
  expect((await api.send(`POST ${batch}/seal`, { body: {} })).status).toBe(204);
  await api.expectProblem(`POST ${batch}/jobs`, [400, "invalid_argument"], { body: { data: 3 } });
  expect((await queue.lease({ count: 9 })).jobs.map(({ data }) => data).sort()).toEqual(["ended", "succeeded"]);
});

test("a batch is cancelled with its jobs", async () => {
  const { queue, path } = createQueue();
  const batch = await queue.startBatch({ ended: { data: 1, id: "batch" } });
  await batch.add([{ data: 2 }, { data: 3 }]);
  expect(await api.call(`DELETE ${path}/batches/batch`, [200, waitingResponses.cancelBatchResult])).toEqual({
    cancelled: 2,
  });
  expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0 });
});

test("a token waits only for jobs for whose ids it is valid", async () => {
  const { queue, path } = createQueue();
  await queue.enqueueMany([
    { data: 1, id: "mine-1" },
    { data: 1, id: "theirs" },
  ]);
  const send = (token: string, after: string, options: object = {}) =>
    api.send(`POST ${path}/jobs`, { token, body: { data: 2, after: [after], ...options } });
  expect((await send(bound.token, "mine-1")).status).toBe(201);
  expect((await send(bound.token, "theirs")).status).toBe(403);
  expect((await send(grouped.token, "theirs", { group: "g" })).status).toBe(403);
});
