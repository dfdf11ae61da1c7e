// Queues in the format of redis-work-queue, under paths of their own: items have other fields and operations than jobs. The
// routes of jobs refuse these queues.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { toLeaseMilliseconds } from "../../base/arguments.ts";
import { bytes } from "../../base/codec.ts";
import { sha256Hex } from "../../base/hex.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { Item } from "../../redis-work-queue/item.ts";
import { allow } from "../guards/allow.ts";
import { signLeases, verifyLease } from "../guards/item-leases.ts";
import { hasInexactNumber } from "../json/exactness.ts";
import { REDACTED, type RedactedPath, redactJson } from "../json/redact-json.ts";
import { jsonWith, respondWithJson, storedJson } from "../json/stored-json.ts";
import { idempotencyHeader, idempotencyKeyOf } from "../requests/idempotency-key.ts";
import {
  cleanRequest,
  completeItemRequest,
  emptyRequest,
  failedItemsQuery,
  leaseItemsRequest,
  newItems,
  redriveItemsRequest,
} from "../requests/request-schemas.ts";
import { validateNewJobs } from "../requests/validate-new-jobs.ts";
import { validateBody, validateQuery } from "../requests/validate-request.ts";
import type * as itemResponses from "../responses/item-schemas.ts";
import { notFound, problem } from "../responses/problem.ts";
import type * as responses from "../responses/response-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";
import { validateDurations } from "../service/duration-limits.ts";
import { redactedPathsOf } from "../service/redaction.ts";
import { timeRedis } from "../service/redis-time.ts";
import { runOnItemQueue } from "../service/requested-queue.ts";
import { toOptionalNumber } from "./query-values.ts";

// The most requests of one clean; the next call continues where it stopped.
const CLEAN_REQUESTS = 20;

/** Returns the routes under /redis-work-queues. */
export function itemRoutes() {
  return new Hono<AppEnv>()
    .get("/:queue", allow("read"), async (c) =>
      c.json<v.InferOutput<typeof responses.redisWorkQueue>, 200>(await itemCounts(c, c.req.param("queue")), 200),
    )
    .post("/:queue/items", allow("produce"), idempotencyHeader, validateBody(newItems), async (c) => {
      const body = c.req.valid("json");
      const request = await contentKeyOf(c, body);
      const jobs = Array.isArray(body) ? body : [body];
      const ids = await deriveIds(request.idempotencyKey, jobs.length);
      const deriveId = ids && ((i: number) => ids[i] ?? "");
      const items = validateNewJobs(c, { jobs, deriveId }).map(({ data, id }, i) =>
        Item.json(data, id ?? deriveId?.(i)),
      );
      const created = await runOnItemQueue(c, (queue) => queue.addItems(items, request));
      const isAnyCreated = created.includes(true);
      if (isAnyCreated) c.get("service").notifyEnqueued(c, c.req.param("queue"));
      const result = { items: items.map(({ id }, i) => ({ id, created: created[i] === true })) };
      return c.json<v.InferOutput<typeof itemResponses.addItemsResult>, 200 | 201>(result, isAnyCreated ? 201 : 200);
    })
    .get("/:queue/failed", allow("read"), validateQuery(failedItemsQuery), async (c) => {
      const options = withoutUndefined({ limit: toOptionalNumber(c.req.valid("query").limit) });
      const items = await runOnItemQueue(c, (queue) => queue.failed(options));
      return respondWithItems(c, items, { redacted: redactedPathsOf(c) });
    })
    .post("/:queue/lease", allow("consume"), idempotencyHeader, validateBody(leaseItemsRequest), async (c) => {
      const { count, for: duration = "30s" } = c.req.valid("json");
      validateDurations(c.get("service").queues.maxDurationsOf(c.req.param("queue")), { lease: duration });
      const options = withoutUndefined({ count, ...(await idempotencyKeyOf(c)) });
      const seconds = Math.ceil(toLeaseMilliseconds(duration) / 1_000);
      const items = await runOnItemQueue(c, (queue) => queue.lease(seconds, options));
      return respondWithItems(c, items, { leases: await signLeases(c, items) });
    })
    .post(
      "/:queue/items/:id/complete",
      allow("consume"),
      idempotencyHeader,
      validateBody(completeItemRequest),
      async (c) => {
        const id = c.req.param("id");
        const lease = await verifyLease(c, { id, signedLease: c.req.valid("json").lease });
        if (lease === undefined) return stale(c, "The lease is not one of this item.");
        const item = { id, lease };
        const request = await contentKeyOf(c, item);
        if (await runOnItemQueue(c, (queue) => queue.complete(item, request)))
          return c.json<v.InferOutput<typeof responses.success>, 200>({ ok: true }, 200);
        return stale(c, "The item is completed, or another item has its id now.");
      },
    )
    .delete("/:queue/items/:id", allow("operate", "cancel"), async (c) => {
      const id = c.req.param("id");
      if (!(await runOnItemQueue(c, (queue) => queue.complete({ id })))) return notFound(c, "No item has this id now.");
      return c.json<v.InferOutput<typeof itemResponses.cancelItemResult>, 200>({ id, ok: true }, 200);
    })
    .post("/:queue/redrive", allow("operate"), validateBody(redriveItemsRequest), async (c) => {
      const options = c.req.valid("json");
      const redriven = await runOnItemQueue(c, (queue) => queue.redrive(options));
      if (redriven > 0) c.get("service").notifyEnqueued(c, c.req.param("queue"));
      return c.json<v.InferOutput<typeof itemResponses.redriveItemsResult>, 200>({ redriven }, 200);
    })
    .post("/:queue/clean", allow("operate"), validateBody(cleanRequest), async (c) => {
      const options = { maxRequests: CLEAN_REQUESTS, ...c.req.valid("json") };
      const cleaned = await runOnItemQueue(c, (queue) => queue.clean(options));
      return c.json<v.InferOutput<typeof itemResponses.cleanItemsResult>, 200>(cleaned, 200);
    })
    .post("/:queue/deep-clean", allow("operate"), validateBody(emptyRequest), async (c) => {
      const cleaned = await runOnItemQueue(c, (queue) => queue.deepClean({ maxRequests: CLEAN_REQUESTS }));
      return c.json<v.InferOutput<typeof itemResponses.deepCleanItemsResult>, 200>(cleaned, 200);
    });
}

