// Ids that an attacker chooses, in paths that a gateway rewrites: an operation reaches the job with this id or nothing,
// never another job, another queue or another route.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { Operation } from "../../scripts/openapi/operation.ts";
import { SCOPES } from "../../src/access/token.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { upstash } from "../../src/index.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { createApi, createToken } from "../http/kit/api.ts";
import { responseText } from "../http/kit/documented.ts";
import {
  exampleBody,
  isItemOperation,
  JOB_OPERATIONS,
  operationPath,
  QUEUE_OPERATIONS,
} from "../http/kit/operations-by-subject.ts";
import { amountOf } from "../setup/long.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { findConfusableIds, pathLikeIds } from "./kit/path-like-ids.ts";
import { RedisStateReader } from "./kit/redis-state.ts";
import { createGatewayFetch, type GatewayOptions, gateways } from "./kit/rewriting-gateway.ts";

const SEED = 20_261_119;
const RUNS = Math.ceil(amountOf({ usual: 360, long: 1_200 }) / JOB_OPERATIONS.length);
const QUEUE = "jobs";
const ITEMS = "items";

const prefix = `${testPrefix()}:${freshName()}`;
const redis = upstash({ url: inject("restUrl"), token: inject("token") });
const items = new RedisWorkQueue(`${prefix}:rwq`, { redis, now: Date.now });
const queue = freshQueue({ prefix, redis }, QUEUE);
const api = await createApi({ prefix, redis, redisWorkQueues: () => ({ [ITEMS]: items }) });

interface SentRequest {
  method?: string;
  token?: string;
  body?: unknown;
}

/** Returns the options of `fetch` for a request with a token, by default a POST with the token of every scope. */
function toInit({ method = "POST", token = api.token, body }: SentRequest): RequestInit {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

let reader: RedisStateReader;
beforeAll(async () => {
  reader = await RedisStateReader.open(inject("redisUrl"));
});
beforeEach(clearQueues);
afterAll(() => reader.close());

async function clearQueues(): Promise<void> {
  for (const pattern of [`${prefix}:{*`, `${prefix}:rwq:*`]) await reader.remove(pattern);
}

/** Enqueues a job over HTTP, and jobs with confusable ids directly. Returns false if the API refuses the first id. */
async function enqueueConfusable(operation: Operation, id: string): Promise<boolean> {
  const isBatch = operation.path.includes("/batches/");
  const path = isItemOperation(operation)
    ? `/v1/redis-work-queues/${ITEMS}/items`
    : `/v1/queues/${QUEUE}/${isBatch ? "batches" : "jobs"}`;
  const job = { id, data: { id } };
  const { status } = await api.send(`POST ${path}`, { body: isBatch ? { ended: job } : job });
  if (status !== 201) return false;
  const others = findConfusableIds(id);
  if (isBatch) for (const other of others) await queue.startBatch({ ended: { id: other, data: { id: other } } });
  else if (isItemOperation(operation)) await items.addItems(others.map((other) => Item.json({ id: other }, other)));
  else await queue.enqueueMany(others.map((other) => ({ id: other, data: { id: other } })));
  return true;
}

/** Brings all jobs into a state in which the operation takes effect, and returns its body for one of them. */
async function prepareJobs(operation: Operation, id: string): Promise<unknown> {
  if (operation.id === "getResult") await queue.drain(async (job) => job.data, { budget: "5s" });
  if (!operation.scopes?.includes("consume")) return undefined;
  const sent = { body: { count: 1_000, for: "1h" } };
  if (isItemOperation(operation)) {
    const route = `POST /v1/redis-work-queues/${ITEMS}/lease`;
    const { items: leased } = await api.call(route, [200, itemResponses.itemList], sent);
    return { lease: leased.find((item) => item.id === id)?.lease };
  }
  const { jobs } = await api.call(`POST /v1/queues/${QUEUE}/lease`, [200, responses.leaseResult], sent);
  const receipt = jobs.find((job) => job.id === id)?.receipt ?? "";
  // Follow-ups are other jobs, which the request may add.
  const { then: _, ...body } = exampleBody(operation, { queue: QUEUE, receipt }) as { then?: unknown };
  return body;
}

/** Returns the content of Redis about one job, and about all others. */
async function readState(id: string): Promise<{ own: string[]; others: string[] }> {
  const own: string[] = [];
  const others: string[] = [];
  for (const { key, members } of [...(await reader.read(`${prefix}:{*`)), ...(await reader.read(`${prefix}:rwq:*`))]) {
    // Counters, remembered replies and outcomes, which any change may write.
    if (/:(meta|endings|endings:before|repl(y|ies):.*)$/s.test(key)) continue;
    const isOwnKey = [`:result:${id}`, `:item:${id}`, `:lease:${id}`].some((end) => key.endsWith(end));
    for (const [member, value] of members) {
      const isOwn = isOwnKey || member === id || member === `\t${id}`;
      (isOwn ? own : others).push(`${key} ${member} ${value}`);
    }
  }
  return { own: own.sort(), others: others.sort() };
}

/** Sends an operation on a job through a gateway, expects that it reaches this job or nothing, and returns the status. */
async function expectOwnJobOrNothing(
  operation: Operation,
  { id, gateway }: { id: string; gateway: GatewayOptions },
): Promise<number> {
  const body = await prepareJobs(operation, id);
  const before = await readState(id);
  const { method } = operation;
  const name = isItemOperation(operation) ? ITEMS : QUEUE;
  const path = operationPath(operation, { queue: name, id: encodeURIComponent(id) });
  const response = await createGatewayFetch(api.app, gateway)(path, toInit({ method, body }));
  const after = await readState(id);
  expect(after.others).toEqual(before.others);
  if (!response.ok) {
    expect([400, 401, 403, 404]).toContain(response.status);
    expect(after.own).toEqual(before.own);
  } else if (method === "get") {
    const reply = (await response.json()) as { id?: string; result?: { id?: string } };
    expect(reply.id ?? reply.result?.id).toBe(id);
  } else expect(after.own).not.toEqual(before.own);
  return response.status;
}

const UNCHANGED: GatewayOptions = {
  decodes: 0,
  turnsBackslashes: false,
  mergesSlashes: false,
  resolvesDots: false,
  encodes: false,
};
const DECODING: GatewayOptions = { ...UNCHANGED, decodes: 1, mergesSlashes: true, resolvesDots: true };

// The jobs that a request adds to a batch are others.
const OWN_OPERATIONS = JOB_OPERATIONS.filter(({ id }) => id !== "addToBatch");

test.each(OWN_OPERATIONS.map((operation) => [operation.id, operation] as const))(
  "%s reaches the job of a path-like id or nothing, however a gateway rewrites the path",
  async (_id, operation) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(pathLikeIds, gateways, async (id, gateway) => {
        await clearQueues();
        if (!(await enqueueConfusable(operation, id))) return;
        accepted += 1;
        const status = await expectOwnJobOrNothing(operation, { id, gateway });
        const { decodes, mergesSlashes, resolvesDots, turnsBackslashes } = gateway;
        if (decodes === 0 && !mergesSlashes && !resolvesDots && !turnsBackslashes) expect(status).toBe(200);
      }),
      {
        seed: SEED,
        numRuns: RUNS,
        examples: [
          ["a ", DECODING],
          ["a/b", DECODING],
          ["a/result", DECODING],
          ["a/explain", DECODING],
          ["a\\result", { ...DECODING, turnsBackslashes: true }],
          ["a%2", { ...DECODING, decodes: 2 }],
          ["complete", DECODING],
        ],
      },
    );
    expect(accepted).toBeGreaterThan(RUNS / 5);
  },
);

