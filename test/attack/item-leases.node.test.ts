// Leases of items: proofs that nobody can invent, though whoever has seen an item knows its content.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Scope } from "../../src/access/token.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { makeApi, tokenWith } from "../http/kit/api.ts";
import { freshName, testPrefix } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";

const DATA = { to: "ada@example.com" };
const PATH = "/v1/redis-work-queues/items";
// One that has the form of none is an invalid argument.
const REFUSED = [400, 409];
const OTHER = "/v1/redis-work-queues/more";

/** Two queues of items, each with the same item, and two consumers. */
async function served() {
  const scopes: Scope[] = ["consume"];
  const [one, two] = [await tokenWith(scopes), await tokenWith(scopes)];
  const prefix = `${testPrefix()}:${freshName()}`;
  const api = await makeApi({
    prefix,
    tokens: [one.access, two.access],
    redisWorkQueues: (redis) => ({
      items: new RedisWorkQueue(`${prefix}:items`, { redis, grace: 0 }),
      more: new RedisWorkQueue(`${prefix}:more`, { redis, grace: 0 }),
    }),
  });
  for (const path of [PATH, OTHER]) await api.send("POST", `${path}/items`, { body: [{ id: "a", data: DATA }] });
  const lease = async (token: string, { path = PATH, time = "1h" } = {}) => {
    const { items } = await api.ask(["POST", `${path}/lease`], 200, itemResponses.itemList, {
      token,
      body: { for: time },
    });
    return items[0]?.lease ?? "";
  };
  const complete = async (token: string, held: string) =>
    (await api.send("POST", `${PATH}/items/a/complete`, { token, body: { lease: held } })).status;
  /** Cleans until the item is back in line. */
  const putBack = () =>
    until(async () => {
      await api.send("POST", `${PATH}/clean`);
      return (await api.ask(["GET", PATH], 200, responses.redisWorkQueue)).queued === 1;
    });
  return { one: one.token, two: two.token, lease, complete, putBack };
}

/** Leases that a consumer can think of who knows the item. */
function invented(known: string): string[] {
  const digest = createHash("sha1").update(JSON.stringify(DATA)).digest("hex");
  const signature = known.slice(known.lastIndexOf(".") + 1);
  const others = ["x", "x.y", known.slice(0, 60), "*", ""];
  return others.flatMap((holder) => [
    `${holder}.${digest}`,
    `${holder}.${digest}.${signature}`,
    `${holder}.${signature}`,
  ]);
}

test("an item that somebody holds is completed with no other lease", async () => {
  const { one, two, lease, complete } = await served();
  const held = await lease(one);
  const elsewhere = await lease(two, { path: OTHER });
  for (const guess of [elsewhere, held.slice(0, held.lastIndexOf(".")), ...invented(held), ...invented(elsewhere)])
    expect([guess, REFUSED.includes(await complete(two, guess))]).toEqual([guess, true]);
  expect(await complete(two, held)).toBe(200);
});

test("an item that was put back and is held again is completed with no other lease, though its content is known", async () => {
  const { one, two, lease, complete, putBack } = await served();
  const late = await lease(one, { time: "1s" });
  await putBack();
  const held = await lease(one);
  for (const guess of [...invented(late), ...invented(held)])
    expect([guess, REFUSED.includes(await complete(two, guess))]).toEqual([guess, true]);
  expect(await complete(one, held)).toBe(200);
});
