// Upstash over fetch, with settings that suit a queue.
import { Redis } from "@upstash/redis/cloudflare";
import type { Adapter } from "./adapter.ts";
import { fromUpstashClient } from "./upstash-client.ts";

/** Where a database is. */
export interface UpstashOptions {
  url: string;
  token: string;
  /** How long one request may take in ms; 10 seconds unless set. */
  timeout?: number;
  /** How often a request is sent again when its reply does not come; 2 unless set. A queue survives any number. */
  retries?: number;
  /** Lets scripts lock only the keys of their queue, so that queues do not wait for each other; off unless set. */
  keyLocking?: boolean;
}

/**
 * Connects to Upstash with settings that suit a queue.
 *
 * @example
 * const queue = new Queue("emails", { redis: upstash({ url, token }) });
 */
export function upstash(options: UpstashOptions): Adapter {
  const { keyLocking = false } = options;
  return fromUpstashClient(upstashClient(options), keyLocking);
}

/** Makes a client that sends each command at once and gives replies back as they came. */
function upstashClient({ url, token, timeout = 10_000, retries = 2 }: UpstashOptions): Redis {
  return new Redis({
    url,
    token,
    automaticDeserialization: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
    retry: { retries },
    signal: () => AbortSignal.timeout(timeout),
  });
}