/** Returns the counts of a queue in the format of redis-work-queue. */
export async function itemCounts(
  c: Context<AppEnv>,
  name: string,
): Promise<v.InferOutput<typeof responses.redisWorkQueue>> {
  const queue = c.get("service").queues.itemQueue(name);
  return { name, format: "redis-work-queue", ...(await timeRedis(c, () => queue.counts())) };
}

/** Returns an idempotency key that is bound to the content, since this format remembers a reply by the key alone. */
async function contentKeyOf(c: Context<AppEnv>, content: unknown): Promise<{ idempotencyKey?: string }> {
  const { idempotencyKey: key } = await idempotencyKeyOf(c);
  if (key === undefined) return {};
  return { idempotencyKey: `settle ${key} ${(await sha256Hex(JSON.stringify(content))).slice(0, 32)}` };
}

/** Returns ids for items without one, the same for each repetition of the request; undefined without a key. */
async function deriveIds(idempotencyKey: string | undefined, count: number): Promise<string[] | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const hashes = Array.from({ length: count }, (_, i) => sha256Hex(`${idempotencyKey} ${i}`));
  return (await Promise.all(hashes)).map((hash) => hash.slice(0, 32));
}

/** Responds with 409: the lease is stale. */
function stale(c: Context, why: string) {
  return problem(c, { status: 409, code: "stale", detail: `Nothing was changed. ${why}` });
}

/** Responds with items: `data` for content that is JSON, `base64` for other bytes. */
function respondWithItems(
  c: Context,
  items: readonly Item[],
  { leases = [], redacted = [] }: { leases?: readonly string[]; redacted?: readonly RedactedPath[] },
) {
  const texts = items.map(({ id, bytes: original }, i) => {
    const content = redactBytes(original, redacted);
    const data = toStoredJson(content);
    const others = { id, ...(data ? {} : { base64: bytes.encode(content) }), lease: leases[i] };
    return jsonWith("data", data, { others, redacted: [] });
  });
  return respondWithJson<v.InferOutput<typeof itemResponses.itemList>>(c, `{"items":[${texts.join()}]}`);
}

/** Returns the content of an item without redacted values. Content that is not JSON has no paths, and is redacted as a whole. */
function redactBytes(content: Uint8Array, redacted: readonly RedactedPath[]): Uint8Array {
  if (redacted.length === 0) return content;
  let text = JSON.stringify(REDACTED);
  try {
    const json = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    JSON.parse(json);
    text = redactJson(json, redacted);
  } catch {
    // The content is not JSON.
  }
  return new TextEncoder().encode(text);
}

/** Returns bytes as JSON; undefined if they are not JSON, or if a client would parse a number in it as another one. */
function toStoredJson(content: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    return hasInexactNumber(text) ? undefined : storedJson.decode(text);
  } catch {
    // Other clients may add any bytes.
    return undefined;
  }
}
