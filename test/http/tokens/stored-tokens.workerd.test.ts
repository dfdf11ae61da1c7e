// Tokens stored in Redis: creating, using and revoking them.
import { expect, onTestFinished, test, vi } from "vitest";
import * as tokenResponses from "../../../src/http/responses/token-schemas.ts";
import { LeaseholdError } from "../../../src/index.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { type Api, createApi } from "../kit/api.ts";

/** Creates an app with stored tokens under a fresh prefix. */
const createStoringApi = () => createApi({ storedTokens: true, prefix: `t-${freshName()}` });

/** Creates a stored token over HTTP, by default with the token of every scope. */
async function storeToken(api: Api, body: object, { token = api.token } = {}): Promise<string> {
  return (await api.call("POST /v1/tokens", [201, tokenResponses.createdToken], { body, token })).token;
}

test("a token is created, used, listed and revoked over HTTP", async () => {
  const api = await createStoringApi();
  const token = await storeToken(api, { name: "web", scopes: ["produce"], queues: ["web-*"] });
  expect(token).toMatch(/^lh_[0-9a-f]{48}$/);
  expect((await api.send("POST /v1/queues/web-1/jobs", { token, body: { data: 1 } })).status).toBe(201);
  await api.expectProblem("POST /v1/queues/other/jobs", [403, "forbidden"], { token, body: { data: 1 } });
  const { tokens } = await api.call("GET /v1/tokens", [200, tokenResponses.tokenList]);
  expect(tokens).toMatchObject([
    { stored: false, lastUsedAt: expect.any(Number) },
    { name: "web", scopes: ["produce"], queues: ["web-*"], stored: true, lastUsedAt: expect.any(Number) },
  ]);
  expect(JSON.stringify(tokens)).not.toMatch(/[0-9a-f]{64}|lh_/);
  await api.expectProblem("POST /v1/tokens", [409, "conflict"], { body: { name: "web", scopes: ["read"] } });
  expect((await api.send("POST /v1/tokens/revoke", { body: { name: "web" } })).status).toBe(204);
  await api.expectProblem("POST /v1/queues/web-1/jobs", [401, "unauthorized"], { token, body: { data: 1 } });
  await api.expectProblem("POST /v1/tokens/revoke", [404, "not_found"], { body: { name: "web" } });
});

test("a waiting request ends soon after its token is revoked, and leases no job", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const prefix = `t-${freshName()}`;
  const api = await createApi({ storedTokens: true, prefix });
  const token = await storeToken(api, { name: "web", scopes: ["consume", "read", "see"] });
  const queue = freshQueue({ prefix }, "q");
  await queue.recordEvents();
  await queue.enqueue(1, { id: "later", delay: "1h" });
  const events = await api.send("GET /v1/queues/q/events", { token });
  const reading = new Response(events.body).text();
  const waits = [
    api.send("POST /v1/queues/q/lease", { token, body: { wait: "20s" } }),
    api.send("GET /v1/queues/q/jobs/later/result?wait=20s", { token }),
  ];
  await api.send("POST /v1/tokens/revoke", { body: { name: "web" } });
  const before = Date.now();
  // The first check reads the stored tokens, and the other requests use them at their next check.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await reading).toMatch(/^retry: /);
  await vi.advanceTimersByTimeAsync(5_000);
  const [lease, result] = await Promise.all(waits);
  expect(await lease?.json()).toMatchObject({ jobs: [] });
  expect(result?.status).toBe(202);
  expect(Date.now() - before).toBeLessThan(10_000);
  await queue.promote("later");
  expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0 });
});

test("at most a thousand tokens are stored, each with at most 4,000 characters", async () => {
  const api = await createStoringApi();
  const ids = Array.from({ length: 40 }, (_, i) => `${i}-${"x".repeat(100)}*`);
  await api.expectProblem("POST /v1/tokens", [413, "too_large"], { body: { name: "large", scopes: ["see"], ids } });
  for (let at = 0; at < 1_000; at += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => storeToken(api, { name: `t${at + i}`, scopes: ["see"] })));
  }
  await api.expectProblem("POST /v1/tokens", [429, "queue_full"], { body: { name: "more", scopes: ["see"] } });
});

test("a token creates no token with more rights than its own, and revokes no such token", async () => {
  const api = await createStoringApi();
  const soon = Date.now() + 60_000;
  const rights = { scopes: ["admin", "read"], queues: ["web-*"], expires: soon, limits: { requests: 100 } };
  const maker = await storeToken(api, { name: "maker", ...rights });
  await storeToken(api, { name: "strong", scopes: ["operate"] });
  const fine = { name: "a", scopes: ["read"], queues: ["web-1"], expires: soon, limits: { requests: 10 } };
  const excessive = [
    { scopes: ["read", "operate"] },
    { queues: ["web*"] },
    { queues: ["*"] },
    { expires: soon + 1 },
    { limits: { requests: 101 } },
    { limits: {} },
  ];
  for (const more of excessive)
    await api.expectProblem("POST /v1/tokens", [403, "forbidden"], { token: maker, body: { ...fine, ...more } });
  for (const name of ["queues", "expires", "limits"] as const) {
    const { [name]: _, ...body } = fine;
    await api.expectProblem("POST /v1/tokens", [403, "forbidden"], { token: maker, body });
  }
  // A token with more rights is not found.
  await api.expectProblem("POST /v1/tokens/revoke", [404, "not_found"], { token: maker, body: { name: "strong" } });
  await storeToken(api, fine, { token: maker });
});

test("requests with unknown tokens make the app read the stored tokens at most once in five seconds", async () => {
  let reads = 0;
  const redis = {
    run: async ({ name }: { name: string }) => {
      if (name === "listTokens") reads += 1;
      return "ok";
    },
  };
  const api = await createApi({ redis, storedTokens: true });
  for (let i = 0; i < 200; i++) {
    const token = i % 2 === 0 ? `stranger-${i}` : `lh_${i.toString(16).padStart(48, "0")}`;
    await api.expectProblem("GET /v1/queues", [401, "unauthorized"], { token });
  }
  expect(reads).toBe(1);
});

test("concurrent requests with unknown tokens make a new process read the stored tokens once, even if Redis fails", async () => {
  let reads = 0;
  let readTokens: () => Promise<string> = async () => "ok";
  const redis = {
    run: async ({ name }: { name: string }) => {
      if (name !== "listTokens") return "ok";
      reads += 1;
      return readTokens();
    },
  };
  const readStatus = async (api: Api, i: number) =>
    (await api.send("GET /v1/queues", { token: `lh_${i.toString(16).padStart(48, "0")}` })).status;
  const readStatuses = async (api: Api) =>
    new Set(await Promise.all(Array.from({ length: 50 }, (_, i) => readStatus(api, i))));
  expect(await readStatuses(await createApi({ redis, storedTokens: true }))).toEqual(new Set([401]));
  expect(reads).toBe(1);
  readTokens = () => Promise.reject(new LeaseholdError("redis_busy", "Redis is busy"));
  expect(await readStatuses(await createApi({ redis, storedTokens: true }))).toEqual(new Set([503]));
  expect(reads).toBe(2);
});

test("an app without stored tokens creates and revokes none, and lists the configured ones", async () => {
  const { expectProblem, call } = await createApi();
  await expectProblem("POST /v1/tokens", [404, "not_found"], { body: { name: "a", scopes: ["read"] } });
  await expectProblem("POST /v1/tokens/revoke", [404, "not_found"], { body: { name: "a" } });
  expect((await call("GET /v1/tokens", [200, tokenResponses.tokenList])).tokens).toHaveLength(1);
});
