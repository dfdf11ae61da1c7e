// Putting jobs in over HTTP, and looking at them.
import { Hono } from "hono";
import { requestId } from "hono/request-id";
import { expect, test, vi } from "vitest";
import { problemOf } from "../../src/http/responses/problem.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { createApi } from "./kit/api.ts";

const api = await createApi();

test("one job is created once, and then known", async () => {
  const name = freshName();
  const route = `POST /v1/queues/${name}/jobs`;
  const body = { data: { to: "ada" }, id: "a", priority: 2, delay: "10m", maxAttempts: 3, ttl: "1h", uniqueFor: "1d" };
  const job = { id: "a", created: true, state: "delayed" };
  expect(await api.call(route, [201, responses.enqueueResult], { body })).toEqual({ jobs: [job] });
  expect(await api.call(route, [200, responses.enqueueResult], { body })).toEqual({
    jobs: [{ ...job, created: false }],
  });
  const stored = await freshQueue({}, name).get("a");
  expect(stored).toMatchObject({ data: { to: "ada" }, priority: 2, state: "delayed", maxAttempts: 3 });
  expect(stored?.expiresAt).toBe((stored?.enqueuedAt ?? 0) + 3_600_000);
});

test("an array is put in as a whole, in its order", async () => {
  const name = freshName();
  const body = [{ data: 1, id: "a" }, { data: 2, id: "b" }, { data: 3, id: "a" }, { data: null }];
  const route = `POST /v1/queues/${name}/jobs`;
  const { jobs } = await api.call(route, [201, responses.enqueueResult], { body });
  expect(jobs.map(({ created }) => created)).toEqual([true, true, false, true]);
  const known = body.slice(0, 2);
  expect((await api.call(route, [200, responses.enqueueResult], { body: known })).jobs).toHaveLength(2);
  const { jobs: leased } = await freshQueue({}, name).lease({ count: 10 });
  expect(leased.map(({ data }) => data)).toEqual([1, 2, null]);
});

test("a request that comes again under its key gets its first reply and creates nothing", async () => {
  const name = freshName();
  const route = `POST /v1/queues/${name}/jobs`;
  const sent = { body: [{ data: 1 }, { data: 2 }], headers: { "Idempotency-Key": "order-7" } };
  const first = await api.call(route, [201, responses.enqueueResult], sent);
  expect(await api.call(route, [201, responses.enqueueResult], sent)).toEqual(first);
  expect(await freshQueue({}, name).counts()).toMatchObject({ ready: 2, totals: { enqueued: 2, replayed: 1 } });
});

test("a key that was used for other jobs is refused, and the first ones stay", async () => {
  const name = freshName();
  const route = `POST /v1/queues/${name}/jobs`;
  const headers = { "Idempotency-Key": "k" };
  await api.call(route, [201, responses.enqueueResult], { body: { data: 1, id: "a" }, headers });
  for (const body of [{ data: 1, id: "b" }, { data: 2, id: "a" }, { data: 1, id: "a", delay: "1h" }, { data: 1 }])
    await api.expectProblem(route, [422, "idempotency_key_reused"], { body, headers });
  await api.expectProblem(route, [422, "idempotency_key_reused"], {
    body: [{ data: 1, id: "a" }, { data: 2 }],
    headers,
  });
  await api.call(route, [201, responses.enqueueResult], { body: { id: "a", data: 1 }, headers });
  expect(await freshQueue({}, name).counts()).toMatchObject({ ready: 1, totals: { enqueued: 1, replayed: 1 } });
});

test("a job that is stored is answered as created, whatever becomes of the one who is told of it", async () => {
  const name = freshName();
  const { call } = await createApi({
    onEnqueued: () => {
      throw new Error("s3cret");
    },
  });
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await call(`POST /v1/queues/${name}/jobs`, [201, responses.enqueueResult], { body: { data: 1 } });
  expect(logged.mock.calls).toEqual([[JSON.stringify({ event: "enqueued_untold", queue: name, error: "Error" })]]);
  logged.mockRestore();
});

test("an unexpected error is answered without its message, and logged with the id of the request", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const app = new Hono().use(requestId()).onError(problemOf);
  app.get("/v1/broken", () => {
    throw new RangeError("s3cret");
  });
  const response = await app.request("/v1/broken");
  const answer = await response.text();
  const lines = logged.mock.calls.map(([line]) => String(line));
  logged.mockRestore();
  expect(JSON.parse(answer)).toMatchObject({ status: 500, code: "internal" });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "internal_error", requestId: JSON.parse(answer).requestId, route: "v1", error: "RangeError" },
  ]);
  expect(answer + lines.join()).not.toContain("s3cret");
});

