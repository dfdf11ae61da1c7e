// Leases of items over HTTP, signed: `<lease>.<signature>`. The format of redis-work-queue lets a holder whose lease ran out
// complete an item that was put back, which it knows by the content. So a lease alone does not prove that its bearer has
// ever held the item.
import type { Context } from "hono";
import type { Secret } from "../../access/secret.ts";
import { invalidArgument } from "../../base/arguments.ts";
import type { Item } from "../../redis-work-queue/item.ts";
import { utf8 } from "../../webhooks/signatures/encoding.ts";
import { sameBytes } from "../../webhooks/signatures/mac.ts";
import type { AppEnv } from "../service/service.ts";

const FORM = /^(.+)\.([0-9a-f]{32})$/s;

/** Returns the signed lease of each item. */
export function signLeases(c: Context<AppEnv>, items: readonly Item[]): Promise<string[]> {
  return Promise.all(items.map(async ({ id, lease = "" }) => `${lease}.${await signature(c, lease, id)}`));
}

/** Returns the lease in a signed one; undefined where it was not signed for this item. */
export async function leaseIn(c: Context<AppEnv>, id: string, signed: string): Promise<string | undefined> {
  const [, lease, given = ""] = FORM.exec(signed) ?? [];
  if (lease === undefined) throw invalidArgument("a lease must be one that an item came with");
  return sameBytes(utf8(await signature(c, lease, id)), utf8(given)) ? lease : undefined;
}

function signature(c: Context<AppEnv>, lease: string, id: string): Promise<string> {
  const { secret, prefix } = c.get("service");
  return signatureOf(secret, [prefix, c.req.param("queue") ?? "", lease, id]);
}

/** Returns the signature of a prefix, a queue, a lease and an id, of which only the last may have several lines. */
export function signatureOf(secret: Secret, lines: readonly string[]): Promise<string> {
  return secret.sign(["leasehold lease", ...lines]);
}
