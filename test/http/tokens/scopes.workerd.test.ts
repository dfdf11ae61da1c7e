// The rights of tokens: every route with every scope, with tokens bound to queues, and without a token.
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import { SCOPES, type Scope } from "../../../src/access/token.ts";
import { sha256Hex } from "../../../src/base/hex.ts";
import { createApp } from "../../../src/http/app.ts";
import { freshName } from "../../setup/queue.ts";
import { createApi, createQueue, createToken } from "../kit/api.ts";

// A valid request to each route, and the scopes that permit it.
const ROUTES: [method: string, path: string, scopes: Scope[], body?: unknown][] = [
  ["POST", "/v1/queues/:queue/jobs", ["produce"], { data: 1 }],
  ["GET", "/v1/queues/:queue/jobs?state=ready", ["read"]],
  ["GET", "/v1/queues/:queue/jobs/a", ["read", "see"]],
  ["GET", "/v1/queues/:queue/jobs/a/explain", ["read", "see"]],
  ["GET", "/v1/queues/:queue/jobs/a/result", ["read", "see"]],
  ["DELETE", "/v1/queues/:queue/jobs/b", ["operate", "cancel"]],
  ["POST", "/v1/queues/:queue/lease", ["consume"], {}],
  ["POST", "/v1/queues/:queue/turn", ["consume"], {}],
  ["POST", "/v1/queues/:queue/jobs/a/complete", ["consume"], { receipt: "r" }],
  ["POST", "/v1/queues/:queue/jobs/a/retry", ["consume"], { receipt: "r" }],
  ["POST", "/v1/queues/:queue/jobs/a/fail", ["consume"], { receipt: "r" }],
  ["POST", "/v1/queues/:queue/jobs/a/release", ["consume"], { receipt: "r" }],
  ["POST", "/v1/queues/:queue/jobs/a/extend", ["consume"], { receipt: "r", for: "1m" }],
  ["POST", "/v1/queues/:queue/jobs/a/progress", ["consume"], { receipt: "r", progress: 0 }],
  ["GET", "/v1/queues", ["read"]],
  ["GET", "/v1/queues/:queue", ["read"]],
  ["GET", "/v1/queues/:queue/workers", ["read"]],
  ["GET", "/v1/queues/:queue/history", ["read"]],
  ["GET", "/v1/queues/:queue/scaling", ["read"]],
  ["GET", "/v1/queues/:queue/cost", ["read"]],
  ["GET", "/v1/queues/:queue/groups", ["read"]],
  ["GET", "/v1/queues/:queue/groups/g", ["read", "see"]],
  ["PATCH", "/v1/queues/:queue/groups/g", ["operate"], { concurrency: 2 }],
  ["DELETE", "/v1/queues/:queue/groups/g/jobs", ["operate"]],
  ["GET", "/v1/queues/:queue/limits", ["read"]],
  ["PUT", "/v1/queues/:queue/limits", ["operate"], { concurrency: 2 }],
  ["GET", "/v1/queues/:queue/jobs/a/children", ["read"]],
  ["POST", "/v1/queues/:queue/batches", ["produce"], { ended: { data: 1 } }],
  ["GET", "/v1/queues/:queue/batches/a", ["read", "see"]],
  ["POST", "/v1/queues/:queue/batches/a/jobs", ["produce"], { data: 1 }],
  ["POST", "/v1/queues/:queue/batches/a/seal", ["produce"], {}],
  ["DELETE", "/v1/queues/:queue/batches/a", ["operate"]],
  ["GET", "/v1/queues/:queue/schedules", ["read"]],
  ["GET", "/v1/queues/:queue/schedules/s", ["read"]],
  ["PUT", "/v1/queues/:queue/schedules/s", ["operate"], { every: "1h", data: 1 }],
  ["DELETE", "/v1/queues/:queue/schedules/s", ["operate"]],
  ["POST", "/v1/queues/:queue/schedules/s/pause", ["operate"], {}],
  ["POST", "/v1/queues/:queue/schedules/s/resume", ["operate"], {}],
  ["POST", "/v1/queues/:queue/schedules/s/trigger", ["operate"], {}],
  ["POST", "/v1/queues/:queue/schedules/s/backfill", ["operate"], { from: 1_700_000_000_000, to: 1_700_000_000_001 }],
  ["GET", "/v1/queues/:queue/outbox", ["read"]],
  ["GET", "/v1/crons", ["read"]],
  ["GET", "/v1/queues/:queue/events", ["read"]],
  ["POST", "/v1/queues/:queue/record-events", ["operate"], { keep: 10 }],
  ["POST", "/v1/queues/:queue/pause", ["operate"], {}],
  ["POST", "/v1/queues/:queue/resume", ["operate"], {}],
  ["POST", "/v1/queues/:queue/redrive", ["operate"], {}],
  ["POST", "/v1/queues/:queue/promote", ["operate"], { ids: ["b"] }],
  ["POST", "/v1/queues/:queue/purge", ["operate"], { state: "done" }],
  ["POST", "/v1/queues/:queue/clean", ["operate"], {}],
  ["POST", "/v1/queues/:queue/deep-clean", ["operate"], {}],
  ["POST", "/v1/queues/:queue/fail-worker", ["operate"], { worker: "w" }],
  ["POST", "/v1/queues/:queue/destroy", ["operate"], { queue: "another" }],
  ["POST", "/v1/queues/:queue/search", ["read"], { filter: { state: "ready" } }],
  ["GET", "/v1/queues/:queue/bulk", ["read"]],
  ["GET", "/v1/queues/:queue/bulk/o", ["read"]],
  ["GET", "/v1/redis-work-queues/:queue", ["read"]],
  ["POST", "/v1/redis-work-queues/:queue/items", ["produce"], { data: 1 }],
  ["GET", "/v1/redis-work-queues/:queue/failed", ["read"]],
  ["POST", "/v1/redis-work-queues/:queue/lease", ["consume"], {}],
  ["POST", "/v1/redis-work-queues/:queue/items/a/complete", ["consume"], { lease: "w" }],
  ["DELETE", "/v1/redis-work-queues/:queue/items/b", ["operate", "cancel"]],
  ["POST", "/v1/redis-work-queues/:queue/redrive", ["operate"], {}],
  ["POST", "/v1/redis-work-queues/:queue/clean", ["operate"], {}],
  ["POST", "/v1/redis-work-queues/:queue/deep-clean", ["operate"], {}],
  ["GET", "/v1/token", [...SCOPES]],
  ["POST", "/v1/tokens", ["admin"], { name: "web", scopes: ["admin"] }],
  ["GET", "/v1/tokens", ["admin"]],
  ["POST", "/v1/tokens/revoke", ["admin"], { name: "web" }],
  ["GET", "/v1/audit", ["admin"]],
  ["GET", "/metrics", ["read"]],
  ["GET", "/openapi.json", [...SCOPES]],
];

