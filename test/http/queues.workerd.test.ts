// Reading and operating queues over HTTP.
import { beforeAll, describe, expect, inject, test } from "vitest";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { listQueues, upstash } from "../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { createApi, createQueue, createToken } from "./kit/api.ts";

const api = await createApi();
const credentials = () => ({ url: inject("restUrl"), token: inject("token") });

test("a request to cancel a job whose id is two dots does not destroy its queue", async () => {
  const { queue, path } = await createQueue("..", "b");
  // A client that resolves the path takes the dots for a step upwards, encoded or not.
  for (const id of ["..", "%2E%2E"]) await api.expectProblem(`DELETE ${path}/jobs/${id}`, [404, "not_found"]);
  await api.expectProblem(`DELETE ${path}/`, [404, "not_found"]);
  expect(await queue.counts()).toMatchObject({ ready: 2 });
});

test("the response for a queue has its counts, totals and the age of the oldest ready job", async () => {
  const name = freshName();
  await api.expectProblem(`GET /v1/queues/${name}`, [404, "not_found"]);
  const queue = freshQueue({}, name);
  await queue.enqueueMany([{ data: 1 }, { data: 2, delay: "1h" }]);
  const queueResponse = await api.call(`GET /v1/queues/${name}`, [200, responses.queue]);
  expect(queueResponse).toMatchObject({ name, ready: 1, delayed: 1, paused: false, totals: { enqueued: 2 } });
  expect(queueResponse.oldestReadyAge).toBeGreaterThanOrEqual(0);
  expect(queueResponse).toMatchObject({
    overdue: { delayed: 0, leased: 0 },
    waits: { count: 0 },
    runTimes: { count: 0 },
  });
  await queue.lease();
  const { waits, runTimes } = await api.call(`GET /v1/queues/${name}`, [200, responses.queue]);
  expect([waits.count, waits.p99, runTimes]).toEqual([1, expect.any(Number), { count: 0, sum: 0 }]);
});

