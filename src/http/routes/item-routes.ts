// Queues in the format of redis-work-queue, under addresses of their own: an item is no job, and is answered in types of
// its own. Under the addresses of jobs their names are refused.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { toLeaseMilliseconds } from "../../base/arguments.ts";
import { bytes } from "../../base/codec.ts";
import { sha256Hex } from "../../base/hex.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { Item } from "../../redis-work-queue/item.ts";
import { allow } from "../guards/allow.ts";
import { leaseIn, signLeases } from "../guards/item-leases.ts";
import { answerJson, jsonWith, storedJson } from "../json/stored-json.ts";
import { idempotencyKeyOf } from "../requests/idempotency-key.ts";
import {
  cleanRequest,
  completeItemRequest,
  emptyRequest,
  failedItemsQuery,
  idempotency,
  leaseItemsRequest,
  newItems,
  redriveRequest,
} from "../requests/request-schemas.ts";
import { body, header, inexactNumberIn, query } from "../requests/validate.ts";
import { permitted } from "../requests/validate-new-jobs.ts";
import type * as itemResponses from "../responses/item-schemas.ts";
import { problem } from "../responses/problem.ts";
import type * as responses from "../responses/response-schemas.ts";
import { checkLimits } from "../service/queue-limits.ts";
import { type AppEnv, runOnItems } from "../service/service.ts";
import { numberOf } from "./query-values.ts";

// The most requests of one clean; the next call continues where it stopped.
const CLEAN_REQUESTS = 20;

/** The routes under /redis-work-queues. */
export function itemRoutes() {
  return new Hono<AppEnv>()
    .get("/:queue", allow("read"), async (c) =>
      c.json<v.InferOutput<typeof responses.redisWorkQueue>, 200>(await countsOfItems(c, c.req.param("queue")), 200),
    )
    .post("/:queue/items", allow("produce"), header(idempotency), body(newItems), async (c) => {
      const sent = c.req.valid("json");
      const again = await keyOfContent(c, sent);
      const jobs = Array.isArray(sent) ? sent : [sent];
      const names = await namesFrom(again.idempotencyKey, jobs.length);
      const nameOf = names && ((i: number) => names[i] ?? "");
      const wanted = permitted(c, c.req.param("queue"), { jobs, nameOf });
      const items = wanted.map(({ data, id }, i) => Item.json(data, id ?? nameOf?.(i)));
      const added = await runOnItems(c, (queue) => queue.addItems(items, again));
      const isCreated = added.includes(true);
      if (isCreated) c.get("service").enqueued(c.req.param("queue"), c);
      const reply = { items: items.map(({ id }, i) => ({ id, created: added[i] === true })) };
      return c.json<v.InferOutput<typeof itemResponses.addItemsResult>, 200 | 201>(reply, isCreated ? 201 : 200);
    })
    .get("/:queue/failed", allow("read"), query(failedItemsQuery), async (c) => {
      const options = withoutUndefined({ limit: numberOf(c.req.valid("query").limit) });
      return answerItems(c, await runOnItems(c, (queue) => queue.failed(options)));
    })
    .post("/:queue/lease", allow("consume"), header(idempotency), body(leaseItemsRequest), async (c) => {
      const { count, for: length = "30s" } = c.req.valid("json");
      checkLimits(c.get("service").limits(c.req.param("queue")), { lease: length });
      const options = withoutUndefined({ count, ...(await idempotencyKeyOf(c)) });
      const seconds = Math.ceil(toLeaseMilliseconds(length) / 1_000);
      const items = await runOnItems(c, (queue) => queue.lease(seconds, options));
      return answerItems(c, items, await signLeases(c, items));
    })
    .post("/:queue/items/:id/complete", allow("consume"), header(idempotency), body(completeItemRequest), async (c) => {
      const id = c.req.param("id");
      const lease = await leaseIn(c, id, c.req.valid("json").lease);
      if (lease === undefined)
        return problem(c, {
          status: 409,
          code: "stale",
          detail: "Nothing was changed: the lease is none of this item.",
        });
      const item = { id, lease };
      const again = await keyOfContent(c, item);
      if (await runOnItems(c, (queue) => queue.complete(item, again)))
        return c.json<v.InferOutput<typeof responses.success>, 200>({ ok: true }, 200);
      return problem(c, {
        status: 409,
        code: "stale",
        detail: "Nothing was changed: the item is complete, or is another one by now.",
      });
    })
    .delete("/:queue/items/:id", allow("operate", "cancel"), async (c) => {
      const id = c.req.param("id");
      if (!(await runOnItems(c, (queue) => queue.complete({ id }))))
        return problem(c, { status: 404, code: "not_found", detail: "No item has this id now." });
      return c.json<v.InferOutput<typeof itemResponses.cancelItemResult>, 200>({ id, ok: true }, 200);
    })
    .post("/:queue/redrive", allow("operate"), body(redriveRequest), async (c) => {
      const sent = c.req.valid("json");
      const redriven = await runOnItems(c, (queue) => queue.redrive(sent));
      if (redriven > 0) c.get("service").enqueued(c.req.param("queue"), c);
      return c.json<v.InferOutput<typeof itemResponses.redriveItemsResult>, 200>({ redriven }, 200);
    })
    .post("/:queue/clean", allow("operate"), body(cleanRequest), async (c) => {
      const options = { maxRequests: CLEAN_REQUESTS, ...c.req.valid("json") };
      const cleaned = await runOnItems(c, (queue) => queue.clean(options));
      return c.json<v.InferOutput<typeof itemResponses.cleanItemsResult>, 200>(cleaned, 200);
    })
    .post("/:queue/deep-clean", allow("operate"), body(emptyRequest), async (c) => {
      const cleaned = await runOnItems(c, (queue) => queue.deepClean({ maxRequests: CLEAN_REQUESTS }));
      return c.json<v.InferOutput<typeof itemResponses.deepCleanItemsResult>, 200>(cleaned, 200);
    });
}

