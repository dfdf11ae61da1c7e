// The same Idempotency-Key from two tokens: each gets its own reply, and takes effect by itself.
import { expect, test } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { SCOPES } from "../../src/access/token.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { makeApi, tokenWith } from "../http/kit/api.ts";
import { freshName, testPrefix } from "../setup/queue.ts";

const JOBS = "/v1/queues/jobs";
const ITEMS = "/v1/redis-work-queues/items";

const prefix = `${testPrefix()}:${freshName()}`;
const [one, two] = [await tokenWith(SCOPES), await tokenWith(SCOPES)];
const { send } = await makeApi({
  prefix,
  tokens: [one.access, two.access],
  redisWorkQueues: (redis) => ({ items: new RedisWorkQueue(`${prefix}:items`, { redis }) }),
});

interface Taken {
  id: string;
  receipt?: string;
  lease?: string;
}

/** Posts a request, with a key perhaps, and returns its status and the jobs or items of the reply. */
async function post(path: string, token: string, body: unknown, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
  const response = await send("POST", path, { token, body, headers });
  const { jobs, items, ...others } = (await response.json()) as { jobs?: Taken[]; items?: Taken[] };
  return { status: response.status, taken: jobs ?? items ?? [], others };
}

const leases: Record<string, [path: string, body: unknown]> = {
  lease: [`${JOBS}/lease`, { count: 1, for: "1h" }],
  turn: [`${JOBS}/turn`, { lease: { count: 1, for: "1h" } }],
  leaseItems: [`${ITEMS}/lease`, { count: 1, for: "1h" }],
};
const settlings: Record<string, [verb: string, body: object]> = {
  complete: ["complete", { result: 1 }],
  retry: ["retry", { delay: "1h" }],
  fail: ["fail", { error: "e" }],
  release: ["release", {}],
  completeItem: ["complete", {}],
};

test("each operation that takes a key is here, or enqueues and is in the test of claims", () => {
  const here = [...Object.keys(leases), ...Object.keys(settlings), "enqueue", "addItems"];
  expect(
    OPERATIONS.filter(({ repeatable }) => repeatable)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(here.sort());
});

/** Puts in as many jobs or items as two tokens take. */
async function add(isItem: boolean): Promise<void> {
  const body = [{ data: 1 }, { data: 2 }];
  await post(isItem ? `${ITEMS}/items` : `${JOBS}/jobs`, one.token, body);
}

test.each(Object.keys(leases))("%s: the second token takes other jobs than the first", async (id) => {
  const [path, body] = leases[id] ?? ["", {}];
  await add(id === "leaseItems");
  const first = await post(path, one.token, body, id);
  const second = await post(path, two.token, body, id);
  expect([first.taken.length, second.taken.length]).toEqual([1, 1]);
  expect(second.taken[0]?.id).not.toBe(first.taken[0]?.id);
  expect((await post(path, one.token, body, id)).taken).toEqual(first.taken);
});

test.each(Object.keys(settlings))("%s: the second token is not told what the first one was told", async (id) => {
  const [verb, more] = settlings[id] ?? ["", {}];
  const isItem = id === "completeItem";
  await add(isItem);
  const lease = await post(isItem ? `${ITEMS}/lease` : `${JOBS}/lease`, one.token, { for: "1h" });
  const { id: job = "", receipt, lease: held } = lease.taken[0] ?? {};
  const path = isItem ? `${ITEMS}/items/${job}/${verb}` : `${JOBS}/jobs/${job}/${verb}`;
  const body = isItem ? { lease: held } : { receipt, ...more };
  const told = async (token: string) => (await post(path, token, body, id)).status;
  expect([await told(one.token), await told(one.token), await told(two.token)]).toEqual([200, 200, 409]);
});
