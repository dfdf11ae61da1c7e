// Regression tests for faults that attacks on the API have found.
import { expect, test } from "vitest";
import { sha256Hex } from "../../src/base/hex.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { createApi, createQueue, createToken } from "../http/kit/api.ts";
import { connectToSharedRedis } from "../queue/kit/connections.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";

const redis = connectToSharedRedis();

const nestedArrays = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test("an item that is nested too deeply is leased as bytes, and other items as JSON", async () => {
  const prefix = freshName();
  const redisWorkQueues = (client: Adapter) => ({ items: new RedisWorkQueue(prefix, { redis: client }) });
  const { call, expectProblem } = await createApi({ redisWorkQueues });
  const path = "/v1/redis-work-queues/items";
  const body = `{"data":${nestedArrays(12_000)},"id":"deep"}`;
  await expectProblem(`POST ${path}/items`, [422, "invalid_payload"], { body });
  // Other clients of the format can add anything.
  await redis.set(`${prefix}:item:deep`, nestedArrays(12_000));
  await redis.set(`${prefix}:item:fine`, nestedArrays(250));
  await redis.lpush(`${prefix}:queue`, "deep", "fine");
  const { items } = await call(`POST ${path}/lease`, [200, itemResponses.itemList], { body: { count: 10 } });
  expect(items).toMatchObject([{ id: "deep", base64: btoa(nestedArrays(12_000)) }, { id: "fine" }]);
  expect(items[0]).not.toHaveProperty("data");
  expect(items[1]?.data).toEqual(JSON.parse(nestedArrays(250)));
});

test("a job that is nested too deeply fails, and the other jobs are leased", async () => {
  const name = freshName();
  const { call, expectProblem } = await createApi();
  const path = `/v1/queues/${name}`;
  await expectProblem(`POST ${path}/jobs`, [422, "invalid_payload"], { body: `{"data":${nestedArrays(300)}}` });
  await call(`POST ${path}/jobs`, [201, responses.enqueueResult], {
    body: `{"data":${nestedArrays(250)},"id":"fine"}`,
  });
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(JSON.parse(nestedArrays(1_000)), { id: "deep" });
  const { jobs } = await call(`POST ${path}/lease`, [200, responses.leaseResult], { body: { count: 10 } });
  expect(jobs.map(({ id }) => id)).toEqual(["fine"]);
  const { errors } = await call(`GET ${path}/jobs/deep`, [200, responses.job]);
  expect(errors).toMatchObject([{ message: "the payload cannot be decoded" }]);
  await call(`GET ${path}/jobs?state=failed`, [200, responses.jobPage]);
});

test.each([
  ["digits in a string", '"', "9".repeat(9_000_000), '"'],
  ["escapes in a string", '"', "\\\\".repeat(4_000_000), '"'],
  ["quotes in a string", '"', '\\"'.repeat(4_000_000), '"'],
  ["long numbers", "[", `${"1".repeat(15)},`.repeat(500_000), "0]"],
])("nine megabytes of %s are refused as too large", async (_what, begin, middle, end) => {
  const { expectProblem } = await createApi();
  const body = `{"data":${begin}${middle}${end}}`;
  const route = `POST /v1/queues/${freshName()}/jobs`;
  await expectProblem(route, [413, "too_large"], { body });
});

