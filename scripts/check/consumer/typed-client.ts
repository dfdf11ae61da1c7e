// A consumer of the package with a typed client. It is compiled against dist, and not run.
import { hc } from "hono/client";
import type { App } from "leasehold/http";

const queues = hc<App>("http://localhost").v1.queues;
const param = { queue: "emails" };

/** Returns the fence of the next job. A request has neither headers nor a body unless it needs them. */
export async function nextFence(): Promise<number | undefined> {
  const response = await queues[":queue"].lease.$post({ param });
  if (response.status !== 200) throw new Error((await response.json()).detail);
  return (await response.json()).jobs[0]?.fence;
}

/** Does not compile without the comment, because the types are strict. */
export function sendWrongRequest() {
  // @ts-expect-error There is no such field. Without types, any field would compile.
  return queues[":queue"].lease.$post({ param, json: { counts: 1 } });
}
