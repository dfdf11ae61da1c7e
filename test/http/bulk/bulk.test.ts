// Bulk operations over HTTP.
import { expect, test } from "vitest";
import * as bulkResponses from "../../../src/http/responses/bulk-schemas.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import * as tokenResponses from "../../../src/http/responses/token-schemas.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

const enqueued: string[] = [];
const api = await createApi({ onEnqueued: (queue) => enqueued.push(queue) });

const BULK = bulkResponses.bulkOperation;
const FAILED = { state: "failed" };

/** Creates a queue with failed jobs, of which every second one has `even`. */
async function createFailed(count: number, options: Parameters<typeof freshQueue>[0] = {}) {
  const queue = freshQueue<unknown>(options);
  for (let from = 0; from < count; from += 1_000) {
    const size = Math.min(1_000, count - from);
    await queue.enqueueMany(
      Array.from({ length: size }, (_, i) => ({ data: { even: i % 2 === 0 }, id: `${from + i}` })),
    );
    const { jobs } = await queue.lease({ count: size });
    await queue.turn({ settle: jobs.map((job) => ({ job, action: "fail" as const, error: "boom" })) });
  }
  return { queue, path: `/v1/queues/${queue.name}/bulk` };
}

test("a bulk operation is begun, read, continued until it is finished, and listed", async () => {
  const { queue, path } = await createFailed(10);
  const filter = { state: "failed", error: "boom", data: [{ path: "even", is: true }] };
  const begun = await api.call(`POST ${path}`, [201, BULK], { body: { operation: "redrive", filter } });
  expect(begun).toMatchObject({ operation: "redrive", filter, status: "running", total: 10, matched: 0, changed: 0 });
  expect(await api.call(`GET ${path}/${begun.id}`, [200, BULK])).toEqual(begun);
  expect(enqueued).not.toContain(queue.name);
  const finished = await api.call(`POST ${path}/${begun.id}/continue`, [200, BULK]);
  expect(finished).toMatchObject({ id: begun.id, status: "finished", examined: 10, matched: 5, changed: 5 });
  expect(await queue.counts()).toMatchObject({ ready: 5, failed: 5 });
  // Handlers are woken for the jobs that became ready.
  expect(enqueued).toContain(queue.name);
  const { operations } = await api.call(`GET ${path}`, [200, bulkResponses.bulkOperationList]);
  expect(operations).toEqual([finished]);
});

test("an operation cancels the blocked jobs of a group", async () => {
  const queue = freshQueue<number>();
  const path = `/v1/queues/${queue.name}/bulk`;
  for (const group of ["a/b", "c"]) await queue.enqueueMany([1, 2, 3].map((data) => ({ data, group })));
  const filter = { state: "blocked", group: "a/b" };
  const begun = await api.call(`POST ${path}`, [201, BULK], { body: { operation: "cancel", filter } });
  expect(begun).toMatchObject({ filter, status: "running", total: 2 });
  const finished = await api.call(`POST ${path}/${begun.id}/continue`, [200, BULK]);
  expect(finished).toMatchObject({ status: "finished", examined: 2, matched: 2, changed: 2 });
  expect(await queue.counts()).toMatchObject({ ready: 2, blocked: 2 });
});

test("one request examines 5,000 jobs at most, and a stopped operation changes no more", async () => {
  const { queue, path } = await createFailed(6_000);
  const filter = { ...FAILED, id: "no-such-job" };
  const { id } = await api.call(`POST ${path}`, [201, BULK], { body: { operation: "redrive", filter } });
  const continued = await api.call(`POST ${path}/${id}/continue`, [200, BULK]);
  expect(continued).toMatchObject({ status: "running", examined: 5_000, total: 6_000, matched: 0 });
  const stopped = await api.call(`POST ${path}/${id}/stop`, [200, BULK]);
  expect(stopped).toMatchObject({ status: "stopped", examined: 5_000 });
  expect(await api.call(`POST ${path}/${id}/continue`, [200, BULK])).toEqual(stopped);
  expect(await queue.counts()).toMatchObject({ failed: 6_000 });
});

