// Receipts of the jobs of a request and a reply.
import type { Context } from "hono";
import { type AppEnv, queueOf } from "../service/service.ts";

/** Returns a receipt for each leased job. */
export function receiptsOf(c: Context<AppEnv>, jobs: readonly { fence: number }[]): Promise<string[]> {
  const fences = jobs.map(({ fence }) => fence);
  return c.get("service").receipts.issue(c.get("access"), queueNameOf(c), fences);
}

/** Returns the fence that a receipt proves; undefined where it proves none of this queue. */
export async function fenceOf(c: Context<AppEnv>, receipt: string): Promise<number | undefined> {
  return (await fencesOf(c, [{ receipt }]))[0];
}

/** Returns the fences of several items, in order. */
export function fencesOf(c: Context<AppEnv>, items: readonly { receipt: string }[]): Promise<(number | undefined)[]> {
  const { gate, receipts } = c.get("service");
  const now = Date.now();
  const texts = items.map(({ receipt }) => receipt);
  return receipts.fencesOf(texts, queueNameOf(c), (short) => gate.findShort(short, now));
}

/** Returns the name of the queue, which throws for one of another format. */
function queueNameOf(c: Context<AppEnv>): string {
  return queueOf(c).name;
}
