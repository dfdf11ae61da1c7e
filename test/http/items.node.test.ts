// A queue in the format of redis-work-queue over HTTP: it works with other clients of the format, and refuses options
// and operations that the format does not have.
import { expect, test } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import type { AppOptions } from "../../src/http/app.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { connectItemQueues } from "../redis-work-queue/kit/test-item-queue.ts";
import { freshName } from "../setup/queue.ts";
import { createApi, createToken, type RequestOptions } from "./kit/api.ts";

const createTestItemQueue = connectItemQueues();

/** Creates an app that serves one queue of items, and functions that call its routes. */
async function createItemApi(
  options: Partial<AppOptions> = {},
  { maxAttempts = 20, name = `images.${freshName()}` } = {},
) {
  const testQueue = createTestItemQueue();
  const api = await createApi({
    redisWorkQueues: (redis) => ({ [name]: new RedisWorkQueue(testQueue.prefix, { redis, grace: 0, maxAttempts }) }),
    ...options,
  });
  const { call } = api;
  const route = (method: string, rest = "") => `${method} /v1/redis-work-queues/${name}${rest}`;
  return {
    ...testQueue,
    ...api,
    name,
    route,
    add: (sent: RequestOptions, status = 201) =>
      call(route("POST", "/items"), [status, itemResponses.addItemsResult], sent),
    lease: (sent?: RequestOptions) => call(route("POST", "/lease"), [200, itemResponses.itemList], sent),
    complete: (id: string, sent: RequestOptions) =>
      call(route("POST", `/items/${id}/complete`), [200, responses.success], sent),
  };
}

test("a job that is enqueued over HTTP is an item that another client leases and completes", async () => {
  const { add, otherClient, readState } = await createItemApi();
  const body = { id: "cat", data: { url: "https://example.com/cat.png" } };
  expect(await add({ body })).toEqual({ items: [{ id: "cat", created: true }] });
  expect(await add({ body }, 200)).toEqual({ items: [{ id: "cat", created: false }] });
  expect(await readState()).toEqual({ queue: ["cat"], items: { cat: JSON.stringify(body.data) } });
  const item = await otherClient.run(otherClient.lease(30));
  expect(item?.data.toString()).toBe(JSON.stringify(body.data));
  expect(await otherClient.run(otherClient.complete("cat"))).toBe(true);
  expect(await readState()).toEqual({});
});

test("one request enqueues many jobs in their order, with generated ids for those without one", async () => {
  const { add, readState } = await createItemApi();
  const { items } = await add({ body: [{ data: 1, id: "one" }, { data: "two" }] });
  expect(items).toEqual([
    { id: "one", created: true },
    { id: expect.stringMatching(/^[0-9a-f-]{32,36}$/), created: true },
  ]);
  const second = items[1]?.id ?? "";
  expect(await readState()).toEqual({ queue: [second, "one"], items: { one: "1", [second]: '"two"' } });
});

test("a repeated request with an Idempotency-Key takes effect once, even after the job is completed", async () => {
  const { add, lease, complete, queue, readState } = await createItemApi();
  const addSent = { body: { data: 1 }, headers: { "Idempotency-Key": "order-7" } };
  const first = await add(addSent);
  const leaseSent = { headers: { "Idempotency-Key": "lease-7" } };
  const { items } = await lease(leaseSent);
  expect(await lease(leaseSent)).toEqual({ items });
  const completeSent = { body: { lease: items[0]?.lease }, headers: { "Idempotency-Key": "end-7" } };
  for (let i = 0; i < 2; i++) expect(await complete(first.items[0]?.id ?? "", completeSent)).toEqual({ ok: true });
  expect(await add(addSent)).toEqual(first);
  expect(await readState()).toEqual({});
  // Another job with the same key is another request.
  const other = await add({ ...addSent, body: { data: 2 } });
  expect(other.items[0]?.id).not.toBe(first.items[0]?.id);
  expect(await queue.counts()).toEqual({ queued: 1, processing: 0 });
});

test("an item of another client is leased as data if it is JSON, and otherwise as its bytes", async () => {
  const { lease, otherClient, readState } = await createItemApi();
  const texts = ['{"n":1}', "not json", "12345678901234567890", "\ufeff1"];
  for (const [i, text] of texts.entries()) await otherClient.run(otherClient.addItem(`i${i}`, Buffer.from(text)));
  await otherClient.run(otherClient.addItem("raw", Buffer.of(0xff, 0)));
  const { items } = await lease({ body: { count: 9, for: "1500ms" } });
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  expect(items.map(({ lease: _, ...item }) => item)).toEqual([
    { id: "i0", data: { n: 1 } },
    { id: "i1", base64: base64("not json") },
    { id: "i2", base64: base64("12345678901234567890") },
    { id: "i3", base64: base64("\ufeff1") },
    { id: "raw", base64: "/wA=" },
  ]);
  expect(Object.keys((await readState()).leases ?? {})).toHaveLength(5);
});