// The routes for which a token needs both scopes, operate and read. test/http/bulk has the tests of a single one.
const BOTH: [method: string, path: string, body?: unknown][] = [
  ["POST", "/v1/queues/:queue/bulk", { operation: "cancel", filter: { state: "ready" } }],
  ["POST", "/v1/queues/:queue/bulk/o/continue"],
  ["POST", "/v1/queues/:queue/bulk/o/stop"],
];

/** Returns the route of a request in the table, as the app declares it. */
const declaredRoute = ([method, path]: [method: string, path: string, ...unknown[]]) =>
  `${method} ${path
    .replace(/\?.*/, "")
    .replace(/\/(jobs|items|batches)\/[ab]/, "/$1/:id")
    .replace("/groups/g", "/groups/:group")
    .replace("/schedules/s", "/schedules/:schedule")
    .replace("/bulk/o", "/bulk/:operation")}`;

const own = freshName();
const tokens = new Map(await Promise.all(SCOPES.map(async (scope) => [scope, await createToken([scope])] as const)));
const bound = await createToken([...SCOPES], [own, "some-*"]);
const both = await createToken(["operate", "read"]);
const api = await createApi({
  tokens: [...[...tokens.values()].map(({ access }) => access), bound.access, both.access],
});

test("the table of this file has every route of the app", () => {
  const routes = api.app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  // /healthz needs no token, and the others need a secret of their own.
  const withoutToken = ["GET /healthz", "GET /cron/light", "GET /cron/deep", "POST /hooks/:source", "POST /drain"];
  expect(new Set(routes)).toEqual(new Set([...ROUTES.map(declaredRoute), ...BOTH.map(declaredRoute), ...withoutToken]));
});

test("the document states the scopes of the table", () => {
  const documented = OPERATIONS.filter(({ scopes }) => scopes).map(({ method, path, scopes, needsAllScopes }) => [
    `${method.toUpperCase()} ${path}`,
    needsAllScopes ? scopes?.toSorted().join(" and ") : scopes?.toSorted(),
  ]);
  const expected = [
    ...ROUTES.map((route) => [declaredRoute(route), route[2].toSorted()]),
    ...BOTH.map((route) => [declaredRoute(route), "operate and read"]),
  ];
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(expected));
});

