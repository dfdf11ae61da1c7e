// Faults between holders of tokens that were once found by attackers.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sha256 } from "../../src/core/hex.ts";
import * as replies from "../../src/http/replies.ts";
import { RedisWorkQueue } from "../../src/interop/redis-work-queue.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { makeApi, tokenWith } from "../http/api.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";

const redis = createClient({ url: inject("redisUrl") });
beforeAll(async () => {
  await redis.connect();
});
afterAll(() => redis.destroy());

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test("an item that is nested too deeply is handed out as bytes, beside the others", async () => {
  const prefix = freshName();
  const redisWorkQueues = (client: Adapter) => ({ items: new RedisWorkQueue(prefix, { redis: client }) });
  const { ask, refused } = await makeApi({ redisWorkQueues });
  const path = "/v1/redis-work-queues/items";
  const body = `{"data":${nested(12_000)},"id":"deep"}`;
  await refused(["POST", `${path}/items`], 422, "invalid_payload", { body });
  // Other clients of the format add what they like.
  await redis.set(`${prefix}:item:deep`, nested(12_000));
  await redis.set(`${prefix}:item:fine`, nested(250));
  await redis.lPush(`${prefix}:queue`, ["deep", "fine"]);
  const { items } = await ask([`POST`, `${path}/lease`], 200, replies.items, { body: { count: 10 } });
  expect(items).toMatchObject([{ id: "deep", base64: btoa(nested(12_000)) }, { id: "fine" }]);
  expect(items[0]).not.toHaveProperty("data");
  expect(items[1]?.data).toEqual(JSON.parse(nested(250)));
});

test("a job that is nested too deeply is set aside, and the jobs beside it are handed out", async () => {
  const name = freshName();
  const { ask, refused } = await makeApi();
  const path = `/v1/queues/${name}`;
  await refused(["POST", `${path}/jobs`], 422, "invalid_payload", { body: `{"data":${nested(300)}}` });
  await ask(["POST", `${path}/jobs`], 201, replies.enqueued, { body: `{"data":${nested(250)},"id":"fine"}` });
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(JSON.parse(nested(1_000)), { id: "deep" });
  const { jobs } = await ask(["POST", `${path}/lease`], 200, replies.leased, { body: { count: 10 } });
  expect(jobs.map(({ id }) => id)).toEqual(["fine"]);
  const { errors } = await ask(["GET", `${path}/jobs/deep`], 200, replies.job);
  expect(errors).toMatchObject([{ message: "the payload cannot be decoded" }]);
  await ask(["GET", `${path}/jobs?state=failed`], 200, replies.page);
});

test.each([
  ["digits in a string", '"', "9".repeat(9_000_000), '"'],
  ["escapes in a string", '"', "\\\\".repeat(4_000_000), '"'],
  ["quotes in a string", '"', '\\"'.repeat(4_000_000), '"'],
  ["long numbers", "[", `${"1".repeat(15)},`.repeat(500_000), "0]"],
])("nine million %s are refused for their size, not by an error", async (_what, begin, middle, end) => {
  const { refused } = await makeApi();
  const body = `{"data":${begin}${middle}${end}}`;
  const route: [string, string] = ["POST", `/v1/queues/${freshName()}/jobs`];
  await refused(route, 413, "too_large", { body });
});