test("a request to cancel a job never destroys a queue, even if a gateway decodes its path", async () => {
  const name = freshName();
  const victim = await createQueue("a");
  const { expectProblem, send } = await createApi();
  const id = `../../${victim.name}`;
  await expectProblem(`POST /v1/queues/${name}/jobs`, [400, "invalid_argument"], { body: { data: 1, id } });
  for (const path of [id, encodeURIComponent(id), encodeURIComponent(encodeURIComponent(id))]) {
    const { pathname } = new URL(`http://app/v1/queues/${name}/jobs/${path}`);
    expect((await send(`DELETE ${pathname}`)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await victim.queue.counts()).toMatchObject({ ready: 1 });
});

test("a token that reuses another token's idempotency key gets its own jobs", async () => {
  const [one, two] = [await createToken(["consume", "produce"]), await createToken(["consume", "produce"])];
  const { call, expectProblem } = await createApi({ tokens: [one.access, two.access] });
  const { path } = await createQueue("a", "b");
  const headers = { "Idempotency-Key": "same" };
  const lease = ({ token }: typeof one) =>
    call(`POST ${path}/lease`, [200, responses.leaseResult], { token, headers, body: { for: "1m" } });
  const first = await lease(one);
  expect(first.jobs.map(({ id }) => id)).toEqual(["a"]);
  expect((await lease(two)).jobs.map(({ id }) => id)).toEqual(["b"]);
  // A repeated response contains the times of the first one.
  expect(await lease(one)).toEqual(first);
  const other = { token: one.token, headers, body: { for: "2m" } };
  await expectProblem(`POST ${path}/lease`, [422, "idempotency_key_reused"], other);
  await expectProblem(`POST ${path}/turn`, [422, "idempotency_key_reused"], { ...other, body: {} });
  // No other token can claim the ids derived from a key.
  const route = `POST /v1/queues/${freshName()}/jobs`;
  const claim = { token: two.token, body: { data: "forged", id: "order-7.0" } };
  await call(route, [201, responses.enqueueResult], claim);
  const sent = { token: one.token, headers: { "Idempotency-Key": "order-7" }, body: { data: "real" } };
  const { jobs: created } = await call(route, [201, responses.enqueueResult], sent);
  expect(created).toMatchObject([{ created: true }]);
  expect(created[0]?.id).not.toContain("order-7");
});

test("an idempotency key is remembered for a day, in less than 300 bytes", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const { call, token } = await createApi({ prefix });
  const headers = { "Idempotency-Key": "k".repeat(200) };
  await call("POST /v1/queues/q/jobs", [201, responses.enqueueResult], { headers, body: { data: 1 } });
  const key = `${prefix}:{q}:reply:~${(await sha256Hex(`${await sha256Hex(token)} q ${"k".repeat(200)}`)).slice(0, 32)}`;
  const ttl = await redis.pttl(key);
  expect(ttl).toBeGreaterThan(86_000_000);
  expect(ttl).toBeLessThanOrEqual(86_400_000);
  expect(await redis.memory("USAGE", key)).toBeLessThan(300);
});

test("the ids of a source of webhooks are reserved for it", async () => {
  const name = freshName();
  const prefix = freshName();
  const secret = "the-secret-of-the-shop";
  const sources = {
    shop: { verify: sharedSecret(secret, { idHeader: "x-id" }), queue: name },
    store: { verify: sharedSecret(secret, { idHeader: "x-id" }), queue: "items" },
  };
  const redisWorkQueues = (client: Adapter) => ({ items: new RedisWorkQueue(prefix, { redis: client }) });
  const { expectProblem, call } = await createApi({ sources, redisWorkQueues });
  const forged = { body: { data: "forged", id: "shop:evt_1" } };
  await expectProblem(`POST /v1/queues/${name}/jobs`, [403, "forbidden"], forged);
  await expectProblem(`POST /v1/queues/${name}/jobs`, [403, "forbidden"], { body: [{ data: 1 }, forged.body] });
  const item = { body: { data: "forged", id: "store:evt_1" } };
  await expectProblem("POST /v1/redis-work-queues/items/items", [403, "forbidden"], item);
  await call(`POST /v1/queues/${freshName()}/jobs`, [201, responses.enqueueResult], forged);
  const hook = { body: { paid: true }, token: secret, headers: { "x-id": "evt_1" } };
  expect(await call("POST /hooks/shop", [202, responses.deliveryResult], hook)).toEqual({
    id: "shop:evt_1",
    created: true,
  });
});

test("a consumer that guesses a fence settles nothing with it", async () => {
  const [one, two] = [await createToken(["consume"]), await createToken(["consume"])];
  const { call, expectProblem } = await createApi({ tokens: [one.access, two.access] });
  const { queue, path } = await createQueue("a", "b", "c");
  const lease = async ({ token }: typeof one) =>
    (await call(`POST ${path}/lease`, [200, responses.leaseResult], { token })).jobs[0];
  const [mine, theirs] = [await lease(one), await lease(two)];
  const parts = mine?.receipt.split(".") ?? [];
  const forged = [
    String(theirs?.fence),
    theirs?.fence.toString(36) ?? "",
    mine?.receipt ?? "",
    [parts[0], theirs?.fence.toString(36), parts[2]].join("."),
    [parts[0], parts[1], "a".repeat(32)].join("."),
  ];
  for (const receipt of forged) {
    const sent = { token: one.token, body: { receipt } };
    await expectProblem(`POST ${path}/jobs/b/complete`, [409, "stale"], sent);
  }
  expect(await queue.get("b")).toMatchObject({ state: "leased" });
  // Every consumer of the queue may use a receipt, so that one service can lease and another one settle.
  const sent = { token: one.token, body: { receipt: theirs?.receipt } };
  await call(`POST ${path}/jobs/b/complete`, [200, responses.success], sent);
});

test("no response may be cached", async () => {
  const { send } = await createApi();
  for (const path of ["/healthz", "/v1/queues", "/nothing"])
    expect((await send(`GET ${path}`)).headers.get("Cache-Control")).toBe("no-store");
});

test("a queue's name with an encoded colon is the name of the same queue", async () => {
  const name = `a:${freshName()}`;
  const { access, token } = await createToken(["produce"], [name]);
  const { call, expectProblem } = await createApi({ tokens: [access] });
  await call(`POST /v1/queues/${encodeURIComponent(name)}/jobs`, [201, responses.enqueueResult], {
    token,
    body: { data: 1 },
  });
  expect(await freshQueue({}, name).counts()).toMatchObject({ ready: 1 });
  const twice = encodeURIComponent(encodeURIComponent(name));
  await expectProblem(`POST /v1/queues/${twice}/jobs`, [403, "forbidden"], { token, body: { data: 1 } });
  for (const dots of ["%2E", "%2e%2e"]) {
    const { pathname } = new URL(`http://app/v1/queues/${dots}/jobs`);
    expect((await createApi().then(({ send }) => send(`POST ${pathname}`, { body: { data: 1 } }))).status).toBe(404);
  }
});

test("an operator returns all jobs of a worker to the queue over HTTP", async () => {
  const { queue, path } = await createQueue("a", "b", "c");
  await queue.lease({ count: 2, worker: "gone" });
  const { call } = await createApi();
  const sent = { body: { worker: "gone" } };
  expect(await call(`POST ${path}/fail-worker`, [200, responses.failWorkerResult], sent)).toEqual({ returned: 2 });
  expect(await queue.counts()).toMatchObject({ ready: 3, leased: 0 });
});