describe.each(BOTH)("%s %s", (method, path, body) => {
  test("accepts no single scope, and a token with both", async () => {
    const { name } = await createQueue("a");
    const sent = body === undefined ? {} : { body };
    const route = `${method} ${path.replace(":queue", name)}`;
    for (const [scope, { token }] of tokens)
      expect([scope, (await api.send(route, { ...sent, token })).status]).toEqual([scope, 403]);
    expect([201, 404]).toContain((await api.send(route, { ...sent, token: both.token })).status);
    await api.expectProblem(`${method} ${path.replace(":queue", `${own}-x`)}`, [403, "forbidden"], {
      ...sent,
      token: bound.token,
    });
  });
});

describe.each(ROUTES)("%s %s", (method, path, scopes, body) => {
  const pathTo = (queue: string) => path.replace(":queue", queue);
  const sent = body === undefined ? {} : { body };

  test(`accepts only ${scopes.join(" or ")}`, async () => {
    const { name } = await createQueue("a", { data: 2, id: "b", delay: "1h" });
    for (const scope of SCOPES) {
      const token = tokens.get(scope)?.token ?? "";
      const { status } = await api.send(`${method} ${pathTo(name)}`, { ...sent, token });
      if (scopes.includes(scope)) expect([scope, status]).not.toEqual([scope, 403]);
      else expect([scope, status]).toEqual([scope, 403]);
      expect(status).toBeLessThan(500);
      expect(status).not.toBe(401);
    }
  });

  test("refuses a request without a token or with an unknown one", async () => {
    const invalid = ["", "Bearer", "Bearer ", "Bearer unknown", "Basic bm9ib2R5", `bearer x ${api.token}`];
    for (const authorization of [undefined, ...invalid]) {
      const headers: Record<string, string> = { "Content-Type": "application/json" };
      if (authorization !== undefined) headers.Authorization = authorization;
      const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await api.app.request(pathTo(own), request);
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(response.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
      expect(await response.json()).toMatchObject({ code: "unauthorized" });
    }
  });

  if (path.includes(":queue")) {
    test("accepts a token only for its queues", async () => {
      const { token } = bound;
      for (const name of [own, `some-${freshName()}`])
        expect((await api.send(`${method} ${pathTo(name)}`, { ...sent, token })).status, name).not.toBe(403);
      for (const name of [`${own}-x`, own.slice(1), "other-some-x"])
        await api.expectProblem(`${method} ${pathTo(name)}`, [403, "forbidden"], { ...sent, token });
    });
  }
});

test("/healthz needs no token, and its response has the headers of every response", async () => {
  const response = await api.app.request("/healthz", { headers: { "X-Request-Id": "mine-1" } });
  expect(response.status).toBe(200);
  expect(response.headers.get("X-Request-Id")).toBe("mine-1");
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Strict-Transport-Security")).toContain("max-age");
  const expected = await new Hono()
    .use(secureHeaders())
    .get("/", (c) => c.body(null))
    .request("/");
  expect([...response.headers]).toEqual(expect.arrayContaining([...expected.headers]));
});

test("two configured tokens are accepted at a time, and a removed one is refused", async () => {
  const old = await createToken(["read"]);
  const fresh = await createToken(["read"]);
  const both = await createApi({ tokens: [old.access, fresh.access] });
  const after = await createApi({ tokens: [fresh.access] });
  for (const { token } of [old, fresh]) expect((await both.send("GET /v1/queues", { token })).status).toBe(200);
  expect((await after.send("GET /v1/queues", { token: fresh.token })).status).toBe(200);
  await after.expectProblem("GET /v1/queues", [401, "unauthorized"], { token: old.token });
});

test.each([
  ["a text that is not a hash", { hash: "s3cret-token", scopes: ["read"] }],
  ["no scope", { hash: "0".repeat(64), scopes: [] }],
  ["an unknown scope", { hash: "0".repeat(64), scopes: ["root"] }],
  ["an invalid pattern of queues", { hash: "0".repeat(64), scopes: ["read"], queues: ["*a"] }],
])("an app whose token has %s is not created", async (_what, token) => {
  const redis = { run: () => Promise.reject(new Error("Redis was called")) };
  const create = () => createApp({ redis, tokens: [token as never] });
  expect(create).toThrow(/^token 1: /);
  expect(create).not.toThrow(/s3cret/);
});

test("the hash of a token is its SHA-256", async () => {
  expect(await sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("an app with the same token twice is not created, because only one entry would apply", async () => {
  const { access } = await createToken(["produce"], ["a"]);
  const twice = { ...access, scopes: ["consume"] as Scope[], queues: ["b"] };
  await expect(createApi({ tokens: [access, twice] })).rejects.toMatchObject({ code: "not_configured" });
});
