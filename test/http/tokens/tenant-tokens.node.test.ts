// Tokens that are made over HTTP, and which of them the holder of another token gets to know.
import { expect, test } from "vitest";
import type { AccessToken } from "../../../src/access/token.ts";
import { SCOPES } from "../../../src/access/token.ts";
import * as tokenResponses from "../../../src/http/responses/token-schemas.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

/** An app with stored tokens, and a token of a tenant that may do everything with its queues. */
async function withTenant(more: Partial<AccessToken> = {}) {
  const { token, access } = await createToken(SCOPES, ["own", "own-*"]);
  const tokens = [{ ...access, name: "tenant", ...more }];
  return {
    ...(await createApi({ prefix: `${testPrefix()}:${freshName()}`, storedTokens: true, tokens })),
    tenant: token,
  };
}

const MAKE = "POST /v1/tokens";
const REVOKE = "POST /v1/tokens/revoke";

test("a tenant sees and revokes the tokens of its own queues alone", async () => {
  const { tenant, call, expectProblem, send } = await withTenant();
  const make = (name: string, queues?: string[]) =>
    call(MAKE, [201, tokenResponses.createdToken], { body: { name, scopes: ["read"], queues } });
  await make("one", ["own"]);
  await make("some", ["own-a", "own-b*"]);
  for (const [name, queues] of [
    ["other", ["other"]],
    ["partly", ["own", "other"]],
    ["wider", ["o*"]],
    ["all"],
  ] as const) {
    await make(name, queues && [...queues]);
    await expectProblem(REVOKE, [404, "not_found"], { token: tenant, body: { name } });
  }
  const { tokens } = await call("GET /v1/tokens", [200, tokenResponses.tokenList], { token: tenant });
  expect(tokens.map(({ name }) => name).sort()).toEqual(["one", "some", "tenant"]);
  expect((await call("GET /v1/tokens", [200, tokenResponses.tokenList])).tokens).toHaveLength(8);
  for (const name of ["one", "some"]) expect((await send(REVOKE, { token: tenant, body: { name } })).status).toBe(204);
  expect((await call("GET /v1/tokens", [200, tokenResponses.tokenList])).tokens).toHaveLength(6);
});

test.each([
  ["a queue that is no name", { queues: ["a b"] }],
  ["ids for a scope that cannot be bound", { ids: ["a"] }],
  ["an id with a control character", { scopes: ["see"], ids: ["a\nb"] }],
  ["a time that is no whole number of ms", { expires: 1e21 }],
  ["a limit past all whole numbers", { limits: { requests: 1e21 } }],
])("a token is refused as an argument where it has %s", async (_what, more) => {
  const { expectProblem, call } = await withTenant();
  const { detail } = await expectProblem(MAKE, [400, "invalid_argument"], {
    body: { name: "web", scopes: ["read"], ...more },
  });
  expect(detail).toMatch(/^The token: /);
  expect((await call("GET /v1/tokens", [200, tokenResponses.tokenList])).tokens).toHaveLength(2);
});

const LIMITS = { requests: 5_000, bytes: 10_000, waits: 2, queues: 3 };

test.each(Object.keys(LIMITS))("a token has no larger limit of %s than the one that makes it", async (name) => {
  const { tenant, call, expectProblem } = await withTenant({ limits: LIMITS });
  const body = { name: "web", scopes: ["read"], queues: ["own"] };
  const { [name as keyof typeof LIMITS]: most = 0, ...others } = LIMITS;
  for (const limits of [undefined, others, { ...others, [name]: most + 1 }])
    await expectProblem(MAKE, [403, "forbidden"], { token: tenant, body: { ...body, limits } });
  await call(MAKE, [201, tokenResponses.createdToken], { token: tenant, body: { ...body, limits: LIMITS } });
});
