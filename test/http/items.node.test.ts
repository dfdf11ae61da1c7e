// A queue in the format of redis-work-queue over HTTP: what it can hold works beside other clients, all else is refused.
import { expect, test } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import type { AppOptions } from "../../src/http/app.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { benches } from "../redis-work-queue/kit/bench.ts";
import { freshName } from "../setup/queue.ts";
import { createApi, createToken } from "./kit/api.ts";

const fresh = benches();

/** An app that serves one such queue, and what is in it. */
async function served(options: Partial<AppOptions> = {}) {
  const bench = fresh();
  const name = `images.${freshName()}`;
  const api = await createApi({
    redisWorkQueues: (redis) => ({ [name]: new RedisWorkQueue(bench.prefix, { redis, grace: 0 }) }),
    ...options,
  });
  const route = (method: string, rest = "") => `${method} /v1/redis-work-queues/${name}${rest}`;
  return { ...bench, ...api, name, route };
}

test("a job that is put in is an item for another client, and is completed by it", async () => {
  const { call, route, foreign, state } = await served();
  const body = { id: "cat", data: { url: "https://example.com/cat.png" } };
  const [add, added] = [route("POST", "/items"), { id: "cat", created: true }];
  expect(await call(add, [201, itemResponses.addItemsResult], { body })).toEqual({ items: [added] });
  expect(await call(add, [200, itemResponses.addItemsResult], { body })).toEqual({
    items: [{ ...added, created: false }],
  });
  expect(await state()).toEqual({ queue: ["cat"], items: { cat: JSON.stringify(body.data) } });
  const item = await foreign.run(foreign.lease(30));
  expect(item?.data.toString()).toBe(JSON.stringify(body.data));
  expect(await foreign.run(foreign.complete("cat"))).toBe(true);
  expect(await state()).toEqual({});
});

test("many are put in by one request, in their order, under ids of ours where they have none", async () => {
  const { call, route, state } = await served();
  const body = [{ data: 1, id: "one" }, { data: "two" }];
  const { items } = await call(route("POST", "/items"), [201, itemResponses.addItemsResult], { body });
  expect(items).toEqual([
    { id: "one", created: true },
    { id: expect.stringMatching(/^[0-9a-f-]{32,36}$/), created: true },
  ]);
  const second = items[1]?.id ?? "";
  expect(await state()).toEqual({ queue: [second, "one"], items: { one: "1", [second]: '"two"' } });
});

test("the same request again, under an Idempotency-Key, takes effect once even when all is over", async () => {
  const { call, route, queue, state } = await served();
  const sent = { body: { data: 1 }, headers: { "Idempotency-Key": "order-7" } };
  const first = await call(route("POST", "/items"), [201, itemResponses.addItemsResult], sent);
  const leased = { headers: { "Idempotency-Key": "lease-7" } };
  const { items } = await call(route("POST", "/lease"), [200, itemResponses.itemList], leased);
  expect(await call(route("POST", "/lease"), [200, itemResponses.itemList], leased)).toEqual({ items });
  const end = { body: { lease: items[0]?.lease }, headers: { "Idempotency-Key": "end-7" } };
  for (let i = 0; i < 2; i++)
    expect(await call(route("POST", `/items/${first.items[0]?.id}/complete`), [200, responses.success], end)).toEqual({
      ok: true,
    });
  expect(await call(route("POST", "/items"), [201, itemResponses.addItemsResult], sent)).toEqual(first);
  expect(await state()).toEqual({});
  // Another job under the same key is another request.
  const other = await call(route("POST", "/items"), [201, itemResponses.addItemsResult], {
    ...sent,
    body: { data: 2 },
  });
  expect(other.items[0]?.id).not.toBe(first.items[0]?.id);
  expect(await queue.counts()).toEqual({ queued: 1, processing: 0 });
});

test("an item of another client is leased as it is: JSON as data, all else as its bytes", async () => {
  const { call, route, foreign, state } = await served();
  const texts = ['{"n":1}', "not json", "12345678901234567890", "\ufeff1"];
  for (const [i, text] of texts.entries()) await foreign.run(foreign.addItem(`i${i}`, Buffer.from(text)));
  await foreign.run(foreign.addItem("raw", Buffer.of(0xff, 0)));
  const { items } = await call(route("POST", "/lease"), [200, itemResponses.itemList], {
    body: { count: 9, for: "1500ms" },
  });
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  expect(items.map(({ lease: _, ...item }) => item)).toEqual([
    { id: "i0", data: { n: 1 } },
    { id: "i1", base64: base64("not json") },
    { id: "i2", base64: base64("12345678901234567890") },
    { id: "i3", base64: base64("\ufeff1") },
    { id: "raw", base64: "/wA=" },
  ]);
  expect(Object.keys((await state()).leases ?? {})).toHaveLength(5);
});

