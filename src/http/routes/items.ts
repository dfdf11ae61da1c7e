// Queues in the format of redis-work-queue: what it can hold, under the same addresses as other queues have. Every other
// route refuses them, since the service hands out no `Queue` for their names.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { bytes } from "../../core/codec.ts";
import { sha256 } from "../../core/hex.ts";
import { leaseLength } from "../../core/limits.ts";
import { present } from "../../core/present.ts";
import { Item } from "../../interop/item.ts";
import { allow } from "../access.ts";
import { problem } from "../problem.ts";
import type * as replies from "../replies.ts";
import {
  cleanRequest,
  completeItemRequest,
  idempotency,
  leaseRequest,
  listQuery,
  newJobs,
  nothing,
  redriveRequest,
} from "../requests.ts";
import { type AppEnv, itemsOf } from "../service.ts";
import { body, header, inexactNumberIn, query } from "../validate.ts";
import { numberOf } from "./inputs.ts";

// What a clean of one call may send; the next call goes on where it stopped.
const CLEAN_REQUESTS = 20;

/** The routes of the queues of these names. They go before the others. */
export function itemRoutes(names: readonly string[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (names.length === 0) return app;
  const queue = `/queues/:queue{${names.map((name) => name.replaceAll(".", "\\.")).join("|")}}`;

  app.get(queue, allow("read"), async (c) => c.json(await countsOfItems(c, c.req.param("queue") ?? ""), 200));
  app.post(`${queue}/jobs`, allow("produce"), header(idempotency), body(newJobs), async (c) => {
    const sent = c.req.valid("json");
    const jobs = [sent].flat();
    const option = jobs.flatMap(Object.keys).find((name) => name !== "data" && name !== "id");
    if (option !== undefined) return unsupported(c, `it holds no ${option}`);
    const again = await contentNonceOf(c.req.valid("header")["idempotency-key"], sent);
    const items = await Promise.all(
      jobs.map(async ({ data, id }, i) => Item.json(data, id ?? (again.nonce && (await idFrom(again.nonce, i))))),
    );
    const added = await itemsOf(c).addItems(items, again);
    const enqueued = items.map(({ id }, i) => ({ id, created: added[i] === true }));
    if (added.includes(true)) c.get("service").enqueued(c.req.param("queue") ?? "", c);
    if (Array.isArray(sent)) return c.json<v.InferOutput<typeof replies.addedMany>, 200>({ jobs: enqueued }, 200);
    const [first] = enqueued as [v.InferOutput<typeof replies.added>];
    return c.json(first, first.created ? 201 : 200);
  });
  app.get(`${queue}/jobs`, allow("read"), query(listQuery), async (c) => {
    const { state, cursor, limit } = c.req.valid("query");
    if (state !== "failed" || cursor !== undefined)
      return unsupported(c, "only its failed items are listed, in one page");
    const failed = await itemsOf(c).failed(present({ limit: numberOf(limit) }));
    return c.json<v.InferOutput<typeof replies.items>, 200>({ jobs: failed.map(shown) }, 200);
  });
  app.post(`${queue}/lease`, allow("consume"), header(idempotency), body(leaseRequest), async (c) => {
    const { count, for: length = "30s", wait, worker } = c.req.valid("json");
    if (wait !== undefined) return unsupported(c, "nobody says when it has work; ask without `wait`");
    if (worker !== undefined) return unsupported(c, "it holds no worker");
    const nonce = c.req.valid("header")["idempotency-key"];
    const leased = await itemsOf(c).lease(Math.ceil(leaseLength(length) / 1_000), present({ count, nonce }));
    return c.json<v.InferOutput<typeof replies.items>, 200>({ jobs: leased.map(shown) }, 200);
  });
  app.post(
    `${queue}/jobs/:id/complete`,
    allow("consume"),
    header(idempotency),
    body(completeItemRequest),
    async (c) => {
      const item = { id: c.req.param("id") ?? "", ...c.req.valid("json") };
      const again = await contentNonceOf(c.req.valid("header")["idempotency-key"], item);
      if (await itemsOf(c).complete(item, again)) return c.json({ ok: true }, 200);
      return problem(c, 409, "stale", "Nothing was changed: the item is complete, or is another one by now.");
    },
  );
  app.delete(`${queue}/jobs/:id`, allow("operate", "produce"), async (c) => {
    const id = c.req.param("id") ?? "";
    if (await itemsOf(c).complete({ id })) return c.json({ id, cancelled: true }, 200);
    return problem(c, 404, "not_found", "No item has this id now.");
  });
  app.post(`${queue}/redrive`, allow("operate"), body(redriveRequest), async (c) => {
    const redriven = await itemsOf(c).redrive(c.req.valid("json"));
    if (redriven > 0) c.get("service").enqueued(c.req.param("queue") ?? "", c);
    return c.json({ redriven }, 200);
  });
  app.post(`${queue}/clean`, allow("operate"), body(cleanRequest), async (c) =>
    c.json(await itemsOf(c).lightClean({ maxRequests: CLEAN_REQUESTS, ...c.req.valid("json") }), 200),
  );
  app.post(`${queue}/deep-clean`, allow("operate"), body(nothing), async (c) =>
    c.json(await itemsOf(c).deepClean({ maxRequests: CLEAN_REQUESTS }), 200),
  );
  return app;
}

/** The counts of such a queue. */
export async function countsOfItems(
  c: Context<AppEnv>,
  name: string,
): Promise<v.InferOutput<typeof replies.redisWorkQueue>> {
  return { name, format: "redis-work-queue", ...(await c.get("service").items(name, c).counts()) };
}

function unsupported(c: Context, why: string) {
  return problem(c, 409, "unsupported", `The queue has the format of redis-work-queue: ${why}.`);
}

/** An id for an item without one, the same whenever the same request comes. */
/** A nonce that is bound to what the request asks for: this format remembers replies by the nonce alone. */
async function contentNonceOf(key: string | undefined, content: unknown): Promise<{ nonce?: string }> {
  if (key === undefined) return {};
  return { nonce: `settle ${key} ${(await sha256(JSON.stringify(content))).slice(0, 32)}` };
}

async function idFrom(nonce: string, index: number): Promise<string> {
  return (await sha256(`${nonce} ${index}`)).slice(0, 32);
}

/** An item as the API shows it: its data where its bytes are JSON, and what JSON says arrives as it is. */
function shown({ id, lease, ...item }: Item): v.InferOutput<typeof replies.item> {
  return { id, ...dataOf(item), ...(lease === undefined ? {} : { lease }) };
}

function dataOf({ bytes: data }: Pick<Item, "bytes">): { data: unknown } | { base64: string } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
    const value: unknown = JSON.parse(text);
    if (!inexactNumberIn(text)) return { data: value };
  } catch {
    // Other clients may put in any bytes.
  }
  return { base64: bytes.encode(data) };
}
