// Requests as they were sent: what stands in their keys and arguments.
import type { Script } from "../../src/redis/adapter.ts";
import type { EnqueueRequest } from "./enqueue.ts";

/** A request, and what it was answered the first time. */
export interface Sent {
  script: Script & { keys: readonly string[]; args: readonly string[] };
  keys: string[];
  args: string[];
  reply: unknown;
}

export function nonceOf(keys: readonly string[]): string {
  return keys.find((key) => key.includes(":reply:"))?.replace(/^.*:reply:/, "") ?? "";
}

/** The jobs of an enqueue: some of their ids are made up on the way. */
export function enqueuedBy({ script, keys, args }: Sent): EnqueueRequest {
  const fields = args.slice(script.args.indexOf("fields..."));
  const jobs: EnqueueRequest["jobs"] = [];
  for (let i = 0; i < fields.length; i += 4) {
    const [id = "", when = "", window = "", body = ""] = fields.slice(i, i + 4);
    const [head = "", payload = ""] = body.split("\n");
    const [priority, maxAttempts, ttl] = head.split(" ").map(Number);
    const after = when.startsWith("@") ? { at: Number(when.slice(1)) } : { delay: Number(when.slice(1)) };
    jobs.push({
      id,
      isNamed: window !== "",
      when: when === "" ? undefined : after,
      priority: priority ?? Number.NaN,
      maxAttempts: maxAttempts || undefined,
      ttl: ttl || undefined,
      uniqueFor: Number(window),
      payload,
    });
  }
  return { nonce: nonceOf(keys), fingerprint: args[script.args.indexOf("fingerprint")] ?? "", jobs };
}