test("the list of queues has pages, with only the queues of the token", async () => {
  const start = freshName();
  const names = ["-a", "-b", "-c"].map((end) => start + end);
  for (const name of [...names, freshName()]) await freshQueue({}, name).enqueue(1);
  const { token, access } = await createToken(["read"], [`${start}-*`]);
  const { call, send } = await createApi({ tokens: [access] });
  const first = await call("GET /v1/queues?limit=2", [200, responses.queuePage], { token });
  expect([first.queues.map(({ name }) => name), first.total]).toEqual([names.slice(0, 2), 3]);
  // No queue has samples yet.
  expect(await call("GET /v1/queues?limit=2&recent=1", [200, responses.queuePage], { token })).toMatchObject({
    queues: first.queues.map(({ name }) => ({ name })),
    cursor: first.cursor,
  });
  const second = await call(`GET /v1/queues?cursor=${first.cursor}`, [200, responses.queuePage], { token });
  expect([second.queues.map(({ name }) => name), second.cursor]).toEqual([names.slice(2), undefined]);
  const metrics = await (await send("GET /metrics", { token })).text();
  expect(new Set([...metrics.matchAll(/queue="([^"]+)"/g)].map(([, name]) => name))).toEqual(new Set(names));
});

test("a queue that cannot be read does not hide other queues", async () => {
  const prefix = `${testPrefix()}-${freshName()}`;
  const { call, send } = await createApi({ prefix });
  await freshQueue({ prefix }, "good").enqueue(1);
  await freshQueue({ prefix }, "newer").enqueue(1);
  await sendCommand("HSET", `${prefix}:{newer}:meta`, "head", "99 of another time");
  const { queues } = await call("GET /v1/queues", [200, responses.queuePage]);
  expect(queues).toMatchObject([
    { name: "good", ready: 1 },
    { name: "newer", code: "other_layout" },
  ]);
  const metrics = await (await send("GET /metrics")).text();
  expect(metrics).toContain('leasehold_queue_readable{queue="good"} 1');
  expect(metrics).toContain('leasehold_queue_readable{queue="newer"} 0');
  await freshQueue({ prefix }, "good").destroy();
  await sendCommand("DEL", `${prefix}:queues`);
});

test("the list of workers has each worker with its jobs", async () => {
  const { queue, path } = await createQueue("a");
  const [job] = (await queue.lease({ worker: "w" })).jobs;
  expect(await api.call(`GET ${path}/workers`, [200, responses.workerList])).toMatchObject({
    workers: [{ worker: "w", busy: true, holds: [{ id: "a", fence: job?.fence }] }],
  });
});

test("a queue is paused, resumed and destroyed", async () => {
  const { name, queue, path } = await createQueue("a");
  for (const [verb, paused] of [["pause", true] as const, ["resume", false] as const]) {
    const response = await api.send(`POST ${path}/${verb}`);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(await queue.counts()).toMatchObject({ paused });
  }
  const route = `POST ${path}/destroy`;
  await api.expectProblem(route, [400, "invalid_argument"], { body: { queue: `${name}2` } });
  expect((await api.send(route, { body: { queue: name } })).status).toBe(204);
  await api.expectProblem(`GET ${path}`, [404, "not_found"]);
  expect(await listQueues({ redis: upstash(credentials()), prefix: testPrefix() })).not.toContain(name);
});

test("jobs are redriven, promoted and purged", async () => {
  const { queue, path } = await createQueue("a", { data: 2, id: "b", delay: "1h" });
  await queue.lease().then(({ jobs: [job] }) => job?.fail());
  const ids = { body: { ids: ["b", "c"] } };
  expect(await api.call(`POST ${path}/promote`, [200, responses.promoteResult], ids)).toEqual({
    jobs: [
      { id: expect.any(String), ok: true },
      { id: expect.any(String), ok: false, reason: "not_delayed" },
    ],
  });
  expect(await api.call(`POST ${path}/redrive`, [200, responses.redriveResult])).toEqual({ redriven: 1, left: 0 });
  expect(await queue.counts()).toMatchObject({ ready: 2, delayed: 0, failed: 0 });
  const ready = { body: { state: "ready" } };
  expect(await api.call(`POST ${path}/purge`, [200, responses.purgeResult], ready)).toEqual({ purged: 2 });
  await api.expectProblem(`POST ${path}/purge`, [400, "invalid_argument"], { body: { state: "leased" } });
});

test("a queue is cleaned and deep cleaned", async () => {
  const queue = freshQueue({ now: () => Date.now() - 60_000 });
  await queue.enqueue(1);
  await queue.lease({ for: "1s" });
  const path = `/v1/queues/${queue.name}`;
  expect(await api.call(`POST ${path}/clean`, [200, responses.cleanResult])).toMatchObject({
    reclaimed: 1,
    more: false,
  });
  const deep = await api.call(`POST ${path}/deep-clean`, [200, responses.deepCleanResult], { body: { budget: "5s" } });
  await api.expectProblem(`POST ${path}/deep-clean`, [400, "invalid_argument"], { body: { budget: "26s" } });
  expect(deep).toMatchObject({ finished: true, orphans: 0, counters: 0 });
});

test("metrics follow the conventions of Prometheus and contain no id of a job", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.enqueue({ to: "ada" }, { id: "secret-id" });
  await queue.enqueue({ to: "ada" }, { id: "secret-id", idempotencyKey: "n" });
  await queue.enqueue({ to: "ada" }, { id: "secret-id", idempotencyKey: "n" });
  const [job] = (await queue.lease()).jobs;
  await job?.complete();
  await job?.complete();
  await queue.enqueue(2);
  const response = await api.send(`GET /metrics?queue=${name}`);
  expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  expect(text).not.toContain("secret-id");
  expect(text.endsWith("\n")).toBe(true);
  const lines = text.split("\n").filter((line) => line.includes(`queue="${name}"`));
  for (const line of [
    `leasehold_jobs{queue="${name}",state="ready"} 1`,
    `leasehold_jobs_enqueued_total{queue="${name}"} 2`,
    `leasehold_jobs_completed_total{queue="${name}"} 1`,
    `leasehold_requests_replayed_total{queue="${name}"} 1`,
    `leasehold_settles_stale_total{queue="${name}"} 1`,
    `leasehold_paused{queue="${name}"} 0`,
  ])
    expect(lines).toContain(line);
  // Every family has one help and one type, directly before its samples.
  const families = new Map<string, string>();
  for (const line of text.trimEnd().split("\n")) {
    const [, declared, type] = /^# TYPE (\S+) (gauge|counter|histogram)$/.exec(line) ?? [];
    if (declared) {
      expect(families.has(declared)).toBe(false);
      families.set(declared, type ?? "");
    }
    if (line.startsWith("#")) continue;
    const [, sample = "", value] = /^([a-z_]+)(?:\{[^}]+\})? (\S+)$/.exec(line) ?? [];
    const family = sample.replace(/_(bucket|sum|count)$/, "");
    const expected = family !== sample ? "histogram" : family.endsWith("_total") ? "counter" : "gauge";
    expect([family, families.get(family)]).toEqual([[...families.keys()].at(-1), expected]);
    expect(Number.isFinite(Number(value))).toBe(true);
  }
});

