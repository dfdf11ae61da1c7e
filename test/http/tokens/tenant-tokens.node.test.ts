// Tokens that tenants create over HTTP: a tenant sees and revokes only its own, and grants no limits above its own.
import { expect, test } from "vitest";
import type { AccessToken } from "../../../src/access/token.ts";
import { SCOPES } from "../../../src/access/token.ts";
import * as tokenResponses from "../../../src/http/responses/token-schemas.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

/** Creates an app with stored tokens, and a token of a tenant with all rights for its queues. */
async function createTenant(more: Partial<AccessToken> = {}) {
  const { token, access } = await createToken(SCOPES, ["own", "own-*"]);
  const tokens = [{ ...access, name: "tenant", ...more }];
  return {
    ...(await createApi({ prefix: `${testPrefix()}:${freshName()}`, storedTokens: true, tokens })),
    tenant: token,
  };
}

const CREATE = "POST /v1/tokens";
const REVOKE = "POST /v1/tokens/revoke";

test("a tenant sees and revokes only the tokens of its own queues", async () => {
  const { tenant, call, expectProblem, send } = await createTenant();
  const create = (name: string, queues?: string[]) =>
    call(CREATE, [201, tokenResponses.createdToken], { body: { name, scopes: ["read"], queues } });
  await create("one", ["own"]);
  await create("some", ["own-a", "own-b*"]);
  for (const [name, queues] of [
    ["other", ["other"]],
    ["partly", ["own", "other"]],
    ["wider", ["o*"]],
    ["all"],
  ] as const) {
    await create(name, queues && [...queues]);
    await expectProblem(REVOKE, [404, "not_found"], { token: tenant, body: { name } });
  }
  const { tokens } = await call("GET /v1/tokens", [200, tokenResponses.tokenList], { token: tenant });
  expect(tokens.map(({ name }) => name).sort()).toEqual(["one", "some", "tenant"]);
  expect((await call("GET /v1/tokens", [200, tokenResponses.tokenList])).tokens).toHaveLength(8);
  for (const name of ["one", "some"]) expect((await send(REVOKE, { token: tenant, body: { name } })).status).toBe(204);
  expect((await call("GET /v1/tokens", [200, tokenResponses.tokenList])).tokens).toHaveLength(6);
});

test.each([
  ["an invalid name of a queue", { queues: ["a b"] }],
  ["ids for a scope that cannot be bound", { ids: ["a"] }],
  ["an id with a control character", { scopes: ["see"], ids: ["a\nb"] }],
  ["a time that is not a safe integer", { expires: 1e21 }],
  ["a limit that is not a safe integer", { limits: { requests: 1e21 } }],
])("a token with %s is refused as an invalid argument", async (_what, more) => {
  const { expectProblem, call } = await createTenant();
  const { detail } = await expectProblem(CREATE, [400, "invalid_argument"], {
    body: { name: "web", scopes: ["read"], ...more },
  });
  expect(detail).toMatch(/^The token: /);
  expect((await call("GET /v1/tokens", [200, tokenResponses.tokenList])).tokens).toHaveLength(2);
});

const LIMITS = { requests: 5_000, bytes: 10_000, waits: 2, queues: 3, maxCost: 10 };

test.each(Object.keys(LIMITS))("a token cannot create a token with a larger limit of %s than its own", async (name) => {
  const { tenant, call, expectProblem } = await createTenant({ limits: LIMITS });
  const body = { name: "web", scopes: ["read"], queues: ["own"] };
  const { [name as keyof typeof LIMITS]: max = 0, ...others } = LIMITS;
  for (const limits of [undefined, others, { ...others, [name]: max + 1 }])
    await expectProblem(CREATE, [403, "forbidden"], { token: tenant, body: { ...body, limits } });
  await call(CREATE, [201, tokenResponses.createdToken], { token: tenant, body: { ...body, limits: LIMITS } });
});
