// How often an API call asks Redis: once. Counted by a Redis of its own behind the gateway, for every route.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import { startRedis } from "../../scripts/processes/redis-server.ts";
import * as accessScripts from "../../src/access/scripts.gen.ts";
import * as scripts from "../../src/engine/scripts.gen.ts";
import type { AppOptions } from "../../src/http/app.ts";
import { Queue, upstash } from "../../src/index.ts";
import { startGateway } from "../../src/instruments/gateway/server.ts";
import { Context } from "../../src/queue/jobs/context.ts";
import { admit } from "../../src/queue/jobs/registration.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { decorateAdapter } from "../../src/redis/decorate-adapter.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import * as itemScripts from "../../src/redis-work-queue/scripts.gen.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { freshName } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { createApi, createToken } from "./kit/api.ts";
import { DOCUMENT } from "./kit/documented.ts";

const JOB = "/v1/queues/{queue}/jobs/{id}";

/** A change by an operator is also noted in the audit log. */
const AUDITED = { evals: 2 };

/** A request to each route, and how many EVALs it is; `receipt` is that of the job "held". Some need a queue that records. */
const ROUTES: Record<string, { evals?: number; at?: string; body?: (receipt: string) => object; records?: boolean }> = {
  "POST /v1/queues/{queue}/jobs": { body: () => [{ data: 1, id: "new", uniqueFor: "1d" }, { data: 2 }] },
  "GET /v1/queues/{queue}/jobs": { at: "?state=ready" },
  [`GET ${JOB}`]: {},
  [`GET ${JOB}/explain`]: {},
  [`GET ${JOB}/result`]: {},
  [`DELETE ${JOB}`]: AUDITED,
  "POST /v1/queues/{queue}/lease": {},
  "POST /v1/queues/{queue}/turn": {
    body: (receipt) => ({ settle: [{ action: "complete", id: "held", receipt, result: 1 }], lease: { count: 10 } }),
  },
  [`POST ${JOB}/complete`]: { body: (receipt) => ({ receipt, result: 1 }) },
  [`POST ${JOB}/retry`]: { body: (receipt) => ({ receipt }) },
  [`POST ${JOB}/fail`]: { body: (receipt) => ({ receipt }) },
  [`POST ${JOB}/release`]: { body: (receipt) => ({ receipt }) },
  [`POST ${JOB}/extend`]: { body: (receipt) => ({ receipt, for: "1m" }) },
  [`POST ${JOB}/progress`]: { body: (receipt) => ({ receipt, progress: 0.5, note: "half", extend: "1m" }) },
  "GET /v1/queues/{queue}": {},
  "GET /v1/queues/{queue}/workers": {},
  // Then one a second, while the stream is read.
  "GET /v1/queues/{queue}/events": { records: true },
  "POST /v1/queues/{queue}/record-events": { ...AUDITED, body: () => ({ keep: 10 }) },
  "POST /v1/queues/{queue}/pause": AUDITED,
  "POST /v1/queues/{queue}/resume": AUDITED,
  "POST /v1/queues/{queue}/redrive": AUDITED,
  "POST /v1/queues/{queue}/promote": { ...AUDITED, body: () => ({ ids: ["later", "nobody"] }) },
  "POST /v1/queues/{queue}/purge": { ...AUDITED, body: () => ({ state: "ready" }) },
  "POST /v1/queues/{queue}/clean": AUDITED,
  "GET /healthz": {},
  "POST /v1/queues/{queue}/fail-worker": { ...AUDITED, body: () => ({ worker: "w" }) },
  // The names of all queues are a key of their own, so on a cluster no script may touch them beside a queue's.
  "POST /v1/queues/{queue}/destroy": { evals: 4 },
  // The first request of a token in ten minutes also notes that it is used.
  "POST /v1/tokens": { body: () => ({ name: "web", scopes: ["produce"] }), evals: 3 },
  "GET /v1/tokens": { evals: 2 },
  "POST /v1/tokens/revoke": { body: () => ({ name: "web" }), evals: 3 },
  "GET /v1/audit": {},
  // The names, and each queue by itself: there is one here.
  "GET /v1/queues": { evals: 2 },
  "GET /metrics": { evals: 2 },
  "POST /v1/queues/{queue}/deep-clean": AUDITED,
  "GET /openapi.json": { evals: 0 },
};

