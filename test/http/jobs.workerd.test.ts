// Enqueueing, reading, listing and cancelling jobs over HTTP.
import { Hono } from "hono";
import { requestId } from "hono/request-id";
import { expect, test, vi } from "vitest";
import { explanation } from "../../src/http/responses/explanation-schema.ts";
import { handleError } from "../../src/http/responses/problem.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { throwing } from "../setup/handlers.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { createApi, createQueue, type RequestOptions } from "./kit/api.ts";
import { numberSchema } from "./kit/number-schema.ts";

const api = await createApi();

/** Returns the name and the path of a fresh queue, and functions that enqueue to it. */
function createQueueRoutes({ call, expectProblem } = api) {
  const name = freshName();
  const path = `/v1/queues/${name}/jobs`;
  return {
    name,
    path,
    enqueue: (sent: RequestOptions, status = 201) => call(`POST ${path}`, [status, responses.enqueueResult], sent),
    expectRefused: (expected: [status: number, code: string], sent: RequestOptions) =>
      expectProblem(`POST ${path}`, expected, sent),
  };
}

test("a job is created once, and a second request with its id reports that it exists", async () => {
  const { name, enqueue } = createQueueRoutes();
  const body = { data: { to: "ada" }, id: "a", priority: 2, delay: "10m", maxAttempts: 3, ttl: "1h", uniqueFor: "1d" };
  const job = { id: "a", created: true, state: "delayed", outcome: "created" };
  expect(await enqueue({ body })).toEqual({ jobs: [job] });
  expect(await enqueue({ body }, 200)).toEqual({ jobs: [{ ...job, created: false, outcome: "kept" }] });
  const stored = await freshQueue({}, name).get("a");
  expect(stored).toMatchObject({ data: { to: "ada" }, priority: 2, state: "delayed", maxAttempts: 3 });
  expect(stored?.expiresAt).toBe((stored?.enqueuedAt ?? 0) + 3_600_000);
});

test("a job replaces, follows or debounces the one with its id, and the response states the outcome", async () => {
  const { name, path, enqueue, expectRefused } = createQueueRoutes();
  const queue = freshQueue({}, name);
  const outcomeOf = async (job: object, status = 200) => {
    const { jobs } = await enqueue({ body: { id: "a", ...job } }, status);
    return jobs.map(({ state, outcome }) => [state, outcome]);
  };
  const debounce = { wait: "10m", longest: "1h" };
  expect(await outcomeOf({ data: 1, debounce }, 201)).toEqual([["delayed", "created"]]);
  expect(await outcomeOf({ data: 2, debounce })).toEqual([["delayed", "debounced"]]);
  expect(await outcomeOf({ data: 3, onDuplicate: "replace" })).toEqual([["ready", "replaced"]]);
  const { jobs } = await queue.lease();
  expect(await outcomeOf({ data: 4, onDuplicate: "again" })).toEqual([["leased", "again"]]);
  expect(await api.call(`GET ${path}/a`, [200, responses.job])).toMatchObject({ data: 3, runsAgain: true });
  expect(await api.call(`GET ${path}/a/explain`, [200, explanation])).toMatchObject({ runsAgain: true });
  await jobs[0]?.complete();
  expect((await queue.lease()).jobs.map(({ data }) => data)).toEqual([4]);
  for (const options of [{ onDuplicate: "other" }, { debounce: {} }, { debounce: { wait: "2y" } }])
    await expectRefused([400, "invalid_argument"], { body: { data: 1, id: "a", ...options } });
  await expectRefused([400, "invalid_argument"], { body: { data: 1, onDuplicate: "again" } });
});

test("an array of jobs is enqueued as a whole and in its order", async () => {
  const { name, enqueue } = createQueueRoutes();
  const body = [{ data: 1, id: "a" }, { data: 2, id: "b" }, { data: 3, id: "a" }, { data: null }];
  const { jobs } = await enqueue({ body });
  expect(jobs.map(({ created }) => created)).toEqual([true, true, false, true]);
  expect((await enqueue({ body: body.slice(0, 2) }, 200)).jobs).toHaveLength(2);
  const { jobs: leased } = await freshQueue({}, name).lease({ count: 10 });
  expect(leased.map(({ data }) => data)).toEqual([1, 2, null]);
});