test("through any gateway, the path of a queue with colons in its name reaches this queue and no other", async () => {
  const name = "a:b:c";
  for (const other of ["a", "b", "c", "a:b", name]) await freshQueue({ prefix, redis }, other).enqueue(1, { id: "a" });
  const readOthers = async () =>
    (await reader.read(`${prefix}:{*`)).filter(({ key }) => !key.startsWith(`${prefix}:{${name}}:`));
  const before = await readOthers();
  await fc.assert(
    fc.asyncProperty(gateways, fc.constantFrom("a%3Ab%3ac", "a:b%3Ac", name), async (gateway, encoded) => {
      const fetch = createGatewayFetch(api.app, gateway);
      const response = await fetch(`/v1/queues/${encoded}`, toInit({ method: "get" }));
      const body = (await response.json()) as { name?: string };
      expect({ status: response.status, name: body.name }).toEqual({ status: 200, name });
      const paused = await fetch(`/v1/queues/${encoded}/pause`, toInit({ body: {} }));
      expect(paused.status).toBe(204);
    }),
    { seed: SEED, numRuns: 60 },
  );
  expect(await readOthers()).toEqual(before);
});

test("a token that is bound to a queue reaches no other queue, whatever the path of a request contains", async () => {
  const mark = `m4rk-${crypto.randomUUID()}`;
  const [own, bound] = ["own", await createToken(SCOPES, ["own"])];
  const other = freshQueue({ prefix, redis }, "other");
  await other.enqueueMany([
    { data: mark, id: "a" },
    { data: mark, id: "own" },
    { data: mark, id: "job-1", delay: "1h" },
  ]);
  const { app } = await createApi({ prefix, redis, auditEntries: 0, tokens: [bound.access] });
  const before = await reader.read(`${prefix}:{other}:*`);
  const names = fc.constantFrom(own, "other", "own/../other", "own\\..\\other", "../queues/other", "..", ".");
  const segment = fc.oneof({ weight: 3, arbitrary: pathLikeIds }, { weight: 1, arbitrary: names });
  const encoders = [
    encodeURIComponent,
    encodeURI,
    (text: string) => text,
    (text: string) => encodeURIComponent(encodeURIComponent(text)),
  ];
  const encoded = fc.tuple(segment, fc.constantFrom(...encoders)).map(([text, encode]) => encode(text.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...QUEUE_OPERATIONS),
      encoded,
      encoded,
      gateways,
      async (operation, name, id, gateway) => {
        const body = operation.body && exampleBody(operation, { queue: "other", receipt: "none" });
        const init = toInit({ method: operation.method, token: bound.token, body });
        for (const path of [`${own}/../${name}`, name].map((each) =>
          operationPath(operation, { queue: each, id, group: id, schedule: id }),
        )) {
          const response = await createGatewayFetch(app, gateway)(path, init);
          expect(response.status).toBeLessThan(500);
          expect(await responseText(response)).not.toContain(mark);
        }
      },
    ),
    { seed: SEED, numRuns: 500 },
  );
  expect(await reader.read(`${prefix}:{other}:*`)).toEqual(before);
});