test("cancelling a job behind a gateway that decodes paths destroys no queue", async () => {
  const name = freshName();
  const victim = freshQueue({}, freshName());
  await victim.enqueue(1, { id: "a" });
  const { refused, send } = await makeApi();
  const id = `../../${victim.name}`;
  await refused(["POST", `/v1/queues/${name}/jobs`], 400, "invalid_argument", { body: { data: 1, id } });
  for (const path of [id, encodeURIComponent(id), encodeURIComponent(encodeURIComponent(id))]) {
    const { pathname } = new URL(`http://app/v1/queues/${name}/jobs/${path}`);
    expect((await send("DELETE", pathname)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await victim.counts()).toMatchObject({ ready: 1 });
});

test("an idempotency key is its token's: another token gets its own jobs, and no fence of the first", async () => {
  const [one, two] = [await tokenWith(["consume", "produce"]), await tokenWith(["consume", "produce"])];
  const { ask, refused } = await makeApi({ tokens: [one.access, two.access] });
  const name = freshName();
  await freshQueue({}, name).enqueueMany(["a", "b"].map((id) => ({ data: id, id })));
  const headers = { "Idempotency-Key": "same" };
  const lease = ({ token }: typeof one) =>
    ask(["POST", `/v1/queues/${name}/lease`], 200, replies.leased, { token, headers, body: { for: "1m" } });
  const first = await lease(one);
  expect(first.jobs.map(({ id }) => id)).toEqual(["a"]);
  expect((await lease(two)).jobs.map(({ id }) => id)).toEqual(["b"]);
  // A repeated answer states the times of the first one.
  expect(await lease(one)).toEqual(first);
  const other = { token: one.token, headers, body: { for: "2m" } };
  await refused(["POST", `/v1/queues/${name}/lease`], 422, "idempotency_key_reused", other);
  await refused(["POST", `/v1/queues/${name}/turn`], 422, "idempotency_key_reused", { ...other, body: {} });
  // Ids that follow from a key cannot be claimed by others.
  const jobs: [string, string] = ["POST", `/v1/queues/${freshName()}/jobs`];
  const claim = { token: two.token, body: { data: "forged", id: "order-7.0" } };
  await ask(jobs, 201, replies.enqueued, claim);
  const sent = { token: one.token, headers: { "Idempotency-Key": "order-7" }, body: { data: "real" } };
  const { jobs: made } = await ask(jobs, 201, replies.enqueued, sent);
  expect(made).toMatchObject([{ created: true }]);
  expect(made[0]?.id).not.toContain("order-7");
});

test("an idempotency key is remembered for a day, in few bytes", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const { ask, token } = await makeApi({ prefix });
  const headers = { "Idempotency-Key": "k".repeat(200) };
  await ask(["POST", "/v1/queues/q/jobs"], 201, replies.enqueued, { headers, body: { data: 1 } });
  const key = `${prefix}:{q}:reply:~${(await sha256(`${await sha256(token)} q ${"k".repeat(200)}`)).slice(0, 32)}`;
  const left = await redis.pTTL(key);
  expect(left).toBeGreaterThan(86_000_000);
  expect(left).toBeLessThanOrEqual(86_400_000);
  expect(await redis.memoryUsage(key)).toBeLessThan(300);
});

test("ids of a source of webhooks are reserved to it", async () => {
  const name = freshName();
  const prefix = freshName();
  const secret = "the-secret-of-the-shop";
  const sources = {
    shop: { verify: sharedSecret(secret, { idHeader: "x-id" }), queue: name },
    store: { verify: sharedSecret(secret, { idHeader: "x-id" }), queue: "items" },
  };
  const redisWorkQueues = (client: Adapter) => ({ items: new RedisWorkQueue(prefix, { redis: client }) });
  const { refused, ask } = await makeApi({ sources, redisWorkQueues });
  const forged = { body: { data: "forged", id: "shop:evt_1" } };
  await refused(["POST", `/v1/queues/${name}/jobs`], 403, "forbidden", forged);
  await refused(["POST", `/v1/queues/${name}/jobs`], 403, "forbidden", { body: [{ data: 1 }, forged.body] });
  const item = { body: { data: "forged", id: "store:evt_1" } };
  await refused(["POST", "/v1/redis-work-queues/items/items"], 403, "forbidden", item);
  await ask(["POST", `/v1/queues/${freshName()}/jobs`], 201, replies.enqueued, forged);
  const hook = { body: { paid: true }, token: secret, headers: { "x-id": "evt_1" } };
  expect(await ask(["POST", "/hooks/shop"], 202, replies.delivered, hook)).toEqual({ id: "shop:evt_1", created: true });
});

test("a fence that is guessed settles nothing", async () => {
  const [one, two] = [await tokenWith(["consume"]), await tokenWith(["consume"])];
  const { ask, refused } = await makeApi({ tokens: [one.access, two.access] });
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.enqueueMany(["a", "b", "c"].map((id) => ({ data: id, id })));
  const path = `/v1/queues/${name}`;
  const lease = async ({ token }: typeof one) =>
    (await ask(["POST", `${path}/lease`], 200, replies.leased, { token })).jobs[0];
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
    await refused(["POST", `${path}/jobs/b/complete`], 409, "stale", sent);
  }
  expect(await queue.get("b")).toMatchObject({ state: "leased" });
  // A receipt is a proof in any hands, so that one service may lease and another one settle.
  const sent = { token: one.token, body: { receipt: theirs?.receipt } };
  await ask(["POST", `${path}/jobs/b/complete`], 200, replies.done, sent);
});