test("a lease completes its item, and not another that has its id by now", async () => {
  const { call, expectProblem, route, foreign, state } = await served();
  await call(route("POST", "/items"), [201, itemResponses.addItemsResult], { body: { id: "a", data: 1 } });
  const { items } = await call(route("POST", "/lease"), [200, itemResponses.itemList]);
  const body = { lease: items[0]?.lease };
  expect(await call(route("POST", "/items/a/complete"), [200, responses.success], { body })).toEqual({ ok: true });
  await foreign.run(foreign.addItem("a", Buffer.from("1")));
  await foreign.run(foreign.lease(30));
  const before = await state();
  await expectProblem(route("POST", "/items/a/complete"), [409, "stale"], { body });
  expect(await state()).toEqual(before);
  for (const body of [{}, { lease: "" }, { lease: "any" }])
    await expectProblem(route("POST", "/items/a/complete"), [400, "invalid_argument"], { body });
  expect(await state()).toEqual(before);
});

test("a job is cancelled, whoever holds it", async () => {
  const { call, expectProblem, route, foreign } = await served();
  await call(route("POST", "/items"), [201, itemResponses.addItemsResult], { body: { id: "a", data: 1 } });
  await foreign.run(foreign.lease(30));
  expect(await call(route("DELETE", "/items/a"), [200, itemResponses.cancelItemResult])).toEqual({ id: "a", ok: true });
  await expectProblem(route("DELETE", "/items/a"), [404, "not_found"]);
  expect(await foreign.run(foreign.complete("a"))).toBe(false);
});

test("its counts are told, listed and measured", async () => {
  const { call, send, route, foreign, name } = await served();
  for (const id of ["a", "b", "c"]) await foreign.run(foreign.addItem(id, Buffer.from("1")));
  await foreign.run(foreign.lease(30));
  const counts = { name, format: "redis-work-queue", queued: 2, processing: 1 };
  expect(await call(route("GET"), [200, responses.redisWorkQueue])).toEqual(counts);
  const { queues } = await call("GET /v1/queues?limit=200", [200, responses.queuePage]);
  expect(queues).toContainEqual(counts);
  const metrics = await (await send("GET /metrics")).text();
  expect(
    metrics
      .split("\n")
      .filter((line) => line.includes(name))
      .sort(),
  ).toEqual([
    `leasehold_jobs{queue="${name}",state="leased"} 1`,
    `leasehold_jobs{queue="${name}",state="ready"} 2`,
    `leasehold_queue_readable{queue="${name}"} 1`,
  ]);
});

test("it is cleaned and repaired, and what has failed is listed and lets itself be redriven", async () => {
  const bench = fresh();
  const name = freshName();
  const { call, expectProblem } = await createApi({
    redisWorkQueues: (redis) => ({ [name]: new RedisWorkQueue(bench.prefix, { redis, grace: 0, maxAttempts: 1 }) }),
  });
  const at = (rest: string) => `POST /v1/redis-work-queues/${name}${rest}`;
  const { foreign, expire, wire, state } = bench;
  await foreign.run(foreign.addItem("a", Buffer.from("1")));
  await foreign.run(foreign.lease(30));
  await expire("a");
  await wire.send("SET", `${bench.prefix}:item:stray`, "2");
  const cleaned = { returned: 0, failed: 0 };
  for (let i = 0; i < 2; i++) {
    const { returned, failed } = await call(at("/clean"), [200, itemResponses.cleanItemsResult]);
    cleaned.returned += returned;
    cleaned.failed += failed;
  }
  expect(cleaned).toEqual({ returned: 0, failed: 1 });
  const failed = await call(`GET /v1/redis-work-queues/${name}/failed?limit=9`, [200, itemResponses.itemList]);
  expect(failed).toEqual({ items: [{ id: "a", data: 1 }] });
  await expectProblem(`GET /v1/redis-work-queues/${name}/failed?state=ready`, [400, "invalid_argument"]);
  expect(await call(at("/redrive"), [200, itemResponses.redriveItemsResult], { body: { ids: ["a", "b"] } })).toEqual({
    redriven: 1,
  });
  let strays = 0;
  // Each call goes by a part of the database's keys, of which other tests have many.
  for (let finished = 0; finished < 3; ) {
    const repaired = await call(at("/deep-clean"), [200, itemResponses.deepCleanItemsResult]);
    strays += repaired.strays;
    if (repaired.finished) finished += 1;
  }
  expect(strays).toBe(1);
  expect((await state()).queue?.toSorted()).toEqual(["a", "stray"]);
});