test("an operation has the name of the token that began it, and the audit log has each of its requests", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const { token, access } = await createToken(["operate", "read"]);
  const reader = await createToken(["read"]);
  const own = await createApi({
    prefix,
    tokens: [
      { ...access, name: "ada" },
      { ...reader.access, name: "bob" },
    ],
  });
  const { queue, path } = await createFailed(1, { prefix });
  const body = { operation: "redrive", filter: FAILED };
  const { id, by } = await own.call(`POST ${path}`, [201, BULK], { token, body });
  expect(by).toBe("ada");
  await own.expectProblem(`POST ${path}`, [403, "forbidden"], { token: reader.token, body });
  await own.call(`GET ${path}/${id}`, [200, BULK], { token: reader.token });
  await own.call(`POST ${path}/${id}/continue`, [200, BULK], { token });
  await own.call(`POST ${path}/${id}/stop`, [200, BULK], { token });
  const { entries } = await own.call("GET /v1/audit", [200, tokenResponses.auditPage]);
  const route = "POST /v1/queues/:queue/bulk";
  expect(entries.map((entry) => [entry.token, entry.route, entry.queue, entry.subject, entry.status])).toEqual([
    ["ada", route, queue.name, id, 201],
    ["bob", route, queue.name, undefined, 403],
    ["ada", `${route}/:operation/continue`, queue.name, id, 200],
    ["ada", `${route}/:operation/stop`, queue.name, id, 200],
  ]);
});

test("an operation on a queue that does not exist is finished at once, and leaves no queue behind", async () => {
  const name = freshName();
  const body = { operation: "redrive", filter: FAILED };
  const begun = await api.call(`POST /v1/queues/${name}/bulk`, [201, BULK], { body });
  expect(begun).toMatchObject({ status: "finished", total: 0 });
  await api.expectProblem(`GET /v1/queues/${name}`, [404, "not_found"]);
  const { queues } = await api.call(`GET /v1/queues?cursor=${name.slice(0, -1)}&limit=1`, [200, responses.queuePage]);
  expect(queues.map((queue) => queue.name)).not.toContain(name);
});

test("an unknown operation is not found", async () => {
  const { path } = await createFailed(1);
  await api.expectProblem(`GET ${path}/unknown`, [404, "not_found"]);
  await api.expectProblem(`POST ${path}/unknown/continue`, [404, "not_found"]);
  await api.expectProblem(`POST ${path}/unknown/stop`, [404, "not_found"]);
  await api.expectProblem(`GET ${path}/a%00b`, [400, "invalid_argument"]);
});

test.each<[what: string, body: object, detail: RegExp]>([
  ["an unknown operation", { operation: "s3cret", filter: FAILED }, /operation must be/],
  ["a state that the operation does not take", { operation: "cancel", filter: FAILED }, /cancel takes jobs that are/],
  ["no filter", { operation: "redrive" }, /filter is missing/],
  ["a name of its own", { operation: "redrive", filter: FAILED, by: "s3cret" }, /by is not a known field/],
])("a bulk operation with %s is refused", async (_what, body, detail) => {
  const { path } = await createFailed(1);
  const problem = await api.expectProblem(`POST ${path}`, [400, "invalid_argument"], { body });
  expect(problem.detail).toMatch(detail);
  expect(problem.detail).not.toContain("s3cret");
  expect(await api.call(`GET ${path}`, [200, bulkResponses.bulkOperationList])).toEqual({ operations: [] });
});

test("a token with only one of the scopes operate and read begins, continues and stops no operation", async () => {
  const operator = await createToken(["operate"]);
  const reader = await createToken(["read"]);
  const own = await createApi({ tokens: [operator.access, reader.access] });
  const { queue, path } = await createFailed(2);
  const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
  for (const { token } of [operator, reader]) {
    const body = { operation: "redrive", filter: FAILED };
    const refused = await own.expectProblem(`POST ${path}`, [403, "forbidden"], { token, body });
    expect(refused.detail).toBe("The token needs the scope operate and read.");
    for (const verb of ["continue", "stop"])
      await own.expectProblem(`POST ${path}/${id}/${verb}`, [403, "forbidden"], { token });
  }
  await own.expectProblem(`GET ${path}`, [403, "forbidden"], { token: operator.token });
  await own.expectProblem(`GET ${path}/${id}`, [403, "forbidden"], { token: operator.token });
  expect(await queue.counts()).toMatchObject({ failed: 2 });
  expect(await queue.bulkOperations()).toMatchObject([{ id, status: "running", examined: 0 }]);
});

