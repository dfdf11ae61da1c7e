// Signed leases of items over HTTP: `<lease>.<signature>`. In the format of redis-work-queue a worker whose lease expired may
// complete an item that was queued again, because it knows the content. So an unsigned lease would not prove that its bearer
// ever leased the item.
import type { Context } from "hono";
import type { SigningSecret } from "../../access/signing-secret.ts";
import { invalidArgument } from "../../base/arguments.ts";
import type { Item } from "../../redis-work-queue/item.ts";
import { toUtf8 } from "../../webhooks/signatures/encoding.ts";
import { isSameBytes } from "../../webhooks/signatures/mac.ts";
import type { AppEnv } from "../service/app-env.ts";
import { queueNameOf } from "../service/requested-queue.ts";

const FORMAT = /^(.+)\.([0-9a-f]{32})$/s;

/** Returns the signed lease of each item. */
export function signLeases(c: Context<AppEnv>, items: readonly Item[]): Promise<string[]> {
  return Promise.all(items.map(async ({ id, lease = "" }) => `${lease}.${await sign(c, { id, lease })}`));
}

/** Returns the lease in a signed lease; undefined if that was not signed for this item. */
export async function verifyLease(
  c: Context<AppEnv>,
  { id, signedLease }: { id: string; signedLease: string },
): Promise<string | undefined> {
  const [, lease, signature = ""] = FORMAT.exec(signedLease) ?? [];
  if (lease === undefined) throw invalidArgument("lease must be the lease of a leased item");
  return isSameBytes(toUtf8(await sign(c, { id, lease })), toUtf8(signature)) ? lease : undefined;
}

function sign(c: Context<AppEnv>, { id, lease }: { id: string; lease: string }): Promise<string> {
  const { secret, prefix } = c.get("service");
  return signLease(secret, [prefix, queueNameOf(c), lease, id]);
}

/** Returns the signature of a prefix, a queue, a lease and an id, of which only the id may contain a line break. */
export function signLease(secret: SigningSecret, lines: readonly string[]): Promise<string> {
  return secret.sign(["leasehold lease", ...lines]);
}
