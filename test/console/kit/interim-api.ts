// The routes that the console needs and the app does not have yet, over the library.
import { Hono } from "hono";
import { sha256Hex } from "../../../src/base/hex.ts";
import type { AccessToken, Scope } from "../../../src/http.ts";
import { LeaseholdError, type Queue } from "../../../src/index.ts";

type Env = { Variables: { token: AccessToken } };

/** Returns the routes, to be mounted before those of the app. */
export function interimApi(
  tokens: readonly AccessToken[],
  { queueOf, next }: { queueOf(name: string): Queue; next(request: Request): Response | Promise<Response> },
) {
  const problem = (status: number, code: string, detail: string) => Response.json({ code, detail }, { status });
  const api = new Hono<Env>();
  const refusal = (token: AccessToken, scope: Scope) =>
    token.scopes.includes(scope) ? undefined : problem(403, "forbidden", `The token needs the scope ${scope}.`);
  api.onError((error) =>
    error instanceof LeaseholdError ? problem(400, error.code, error.message) : problem(500, "internal", String(error)),
  );
  api.use(async (c, next) => {
    const hash = await sha256Hex(c.req.header("Authorization")?.replace("Bearer ", "") ?? "");
    const token = tokens.find((each) => each.hash === hash);
    if (!token) return problem(401, "unauthorized", "The token is missing or not valid.");
    c.set("token", token);
    return next();
  });
  return api
    .get("/token", (c) => {
      const { name, scopes, queues } = c.get("token");
      return c.json({ name, scopes, queues });
    })
    .get("/queues", (c) => {
      const url = new URL(c.req.url);
      url.searchParams.delete("recent");
      return next(new Request(url, c.req.raw));
    })
    .post("/queues/:queue/search", async (c) => {
      const { filter, output = "jobs", limit = 1_000, ...options } = await c.req.json();
      const { jobs, ...rest } = await queueOf(c.req.param("queue")).search(filter, { limit, ...options });
      const found = { ...rest, matched: jobs.length, jobs: output === "count" ? [] : jobs };
      return refusal(c.get("token"), "read") ?? c.json(found);
    })
    .get(
      "/queues/:queue/bulk",
      async (c) =>
        refusal(c.get("token"), "read") ?? c.json({ operations: await queueOf(c.req.param("queue")).bulkOperations() }),
    )
    .post("/queues/:queue/bulk", async (c) => {
      const by = c.get("token").name ?? "";
      return (
        refusal(c.get("token"), "operate") ??
        c.json(await queueOf(c.req.param("queue")).startBulk({ ...(await c.req.json()), by }), 201)
      );
    })
    .post(
      "/queues/:queue/bulk/:id/continue",
      async (c) =>
        refusal(c.get("token"), "operate") ??
        c.json(await queueOf(c.req.param("queue")).continueBulk(c.req.param("id"))),
    )
    .post(
      "/queues/:queue/bulk/:id/stop",
      async (c) =>
        refusal(c.get("token"), "operate") ?? c.json(await queueOf(c.req.param("queue")).stopBulk(c.req.param("id"))),
    );
}