test("the twenty-first running operation of a queue is refused until one has ended", async () => {
  const { path } = await createFailed(1);
  const body = { operation: "redrive", filter: FAILED };
  const ids: string[] = [];
  for (let i = 0; i < 20; i++) ids.push((await api.call(`POST ${path}`, [201, BULK], { body })).id);
  await api.expectProblem(`POST ${path}`, [429, "queue_full"], { body });
  await api.call(`POST ${path}/${ids[3]}/stop`, [200, BULK]);
  await api.call(`POST ${path}`, [201, BULK], { body });
  const { operations } = await api.call(`GET ${path}`, [200, bulkResponses.bulkOperationList]);
  expect(operations).toHaveLength(20);
});

test("an operation redrives jobs with a change, which the audit log notes without its values", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const { token, access } = await createToken(["operate", "read"]);
  const own = await createApi({ prefix, tokens: [{ ...access, name: "ada" }] });
  const { queue, path } = await createFailed(4, { prefix });
  const change = { data: { even: null, secret: "s3cret-value" }, priority: 1, maxAttempts: 2 };
  const filter = { ...FAILED, data: [{ path: "even", is: true }] };
  const begun = await own.call(`POST ${path}`, [201, BULK], { token, body: { operation: "redrive", filter, change } });
  expect(begun).toMatchObject({ change, status: "running" });
  const finished = await own.call(`POST ${path}/${begun.id}/continue`, [200, BULK], { token });
  expect(finished).toMatchObject({ status: "finished", matched: 2, changed: 2, change });
  const body = { ids: ["1"], change: { data: { secret: "s3cret-value" } } };
  const redrive = `POST /v1/queues/${queue.name}/redrive`;
  expect(await own.call(redrive, [200, responses.redriveResult], { token, body })).toEqual({ redriven: 1, left: 1 });
  await own.call(redrive, [200, responses.redriveResult], { token, body: { ids: ["3"] } });
  expect(await queue.get("0")).toMatchObject({ data: { secret: "s3cret-value" }, priority: 1, maxAttempts: 2 });
  expect(await queue.get("1")).toMatchObject({ data: { even: false, secret: "s3cret-value" }, priority: 5 });
  const page = await own.call("GET /v1/audit", [200, tokenResponses.auditPage]);
  expect(page.entries.map((entry) => entry.change)).toEqual([true, undefined, true, undefined]);
  expect(JSON.stringify(page)).not.toContain("s3cret");
});

test("a payload that is not JSON in Redis cannot be changed over HTTP", async () => {
  const codec = { encode: (data: unknown) => `<${data}>`, decode: (text: string) => text.slice(1, -1) };
  const queue = freshQueue<unknown>({ codec });
  await queue.enqueue("s3cret", { id: "a" });
  await (await queue.lease()).jobs[0]?.fail("no");
  const change = { data: { n: 1 } };
  const redrive = `POST /v1/queues/${queue.name}/redrive`;
  const problem = await api.expectProblem(redrive, [422, "invalid_payload"], { body: { ids: ["a"], change } });
  expect(problem.detail).toMatch(/job "a": the payload is not JSON in Redis/);
  expect(problem.detail).not.toContain("s3cret");
  const path = `/v1/queues/${queue.name}/bulk`;
  const { id } = await api.call(`POST ${path}`, [201, BULK], {
    body: { operation: "redrive", filter: FAILED, change },
  });
  const continued = await api.call(`POST ${path}/${id}/continue`, [200, BULK]);
  expect(continued).toMatchObject({ status: "finished", matched: 1, changed: 0, skipped: 1 });
  expect(continued.problem).toMatch(/the payload is not JSON in Redis/);
  expect(await queue.counts()).toMatchObject({ failed: 1 });
});

test.each<[what: string, change: object, detail: RegExp]>([
  ["a number that JavaScript rounds", { data: 1 }, /cannot represent/],
  ["an unknown part", { payload: 1 }, /payload is not a known field/],
  ["nothing", {}, /change needs data, priority or maxAttempts/],
])("a change of %s is refused", async (what, change, detail) => {
  const { path } = await createFailed(1);
  const json = JSON.stringify({ operation: "redrive", filter: FAILED, change });
  const body = what.includes("rounds") ? json.replace('"data":1', '"data":12345678901234567890') : json;
  const headers = { "Content-Type": "application/json" };
  const response = await api.send(`POST ${path}`, { body, headers });
  expect(response.status).toBe(what.includes("rounds") ? 422 : 400);
  expect(await response.text()).toMatch(detail);
});