test("what the format cannot hold is refused, with a reason, and nothing is changed", async () => {
  const { expectProblem, route, state, queue, name } = await served();
  await queue.addItem(new Item("1", "a"));
  const before = await state();
  for (const option of [
    { delay: "1m" },
    { at: 1 },
    { priority: 1 },
    { maxAttempts: 2 },
    { ttl: "1m" },
    { uniqueFor: "1m" },
  ]) {
    const problem = await expectProblem(route("POST", "/items"), [400, "invalid_argument"], {
      body: [{ data: 1, ...option }],
    });
    expect(problem.detail).toContain(`${Object.keys(option)[0]} is not known here`);
  }
  await expectProblem(route("POST", "/lease"), [400, "invalid_argument"], { body: { wait: "1s" } });
  await expectProblem(route("POST", "/lease"), [400, "invalid_argument"], { body: { worker: "w" } });
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
  };
  const ofJobs = OPERATIONS.filter(({ path }) => path.startsWith("/v1/queues/:queue"));
  expect(ofJobs).toHaveLength(27);
  for (const { id, method, path } of ofJobs) {
    const address = path.replace(":queue", name).replace(":id", "a") + (id === "listJobs" ? "?state=failed" : "");
    const problem = await expectProblem(`${method.toUpperCase()} ${address}`, [409, "unsupported"], {
      ...(bodies[id] && { body: bodies[id] }),
    });
    expect(problem.detail).toContain("/v1/redis-work-queues");
  }
  expect(await state()).toEqual(before);
});

test("a name that no such queue has is not found, be it that of another queue", async () => {
  const { expectProblem, call } = await served();
  await call("POST /v1/queues/jobs/jobs", [201, responses.enqueueResult], { body: { data: 1 } });
  for (const name of ["jobs", "nobody", "constructor", "__proto__"])
    await expectProblem(`GET /v1/redis-work-queues/${name}`, [404, "not_found"]);
});

test("tokens are good for it as for any other queue", async () => {
  const [producer, reader, stranger] = await Promise.all([
    createToken(["produce"]),
    createToken(["read"]),
    createToken(["produce", "consume", "operate", "read"], ["others"]),
  ]);
  const { call, expectProblem, route, state } = await served({
    tokens: [producer, reader, stranger].map(({ access }) => access),
  });
  const body = { id: "a", data: 1 };
  await expectProblem(route("POST", "/items"), [403, "forbidden"], { body, token: reader.token });
  await expectProblem(route("POST", "/items"), [403, "forbidden"], { body, token: stranger.token });
  await expectProblem(route("POST", "/lease"), [403, "forbidden"], { token: producer.token });
  await expectProblem(route("GET"), [403, "forbidden"], { token: stranger.token });
  await expectProblem(route("POST", "/clean"), [403, "forbidden"], { token: reader.token });
  await expectProblem(route("POST", "/items"), [401, "unauthorized"], { body, token: crypto.randomUUID() });
  expect(await state()).toEqual({});
  await call(route("POST", "/items"), [201, itemResponses.addItemsResult], { body, token: producer.token });
});

test("a webhook is an item, once for each delivery, also after it was completed", async () => {
  const bench = fresh();
  const name = freshName();
  const told: string[] = [];
  const { app } = await createApi({
    redisWorkQueues: (redis) => ({ [name]: new RedisWorkQueue(bench.prefix, { redis }) }),
    sources: { sender: { verify: sharedSecret("s3cret-of-the-test", { idHeader: "x-id" }), queue: name } },
    onEnqueued: (queue) => told.push(queue),
  });
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
  expect(told).toEqual([name]);
  const item = await bench.foreign.run(bench.foreign.lease(30));
  expect(JSON.parse(item?.data.toString() ?? "")).toMatchObject({ source: "sender", id: "7", body: '{"n":1}' });
  await bench.foreign.run(bench.foreign.complete("sender:7"));
  expect((await deliver()).status).toBe(202);
  expect(await bench.state()).toEqual({});
});

test("a queue cannot be declared in two formats, nor under a name that no queue has", async () => {
  const redisWorkQueues: AppOptions["redisWorkQueues"] = (redis) => ({ a: new RedisWorkQueue("a", { redis }) });
  await expect(createApi({ queues: { a: {} }, redisWorkQueues })).rejects.toMatchObject({ code: "invalid_argument" });
  const named: AppOptions["redisWorkQueues"] = (redis) => ({ "a/b": new RedisWorkQueue("a", { redis }) });
  await expect(createApi({ redisWorkQueues: named })).rejects.toMatchObject({ code: "invalid_argument" });
});
