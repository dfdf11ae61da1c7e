// Signed leases of items over HTTP: `<lease>.<signature>`. In the format of redis-work-queue a worker whose lease expired may
// complete an item that was queued again, because it knows the content. So an unsigned lease would not prove that its bearer
// ever leased the item.
import type { Context } from "hono";
import { invalidArgument } from "../../base/arguments.ts";
import type { Item } from "../../redis-work-queue/item.ts";
import type { AppEnv } from "../service/app-env.ts";
import { queueNameOf } from "../service/requested-queue.ts";

/** The first signed line. The prefix, the queue, the lease and the id follow; only the id may contain a line break. */
export const SIGNED_LEASE = "leasehold lease";

const FORMAT = /^(.+)\.([0-9a-f]{32})$/s;

/** Returns the signed lease of each item. */
export function signLeases(c: Context<AppEnv>, items: readonly Item[]): Promise<string[]> {
  const { secret } = c.get("service");
  return Promise.all(
    items.map(async ({ id, lease = "" }) => `${lease}.${await secret.sign(signedLines(c, { id, lease }))}`),
  );
}

/** Returns the lease in a signed lease; undefined if that was not signed for this item. */
export async function verifyLease(
  c: Context<AppEnv>,
  { id, signedLease }: { id: string; signedLease: string },
): Promise<string | undefined> {
  const [, lease, signature = ""] = FORMAT.exec(signedLease) ?? [];
  if (lease === undefined) throw invalidArgument("lease must be the lease of a leased item");
  const isValid = await c.get("service").secret.verify(signedLines(c, { id, lease }), signature);
  return isValid ? lease : undefined;
}

/** Returns the lines that a signature covers, so that it is valid for one lease of one item only. */
function signedLines(c: Context<AppEnv>, { id, lease }: { id: string; lease: string }): string[] {
  return [SIGNED_LEASE, c.get("service").prefix, queueNameOf(c), lease, id];
}
