// Leases of items over HTTP, signed: `<lease>.<signature>`. The format of redis-work-queue lets a holder whose lease ran out
// complete an item that was put back, which it knows by the content. So a lease alone does not prove that its bearer has
// ever held the item.
import type { Context } from "hono";
import { invalid } from "../../core/limits.ts";
import type { Item } from "../../interop/item.ts";
import type { AppEnv } from "../service.ts";
import { isSame } from "./signer.ts";

const FORM = /^(.+)\.([\w-]{22})$/s;

/** Returns the signed lease of each item. */
export async function signLeases(c: Context<AppEnv>, items: readonly Item[]): Promise<string[]> {
  const leases = items.map(({ lease = "" }) => lease);
  const lines = items.map(({ id }, i) => [c.req.param("queue") ?? "", leases[i] ?? "", id]);
  const signatures = await c.get("service").signer.sign("lease", lines);
  return leases.map((lease, i) => `${lease}.${signatures[i]}`);
}

/** Returns the lease in a signed one; undefined where it was not signed for this item. */
export async function leaseIn(c: Context<AppEnv>, id: string, signed: string): Promise<string | undefined> {
  const [, lease, signature = ""] = FORM.exec(signed) ?? [];
  if (lease === undefined) throw invalid("a lease must be one that an item came with");
  const [expected = ""] = await c.get("service").signer.sign("lease", [[c.req.param("queue") ?? "", lease, id]]);
  return isSame(expected, signature) ? lease : undefined;
}