/** The same for queues in the format of redis-work-queue; `status` is 200 unless set. */
const ITEM_ROUTES: Record<string, { evals?: number; status?: number; body?: (lease: string) => object }> = {
  "GET ": {},
  "POST /items": { status: 201, body: () => [{ data: 1 }, { data: 2, id: "new" }] },
  "GET /failed": {},
  "POST /lease": {},
  // With a lease that was signed, and is not the one under which the item is held.
  "POST /items/{id}/complete": { status: 409, body: (lease) => ({ lease }) },
  "DELETE /items/{id}": AUDITED,
  "POST /redrive": AUDITED,
  "POST /clean": AUDITED,
  // One that has seen everything cleans lightly as well.
  "POST /deep-clean": { evals: 3 },
};

const cleanup = new Cleanup();
let count: () => Promise<number>;
let redis: Adapter;
let subscribers: (queue: string) => Promise<number>;
let reset: () => Promise<unknown>;

beforeAll(async () => {
  const server = await startRedis();
  cleanup.add(server.stop);
  const gateway = await startGateway({ redisUrl: server.url });
  cleanup.add(gateway.close);
  redis = upstash({ url: gateway.url, token: gateway.token });
  const client = createClient({ url: server.url });
  await client.connect();
  cleanup.add(async () => client.destroy());
  // Redis knows the scripts, as it does from the first time on that each is used.
  for (const { text } of [...Object.values(scripts), ...Object.values(itemScripts), ...Object.values(accessScripts)])
    await client.scriptLoad(text);
  reset = () => client.flushDb();
  subscribers = async (name) => Object.values(await client.pubSubNumSub([`lh:{${name}}:wake`]))[0] ?? 0;
  count = async () => {
    const stats = (await client.info("commandstats")).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
    return [...stats].reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
});
afterAll(() => cleanup.run());
beforeEach(() => reset());

/** An app that has checked a receipt before, and so knows the secret of its prefix. */
async function newApi(storedTokens = false, more: Partial<AppOptions> = {}) {
  const api = await createApi({ redis, prefix: "lh", storedTokens, ...more });
  // The routes of tokens are counted as the first requests of a process.
  if (!storedTokens)
    await api.send("POST /v1/queues/another/jobs/a/complete", {
      body: { receipt: await api.issueReceipt("another", 1) },
    });
  return api;
}

/** The EVALs of one request. */
async function evalsOf(method: string, path: string, body?: unknown, api = newApi()): Promise<number> {
  const { send } = await api;
  const before = await count();
  const { status } = await send(`${method} ${path}`, body === undefined ? {} : { body });
  expect([method, path, status]).toEqual([method, path, expect.toSatisfy((code: number) => code < 300)]);
  return (await count()) - before;
}

/** A queue with a job that is held, one that is ready and one that is delayed. */
async function filledQueue(): Promise<{ name: string; queue: Queue<number>; fence: number }> {
  const name = freshName();
  const queue = new Queue<number>(name, { redis });
  await queue.enqueue(1, { id: "held" });
  const [job] = (await queue.lease()).jobs;
  await queue.enqueueMany([
    { data: 2, id: "ready" },
    { data: 3, id: "later", delay: "1h" },
  ]);
  return { name, queue, fence: job?.fence ?? 0 };
}

test("every route of the document is counted", () => {
  const routes = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // Those that need no token of ours: a webhook is counted below; a wake asks nothing, and a cron asks for all queues.
  const signed = ["POST /hooks/{source}", "POST /drain", "GET /cron/light", "GET /cron/deep"];
  const ofItems = Object.keys(ITEM_ROUTES).map((route) => route.replace(" ", " /v1/redis-work-queues/{queue}"));
  expect(new Set([...Object.keys(ROUTES), ...signed, ...ofItems])).toEqual(new Set(routes));
});

test.each(Object.entries(ROUTES))(
  "%s is one EVAL, or as many as the table says",
  async (route, { evals = 1, at = "", body, records }) => {
    const { name, queue, fence } = await filledQueue();
    if (records) await queue.recordEvents();
    const [method = "", path = ""] = route.replace("{queue}", name).replace("{id}", "held").split(" ");
    const api = newApi(path.startsWith("/v1/tokens"));
    const { issueReceipt, send } = await api;
    const sent = path.endsWith("/destroy") ? { queue: name } : body?.(await issueReceipt(name, fence));
    if (path.endsWith("/revoke")) await send("POST /v1/tokens", { body: { name: "web", scopes: ["read"] } });
    expect(await evalsOf(method, path + at, sent, api)).toBe(evals);
  },
);

test("a webhook is one EVAL", async () => {
  const { name } = await filledQueue();
  const sources = { shop: { verify: sharedSecret("s3cret-of-the-shop"), queue: name } };
  const { send } = await createApi({ redis, prefix: "lh", sources });
  const before = await count();
  const { status } = await send("POST /hooks/shop", { body: { order: 1 }, token: "s3cret-of-the-shop" });
  expect([status, (await count()) - before]).toEqual([202, 1]);
});

test.each(Object.entries(ITEM_ROUTES))(
  "%s is one EVAL for a queue of redis-work-queue, or as many as the table says",
  async (route, { evals = 1, status = 200, body }) => {
    // With a clock of the test, a queue sends nothing by itself after a quiet second, when other tests count.
    const redisWorkQueues = (client: Adapter) => ({
      items: new RedisWorkQueue("items", { redis: client, now: Date.now }),
    });
    const { send, signItemLease } = await newApi(false, { redisWorkQueues });
    await send("POST /v1/redis-work-queues/items/items", { body: { id: "held", data: 1 } });
    const [method = "", rest = ""] = route.replace("{id}", "held").split(" ");
    const sent = body?.(await signItemLease("items", "held"));
    const before = await count();
    const reply = await send(`${method} /v1/redis-work-queues/items${rest}`, sent === undefined ? {} : { body: sent });
    expect([reply.status, (await count()) - before]).toEqual([status, evals]);
  },
);

test("the first enqueue of a queue's life asks for a place and makes its name known, with three more", async () => {
  const path = `/v1/queues/${freshName()}/jobs`;
  expect(await evalsOf("POST", path, { data: 1 })).toBe(4);
  expect(await evalsOf("POST", path, { data: 1 })).toBe(1);
});

test("the first receipt of a process reads the secret of its prefix, with one more", async () => {
  const { name } = await filledQueue();
  const api = createApi({ redis, prefix: "lh" });
  expect(await evalsOf("POST", `/v1/queues/${name}/lease`, {}, api)).toBe(2);
  expect(await evalsOf("POST", `/v1/queues/${name}/lease`, {}, api)).toBe(1);
});

test("what looks at all queues asks once for each, beside their names", async () => {
  for (let queues = 0; queues < 9; queues++) await filledQueue();
  expect(await evalsOf("GET", "/v1/queues?limit=4")).toBe(5);
  expect(await evalsOf("GET", "/metrics")).toBe(10);
});

/** Registers queues, and returns a function that asks an app over an adapter that counts its requests. */
async function withQueues(number: number) {
  const contexts = Array.from({ length: number }, (_, i) => new Context(`web-${i}`, { redis }));
  const limits = { maker: "stranger", maxQueues: number, maxQueuesOfMaker: number };
  for (let from = 0; from < number; from += 100)
    await Promise.all(contexts.slice(from, from + 100).map((context) => admit(context, limits)));
  let requests = 0;
  const counted = decorateAdapter(redis, {
    run: (...call) => {
      requests += 1;
      return redis.run(...call);
    },
    runMany: (calls) => {
      requests += 1;
      return redis.runMany?.(calls) ?? [];
    },
  });
  const access = await createToken(["read"]);
  const { send, token } = await createApi({ redis: counted, prefix: "lh", tokens: [access.access] });
  return async (path: string, of: "operator" | "reader" = "reader") => {
    const [evals, sent] = [await count(), requests];
    const response = await send(`GET ${path}`, { token: of === "reader" ? access.token : token });
    const text = await response.text();
    return { response, text, bytes: text.length, evals: (await count()) - evals, requests: requests - sent };
  };
}

test("1,500 queues cost a page of metrics three requests, whoever asks, and no answer has more than a page", async () => {
  const ask = await withQueues(1_500);
  for (const who of ["reader", "operator"] as const) {
    const { text, bytes, evals, requests } = await ask("/metrics", who);
    expect({ who, evals, requests }).toEqual({ who, evals: 501, requests: 3 });
    expect(bytes).toBeLessThan(700_000);
    expect(text).toMatch(/^leasehold_queues 1500$/m);
    expect(text).toMatch(/^leasehold_queues_omitted 1000$/m);
  }
  const seen: string[] = [];
  const pages: number[] = [];
  for (let path: string | undefined = "/metrics?limit=1000"; path; ) {
    const { response, text, requests } = await ask(path);
    seen.push(...Array.from(text.matchAll(/^leasehold_paused\{queue="([^"]+)"/gm), ([, name = ""]) => name));
    pages.push(requests);
    const [, next] = /^<(.*)>; rel="next"$/.exec(response.headers.get("Link") ?? "") ?? [];
    path = next && `/metrics${next}`;
  }
  expect(pages).toEqual([5, 3]);
  expect([seen.length, new Set(seen).size]).toEqual([1_500, 1_500]);
  expect(await ask("/metrics?queue=web-1&queue=web-2")).toMatchObject({ evals: 3, requests: 2 });
  expect(await ask("/v1/queues?limit=200")).toMatchObject({ evals: 201, requests: 2 });
});

test("a lease or a turn that comes again fetches the jobs of its first reply, with one more", async () => {
  const { name } = await filledQueue();
  const { send } = await createApi({ redis, prefix: "lh" });
  const again = async (verb: string, body: object) => {
    const headers = { "Idempotency-Key": verb };
    await send(`POST /v1/queues/${name}/${verb}`, { headers, body });
    const before = await count();
    await send(`POST /v1/queues/${name}/${verb}`, { headers, body });
    return (await count()) - before;
  };
  expect(await again("lease", {})).toBe(2);
  expect(await again("turn", { lease: {} })).toBe(1);
});

test("a purge is one EVAL for each 500 jobs", async () => {
  const { name, queue } = await filledQueue();
  for (let each = 0; each < 2; each++) await queue.enqueueMany(Array.from({ length: 550 }, () => ({ data: 0 })));
  // And one for the audit log.
  expect(await evalsOf("POST", `/v1/queues/${name}/purge`, { state: "ready" })).toBe(4);
});

test("a deep clean is one EVAL more for each slice of what is in the queue", async () => {
  const { name, queue } = await filledQueue();
  for (let each = 0; each < 2; each++) await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: 0 })));
  expect(await evalsOf("POST", `/v1/queues/${name}/deep-clean`)).toBeLessThan(24 + (2 * 2_000) / 250 + 16);
});

test("a lease that waits asks when it comes, and when it hears of work", async () => {
  const { name, queue } = await filledQueue();
  await queue.lease();
  const { send } = await newApi();
  const before = await count();
  const waiting = send(`POST /v1/queues/${name}/lease`, { body: { wait: "20s" } });
  await until(async () => (await subscribers(name)) > 0);
  await queue.enqueue(4);
  expect(await (await waiting).json()).toMatchObject({ jobs: [{ data: 4 }] });
  // The enqueue, the first time it asks, once when it has begun to listen, and once when it was told.
  expect((await count()) - before).toBeLessThanOrEqual(4);
});
