// Ids that no other token may claim before their owner: those derived from an Idempotency-Key, and those of webhooks.
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
const KEYS = [undefined, "k"];

/** Creates an app with two sources of webhooks, two tokens with all rights for its queues, and one bound to ids. */
async function createShop(ids = ["shop:*"]) {
  const [owner, claimer] = [await createToken(SCOPES, QUEUES), await createToken(SCOPES, QUEUES)];
  const bound = await createToken(["produce", "see"], QUEUES);
  const prefix = `${testPrefix()}:${freshName()}`;
  const verify = sharedSecret(SECRET, { idHeader: "x-id" });
  const { token, send, call } = await createApi({
    prefix,
    tokens: [owner.access, claimer.access, { ...bound.access, ids }],
    redisWorkQueues: (redis) => ({
      items: new RedisWorkQueue(`${prefix}:items`, { redis }),
      "more-items": new RedisWorkQueue(`${prefix}:more-items`, { redis }),
    }),
    sources: { shop: { verify, queue: "jobs" }, till: { verify, queue: "items" } },
  });
  const isItems = (queue: string) => queue.endsWith("items");
  const redis = new Redis({ url: inject("restUrl"), token: inject("token") });
  return {
    root: token,
    owner: owner.token,
    claimer: claimer.token,
    bound: bound.token,
    send,

    /** Enqueues jobs or items, and returns the status and the entries of the response. */
    async enqueue(queue: string, { token, body, key }: { token: string; body: unknown; key?: string | undefined }) {
      const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
      const path = isItems(queue) ? `/v1/redis-work-queues/${queue}/items` : `/v1/queues/${queue}/jobs`;
      const response = await send(`POST ${path}`, { token, body, headers });
      type Entry = { id: string; created: boolean };
      const { jobs, items } = (await response.json()) as { jobs?: Entry[]; items?: Entry[] };
      return { status: response.status, entries: jobs ?? items ?? [] };
    },

    /** Leases everything in a queue, and returns the payloads by id. */
    async leaseAll(queue: string): Promise<Record<string, unknown>> {
      const sent = { body: { count: 100 } };
      const leased = isItems(queue)
        ? (await call(`POST /v1/redis-work-queues/${queue}/lease`, [200, itemResponses.itemList], sent)).items
        : (await call(`POST /v1/queues/${queue}/lease`, [200, responses.leaseResult], sent)).jobs;
      return Object.fromEntries(leased.map(({ id, data }) => [id, data]));
    },

    /** Returns the ready jobs of a queue, or the counts of a queue of items. */
    async readQueue(queue: string): Promise<unknown> {
      const path = isItems(queue) ? `/v1/redis-work-queues/${queue}` : `/v1/queues/${queue}/jobs?state=ready`;
      return (await send(`GET ${path}`)).json();
    },

    /** Removes all remembered replies, as their expiry does a day later. */
    async forgetKeys(): Promise<void> {
      for (const pattern of [`${prefix}:{*}:reply:*`, `${prefix}:*:leasehold:reply:*`])
        for (const key of await redis.keys(pattern)) await redis.del(key);
    },
  };
}

test.each([
  ["jobs", "more-jobs"],
  ["items", "more-items"],
  ["jobs", "items"],
])("the ids derived from a key in %s do not reveal those of the same key in %s", async (queue, other) => {
  const { owner, claimer, enqueue, leaseAll } = await createShop();
  const body = [{ data: "mine" }, { data: "mine" }];
  const first = await enqueue(queue, { token: owner, body, key: "order-7" });
  for (const { id } of first.entries) await enqueue(other, { token: claimer, body: { id, data: "claimed" } });
  const second = await enqueue(other, { token: owner, body, key: "order-7" });
  expect(second.entries.map(({ created }) => created)).toEqual([true, true]);
  const payloads = await leaseAll(other);
  expect(second.entries.map(({ id }) => payloads[id])).toEqual(["mine", "mine"]);
});

