// Ids that an attacker has chosen, in paths that a gateway rewrites: an operation reaches the job of that id or nothing,
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
import { makeApi, tokenWith } from "../http/kit/api.ts";
import { exampleOf, ofItems, pathOf, textOf } from "../http/kit/hostile.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { confusables, oddIds } from "./kit/odd-ids.ts";
import { proxied, type Rewriting } from "./kit/proxy.ts";
import { ABOUT_QUEUES, OF_ONE_JOB } from "./kit/routes.ts";
import { StateReader } from "./kit/state.ts";

const SEED = 20_261_119;
const RUNS = 1_200;
const QUEUE = "jobs";
const ITEMS = "items";

const prefix = `${testPrefix()}:${freshName()}`;
const redis = upstash({ url: inject("restUrl"), token: inject("token") });
const items = new RedisWorkQueue(`${prefix}:rwq`, { redis, now: Date.now });
const queue = freshQueue({ prefix, redis }, QUEUE);
const api = await makeApi({ prefix, redis, redisWorkQueues: () => ({ [ITEMS]: items }) });

let reader: StateReader;
beforeAll(async () => {
  reader = await StateReader.open(inject("redisUrl"));
});
beforeEach(() => clear());
afterAll(() => reader.close());

async function clear(): Promise<void> {
  for (const pattern of [`${prefix}:{*`, `${prefix}:rwq:*`]) await reader.remove(pattern);
}

const rewritings: fc.Arbitrary<Rewriting> = fc.record({
  decodes: fc.constantFrom(0 as const, 1 as const, 2 as const),
  turnsBackslashes: fc.boolean(),
  mergesSlashes: fc.boolean(),
  resolvesDots: fc.boolean(),
  encodes: fc.boolean(),
});

/** Enqueues a job over HTTP, beside those that it could be taken for; false where the API refuses its id. */
async function fill(operation: Operation, id: string): Promise<boolean> {
  const path = ofItems(operation) ? `/v1/redis-work-queues/${ITEMS}/items` : `/v1/queues/${QUEUE}/jobs`;
  const { status } = await api.send("POST", path, { body: { id, data: { id } } });
  if (status !== 201) return false;
  const others = confusables(id);
  if (ofItems(operation)) await items.addItems(others.map((other) => Item.json({ id: other }, other)));
  else await queue.enqueueMany(others.map((other) => ({ id: other, data: { id: other } })));
  return true;
}

/** Brings the jobs to where an operation can do something, and returns its body for one of them. */
async function prepare(operation: Operation, id: string): Promise<unknown> {
  if (operation.id === "getResult") await queue.drain(async (job) => job.data, { budget: "5s" });
  if (!operation.scopes?.includes("consume")) return undefined;
  const sent = { body: { count: 1_000, for: "1h" } };
  if (ofItems(operation)) {
    const { items: leased } = await api.ask(
      ["POST", `/v1/redis-work-queues/${ITEMS}/lease`],
      200,
      itemResponses.itemList,
      sent,
    );
    return { lease: leased.find((item) => item.id === id)?.lease };
  }
  const { jobs } = await api.ask(["POST", `/v1/queues/${QUEUE}/lease`], 200, responses.leaseResult, sent);
  return exampleOf(operation, { queue: QUEUE, receipt: jobs.find((job) => job.id === id)?.receipt ?? "" });
}

/** Returns what Redis holds of one job, and of all others. */
async function stateAround(id: string): Promise<{ own: string[]; others: string[] }> {
  const own: string[] = [];
  const others: string[] = [];
  for (const { key, members } of [...(await reader.read(`${prefix}:{*`)), ...(await reader.read(`${prefix}:rwq:*`))]) {
    // Counters, remembered replies and endings, which come with any change.
    if (/:(meta|endings|endings:before|repl(y|ies):.*)$/s.test(key)) continue;
    const isOwnKey = [`:result:${id}`, `:item:${id}`, `:lease:${id}`].some((end) => key.endsWith(end));
    for (const [member, value] of members) {
      const isOwn = isOwnKey || member === id || member === `\t${id}`;
      (isOwn ? own : others).push(`${key} ${member} ${value}`);
    }
  }
  return { own: own.sort(), others: others.sort() };
}

/** Returns the id in a reply. */
function idIn(reply: unknown): unknown {
  const { id, result } = reply as { id?: unknown; result?: { id?: unknown } };
  return id ?? result?.id;
}

