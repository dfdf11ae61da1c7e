// Ids and keys that somebody else could claim first: those that follow from an Idempotency-Key, and those of webhooks.
import { Redis } from "@upstash/redis/cloudflare";
import { expect, inject, test } from "vitest";
import { SCOPES } from "../../src/access/token.ts";
import { sha256Hex } from "../../src/base/hex.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { jobIdOf } from "../../src/webhooks/delivery.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { createApi, createToken } from "../http/kit/api.ts";
import { freshName, testPrefix } from "../setup/queue.ts";

const SECRET = "the-secret-of-the-shop";
const QUEUES = ["jobs", "more-jobs", "items", "more-items"];

/** An app whose queues two tokens may use for everything, with two sources of webhooks, and a token that is bound to ids. */
async function served(ids = ["shop:*"]) {
  const [owner, claimer] = [await createToken(SCOPES, QUEUES), await createToken(SCOPES, QUEUES)];
  const bound = await createToken(["produce", "see"], QUEUES);
  const prefix = `${testPrefix()}:${freshName()}`;
  const verify = sharedSecret(SECRET, { idHeader: "x-id" });
  const api = await createApi({
    prefix,
    tokens: [owner.access, claimer.access, { ...bound.access, ids }],
    redisWorkQueues: (redis) => ({
      items: new RedisWorkQueue(`${prefix}:items`, { redis }),
      "more-items": new RedisWorkQueue(`${prefix}:more-items`, { redis }),
    }),
    sources: { shop: { verify, queue: "jobs" }, till: { verify, queue: "items" } },
  });
  const redis = new Redis({ url: inject("restUrl"), token: inject("token") });
  /** Takes Redis to the day after: no idempotency key is remembered. */
  const forgetKeys = async () => {
    for (const pattern of [`${prefix}:{*}:reply:*`, `${prefix}:*:leasehold:reply:*`])
      for (const key of await redis.keys(pattern)) await redis.del(key);
  };
  const counts = async (queue: string) => {
    const path = queue.endsWith("items") ? `/v1/redis-work-queues/${queue}` : `/v1/queues/${queue}/jobs?state=ready`;
    return (await api.send(`GET ${path}`)).json();
  };
  const held = { owner: owner.token, claimer: claimer.token, bound: bound.token };
  return { ...api, ...held, forgetKeys, counts };
}

type Served = Awaited<ReturnType<typeof served>>;
/** A job or an item, as the reply to its enqueueing shows it. */
type Entry = { id: string; created: boolean };

const pathTo = (queue: string) =>
  queue.endsWith("items") ? `/v1/redis-work-queues/${queue}/items` : `/v1/queues/${queue}/jobs`;

/** Enqueues over HTTP, and returns what the reply shows. */
async function enqueue(
  { send }: Served,
  queue: string,
  { token, body, key }: { token: string; body: unknown; key?: string },
) {
  const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
  const response = await send(`POST ${pathTo(queue)}`, { token, body, headers });
  const reply = (await response.json()) as { jobs?: Entry[]; items?: Entry[] };
  return { status: response.status, entries: reply.jobs ?? reply.items ?? [] };
}

/** Leases everything in a queue, and returns the payloads by id. */
async function contentOf({ call }: Served, queue: string): Promise<Record<string, unknown>> {
  const sent = { body: { count: 100 } };
  const leased = queue.endsWith("items")
    ? (await call(`POST /v1/redis-work-queues/${queue}/lease`, [200, itemResponses.itemList], sent)).items
    : (await call(`POST /v1/queues/${queue}/lease`, [200, responses.leaseResult], sent)).jobs;
  return Object.fromEntries(leased.map(({ id, data }) => [id, data]));
}

const PAIRS: [queue: string, other: string][] = [
  ["jobs", "more-jobs"],
  ["items", "more-items"],
  ["jobs", "items"],
];

test.each(PAIRS)("the ids of a key in %s tell nothing of those of the same key in %s", async (queue, other) => {
  const api = await served();
  const body = [{ data: "mine" }, { data: "mine" }];
  const shown = await enqueue(api, queue, { token: api.owner, body, key: "order-7" });
  for (const { id } of shown.entries) await enqueue(api, other, { token: api.claimer, body: { id, data: "claimed" } });
  const second = await enqueue(api, other, { token: api.owner, body, key: "order-7" });
  expect(second.entries.map(({ created }) => created)).toEqual([true, true]);
  const content = await contentOf(api, other);
  expect(second.entries.map(({ id }) => content[id])).toEqual(["mine", "mine"]);
});