describe("a page of metrics", async () => {
  const start = freshName();
  const names = ["-a", "-b", "-c", "-d", "-e"].map((end) => start + end);
  const [a = "", b = "", c = "", d = "", e = ""] = names;
  beforeAll(async () => {
    for (const name of names) await freshQueue({}, name).enqueue(1);
  });
  const { token, access } = await createToken(["read"], [`${start}-*`, "elsewhere"]);
  const declared = await createApi({ tokens: [access], queues: { [d]: {}, [`${start}-unused`]: {} } });

  /** Reads a page of metrics: its queues, the number of all queues of the token and of those left, and the next query. */
  async function readPage(query: string) {
    const response = await declared.send(`GET /metrics${query}`, { token });
    expect(response.status).toBe(200);
    const text = await response.text();
    const gauge = (name: string) => Number(new RegExp(`^leasehold_${name} (\\d+)$`, "m").exec(text)?.[1]);
    const readable = [...text.matchAll(/^leasehold_queue_readable\{queue="([^"]+)"\}/gm)].map(([, name]) => name);
    // The link is relative, so that it is correct under any path at which the app is mounted.
    const [, next] = /^<(\?.*)>; rel="next"$/.exec(response.headers.get("Link") ?? "") ?? [];
    return { queues: readable, total: gauge("queues"), omitted: gauge("queues_omitted"), next };
  }

  test("has declared queues first, and a link to the next page", async () => {
    expect(await readPage("")).toEqual({ queues: [d, a, b, c, e], total: 5, omitted: 0, next: undefined });
    const first = await readPage("?limit=2");
    expect(first).toMatchObject({ queues: [d, a], total: 5, omitted: 3 });
    const second = await readPage(first.next ?? "");
    expect(second).toMatchObject({ queues: [b, c], total: 5, omitted: 1 });
    const third = await readPage(second.next ?? "");
    expect(third).toEqual({ queues: [e], total: 5, omitted: 0, next: undefined });
  });

  test("continues after a queue that no longer exists, declared or not", async () => {
    expect(await readPage(`?cursor=${b}b&limit=1`)).toMatchObject({ queues: [c], omitted: 1 });
    expect(await readPage(`?cursor=${start}-unused`)).toMatchObject({ queues: [a, b, c, e] });
    expect(await readPage("?cursor=zzz")).toMatchObject({ queues: [], omitted: 0 });
  });

  test("has the queues of the query, by name or prefix, and only those of the token", async () => {
    const unrelated = freshName();
    await freshQueue({}, unrelated).enqueue(1);
    expect(await readPage(`?queue=${c}&queue=${a}&queue=${unrelated}`)).toMatchObject({
      queues: [a, c],
      total: 5,
      omitted: 0,
    });
    expect(await readPage(`?queue=${start}*&limit=1`)).toMatchObject({ queues: [d], omitted: 4 });
    expect(await readPage("?queue=*&limit=1000")).toMatchObject({ queues: [d, a, b, c, e] });
    expect((await readPage(`?queue=${start}-*&queue=x&limit=1`)).next).toBe(
      `?queue=${start}-*&queue=x&limit=1&cursor=${d}`,
    );
  });

  test.each(["?limit=0", "?limit=1001", "?limit=x", "?queue=*a", "?queue=", "?queues=a", `?cursor=${"x".repeat(129)}`])(
    "is refused with %s",
    async (query) => {
      await declared.expectProblem(`GET /metrics${query}`, [400, "invalid_argument"], { token });
    },
  );
});

test("responses to operators have the time of Redis, and those to other tokens do not", async () => {
  const { token, access } = await createToken(["read"]);
  const { send } = await createApi({ tokens: [access] });
  expect((await send("GET /v1/queues")).headers.get("Server-Timing")).toMatch(/^redis;dur=.*total;dur=/);
  expect((await send("GET /v1/queues", { token })).headers.get("Server-Timing")).toBeNull();
});

/** Sends a command to Redis, past the app. */
async function sendCommand(...parts: string[]): Promise<void> {
  const { url, token } = credentials();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(parts) });
  expect(response.status).toBe(200);
}