/** Returns the counts of such a queue. */
export async function countsOfItems(
  c: Context<AppEnv>,
  name: string,
): Promise<v.InferOutput<typeof responses.redisWorkQueue>> {
  return { name, format: "redis-work-queue", ...(await c.get("service").items(name, c, (queue) => queue.counts())) };
}

/** Returns an idempotency key that is bound to token and content: this format remembers replies by the key alone. */
async function keyOfContent(c: Context<AppEnv>, content: unknown): Promise<{ idempotencyKey?: string }> {
  const { idempotencyKey: key } = await idempotencyKeyOf(c);
  if (key === undefined) return {};
  return { idempotencyKey: `settle ${key} ${(await sha256Hex(JSON.stringify(content))).slice(0, 32)}` };
}

/** Returns ids of items that are sent without one, the same each time the request is sent; none without a key. */
async function namesFrom(idempotencyKey: string | undefined, count: number): Promise<string[] | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const hashes = Array.from({ length: count }, (_, i) => sha256Hex(`${idempotencyKey} ${i}`));
  return (await Promise.all(hashes)).map((hash) => hash.slice(0, 32));
}

/** Answers with items: with the JSON that their bytes are, or else the bytes. */
function answerItems(c: Context, items: readonly Item[], leases: readonly string[] = []) {
  const texts = items.map(({ id, bytes: stored }, i) => {
    const data = jsonIn(stored);
    return jsonWith("data", data, { id, ...(data ? {} : { base64: bytes.encode(stored) }), lease: leases[i] });
  });
  return answerJson<v.InferOutput<typeof itemResponses.itemList>>(c, `{"items":[${texts.join()}]}`);
}

/** Returns the JSON that bytes are, unless a number in it would arrive as another one. */
function jsonIn(stored: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(stored);
    return inexactNumberIn(text) ? undefined : storedJson.decode(text);
  } catch {
    // Other clients may add any bytes.
    return undefined;
  }
}