test("a repeated request with its key gets the first reply and creates nothing", async () => {
  const { name, enqueue } = createQueueRoutes();
  const sent = { body: [{ data: 1 }, { data: 2 }], headers: { "Idempotency-Key": "order-7" } };
  const first = await enqueue(sent);
  expect(await enqueue(sent)).toEqual(first);
  expect(await freshQueue({}, name).counts()).toMatchObject({ ready: 2, totals: { enqueued: 2, replayed: 1 } });
});

test("a request for other jobs with a used key is refused and changes nothing", async () => {
  const { name, enqueue, expectRefused } = createQueueRoutes();
  const headers = { "Idempotency-Key": "k" };
  await enqueue({ body: { data: 1, id: "a" }, headers });
  for (const body of [
    { data: 1, id: "b" },
    { data: 2, id: "a" },
    { data: 1, id: "a", delay: "1h" },
    { data: 1 },
    [{ data: 1, id: "a" }, { data: 2 }],
  ])
    await expectRefused([422, "idempotency_key_reused"], { body, headers });
  await enqueue({ body: { id: "a", data: 1 }, headers });
  expect(await freshQueue({}, name).counts()).toMatchObject({ ready: 1, totals: { enqueued: 1, replayed: 1 } });
});

test("a job is answered as created even if the onEnqueued hook throws", async () => {
  const api = await createApi({ onEnqueued: throwing(() => new Error("s3cret")) });
  const { name, enqueue } = createQueueRoutes(api);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  await enqueue({ body: { data: 1 } });
  expect(logged.mock.calls).toEqual([
    [JSON.stringify({ event: "enqueue_callback_failed", queue: name, error: "Error" })],
  ]);
  logged.mockRestore();
});

test("an unexpected error is answered without its message, and logged with the request id", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const app = new Hono().use(requestId()).onError(handleError);
  app.get(
    "/v1/broken",
    throwing(() => new RangeError("s3cret")),
  );
  const text = await (await app.request("/v1/broken")).text();
  const problem = JSON.parse(text);
  const lines = logged.mock.calls.map(([line]) => String(line));
  logged.mockRestore();
  expect(problem).toMatchObject({ status: 500, code: "internal" });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "internal_error", requestId: problem.requestId, route: "v1", error: "RangeError" },
  ]);
  expect(text + lines.join()).not.toContain("s3cret");
});

test.each<[detail: string, body: unknown]>([
  ["The body: data is missing.", {}],
  ["The body: delays is not a known field.", { data: 1, delays: "s3cret" }],
  ['The body: delay must be ms as a number, or text such as "30s".', { data: 1, delay: "s3cret" }],
  ["The body: [1].priority must be at most 9.", [{ data: 1 }, { data: 2, priority: 10 }]],
  ["The body: id must be a string.", { data: 1, id: 7 }],
  ["The body: id must have at most 256 characters.", { data: 1, id: "s3cret".repeat(50) }],
  ["The body: priority must be a whole number.", { data: 1, priority: 1.5 }],
  ["The body: maxAttempts must be at least 1.", { data: 1, maxAttempts: 0 }],
  ["The body must have at most 1000 entries.", Array.from({ length: 1_001 }, () => ({ data: 1 }))],
  // The length is validated first: otherwise each of millions of entries would have an issue of its own.
  ["The body must have at most 1000 entries.", Array.from({ length: 1_001 }, () => 1)],
  ["The body: [0] must be an object.", [1]],
  ["The body is not JSON.", "s3cret"],
  ["The body must not be empty.", []],
])("an invalid body is refused with its fault and its place, but not its content: %s", async (detail, body) => {
  const code = detail.endsWith("not JSON.") ? "malformed" : "invalid_argument";
  const problem = await createQueueRoutes().expectRefused([400, code], { body });
  expect(problem).toMatchObject({ detail });
  expect(JSON.stringify(problem)).not.toContain("s3cret");
});

