// What a user of the package writes to get a typed client. It is only compiled, against dist, after each build.
import { hc } from "hono/client";
import type { App } from "leasehold/http";

const queues = hc<App>("http://localhost").v1.queues;
const param = { queue: "emails" };

/** Returns the fence of the next job. A request has neither headers nor a body unless it needs them. */
export async function nextFence(): Promise<number | undefined> {
  const reply = await queues[":queue"].lease.$post({ param });
  if (reply.status !== 200) throw new Error((await reply.json()).detail);
  return (await reply.json()).jobs[0]?.fence;
}

/** Never called. */
export function wrong() {
  // @ts-expect-error Were the types lost, anything would be taken.
  return queues[":queue"].lease.$post({ param, json: { counts: 1 } });
}
