// The number of EVALs of a request to each route: one, unless the table states another number.
import { expect, test } from "vitest";
import type { Adapter } from "../../src/redis/adapter.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { DOCUMENTED_ROUTES } from "./kit/documented.ts";
import { useEvalCounter } from "./kit/eval-counter.ts";

const { createFreshApi, createWarmApi, createFilledQueue, countEvalsIn, countEvalsOf } = useEvalCounter();

const JOB = "/v1/queues/{queue}/jobs/{id}";

// The change of an operator is also noted in the audit log.
const AUDITED = { evals: 2 };

/** A request to a route, and its number of EVALs. */
interface RouteCost {
  evals?: number;
  query?: string;
  /** The body, given the receipt of the job "held". */
  body?: (receipt: string) => object;
  /** True if the queue must record events. */
  records?: boolean;
}

const ROUTES: Record<string, RouteCost> = {
  "POST /v1/queues/{queue}/jobs": { body: () => [{ data: 1, id: "new", uniqueFor: "1d" }, { data: 2 }] },
  "GET /v1/queues/{queue}/jobs": { query: "?state=ready" },
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
  "GET /v1/queues/{queue}/history": {},
  // The counts and the history.
  "GET /v1/queues/{queue}/scaling": { evals: 2 },
  "GET /v1/queues/{queue}/cost": { evals: 0 },
  "GET /v1/queues/{queue}/groups": {},
  "GET /v1/queues/{queue}/groups/{group}": {},
  "PATCH /v1/queues/{queue}/groups/{group}": { ...AUDITED, body: () => ({ paused: true }) },
  // One removes the jobs in line, one searches for delayed jobs, and one removes those that have become due meanwhile.
  "DELETE /v1/queues/{queue}/groups/{group}/jobs": { evals: 4 },
  "GET /v1/queues/{queue}/limits": {},
  "PUT /v1/queues/{queue}/limits": { ...AUDITED, body: () => ({ concurrency: 2 }) },
  [`GET ${JOB}/children`]: {},
  "POST /v1/queues/{queue}/batches": { body: () => ({ ended: { data: 1 }, succeeded: { data: 2 } }) },
  "GET /v1/queues/{queue}/batches/{id}": {},
  "POST /v1/queues/{queue}/batches/{id}/jobs": { body: () => [{ data: 1 }, { data: 2 }] },
  // One seals it, and one looks whether it has ended.
  "POST /v1/queues/{queue}/batches/{id}/seal": { evals: 2 },
  // One lists the jobs, one removes the batch, and one its links.
  "DELETE /v1/queues/{queue}/batches/{id}": { evals: 4 },
  "GET /v1/queues/{queue}/schedules": {},
  "GET /v1/queues/{queue}/schedules/{schedule}": {},
  // One stores it, one asks for its slots, and one adds them.
  "PUT /v1/queues/{queue}/schedules/{schedule}": { evals: 4, body: () => ({ every: "2h", data: 1 }) },
  "DELETE /v1/queues/{queue}/schedules/{schedule}": AUDITED,
  "POST /v1/queues/{queue}/schedules/{schedule}/pause": { ...AUDITED, body: () => ({ note: "why" }) },
  // One looks for slots that are due.
  "POST /v1/queues/{queue}/schedules/{schedule}/resume": { evals: 3 },
  "POST /v1/queues/{queue}/schedules/{schedule}/trigger": AUDITED,
  // One reads the schedule, and one creates up to 100 jobs.
  "POST /v1/queues/{queue}/schedules/{schedule}/backfill": {
    evals: 3,
    body: () => ({ from: Date.now() - 7_200_000, to: Date.now() }),
  },
  "GET /v1/queues/{queue}/outbox": {},
  "GET /v1/crons": {},
  // Then one a second while a client reads the stream.
  "GET /v1/queues/{queue}/events": { records: true },
  "POST /v1/queues/{queue}/record-events": { ...AUDITED, body: () => ({ keep: 10 }) },
  "POST /v1/queues/{queue}/pause": AUDITED,
  "POST /v1/queues/{queue}/resume": AUDITED,
  "POST /v1/queues/{queue}/redrive": AUDITED,
  "POST /v1/queues/{queue}/promote": { ...AUDITED, body: () => ({ ids: ["later", "unknown"] }) },
  "POST /v1/queues/{queue}/purge": { ...AUDITED, body: () => ({ state: "ready" }) },
  "POST /v1/queues/{queue}/clean": AUDITED,
  "POST /v1/queues/{queue}/search": { body: () => ({ filter: { state: "ready", data: [{ path: "a", is: 1 }] } }) },
  "GET /v1/queues/{queue}/bulk": {},
  "GET /v1/queues/{queue}/bulk/{operation}": {},
  // One counts the jobs of the state, and one stores the operation.
  "POST /v1/queues/{queue}/bulk": { evals: 3, body: () => ({ operation: "cancel", filter: { state: "ready" } }) },
  // One reads the operation; then three for each slice: search, change and store.
  "POST /v1/queues/{queue}/bulk/{operation}/continue": { evals: 5 },
  "POST /v1/queues/{queue}/bulk/{operation}/stop": { evals: 3 },
  "GET /v1/token": { evals: 0 },
  "GET /healthz": {},
  "POST /v1/queues/{queue}/fail-worker": { ...AUDITED, body: () => ({ worker: "w" }) },
  // The names of all queues are in a key of their own, which on a cluster no script may touch together with a queue's keys.
  "POST /v1/queues/{queue}/destroy": { evals: 4 },
  // The routes of tokens are counted as the first requests of a process, which also reads the stored tokens.
  // A token's first request in ten minutes also notes its use.
  "POST /v1/tokens": { body: () => ({ name: "web", scopes: ["produce"] }), evals: 3 },
  "GET /v1/tokens": { evals: 2 },
  "POST /v1/tokens/revoke": { body: () => ({ name: "web" }), evals: 3 },
  "GET /v1/audit": {},
  // One for the names, and one for each queue. There is one queue here.
  "GET /v1/queues": { evals: 2 },
  "GET /metrics": { evals: 2 },
  "POST /v1/queues/{queue}/deep-clean": AUDITED,
  "GET /openapi.json": { evals: 0 },
};

