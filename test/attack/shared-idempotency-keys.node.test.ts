// Two tokens with the same Idempotency-Key: each request takes effect, and neither token gets the other's reply.
import { expect, test } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { SCOPES } from "../../src/access/token.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { createApi, createToken } from "../http/kit/api.ts";
import { freshName, testPrefix } from "../setup/queue.ts";

const JOBS = "/v1/queues/jobs";
const ITEMS = "/v1/redis-work-queues/items";

const prefix = `${testPrefix()}:${freshName()}`;
const [one, two] = [await createToken(SCOPES), await createToken(SCOPES)];
const { send } = await createApi({
  prefix,
  tokens: [one.access, two.access],
  redisWorkQueues: (redis) => ({ items: new RedisWorkQueue(`${prefix}:items`, { redis }) }),
});

interface Entry {
  id: string;
  receipt?: string;
  lease?: string;
}

/** Posts a request, and returns the status and the jobs or items of the response. */
async function post(path: string, { token, body, key }: { token: string; body: unknown; key?: string }) {
  const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
  const response = await send(`POST ${path}`, { token, body, headers });
  const { jobs, items } = (await response.json()) as { jobs?: Entry[]; items?: Entry[] };
  return { status: response.status, entries: jobs ?? items ?? [] };
}

const LEASES: Record<string, [path: string, body: unknown]> = {
  lease: [`${JOBS}/lease`, { count: 1, for: "1h" }],
  turn: [`${JOBS}/turn`, { lease: { count: 1, for: "1h" } }],
  leaseItems: [`${ITEMS}/lease`, { count: 1, for: "1h" }],
};
const SETTLEMENTS: Record<string, [verb: string, body: object]> = {
  complete: ["complete", { result: 1 }],
  retry: ["retry", { delay: "1h" }],
  fail: ["fail", { error: "e" }],
  release: ["release", {}],
  completeItem: ["complete", {}],
};

test("this file and claimed-ids.node.test.ts cover every operation that accepts an Idempotency-Key", () => {
  const covered = [
    ...Object.keys(LEASES),
    ...Object.keys(SETTLEMENTS),
    "enqueue",
    "addItems",
    "startBatch",
    "addToBatch",
  ];
  const repeatable = OPERATIONS.filter((operation) => operation.repeatable).map(({ id }) => id);
  expect(repeatable.sort()).toEqual(covered.sort());
});

/** Adds two jobs or items, one for each token. */
async function addTwoJobs(isItem: boolean): Promise<void> {
  await post(isItem ? `${ITEMS}/items` : `${JOBS}/jobs`, { token: one.token, body: [{ data: 1 }, { data: 2 }] });
}

test.each(Object.keys(LEASES))("%s: a second token with the same key leases another job", async (id) => {
  const [path, body] = LEASES[id] ?? ["", {}];
  await addTwoJobs(id === "leaseItems");
  const first = await post(path, { token: one.token, body, key: id });
  const second = await post(path, { token: two.token, body, key: id });
  expect([first.entries.length, second.entries.length]).toEqual([1, 1]);
  expect(second.entries[0]?.id).not.toBe(first.entries[0]?.id);
  expect((await post(path, { token: one.token, body, key: id })).entries).toEqual(first.entries);
});

test("startBatch and addToBatch: a second token with the same key starts and adds its own", async () => {
  const headers = { "Idempotency-Key": "batch" };
  const startBatch = async (token: string) => {
    const response = await send(`POST ${JOBS.replace("jobs", "batched")}/batches`, {
      ...{ token, headers, body: { ended: { data: 1 } } },
    });
    return ((await response.json()) as Entry).id;
  };
  const [first, second] = [await startBatch(one.token), await startBatch(two.token)];
  expect(second).not.toBe(first);
  expect(await startBatch(one.token)).toBe(first);
  const path = `${JOBS.replace("jobs", "batched")}/batches/${first}/jobs`;
  const add = (token: string) => post(path, { token, body: [{ data: 2 }], key: "add" });
  const added = await add(one.token);
  expect((await add(two.token)).entries[0]?.id).not.toBe(added.entries[0]?.id);
  expect(await add(one.token)).toEqual(added);
});

test.each(Object.keys(SETTLEMENTS))(
  "%s: a second token with the same key does not get the first one's reply",
  async (id) => {
    const [verb, more] = SETTLEMENTS[id] ?? ["", {}];
    const isItem = id === "completeItem";
    await addTwoJobs(isItem);
    const leased = await post(isItem ? `${ITEMS}/lease` : `${JOBS}/lease`, { token: one.token, body: { for: "1h" } });
    const { id: job = "", receipt, lease } = leased.entries[0] ?? {};
    const path = isItem ? `${ITEMS}/items/${job}/${verb}` : `${JOBS}/jobs/${job}/${verb}`;
    const body = isItem ? { lease } : { receipt, ...more };
    const settle = async (token: string) => (await post(path, { token, body, key: id })).status;
    expect([await settle(one.token), await settle(one.token), await settle(two.token)]).toEqual([200, 200, 409]);
  },
);