test("what is wrong is said by its place, and never repeated", async () => {
  const path = `/v1/queues/${freshName()}/jobs`;
  const route = `POST ${path}`;
  const cases: [unknown, string][] = [
    [{}, "The body: data is missing."],
    [{ data: 1, delays: "s3cret" }, "The body: delays is not known here."],
    [{ data: 1, delay: "s3cret" }, 'The body: delay must be ms as a number, or text such as "30s".'],
    [[{ data: 1 }, { data: 2, priority: 10 }], "The body: [1].priority must be at most 9."],
    [{ data: 1, id: 7 }, "The body: id must be a string."],
    [{ data: 1, id: "s3cret".repeat(50) }, "The body: id must have at most 256 characters."],
    [{ data: 1, priority: 1.5 }, "The body: priority must be a whole number."],
    [{ data: 1, maxAttempts: 0 }, "The body: maxAttempts must be at least 1."],
    [Array.from({ length: 1_001 }, () => ({ data: 1 })), "The body: it must have at most 1000 entries."],
    // Its length comes first: each item of millions would have an issue of its own.
    [Array.from({ length: 1_001 }, () => 1), "The body: it must have at most 1000 entries."],
    [[1], "The body: [0] must be an object."],
    ["s3cret", "The body is not JSON."],
    [[], "The body: it must not be empty."],
  ];
  for (const [body, detail] of cases) {
    const code = detail.endsWith("not JSON.") ? "malformed" : "invalid_argument";
    expect(await api.expectProblem(route, [400, code], { body })).toMatchObject({ detail });
  }
  await api.expectProblem(route, [415, "unsupported_media_type"], {
    body: "{}",
    headers: { "Content-Type": "text/plain" },
  });
  const large = '{"data": 12345678901234567890}';
  await api.expectProblem(route, [422, "invalid_payload"], { body: large });
  for (const number of [
    "-9007199254740993",
    "9007199254740993.0",
    "9007199254740993e0",
    "12345678901234567e1",
    "1e-400",
  ]) {
    await api.expectProblem(route, [422, "invalid_payload"], { body: `{"data": ["\\\\", ${number}]}` });
  }
  for (const number of ["0.12345678901234567890", "1e300", "1.5e-300", "0e-400", "1000000000000000.0"]) {
    const { jobs } = await api.call(route, [201, responses.enqueueResult], { body: `{"data": ${number}}` });
    const [job] = jobs;
    const read = await api.call(`GET ${path}/${job?.id}`, [200, responses.job]);
    expect(read.data).toBe(Number(number));
  }
  await api.call(route, [201, responses.enqueueResult], { body: '{"data": "12345678901234567890"}' });
  await api.call(route, [201, responses.enqueueResult], {
    body: '{"data": ["\\"12345678901234567890", 0.12345678901234567890]}',
  });
  const { app, token } = api;
  const headersOfJson = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const notUtf8 = new Uint8Array([...new TextEncoder().encode('{"data":"'), 0xff, 0x22, 0x7d]);
  const gone = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
  const broken = new Request(`http://x${path}`, { method: "POST", headers: headersOfJson, body: gone });
  expect(await (await app.request(broken)).json()).toMatchObject({ status: 400, code: "malformed" });
  const response = await app.request(path, { method: "POST", headers: headersOfJson, body: notUtf8 });
  expect(await response.json()).toMatchObject({ status: 400, code: "malformed" });
  await api.expectProblem("POST /v1/queues/no%20name/jobs", [400, "invalid_argument"], { body: { data: 1 } });
  const headers = { "Idempotency-Key": "x".repeat(201) };
  await api.expectProblem(route, [400, "invalid_argument"], { body: { data: 1 }, headers });
});

test("a body of megabytes is read in no time, also when it is none and holds a long number", async () => {
  const route = `POST /v1/queues/${freshName()}/jobs`;
  const long = { id: "1234567890123456", data: "x".repeat(9_000_000) };
  await api.expectProblem(route, [413, "too_large"], { body: long });
  await api.expectProblem(route, [413, "too_large"], { body: { ...long, data: '"'.repeat(4_000_000) } });
  const endless = `{"id": "1234567890123456", "data": "${'\\"'.repeat(4_000_000)}`;
  await api.expectProblem(route, [400, "malformed"], { body: endless });
});

test("a queue that is full, a payload that is too large or that its schema refuses, each has its status", async () => {
  const name = freshName();
  const schema = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) =>
        typeof value === "number" ? { value } : { issues: [{ message: "must be a number" }] },
    },
  } as const;
  const { call, expectProblem } = await createApi({
    queues: { [name]: { maxLength: 1, maxPayloadBytes: 10, schema } },
  });
  const route = `POST /v1/queues/${name}/jobs`;
  await expectProblem(route, [422, "invalid_payload"], { body: { data: "text" } });
  await expectProblem(route, [413, "too_large"], { body: { data: 12345678901 } });
  await call(route, [201, responses.enqueueResult], { body: { data: 1 } });
  await expectProblem(route, [429, "queue_full"], { body: { data: 2 } });
});

