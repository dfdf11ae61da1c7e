// The rules for tokens: their validation, the times and ids to which they are bound, and the errors hidden from them.
import { expect, test } from "vitest";
import { type AccessToken, isWithin, SCOPES, validateTokenAt, validateTokens } from "../../../src/access/token.ts";
import { explanation } from "../../../src/http/responses/explanation-schema.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import * as tokenResponses from "../../../src/http/responses/token-schemas.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { createApi, createQueue, createToken } from "../kit/api.ts";

const HASH = "0".repeat(64);

test.each<[string, object, RegExp]>([
  ["an unknown field", { color: 1 }, /^token 1: a token: there is no option color/],
  ["a name with a space", { name: "a b" }, /^token 1: its name must be/],
  ["an id with a * inside", { scopes: ["see"], ids: ["a*b"] }, /^token 1: its ids must be/],
  [
    "ids beside a scope that cannot be bound to them",
    { scopes: ["see", "read"], ids: ["a"] },
    /^token 1: only the scopes/,
  ],
  ["a time that is not a number", { expires: Number.NaN }, /^token 1: notBefore and expires/],
  ["a negative limit", { limits: { requests: -1 } }, /^token 1: limits\.requests must be/],
  ["an unknown limit", { limits: { jobs: 1 } }, /^token 1: limits: there is no option jobs/],
])("a token with %s is refused", (_what, more, message) => {
  expect(() => validateTokenAt({ hash: HASH, scopes: ["read"], ...more } as AccessToken, 0)).toThrow(message);
});

test("two tokens with one name are refused, because the audit log could not tell them apart", () => {
  const [a, b] = [HASH, "1".repeat(64)].map((hash) => ({ hash, scopes: ["read"] as const, name: "web" }));
  expect(() => validateTokens([a, b] as AccessToken[])).toThrow("token 2: another token has the same name");
});

test("isWithin accepts patterns only if the outer patterns match every name that they match", () => {
  expect(isWithin(["a", "b-x", "b-*"], ["a", "b-*"])).toBe(true);
  expect(isWithin(["a"], undefined)).toBe(true);
  for (const beyond of [["a*"], ["b"], ["*"], ["b*"], undefined]) expect(isWithin(beyond, ["a", "b-*"])).toBe(false);
});

test("a token is refused before its time begins and after it has expired", async () => {
  const now = Date.now();
  const [early, late, fine] = await Promise.all([0, 1, 2].map(() => createToken(["read"])));
  if (!early || !late || !fine) throw new Error("no tokens");
  const tokens = [
    { ...early.access, notBefore: now + 60_000 },
    { ...late.access, expires: now - 1 },
    { ...fine.access, notBefore: now - 1, expires: now + 60_000 },
  ];
  const api = await createApi({ tokens });
  await api.expectProblem("GET /v1/queues", [401, "unauthorized"], { token: early.token });
  await api.expectProblem("GET /v1/queues", [401, "unauthorized"], { token: late.token });
  expect((await api.send("GET /v1/queues", { token: fine.token })).status).toBe(200);
});

test("a token that is bound to ids uses no other ids, and its jobs get such an id if they have none", async () => {
  const { token, access } = await createToken(["produce", "see", "cancel"]);
  const { expectProblem, send, call } = await createApi({ tokens: [{ ...access, ids: ["ada-*", "x"] }] });
  const path = `${(await createQueue("bob-1")).path}/jobs`;
  await expectProblem(`POST ${path}`, [403, "forbidden"], { token, body: { data: 1, id: "bob-2" } });
  const jobs = ["ada-1", "bob-2"].map((id) => ({ data: 1, id }));
  await expectProblem(`POST ${path}`, [403, "forbidden"], { token, body: jobs });
  for (const route of ["GET ", "GET /explain", "GET /result", "DELETE "]) {
    const [method = "", rest = ""] = route.split(" ");
    await expectProblem(`${method} ${path}/bob-1${rest}`, [403, "forbidden"], { token });
  }
  const permitted = { token, body: [{ data: 1 }, { data: 2, id: "x" }] };
  const { jobs: created } = await call(`POST ${path}`, [201, responses.enqueueResult], permitted);
  expect(created).toMatchObject([
    { id: expect.stringMatching(/^ada-_/), created: true },
    { id: "x", created: true },
  ]);
  const repeatable = { token, headers: { "Idempotency-Key": "once" }, body: { data: 3 } };
  const first = await call(`POST ${path}`, [201, responses.enqueueResult], repeatable);
  expect(await call(`POST ${path}`, [201, responses.enqueueResult], repeatable)).toEqual(first);
  expect(first.jobs[0]?.id).toMatch(/^ada-~[0-9a-f]{32}\.0$/);
  expect((await send(`GET ${path}/${created[0]?.id}`, { token })).status).toBe(200);
  expect((await send(`DELETE ${path}/x`, { token })).status).toBe(200);
});

test("a token with only the scope see does not read the errors of handlers", async () => {
  const { token, access } = await createToken(["see"]);
  const { call, token: all } = await createApi({ tokens: [access] });
  const name = freshName();
  const queue = freshQueue({ maxAttempts: 1 }, name);
  await queue.enqueue(1, { id: "a" });
  const [job] = (await queue.lease()).jobs;
  await job?.fail(new Error("s3cret of another job"));
  const path = `/v1/queues/${name}/jobs/a`;
  for (const [rest, schema] of [
    ["", responses.job],
    ["/explain", explanation],
    ["/result", responses.jobOutcome],
  ] as const) {
    const text = JSON.stringify(await call(`GET ${path}${rest}`, [200, schema], { token }));
    expect(text).not.toContain("s3cret");
    expect(text).toContain("Errors are visible only with the scope read.");
    expect(JSON.stringify(await call(`GET ${path}${rest}`, [200, schema], { token: all }))).toContain("s3cret");
  }
});

test("any token reads its own name and rights, and nothing else about itself", async () => {
  const ada = await createToken(["see", "produce"], ["emails", "web-*"]);
  const bob = await createToken(["consume"]);
  const { call, token } = await createApi({
    tokens: [
      { ...ada.access, name: "ada", ids: ["ada-*"], expires: Date.now() + 60_000 },
      { ...bob.access, name: "bob" },
    ],
  });
  const read = (sent: string) => call("GET /v1/token", [200, tokenResponses.ownToken], { token: sent });
  expect(await read(ada.token)).toEqual({
    name: "ada",
    scopes: ["see", "produce"],
    queues: ["emails", "web-*"],
    ids: ["ada-*"],
  });
  expect(await read(bob.token)).toEqual({ name: "bob", scopes: ["consume"] });
  expect(await read(token)).toMatchObject({ scopes: [...SCOPES] });
});