test("requests ask a queue for no more time than its limits allow", async () => {
  const name = freshName();
  const limits = { [name]: { delay: "1h", ttl: "2h", uniqueFor: "3h", lease: "4m" } } as const;
  const { refused, ask } = await makeApi({ limits });
  const path = `/v1/queues/${name}`;
  const job = { data: 1, id: "a", delay: "1h", ttl: "2h", uniqueFor: "3h" };
  await ask(["POST", `${path}/jobs`], 201, replies.enqueued, { body: job });
  for (const more of [{ delay: "61m" }, { ttl: "121m" }, { uniqueFor: "181m" }]) {
    const { detail } = await refused(["POST", `${path}/jobs`], 400, "invalid_argument", { body: { ...job, ...more } });
    expect(detail).toContain(Object.keys(more)[0]);
  }
  const { delay: _, ...timed } = { ...job, at: Date.now() + 3_700_000 };
  await refused(["POST", `${path}/jobs`], 400, "invalid_argument", { body: timed });
  await refused(["POST", `${path}/lease`], 400, "invalid_argument", { body: { for: "5m" } });
  await refused(["POST", `${path}/turn`], 400, "invalid_argument", { body: { lease: { for: "5m" } } });
  const receipt = "r";
  await refused(["POST", `${path}/jobs/a/extend`], 400, "invalid_argument", { body: { receipt, for: "5m" } });
  const progress = { receipt, progress: 1, extend: "5m" };
  await refused(["POST", `${path}/jobs/a/progress`], 400, "invalid_argument", { body: progress });
  // Other queues have the default: ids are remembered for 30 days at most.
  const other: [string, string] = ["POST", `/v1/queues/${freshName()}/jobs`];
  await refused(other, 400, "invalid_argument", { body: { data: 1, id: "a", uniqueFor: "31d" } });
});

test("a queue that is not declared holds no more than 100,000 waiting jobs, one that is as many as it says", async () => {
  const [name, declared] = [freshName(), freshName()];
  const { refused, ask } = await makeApi({ queues: { [declared]: {} } });
  const script = `for i = 1, 99999 do redis.call("ZADD", KEYS[1], i, "job" .. i) end`;
  for (const each of [name, declared]) {
    const path: [string, string] = ["POST", `/v1/queues/${each}/jobs`];
    await ask(path, 201, replies.enqueued, { body: { data: 1 } });
    await redis.eval(script, { keys: [`${testPrefix()}:{${each}}:ready`], arguments: [] });
    if (each === name) await refused(path, 429, "queue_full", { body: { data: 1 } });
    else await ask(path, 201, replies.enqueued, { body: { data: 1 } });
    await freshQueue({}, each).destroy();
  }
});

test("a token makes no more queues than it may, and none hinders the queues of others", async () => {
  const prefix = `t-${freshName()}`;
  const [flood, other] = [await tokenWith(["produce"], ["web-*"]), await tokenWith(["produce", "operate"])];
  const tokens = [{ ...flood.access, limits: { queues: 20 } }, other.access];
  const { ask, refused, send } = await makeApi({ prefix, tokens, maxQueues: 30, queues: { declared: {} } });
  const enqueue = (name: string, { token }: typeof flood) =>
    send("POST", `/v1/queues/${name}/jobs`, { token, body: { data: 1 } });
  for (let i = 0; i < 20; i++) expect((await enqueue(`web-${i}`, flood)).status).toBe(201);
  for (let i = 20; i < 40; i++) {
    const { detail } = await refused(["POST", `/v1/queues/web-${i}/jobs`], 429, "limit_reached", {
      token: flood.token,
      body: { data: 1 },
    });
    expect(detail).toBe("The limit of 20 queues of the token is reached.");
  }
  // Its queues go on, and another token makes others, up to the limit of the app.
  expect((await enqueue("web-3", flood)).status).toBe(201);
  for (let i = 0; i < 10; i++) expect((await enqueue(`other-${i}`, other)).status).toBe(201);
  expect((await enqueue("other-10", other)).status).toBe(429);
  expect((await send("POST", "/v1/queues/other-11/pause", { token: other.token })).status).toBe(429);
  expect((await enqueue("declared", flood)).status).toBe(403);
  expect((await enqueue("declared", other)).status).toBe(201);
  const { total } = await ask(["GET", "/v1/queues?limit=1"], 200, replies.queues);
  expect(total).toBe(31);
  // A queue that is destroyed makes room.
  for (const queue of ["web-0", "web-1"])
    await send("POST", `/v1/queues/${queue}/destroy`, { token: other.token, body: { queue } });
  expect((await enqueue("web-20", flood)).status).toBe(201);
});