test("a body over the limit is refused, whether it says how long it is or not", async () => {
  const { app, expectProblem, token } = await createApi({ maxBodyBytes: 100 });
  const path = `/v1/queues/${freshName()}/jobs`;
  const body = JSON.stringify({ data: "x".repeat(200) });
  await expectProblem(`POST ${path}`, [413, "too_large"], { body });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const stream = new Response(body).body;
  const response = await app.request(new Request(`http://app${path}`, { method: "POST", headers, body: stream }));
  expect(response.status).toBe(413);
});

test("a job is shown as it is stored, whatever its id", async () => {
  const name = freshName();
  for (const id of ["a/b", "100%", "ünï", "...", "a b+c"]) {
    await api.call(`POST /v1/queues/${name}/jobs`, [201, responses.enqueueResult], { body: { data: id, id } });
    const path = `/v1/queues/${name}/jobs/${encodeURIComponent(id).replaceAll(".", "%2E")}`;
    expect(await api.call(`GET ${path}`, [200, responses.job])).toMatchObject({ id, data: id });
  }
  await api.expectProblem(`GET /v1/queues/${name}/jobs/nobody`, [404, "not_found"]);
});

test("why a job is not running is explained, also when it is unknown", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.enqueueMany([
    { data: 1, id: "a" },
    { data: 2, id: "b", delay: "1h" },
  ]);
  const explain = (id: string) => api.call(`GET /v1/queues/${name}/jobs/${id}/explain`, [200, responses.explanation]);
  expect(await explain("a")).toMatchObject({ state: "ready", place: 0, why: "It is next; nobody has leased it yet." });
  expect(await explain("b")).toMatchObject({ state: "delayed" });
  expect(await explain("c")).toMatchObject({ state: "unknown" });
});

test("a result is given at once, waited for, or not there", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.enqueue(1, { id: "a" });
  const path = `/v1/queues/${name}/jobs/a/result`;
  expect(await api.call(`GET ${path}`, [202, responses.pendingOutcome])).toEqual({ state: "pending" });
  const waiting = api.call(`GET ${path}?wait=20s`, [200, responses.jobOutcome]);
  const [job] = (await queue.lease()).jobs;
  await job?.complete({ sent: true });
  expect(await waiting).toEqual({ state: "done", result: { sent: true } });
  expect(await api.call(`GET ${path}`, [200, responses.jobOutcome])).toEqual({ state: "done", result: { sent: true } });
  await api.expectProblem(`GET /v1/queues/${name}/jobs/b/result`, [404, "not_found"]);
  await api.expectProblem(`GET ${path}?wait=21s`, [400, "invalid_argument"]);
  await queue.enqueue(2, { id: "c" });
  const [other] = (await queue.lease()).jobs;
  await other?.fail("no such address");
  expect(await api.call(`GET /v1/queues/${name}/jobs/c/result`, [200, responses.jobOutcome])).toMatchObject({
    state: "failed",
    errors: [{ message: "no such address" }],
  });
});

test("jobs are listed a page at a time", async () => {
  const name = freshName();
  await freshQueue({}, name).enqueueMany(["a", "b", "c"].map((id) => ({ data: id, id })));
  const path = `/v1/queues/${name}/jobs?state=ready&limit=2`;
  const first = await api.call(`GET ${path}`, [200, responses.jobPage]);
  expect([first.jobs.map(({ id }) => id), first.total]).toEqual([["a", "b"], 3]);
  const second = await api.call(`GET ${path}&cursor=${first.cursor}`, [200, responses.jobPage]);
  expect([second.jobs.map(({ id }) => id), second.cursor]).toEqual([["c"], undefined]);
  for (const query of ["", "?state=nowhere", "?state=ready&limit=0", "?state=ready&cursor=x", "?state=ready&page=2"])
    await api.expectProblem(`GET /v1/queues/${name}/jobs${query}`, [400, "invalid_argument"]);
});

test("a job is cancelled, unless it has ended or nobody knows it", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.enqueueMany([
    { data: 1, id: "a" },
    { data: 2, id: "b" },
  ]);
  await queue.lease().then(({ jobs: [job] }) => job?.fail());
  const path = `/v1/queues/${name}/jobs`;
  const cancelled = { id: "b", ok: true, was: "ready" };
  expect(await api.call(`DELETE ${path}/b`, [200, responses.cancelResult])).toEqual(cancelled);
  await api.expectProblem(`DELETE ${path}/a`, [409, "conflict"]);
  await api.expectProblem(`DELETE ${path}/b`, [404, "not_found"]);
});
