// The Hono app: every HTTP route of Leasehold but those of the gateway.
import { Hono } from "hono";
import { health, type Ping } from "./health.ts";

/** What the app is made of. */
export interface AppOptions {
  /** Asks Redis whether it is there; throws a {@link LeaseholdError} when it is not. */
  ping: Ping;
}

/**
 * Makes the app.
 *
 * @example
 * const app = createApp({ ping: () => redis.ping() });
 * export default { fetch: app.fetch };
 */
export function createApp({ ping }: AppOptions): Hono {
  return new Hono().get("/healthz", health(ping));
}