test("a lease completes its own item, and not a later item with the same id", async () => {
  const { add, lease, complete, expectProblem, route, otherClient, readState } = await createItemApi();
  await add({ body: { id: "a", data: 1 } });
  const { items } = await lease();
  const body = { lease: items[0]?.lease };
  expect(await complete("a", { body })).toEqual({ ok: true });
  await otherClient.run(otherClient.addItem("a", Buffer.from("1")));
  await otherClient.run(otherClient.lease(30));
  const before = await readState();
  await expectProblem(route("POST", "/items/a/complete"), [409, "stale"], { body });
  expect(await readState()).toEqual(before);
  for (const body of [{}, { lease: "" }, { lease: "any" }])
    await expectProblem(route("POST", "/items/a/complete"), [400, "invalid_argument"], { body });
  expect(await readState()).toEqual(before);
});

test("a job is cancelled while another client has leased it", async () => {
  const { add, call, expectProblem, route, otherClient } = await createItemApi();
  await add({ body: { id: "a", data: 1 } });
  await otherClient.run(otherClient.lease(30));
  expect(await call(route("DELETE", "/items/a"), [200, itemResponses.cancelItemResult])).toEqual({ id: "a", ok: true });
  await expectProblem(route("DELETE", "/items/a"), [404, "not_found"]);
  expect(await otherClient.run(otherClient.complete("a"))).toBe(false);
});

test("the counts of the queue are in its own response, in the list of queues and in the metrics", async () => {
  const { call, send, route, otherClient, name } = await createItemApi();
  for (const id of ["a", "b", "c"]) await otherClient.run(otherClient.addItem(id, Buffer.from("1")));
  await otherClient.run(otherClient.lease(30));
  const counts = { name, format: "redis-work-queue", queued: 2, processing: 1 };
  expect(await call(route("GET"), [200, responses.redisWorkQueue])).toEqual(counts);
  const { queues } = await call("GET /v1/queues?limit=200", [200, responses.queuePage]);
  expect(queues).toContainEqual(counts);
  const metrics = await (await send("GET /metrics")).text();
  const lines = metrics.split("\n").filter((line) => line.includes(name));
  expect(lines.sort()).toEqual([
    `leasehold_jobs{queue="${name}",state="leased"} 1`,
    `leasehold_jobs{queue="${name}",state="ready"} 2`,
    `leasehold_queue_readable{queue="${name}"} 1`,
  ]);
});

test("the queue is cleaned and repaired over HTTP, and its failed items are listed and redriven", async () => {
  const { call, expectProblem, route, prefix, otherClient, expireLeases, connection, readState } = await createItemApi(
    {},
    { maxAttempts: 1 },
  );
  await otherClient.run(otherClient.addItem("a", Buffer.from("1")));
  await otherClient.run(otherClient.lease(30));
  await expireLeases("a");
  await connection.send("SET", `${prefix}:item:stray`, "2");
  const cleaned = { returned: 0, failed: 0 };
  for (let i = 0; i < 2; i++) {
    const { returned, failed } = await call(route("POST", "/clean"), [200, itemResponses.cleanItemsResult]);
    cleaned.returned += returned;
    cleaned.failed += failed;
  }
  expect(cleaned).toEqual({ returned: 0, failed: 1 });
  const failed = await call(route("GET", "/failed?limit=9"), [200, itemResponses.itemList]);
  expect(failed).toEqual({ items: [{ id: "a", data: 1 }] });
  await expectProblem(route("GET", "/failed?state=ready"), [400, "invalid_argument"]);
  const ids = { body: { ids: ["a", "b"] } };
  const redriven = await call(route("POST", "/redrive"), [200, itemResponses.redriveItemsResult], ids);
  expect(redriven).toEqual({ redriven: 1 });
  let strays = 0;
  // Each call goes through a part of the keys of the database, which has many keys of other tests.
  for (let finished = 0; finished < 3; ) {
    const repaired = await call(route("POST", "/deep-clean"), [200, itemResponses.deepCleanItemsResult]);
    strays += repaired.strays;
    if (repaired.finished) finished += 1;
  }
  expect(strays).toBe(1);
  expect((await readState()).queue?.toSorted()).toEqual(["a", "stray"]);
});

