// The audit log over HTTP: the entries that each token reads, and the entries of refused requests.
import { expect, test } from "vitest";
import { type AccessToken, SCOPES } from "../../../src/access/token.ts";
import * as tokenResponses from "../../../src/http/responses/token-schemas.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

/** Creates an app with a token for each tenant, under the tenant's name. */
async function createTenants(...tenants: string[]) {
  const pairs = await Promise.all(tenants.map((name) => createToken(SCOPES, [name, `${name}-*`])));
  const tokens = pairs.map(({ access }, i): AccessToken => ({ ...access, name: tenants[i] ?? "" }));
  const api = await createApi({ prefix: `${testPrefix()}:${freshName()}`, storedTokens: true, tokens });
  const tokenOf = (name: string) => pairs[tenants.indexOf(name)]?.token ?? "";
  /** Returns the entries that a token reads, each as text. */
  const read = async (token = api.token) => {
    const { entries } = await api.call("GET /v1/audit", [200, tokenResponses.auditPage], { token });
    return entries.map((entry) =>
      [entry.token, entry.route, entry.queue ?? entry.subject ?? "-", entry.status].join(" "),
    );
  };
  return { ...api, tokenOf, read };
}

test("a tenant reads the entries about its queues, and those of the tokens of its queues", async () => {
  const { send, call, tokenOf, read } = await createTenants("one", "two");
  const [one, two] = [tokenOf("one"), tokenOf("two")];
  const body = { name: "one-admin", scopes: ["admin"], queues: ["one-*"] };
  const created = await call("POST /v1/tokens", [201, tokenResponses.createdToken], { token: one, body });
  await send("POST /v1/tokens", { token: created.token, body: { ...body, name: "by-admin" } });
  await send("POST /v1/queues/one/pause", { token: one });
  await send("POST /v1/queues/two/pause", { token: two });
  await send("POST /v1/tokens", { token: two, body: { name: "two-web", scopes: ["read"], queues: ["two"] } });
  // A refused request of one tenant to a queue of the other.
  await send("POST /v1/queues/one/pause", { token: two });
  const refusedTwo = "two POST /v1/queues/:queue/pause one 403";
  const ones = [
    "one POST /v1/tokens one-admin 201",
    "one-admin POST /v1/tokens by-admin 201",
    "one POST /v1/queues/:queue/pause one 204",
  ];
  const twos = ["two POST /v1/queues/:queue/pause two 204", "two POST /v1/tokens two-web 201"];
  expect(await read(one)).toEqual([...ones, refusedTwo]);
  expect(await read(two)).toEqual(twos);
  expect(await read(created.token)).toEqual([ones[1]]);
  expect(await read()).toEqual([...ones, ...twos, refusedTwo]);
});

test("a token with the name of a revoked token does not read the revoked token's entries", async () => {
  const { send, call, tokenOf, read } = await createTenants("one", "two");
  const body = { name: "web", scopes: ["admin"], queues: ["one"] };
  const first = await call("POST /v1/tokens", [201, tokenResponses.createdToken], { token: tokenOf("one"), body });
  await send("POST /v1/tokens", { token: first.token, body: { ...body, name: "secret-plan" } });
  await send("POST /v1/tokens/revoke", { token: tokenOf("one"), body: { name: "web" } });
  const sent = { token: tokenOf("two"), body: { ...body, queues: ["two"] } };
  const second = await call("POST /v1/tokens", [201, tokenResponses.createdToken], sent);
  expect(await read(second.token)).toEqual([]);
  expect(await read(tokenOf("two"))).toEqual(["two POST /v1/tokens web 201"]);
});

test.each([
  ["a line separator", "%E2%80%A8"],
  ["line breaks", "a%0D%0Ab%0A1-1 {}"],
  ["quotes", "%22%7D%22"],
  ["10,000 characters", "x".repeat(10_000)],
])("a refused request with %s in the name of the queue has an entry without the name", async (_what, name) => {
  const { send, tokenOf, read } = await createTenants("one");
  expect((await send(`GET /v1/queues/${name}`, { token: tokenOf("one") })).status).toBe(403);
  expect(await read()).toEqual(["one GET /v1/queues/:queue - 403"]);
});

test("requests that only read have no entry", async () => {
  const { send, tokenOf, read } = await createTenants("one");
  for (const method of ["GET", "HEAD"])
    for (const path of ["/v1/tokens", "/v1/audit", "/healthz"])
      expect((await send(`${method} ${path}`, { token: tokenOf("one") })).status).toBe(200);
  expect(await read()).toEqual([]);
});

test("an entry of a change or a refusal has its token, route and queue, and no payload or id", async () => {
  const { token, access } = await createToken(["produce"], ["mine"]);
  const prefix = `t-${freshName()}`;
  const tokens = [{ ...access, name: "web" }];
  const api = await createApi({ prefix, tokens });
  await api.send("POST /v1/queues/mine/jobs", { token, body: { data: "s3cret", id: "s3cret-id" } });
  await api.send("POST /v1/queues/mine/pause");
  await api.send("DELETE /v1/queues/mine/jobs/s3cret-id");
  await api.expectProblem("POST /v1/queues/theirs/jobs", [403, "forbidden"], { token, body: { data: "s3cret" } });
  const { entries } = await api.call("GET /v1/audit", [200, tokenResponses.auditPage]);
  expect(entries).toMatchObject([
    { route: "POST /v1/queues/:queue/pause", queue: "mine", status: 204, requestId: expect.any(String) },
    { route: "DELETE /v1/queues/:queue/jobs/:id", queue: "mine", status: 200 },
    { token: "web", route: "POST /v1/queues/:queue/jobs", queue: "theirs", status: 403 },
  ]);
  expect(JSON.stringify(entries)).not.toContain("s3cret");
  const [first, second] = entries;
  const rest = await api.call(`GET /v1/audit?after=${first?.id}&limit=1`, [200, tokenResponses.auditPage]);
  expect(rest).toEqual({ entries: [second], cursor: second?.id });
});

test("a token that is refused again and again adds at most ten entries a minute to the audit log", async () => {
  const { token, access } = await createToken(["read"]);
  const api = await createApi({ prefix: `t-${freshName()}`, tokens: [access] });
  for (let i = 0; i < 100; i++) await api.send("POST /v1/queues/q/pause", { token });
  const { entries } = await api.call("GET /v1/audit?limit=1000", [200, tokenResponses.auditPage]);
  // The requests may have been in two minutes.
  expect(entries.length).toBeGreaterThanOrEqual(10);
  expect(entries.length).toBeLessThanOrEqual(20);
});