/** A request to a route of a queue in the format of redis-work-queue. The status is 200 unless set. */
interface ItemRouteCost {
  evals?: number;
  status?: number;
  /** The body, given a signed lease of the item "held". */
  body?: (lease: string) => object;
}

const ITEM_ROUTES: Record<string, ItemRouteCost> = {
  "GET ": {},
  "POST /items": { status: 201, body: () => [{ data: 1 }, { data: 2, id: "new" }] },
  "GET /failed": {},
  "POST /lease": {},
  // The lease is signed, but it is not the one under which the item is held.
  "POST /items/{id}/complete": { status: 409, body: (lease) => ({ lease }) },
  "DELETE /items/{id}": AUDITED,
  "POST /redrive": AUDITED,
  "POST /clean": AUDITED,
  // A deep clean that has gone through all keys also cleans lightly.
  "POST /deep-clean": { evals: 3 },
};

test("the tables of this file have every route of the document", () => {
  // A webhook is counted below. A wake sends nothing to Redis, and the cost of a cron depends on the queues.
  const otherRoutes = ["POST /hooks/{source}", "POST /drain", "GET /cron/light", "GET /cron/deep"];
  const itemRoutes = Object.keys(ITEM_ROUTES).map((route) => route.replace(" ", " /v1/redis-work-queues/{queue}"));
  expect(new Set([...Object.keys(ROUTES), ...otherRoutes, ...itemRoutes])).toEqual(new Set(DOCUMENTED_ROUTES));
});

test.each(Object.entries(ROUTES))(
  "a request to %s sends as many EVALs as the table states",
  async (route, { evals = 1, query = "", body, records }) => {
    const { name, queue, fence } = await createFilledQueue();
    if (records) await queue.recordEvents();
    const api = await (route.includes("/v1/tokens") ? createFreshApi({ storedTokens: true }) : createWarmApi());
    const sent = route.endsWith("/destroy") ? { queue: name } : body?.(await api.issueReceipt(name, fence));
    if (route.endsWith("/revoke")) await api.send("POST /v1/tokens", { body: { name: "web", scopes: ["read"] } });
    if (route.includes("{schedule}")) await queue.schedule("s", { every: "1h" }, { data: 1 });
    if (route.includes("/batches/")) await queue.startBatch({ ended: { data: 1, id: "batch" } });
    const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "ready" } });
    const job = route.includes("/batches/") ? "batch" : "held";
    const parameters: Record<string, string> = { queue: name, id: job, operation: id, group: "g", schedule: "s" };
    const target = route.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => parameters[parameter] ?? "") + query;
    expect(await countEvalsOf(target, { api, body: sent })).toBe(evals);
  },
);

test("a webhook sends one EVAL", async () => {
  const { name } = await createFilledQueue();
  const sources = { shop: { verify: sharedSecret("s3cret-of-the-shop"), queue: name } };
  const { send } = await createFreshApi({ sources });
  const evals = await countEvalsIn(async () => {
    const { status } = await send("POST /hooks/shop", { body: { order: 1 }, token: "s3cret-of-the-shop" });
    expect(status).toBe(202);
  });
  expect(evals).toBe(1);
});

test.each(Object.entries(ITEM_ROUTES))(
  "a request to %s of a redis-work-queue sends as many EVALs as the table states",
  async (route, { evals = 1, status = 200, body }) => {
    // With a clock of the test the queue sends nothing by itself after a second without requests.
    const redisWorkQueues = (client: Adapter) => ({
      items: new RedisWorkQueue("items", { redis: client, now: Date.now }),
    });
    const { send, signItemLease } = await createWarmApi({ redisWorkQueues });
    await send("POST /v1/redis-work-queues/items/items", { body: { id: "held", data: 1 } });
    const sent = body?.(await signItemLease("items", "held"));
    const target = route.replace(" ", " /v1/redis-work-queues/items").replace("{id}", "held");
    let response: Response | undefined;
    const counted = await countEvalsIn(async () => {
      response = await send(target, { body: sent });
    });
    expect([response?.status, counted]).toEqual([status, evals]);
  },
);