/** Sends an operation on a job through a gateway, and expects that it reaches this job or nothing. */
async function expectOwn(operation: Operation, id: string, rewriting: Rewriting): Promise<number> {
  const body = await prepare(operation, id);
  const before = await stateAround(id);
  const method = operation.method.toUpperCase();
  const path = pathOf(operation, { queue: ofItems(operation) ? ITEMS : QUEUE, id: encodeURIComponent(id) });
  const response = await proxied(api.app, rewriting)(path, {
    method,
    headers: { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const after = await stateAround(id);
  const { status } = response;
  expect(after.others).toEqual(before.others);
  if (!response.ok) {
    expect([400, 401, 403, 404]).toContain(status);
    expect(after.own).toEqual(before.own);
  } else if (method === "GET") expect(idIn(await response.json())).toBe(id);
  else expect(after.own).not.toEqual(before.own);
  return status;
}

const PLAIN: Rewriting = {
  decodes: 0,
  turnsBackslashes: false,
  mergesSlashes: false,
  resolvesDots: false,
  encodes: false,
};
const DECODING: Rewriting = { ...PLAIN, decodes: 1, mergesSlashes: true, resolvesDots: true };

test.each(OF_ONE_JOB.map((operation) => [operation.id, operation] as const))(
  "%s reaches the job of an odd id or nothing, whatever a gateway makes of the path",
  async (_id, operation) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(oddIds, rewritings, async (id, rewriting) => {
        await clear();
        if (!(await fill(operation, id))) return;
        accepted += 1;
        const status = await expectOwn(operation, id, rewriting);
        if (
          rewriting.decodes === 0 &&
          !rewriting.mergesSlashes &&
          !rewriting.resolvesDots &&
          !rewriting.turnsBackslashes
        )
          expect(status).toBe(200);
      }),
      {
        seed: SEED,
        numRuns: Math.ceil(RUNS / OF_ONE_JOB.length),
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
    expect(accepted).toBeGreaterThan(20);
  },
);

test("a queue with colons in its name is reached through any gateway, or nothing is", async () => {
  const name = "a:b:c";
  for (const other of ["a", "b", "c", "a:b", name]) await freshQueue({ prefix, redis }, other).enqueue(1, { id: "a" });
  const [before, isOf] = [await reader.read(`${prefix}:{*`), (key: string) => key.startsWith(`${prefix}:{${name}}:`)];
  await fc.assert(
    fc.asyncProperty(rewritings, fc.constantFrom("a%3Ab%3ac", "a:b%3Ac", name), async (rewriting, encoded) => {
      const headers = { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" };
      const ask = proxied(api.app, rewriting);
      const response = await ask(`/v1/queues/${encoded}`, { method: "GET", headers });
      expect({ status: response.status, name: ((await response.json()) as { name?: string }).name }).toEqual({
        status: 200,
        name,
      });
      const paused = await ask(`/v1/queues/${encoded}/pause`, { method: "POST", headers, body: "{}" });
      expect(paused.status).toBe(204);
    }),
    { seed: SEED, numRuns: 60 },
  );
  const others = (all: typeof before) => all.filter(({ key }) => !isOf(key));
  expect(others(await reader.read(`${prefix}:{*`))).toEqual(others(before));
});

test("a token that is bound to a queue reaches no other one, whatever it has in its path", async () => {
  const mark = `m4rk-${crypto.randomUUID()}`;
  const [own, bound] = ["own", await tokenWith(SCOPES, ["own"])];
  const other = freshQueue({ prefix, redis }, "other");
  await other.enqueueMany([
    { data: mark, id: "a" },
    { data: mark, id: "own" },
    { data: mark, id: "job-1", delay: "1h" },
  ]);
  const { app } = await makeApi({ prefix, redis, auditEntries: 0, tokens: [bound.access] });
  const before = await reader.read(`${prefix}:{other}:*`);
  const place = fc.oneof(
    { weight: 3, arbitrary: oddIds },
    {
      weight: 1,
      arbitrary: fc.constantFrom(own, "other", "own/../other", "own\\..\\other", "../queues/other", "..", "."),
    },
  );
  const encoders = [
    encodeURIComponent,
    encodeURI,
    (text: string) => text,
    (text: string) => encodeURIComponent(encodeURIComponent(text)),
  ];
  const encoded = fc.tuple(place, fc.constantFrom(...encoders)).map(([text, encode]) => encode(text.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ABOUT_QUEUES),
      encoded,
      encoded,
      rewritings,
      async (operation, queue, id, rewriting) => {
        const body = operation.body && JSON.stringify(exampleOf(operation, { queue: "other", receipt: "none" }));
        const path = pathOf(operation, { queue: `${own}/../${queue}`, id });
        for (const target of [path, pathOf(operation, { queue, id })]) {
          const response = await proxied(app, rewriting)(target, {
            method: operation.method.toUpperCase(),
            headers: { Authorization: `Bearer ${bound.token}`, "Content-Type": "application/json" },
            ...(body === undefined ? {} : { body }),
          });
          expect(response.status).toBeLessThan(500);
          expect(await textOf(response)).not.toContain(mark);
        }
      },
    ),
    { seed: SEED, numRuns: 500 },
  );
  expect(await reader.read(`${prefix}:{other}:*`)).toEqual(before);
});
