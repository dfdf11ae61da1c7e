// The Upstash client with settings that suit a queue, and its errors without what they would give away.
import { Redis } from "@upstash/redis/cloudflare";
import { LeaseholdError } from "../core/errors.ts";

/** Where a database is. */
export interface UpstashOptions {
  url: string;
  token: string;
  /** How long one request may take, in ms. */
  timeout?: number;
}

/** Makes a client that sends each command once, at once, and gives replies back as they came. */
export function upstashClient({ url, token, timeout = 5_000 }: UpstashOptions): Redis {
  return new Redis({
    url,
    token,
    automaticDeserialization: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(timeout),
  });
}

/** Turns an error of the client, whose text may hold the whole command, into one that may be shown. */
export function fromUpstash(error: unknown): LeaseholdError {
  const text = error instanceof Error ? error.message : "";
  if (/^(WRONGPASS|NOAUTH|Unauthorized)/i.test(text)) {
    return new LeaseholdError("redis_unauthorized", "Redis refused the token. Check UPSTASH_REDIS_REST_TOKEN.");
  }
  if (error instanceof Error && error.name === "UpstashError") {
    return new LeaseholdError("redis_error", "Redis answered with an error.");
  }
  return new LeaseholdError("redis_unreachable", "Redis did not answer. Check UPSTASH_REDIS_REST_URL and the network.");
}
