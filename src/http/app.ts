// The Hono app: every HTTP route of Leasehold but those of the gateway.
import { Hono } from "hono";
import { health, type Ping } from "./health.ts";
import { problem, problemOf } from "./problem.ts";

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
  const app = new Hono().get("/healthz", health(ping));
  app.onError(problemOf);
  app.notFound((c) => problem(c, 404, "not_found", "There is nothing at this path."));
  return app;
}
