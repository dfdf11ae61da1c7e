// The receipts in requests and responses.
import type { Context } from "hono";
import type { AppEnv } from "../service/app-env.ts";
import { queueOf } from "../service/requested-queue.ts";

/** Returns a receipt for each leased job. */
export function issueReceipts(c: Context<AppEnv>, jobs: readonly { fence: number }[]): Promise<string[]> {
  const fences = jobs.map(({ fence }) => fence);
  return c.get("service").receipts.issue(c.get("access"), { queue: queueOf(c).name, fences });
}

/** Returns the fence that a receipt proves; undefined if it is not a receipt of this queue. */
export async function fenceOf(c: Context<AppEnv>, receipt: string): Promise<number | undefined> {
  return (await fencesOf(c, [{ receipt }]))[0];
}

/** Returns the fence that the receipt of each item proves. */
export function fencesOf(c: Context<AppEnv>, items: readonly { receipt: string }[]): Promise<(number | undefined)[]> {
  const { tokens, receipts } = c.get("service");
  const now = Date.now();
  return receipts.verify(
    items.map(({ receipt }) => receipt),
    { queue: queueOf(c).name, findToken: (shortHash) => tokens.findByShortHash(shortHash, now) },
  );
}