test("a request for something that the format does not have is refused with a reason, and changes nothing", async () => {
  const { expectProblem, route, readState, queue, name } = await createItemApi();
  await queue.addItem(new Item("1", "a"));
  const before = await readState();
  const options = { delay: "1m", at: 1, priority: 1, maxAttempts: 2, ttl: "1m", uniqueFor: "1m", group: "g", cost: 2 };
  for (const [option, value] of Object.entries(options)) {
    const sent = { body: [{ data: 1, [option]: value }] };
    const { detail } = await expectProblem(route("POST", "/items"), [400, "invalid_argument"], sent);
    expect(detail).toContain(`${option} is not a known field`);
  }
  for (const body of [{ wait: "1s" }, { worker: "w" }])
    await expectProblem(route("POST", "/lease"), [400, "invalid_argument"], { body });
  const bodies: Record<string, object> = {
    enqueue: { data: 1 },
    complete: { receipt: "r" },
    retry: { receipt: "r" },
    fail: { receipt: "r" },
    release: { receipt: "r" },
    extend: { receipt: "r", for: "1m" },
    progress: { receipt: "r", progress: 1 },
    recordEvents: { keep: 10 },
    promote: { ids: ["a"] },
    purge: { state: "ready" },
    failWorker: { worker: "w" },
    destroy: { queue: name },
    searchJobs: { filter: { state: "ready" } },
    setGroup: { paused: true },
    startBatch: { ended: { data: 1 } },
    addToBatch: { data: 1 },
    putSchedule: { every: "1h", data: 1 },
    backfillSchedule: { from: 1_700_000_000_000, to: 1_700_000_000_001 },
    setLimits: { concurrency: 1 },
    startBulkOperation: { operation: "cancel", filter: { state: "ready" } },
  };
  const queueOperations = OPERATIONS.filter(({ path }) => path.startsWith("/v1/queues/:queue"));
  expect(queueOperations).toHaveLength(57);
  for (const { id, method, path } of queueOperations) {
    const target =
      path.replace(":queue", name).replace(":id", "a").replace(":group", "g").replace(":schedule", "s") +
      (id === "listJobs" ? "?state=failed" : "");
    const sent = { body: bodies[id] };
    const { detail } = await expectProblem(`${method.toUpperCase()} ${target}`, [409, "unsupported"], sent);
    expect(detail).toContain("/v1/redis-work-queues");
  }
  expect(await readState()).toEqual(before);
});

test("a name that is not that of a redis-work-queue is not found, even if another queue has it", async () => {
  const { expectProblem, call } = await createItemApi();
  await call("POST /v1/queues/jobs/jobs", [201, responses.enqueueResult], { body: { data: 1 } });
  for (const name of ["jobs", "unknown", "constructor", "__proto__"])
    await expectProblem(`GET /v1/redis-work-queues/${name}`, [404, "not_found"]);
});

test("the scopes and queues of a token apply to a redis-work-queue", async () => {
  const [producer, reader, stranger] = await Promise.all([
    createToken(["produce"]),
    createToken(["read"]),
    createToken(["produce", "consume", "operate", "read"], ["others"]),
  ]);
  const { add, expectProblem, route, readState } = await createItemApi({
    tokens: [producer, reader, stranger].map(({ access }) => access),
  });
  const body = { id: "a", data: 1 };
  await expectProblem(route("POST", "/items"), [403, "forbidden"], { body, token: reader.token });
  await expectProblem(route("POST", "/items"), [403, "forbidden"], { body, token: stranger.token });
  await expectProblem(route("POST", "/lease"), [403, "forbidden"], { token: producer.token });
  await expectProblem(route("GET"), [403, "forbidden"], { token: stranger.token });
  await expectProblem(route("POST", "/clean"), [403, "forbidden"], { token: reader.token });
  await expectProblem(route("POST", "/items"), [401, "unauthorized"], { body, token: crypto.randomUUID() });
  expect(await readState()).toEqual({});
  await add({ body, token: producer.token });
});

test("a webhook enqueues one item for each delivery, even if it is repeated after the item was completed", async () => {
  const name = freshName();
  const enqueued: string[] = [];
  const sources = { sender: { verify: sharedSecret("s3cret-of-the-test", { idHeader: "x-id" }), queue: name } };
  const onEnqueued = (queue: string) => enqueued.push(queue);
  const { app, otherClient, readState } = await createItemApi({ sources, onEnqueued }, { name });
  const deliver = () =>
    app.request("/hooks/sender", {
      method: "POST",
      headers: { authorization: "s3cret-of-the-test", "content-type": "application/json", "x-id": "7" },
      body: '{"n":1}',
    });
  const response = await deliver();
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 202,
    body: { id: "sender:7", created: true },
  });
  expect(enqueued).toEqual([name]);
  const item = await otherClient.run(otherClient.lease(30));
  expect(JSON.parse(item?.data.toString() ?? "")).toMatchObject({ source: "sender", id: "7", body: '{"n":1}' });
  await otherClient.run(otherClient.complete("sender:7"));
  expect((await deliver()).status).toBe(202);
  expect(await readState()).toEqual({});
});

test.each<[string, Partial<AppOptions>]>([
  ["in two formats", { queues: { a: {} }, redisWorkQueues: (redis) => ({ a: new RedisWorkQueue("a", { redis }) }) }],
  ["under an invalid name", { redisWorkQueues: (redis) => ({ "a/b": new RedisWorkQueue("a", { redis }) }) }],
])("an app that declares a queue %s is not created", async (_what, options) => {
  await expect(createApi(options)).rejects.toMatchObject({ code: "invalid_argument" });
});