test.each(["jobs", "items"])("the ids of the next jobs of a key cannot be claimed by others in %s", async (queue) => {
  const api = await served();
  const key = "nightly";
  const [first] = (await enqueue(api, queue, { token: api.owner, body: { data: 0 }, key })).entries;
  const shown = first?.id ?? "";
  // All that could follow from the id that is shown.
  const indexes = Array.from({ length: 12 }, (_, i) => i);
  const hashes = indexes.flatMap((i) => [`${shown} ${i}`, `${shown}.${i}`, `${shown.replace(/\.0$/, "")} ${i}`]);
  const claims = [
    ...indexes.flatMap((i) => [shown.replace(/0$/, String(i)), `${shown}.${i}`]),
    ...(await Promise.all(hashes.map(async (text) => (await sha256Hex(text)).slice(0, 32)))),
  ];
  for (const id of claims) await enqueue(api, queue, { token: api.claimer, body: { id, data: "claimed" } });
  await api.forgetKeys();
  const body = indexes.map((data) => ({ data }));
  const { entries } = await enqueue(api, queue, { token: api.owner, body, key });
  const content = await contentOf(api, queue);
  expect(entries.map(({ id }) => content[id])).toEqual(indexes);
});

test.each(["jobs", "items"])("two tokens with the same key share neither replies nor ids in %s", async (queue) => {
  const api = await served();
  const sent = { body: [{ data: "same" }, { data: "same" }], key: "same-key" };
  const one = await enqueue(api, queue, { ...sent, token: api.owner });
  const two = await enqueue(api, queue, { ...sent, token: api.claimer });
  const again = await enqueue(api, queue, { ...sent, token: api.owner });
  expect([one.status, two.status, again]).toEqual([201, 201, one]);
  expect(Object.keys(await contentOf(api, queue))).toHaveLength(4);
});

// The second id is longer than an id can be, and stands as its hash.
const DELIVERIES = ["evt_1", "x".repeat(300), "ü\u2028/%2F"];
const SOURCES: [source: string, queue: string][] = [
  ["shop", "jobs"],
  ["till", "items"],
];

test.each(SOURCES)("a request that names an id of the webhooks of %s in %s is refused", async (source, queue) => {
  const api = await served([`${source}:*`]);
  const before = await api.counts(queue);
  for (const delivery of DELIVERIES) {
    const id = await jobIdOf(source, delivery);
    for (const token of [api.token, api.claimer, api.bound]) {
      for (const key of [undefined, "k"]) {
        const sent = { token, ...(key === undefined ? {} : { key }) };
        const one = await enqueue(api, queue, { ...sent, body: { id, data: "claimed" } });
        const beside = await enqueue(api, queue, { ...sent, body: [{ data: 1 }, { id, data: "claimed" }] });
        expect([one.status, beside.status].every((status) => status === 403 || status === 400)).toBe(true);
      }
    }
  }
  // A token that is bound to such ids cannot have them made either.
  for (const key of [undefined, "k"]) {
    const sent = { token: api.bound, body: { data: "claimed" }, ...(key === undefined ? {} : { key }) };
    expect((await enqueue(api, queue, sent)).status).toBe(403);
  }
  expect(await api.counts(queue)).toEqual(before);
  for (const delivery of DELIVERIES.slice(0, 2)) {
    const headers = { Authorization: SECRET, "X-Id": delivery };
    const { status } = await api.send(`POST /hooks/${source}`, { body: { delivery }, headers });
    expect(status).toBe(202);
  }
  const content = await contentOf(api, queue);
  const ids = await Promise.all(DELIVERIES.slice(0, 2).map((delivery) => jobIdOf(source, delivery)));
  expect(Object.keys(content).sort()).toEqual(ids.sort());
  for (const data of Object.values(content)) expect(data).toMatchObject({ source });
});

test("a source keeps its ids in its own queue alone", async () => {
  const api = await served();
  const sent = { token: api.claimer, body: { id: "shop:evt_1", data: 1 } };
  expect((await enqueue(api, "more-jobs", sent)).status).toBe(201);
  expect((await enqueue(api, "more-items", sent)).status).toBe(201);
});

test("a token that is bound to ids has its own made, and no others", async () => {
  const api = await served(["mine-*", "one"]);
  for (const queue of ["jobs", "items"]) {
    const key = "k";
    const free = await enqueue(api, queue, { token: api.bound, body: [{ data: 1 }, { data: 2, id: "one" }] });
    const named = await enqueue(api, queue, { token: api.bound, body: [{ data: 3 }, { data: 4 }], key });
    expect(await enqueue(api, queue, { token: api.bound, body: [{ data: 3 }, { data: 4 }], key })).toEqual(named);
    const ids = [...free.entries, ...named.entries].map(({ id }) => id);
    expect(ids.filter((id) => /^(mine-.{8,}|one)$/.test(id))).toHaveLength(4);
    for (const id of ["mine", "on", "one-", "One", "theirs", "-mine-", "ones"])
      expect((await enqueue(api, queue, { token: api.bound, body: { id, data: 5 } })).status).toBe(403);
    expect(Object.keys(await contentOf(api, queue)).sort()).toEqual(ids.sort());
  }
});
