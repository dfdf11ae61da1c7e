// Forged leases of items complete nothing, even if a consumer has leased the item before and knows its content.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Scope } from "../../src/access/token.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { createApi, createToken } from "../http/kit/api.ts";
import { freshName, testPrefix } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";

const DATA = { to: "ada@example.com" };
const PATH = "/v1/redis-work-queues/items";
const OTHER_PATH = "/v1/redis-work-queues/more";
// A lease of a wrong format is an invalid argument.
const REFUSED = [400, 409];

/** Creates two queues of items, each with the same item, and two consumers. */
async function createItemQueues() {
  const scopes: Scope[] = ["consume"];
  const [one, two] = [await createToken(scopes), await createToken(scopes)];
  const prefix = `${testPrefix()}:${freshName()}`;
  const { send, call } = await createApi({
    prefix,
    tokens: [one.access, two.access],
    redisWorkQueues: (redis) => ({
      items: new RedisWorkQueue(`${prefix}:items`, { redis, grace: 0 }),
      more: new RedisWorkQueue(`${prefix}:more`, { redis, grace: 0 }),
    }),
  });
  for (const path of [PATH, OTHER_PATH]) await send(`POST ${path}/items`, { body: [{ id: "a", data: DATA }] });
  const lease = async (token: string, { path = PATH, time = "1h" } = {}) => {
    const { items } = await call(`POST ${path}/lease`, [200, itemResponses.itemList], { token, body: { for: time } });
    return items[0]?.lease ?? "";
  };
  const complete = async (token: string, held: string) =>
    (await send(`POST ${PATH}/items/a/complete`, { token, body: { lease: held } })).status;
  /** Cleans until the item is queued again. */
  const returnItem = () =>
    until(async () => {
      await send(`POST ${PATH}/clean`);
      return (await call(`GET ${PATH}`, [200, responses.redisWorkQueue])).queued === 1;
    });
  return { one: one.token, two: two.token, lease, complete, returnItem };
}

/** Returns leases that a consumer could forge from a lease it knows and from the content of the item. */
function forgeLeases(known: string): string[] {
  const digest = createHash("sha1").update(JSON.stringify(DATA)).digest("hex");
  const signature = known.slice(known.lastIndexOf(".") + 1);
  const holders = ["x", "x.y", known.slice(0, 60), "*", ""];
  return holders.flatMap((holder) => [
    `${holder}.${digest}`,
    `${holder}.${digest}.${signature}`,
    `${holder}.${signature}`,
  ]);
}

test("a leased item is completed with no other lease than its own", async () => {
  const { one, two, lease, complete } = await createItemQueues();
  const held = await lease(one);
  const other = await lease(two, { path: OTHER_PATH });
  const unsigned = held.slice(0, held.lastIndexOf("."));
  for (const forged of [other, unsigned, ...forgeLeases(held), ...forgeLeases(other)])
    expect([forged, REFUSED.includes(await complete(two, forged))]).toEqual([forged, true]);
  expect(await complete(two, held)).toBe(200);
});

test("an item that was leased again is completed with no forged lease, even if its content is known", async () => {
  const { one, two, lease, complete, returnItem } = await createItemQueues();
  const late = await lease(one, { time: "1s" });
  await returnItem();
  const held = await lease(one);
  for (const forged of [...forgeLeases(late), ...forgeLeases(held)])
    expect([forged, REFUSED.includes(await complete(two, forged))]).toEqual([forged, true]);
  expect(await complete(one, held)).toBe(200);
});