test("an operator removes the ids that a queue remembers", async () => {
  const name = freshName();
  const { ask } = await makeApi();
  const jobs = Array.from({ length: 1_000 }, (_, i) => ({ data: 0, id: `${i}`, uniqueFor: "30d" }));
  await ask(["POST", `/v1/queues/${name}/jobs`], 201, replies.enqueued, { body: jobs });
  const purged = await ask(["POST", `/v1/queues/${name}/purge`], 200, replies.purged, { body: { state: "seen" } });
  expect(purged).toEqual({ purged: 1_000 });
});

test("waiting for a result takes a dozen EVALs in 20 seconds", async () => {
  const sent: number[] = [];
  const began = performance.now();
  const name = freshName();
  await freshQueue({}, name).enqueue(1, { id: "a" });
  const { redis: adapter } = await realAdapter();
  const counting: Adapter = {
    run(script, keys, args) {
      if (script.name === "get") sent.push(performance.now() - began);
      return adapter.run(script, keys, args);
    },
  };
  const { send } = await makeApi({ redis: counting });
  expect((await send("GET", `/v1/queues/${name}/jobs/a/result?wait=2s`)).status).toBe(202);
  expect(sent.length).toBeLessThanOrEqual(7);
});

test("a page of a list is cut by bytes", async () => {
  const name = freshName();
  const queue = freshQueue<string>({}, name);
  for (let i = 0; i < 12; i++)
    await queue.enqueueMany(Array.from({ length: 3 }, () => ({ data: "x".repeat(900_000) })));
  const { send } = await makeApi();
  const response = await send("GET", `/v1/queues/${name}/jobs?state=ready&limit=1000`);
  expect((await response.text()).length).toBeLessThan(3_000_000);
});

test("the workers of a queue are listed with the first 5,000 of their jobs", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  for (let i = 0; i < 6; i++) await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: 0 })));
  for (let i = 0; i < 6; i++) await queue.lease({ count: 1_000, worker: `w${i}` });
  const { ask } = await makeApi();
  const { workers } = await ask(["GET", `/v1/queues/${name}/workers`], 200, replies.workers);
  expect(workers.reduce((sum, { holds }) => sum + holds.length, 0)).toBe(5_000);
});

test("replies are not cached", async () => {
  const { send } = await makeApi();
  for (const path of ["/healthz", "/v1/queues", "/nothing"])
    expect((await send("GET", path)).headers.get("Cache-Control")).toBe("no-store");
});

test("an encoded colon in the name of a queue is the same queue", async () => {
  const name = `a:${freshName()}`;
  const { access, token } = await tokenWith(["produce"], [name]);
  const { ask, refused } = await makeApi({ tokens: [access] });
  await ask(["POST", `/v1/queues/${encodeURIComponent(name)}/jobs`], 201, replies.enqueued, {
    token,
    body: { data: 1 },
  });
  expect(await freshQueue({}, name).counts()).toMatchObject({ ready: 1 });
  const twice = encodeURIComponent(encodeURIComponent(name));
  await refused(["POST", `/v1/queues/${twice}/jobs`], 403, "forbidden", { token, body: { data: 1 } });
  for (const dots of ["%2E", "%2e%2e"]) {
    const { pathname } = new URL(`http://app/v1/queues/${dots}/jobs`);
    expect((await makeApi().then(({ send }) => send("POST", pathname, { body: { data: 1 } }))).status).toBe(404);
  }
});

test("all that a worker holds is taken back over HTTP", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.enqueueMany([{ data: 1 }, { data: 2 }, { data: 3 }]);
  await queue.lease({ count: 2, worker: "gone" });
  const { ask } = await makeApi();
  const sent = { body: { worker: "gone" } };
  expect(await ask(["POST", `/v1/queues/${name}/fail-worker`], 200, replies.workerFailed, sent)).toEqual({
    returned: 2,
  });
  expect(await queue.counts()).toMatchObject({ ready: 3, leased: 0 });
});

async function realAdapter() {
  const { upstash } = await import("../../src/index.ts");
  return { redis: upstash({ url: inject("restUrl"), token: inject("token") }) };
}