test("a request with a wrong content type, queue name or idempotency key is refused", async () => {
  const { expectRefused } = createQueueRoutes();
  const plain = { "Content-Type": "text/plain" };
  await expectRefused([415, "unsupported_media_type"], { body: "{}", headers: plain });
  await api.expectProblem("POST /v1/queues/no%20name/jobs", [400, "invalid_argument"], { body: { data: 1 } });
  const headers = { "Idempotency-Key": "x".repeat(201) };
  await expectRefused([400, "invalid_argument"], { body: { data: 1 }, headers });
});

test("a body that breaks off or is not UTF-8 is malformed", async () => {
  const { path } = createQueueRoutes();
  const headers = { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" };
  const notUtf8 = new Uint8Array([...new TextEncoder().encode('{"data":"'), 0xff, 0x22, 0x7d]);
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
  for (const body of [notUtf8, broken]) {
    const response = await api.app.request(new Request(`http://x${path}`, { method: "POST", headers, body }));
    expect(await response.json()).toMatchObject({ status: 400, code: "malformed" });
  }
});

test("a number that loses digits when it is read is refused, and any other is stored as it is", async () => {
  const { path, enqueue, expectRefused } = createQueueRoutes();
  await expectRefused([422, "invalid_payload"], { body: '{"data": 12345678901234567890}' });
  const inexact = ["-9007199254740993", "9007199254740993.0", "9007199254740993e0", "12345678901234567e1", "1e-400"];
  for (const number of inexact)
    await expectRefused([422, "invalid_payload"], { body: `{"data": ["\\\\", ${number}]}` });
  for (const number of ["0.12345678901234567890", "1e300", "1.5e-300", "0e-400", "1000000000000000.0"]) {
    const [job] = (await enqueue({ body: `{"data": ${number}}` })).jobs;
    const { data } = await api.call(`GET ${path}/${job?.id}`, [200, responses.job]);
    expect(data).toBe(Number(number));
  }
  await enqueue({ body: '{"data": "12345678901234567890"}' });
  await enqueue({ body: '{"data": ["\\"12345678901234567890", 0.12345678901234567890]}' });
});

test("a body of megabytes is refused quickly, even if it is not JSON and contains a long number", async () => {
  const { expectRefused } = createQueueRoutes();
  const long = { id: "1234567890123456", data: "x".repeat(9_000_000) };
  await expectRefused([413, "too_large"], { body: long });
  await expectRefused([413, "too_large"], { body: { ...long, data: '"'.repeat(4_000_000) } });
  const endless = `{"id": "1234567890123456", "data": "${'\\"'.repeat(4_000_000)}`;
  await expectRefused([400, "malformed"], { body: endless });
});

test("a payload that is too large or violates the schema, and a full queue, are refused with a status each", async () => {
  const name = freshName();
  const queues = { [name]: { maxLength: 1, maxPayloadBytes: 10, schema: numberSchema() } };
  const { call, expectProblem } = await createApi({ queues });
  const route = `POST /v1/queues/${name}/jobs`;
  await expectProblem(route, [422, "invalid_payload"], { body: { data: "text" } });
  await expectProblem(route, [413, "too_large"], { body: { data: 12345678901 } });
  await call(route, [201, responses.enqueueResult], { body: { data: 1 } });
  await expectProblem(route, [429, "queue_full"], { body: { data: 2 } });
});

test("a body over the limit is refused, with or without a Content-Length", async () => {
  const { app, expectProblem, token } = await createApi({ maxBodyBytes: 100 });
  const path = `/v1/queues/${freshName()}/jobs`;
  const body = JSON.stringify({ data: "x".repeat(200) });
  await expectProblem(`POST ${path}`, [413, "too_large"], { body });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const stream = new Response(body).body;
  const response = await app.request(new Request(`http://app${path}`, { method: "POST", headers, body: stream }));
  expect(response.status).toBe(413);
});

test("a job is read by its id, whatever characters the id contains", async () => {
  const name = freshName();
  for (const id of ["a/b", "100%", "ünï", "...", "a b+c"]) {
    await api.call(`POST /v1/queues/${name}/jobs`, [201, responses.enqueueResult], { body: { data: id, id } });
    const path = `/v1/queues/${name}/jobs/${encodeURIComponent(id).replaceAll(".", "%2E")}`;
    expect(await api.call(`GET ${path}`, [200, responses.job])).toMatchObject({ id, data: id });
  }
  await api.expectProblem(`GET /v1/queues/${name}/jobs/unknown`, [404, "not_found"]);
});

test("an explanation states why a job is not running, or that it is unknown", async () => {
  const { path } = await createQueue("a", { data: 2, id: "b", delay: "1h" });
  const explain = (id: string) => api.call(`GET ${path}/jobs/${id}/explain`, [200, explanation]);
  expect(await explain("a")).toMatchObject({
    state: "ready",
    place: 0,
    why: "It is next; no worker has leased it yet.",
  });
  expect(await explain("b")).toMatchObject({ state: "delayed" });
  expect(await explain("c")).toMatchObject({ state: "unknown" });
});

test("the result of a job is pending until it ends, and a request can wait for it", async () => {
  const { queue, path } = await createQueue("a");
  const route = `GET ${path}/jobs/a/result`;
  expect(await api.call(route, [202, responses.pendingOutcome])).toEqual({ state: "pending" });
  const waiting = api.call(`${route}?wait=20s`, [200, responses.jobOutcome]);
  const [job] = (await queue.lease()).jobs;
  await job?.complete({ sent: true });
  expect(await waiting).toEqual({ state: "done", result: { sent: true } });
  expect(await api.call(route, [200, responses.jobOutcome])).toEqual({ state: "done", result: { sent: true } });
  await api.expectProblem(`GET ${path}/jobs/b/result`, [404, "not_found"]);
  await api.expectProblem(`${route}?wait=21s`, [400, "invalid_argument"]);
  await queue.enqueue(2, { id: "c" });
  const [other] = (await queue.lease()).jobs;
  await other?.fail("no such address");
  expect(await api.call(`GET ${path}/jobs/c/result`, [200, responses.jobOutcome])).toMatchObject({
    state: "failed",
    errors: [{ message: "no such address" }],
  });
});

test("jobs are listed in pages", async () => {
  const { path } = await createQueue("a", "b", "c");
  const route = `GET ${path}/jobs?state=ready&limit=2`;
  const first = await api.call(route, [200, responses.jobPage]);
  expect([first.jobs.map(({ id }) => id), first.total]).toEqual([["a", "b"], 3]);
  const second = await api.call(`${route}&cursor=${first.cursor}`, [200, responses.jobPage]);
  expect([second.jobs.map(({ id }) => id), second.cursor]).toEqual([["c"], undefined]);
  for (const query of ["", "?state=nowhere", "?state=ready&limit=0", "?state=ready&cursor=x", "?state=ready&page=2"])
    await api.expectProblem(`GET ${path}/jobs${query}`, [400, "invalid_argument"]);
});

test("a job is cancelled unless it has ended or is unknown", async () => {
  const { queue, path } = await createQueue("a", "b");
  await queue.lease().then(({ jobs: [job] }) => job?.fail());
  const cancelled = { id: "b", ok: true, was: "ready" };
  expect(await api.call(`DELETE ${path}/jobs/b`, [200, responses.cancelResult])).toEqual(cancelled);
  await api.expectProblem(`DELETE ${path}/jobs/a`, [409, "conflict"]);
  await api.expectProblem(`DELETE ${path}/jobs/b`, [404, "not_found"]);
});