test.each(["jobs", "items"])("another token cannot claim the next ids derived from a key in %s", async (queue) => {
  const { owner, claimer, enqueue, leaseAll, forgetKeys } = await createShop();
  const key = "nightly";
  const [first] = (await enqueue(queue, { token: owner, body: { data: 0 }, key })).entries;
  const known = first?.id ?? "";
  // Everything that could be derived from the known id.
  const indexes = Array.from({ length: 12 }, (_, i) => i);
  const hashed = indexes.flatMap((i) => [`${known} ${i}`, `${known}.${i}`, `${known.replace(/\.0$/, "")} ${i}`]);
  const claims = [
    ...indexes.flatMap((i) => [known.replace(/0$/, String(i)), `${known}.${i}`]),
    ...(await Promise.all(hashed.map(async (text) => (await sha256Hex(text)).slice(0, 32)))),
  ];
  for (const id of claims) await enqueue(queue, { token: claimer, body: { id, data: "claimed" } });
  await forgetKeys();
  const { entries } = await enqueue(queue, { token: owner, body: indexes.map((data) => ({ data })), key });
  const payloads = await leaseAll(queue);
  expect(entries.map(({ id }) => payloads[id])).toEqual(indexes);
});

test.each(["jobs", "items"])("two tokens with the same key share neither replies nor ids in %s", async (queue) => {
  const { owner, claimer, enqueue, leaseAll } = await createShop();
  const sent = { body: [{ data: "same" }, { data: "same" }], key: "same-key" };
  const one = await enqueue(queue, { ...sent, token: owner });
  const two = await enqueue(queue, { ...sent, token: claimer });
  const again = await enqueue(queue, { ...sent, token: owner });
  expect([one.status, two.status, again]).toEqual([201, 201, one]);
  expect(Object.keys(await leaseAll(queue))).toHaveLength(4);
});

// The second one is too long for the id of a job, and is replaced by its hash.
const DELIVERIES = ["evt_1", "x".repeat(300), "ü\u2028/%2F"];

test.each([
  ["shop", "jobs"],
  ["till", "items"],
])("no token enqueues under an id reserved for the webhooks of %s in %s", async (source, queue) => {
  const { root, claimer, bound, send, enqueue, leaseAll, readQueue } = await createShop([`${source}:*`]);
  const before = await readQueue(queue);
  for (const delivery of DELIVERIES) {
    const id = await jobIdOf(source, delivery);
    for (const token of [root, claimer, bound]) {
      for (const key of KEYS) {
        const alone = await enqueue(queue, { token, key, body: { id, data: "claimed" } });
        const inArray = await enqueue(queue, { token, key, body: [{ data: 1 }, { id, data: "claimed" }] });
        expect([alone.status, inArray.status].every((status) => status === 403 || status === 400)).toBe(true);
      }
    }
  }
  // A token that is bound to such ids gets no generated id either.
  for (const key of KEYS)
    expect((await enqueue(queue, { token: bound, key, body: { data: "claimed" } })).status).toBe(403);
  expect(await readQueue(queue)).toEqual(before);
  for (const delivery of DELIVERIES.slice(0, 2)) {
    const headers = { Authorization: SECRET, "X-Id": delivery };
    expect((await send(`POST /hooks/${source}`, { body: { delivery }, headers })).status).toBe(202);
  }
  const payloads = await leaseAll(queue);
  const ids = await Promise.all(DELIVERIES.slice(0, 2).map((delivery) => jobIdOf(source, delivery)));
  expect(Object.keys(payloads).sort()).toEqual(ids.sort());
  for (const data of Object.values(payloads)) expect(data).toMatchObject({ source });
});

test("the ids of a source of webhooks are reserved only in the queue of this source", async () => {
  const { claimer, enqueue } = await createShop();
  const sent = { token: claimer, body: { id: "shop:evt_1", data: 1 } };
  expect((await enqueue("more-jobs", sent)).status).toBe(201);
  expect((await enqueue("more-items", sent)).status).toBe(201);
});

test("a token that is bound to ids enqueues only under these ids, whether a request names an id or not", async () => {
  const { bound: token, enqueue, leaseAll } = await createShop(["mine-*", "one"]);
  for (const queue of ["jobs", "items"]) {
    const withoutKey = await enqueue(queue, { token, body: [{ data: 1 }, { data: 2, id: "one" }] });
    const sent = { token, body: [{ data: 3 }, { data: 4 }], key: "k" };
    const withKey = await enqueue(queue, sent);
    expect(await enqueue(queue, sent)).toEqual(withKey);
    const ids = [...withoutKey.entries, ...withKey.entries].map(({ id }) => id);
    expect(ids.filter((id) => /^(mine-.{8,}|one)$/.test(id))).toHaveLength(4);
    for (const id of ["mine", "on", "one-", "One", "theirs", "-mine-", "ones"])
      expect((await enqueue(queue, { token, body: { id, data: 5 } })).status).toBe(403);
    expect(Object.keys(await leaseAll(queue)).sort()).toEqual(ids.sort());
  }
});
