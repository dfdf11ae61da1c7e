// Tokens: names, times, ids and limits; those that are stored in Redis; and the audit log.
import { expect, inject, test, vi } from "vitest";
import { Budget } from "../../src/access/budget.ts";
import { type AccessToken, checkToken, checkTokens, isWithin } from "../../src/access/token.ts";
import * as replies from "../../src/http/replies.ts";
import { LeaseholdError, upstash } from "../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { makeApi, tokenWith } from "./api.ts";

const HASH = "0".repeat(64);
const MINUTE = 60_000;

/** An app with stored tokens under a prefix of its own. */
const storing = () => makeApi({ storedTokens: true, prefix: `t-${freshName()}` });

/** Makes a stored token over the API. */
async function make(api: Awaited<ReturnType<typeof makeApi>>, token: object, by = api.token): Promise<string> {
  const made = await api.ask(["POST", "/v1/tokens"], 201, replies.tokenMade, { body: token, token: by });
  return made.token;
}

test.each<[string, object, RegExp]>([
  ["an unknown field", { colour: 1 }, /^token 1: it: there is no colour/],
  ["a name with a space", { name: "a b" }, /^token 1: its name must be/],
  ["an id with a * inside", { scopes: ["see"], ids: ["a*b"] }, /^token 1: its ids must be/],
  [
    "ids beside a scope that cannot be bound to them",
    { scopes: ["see", "read"], ids: ["a"] },
    /^token 1: only the scopes/,
  ],
  ["a time that is none", { expires: Number.NaN }, /^token 1: notBefore and expires/],
  ["a limit that is no number", { limits: { requests: -1 } }, /^token 1: limits\.requests must be/],
  ["a limit that does not exist", { limits: { jobs: 1 } }, /^token 1: limits: there is no jobs/],
])("a token with %s is refused", (_what, more, message) => {
  expect(() => checkToken({ hash: HASH, scopes: ["read"], ...more } as AccessToken, 0)).toThrow(message);
});

test("two tokens of one name are refused: the audit log could not tell them apart", () => {
  const [a, b] = [HASH, "1".repeat(64)].map((hash) => ({ hash, scopes: ["read"] as const, name: "web" }));
  expect(() => checkTokens([a, b] as AccessToken[])).toThrow("token 2: its name is that of another token");
});

test("patterns are within others only where everything that they match is", () => {
  expect(isWithin(["a", "b-x", "b-*"], ["a", "b-*"])).toBe(true);
  expect(isWithin(["a"], undefined)).toBe(true);
  for (const beyond of [["a*"], ["b"], ["*"], ["b*"], undefined]) expect(isWithin(beyond, ["a", "b-*"])).toBe(false);
});

test("a token is refused before its time and from its end on", async () => {
  const now = Date.now();
  const [early, late, fine] = await Promise.all([0, 1, 2].map(() => tokenWith(["read"])));
  if (!early || !late || !fine) throw new Error("no tokens");
  const tokens = [
    { ...early.access, notBefore: now + 60_000 },
    { ...late.access, expires: now - 1 },
    { ...fine.access, notBefore: now - 1, expires: now + 60_000 },
  ];
  const api = await makeApi({ tokens });
  await api.refused(["GET", "/v1/queues"], 401, "unauthorized", { token: early.token });
  await api.refused(["GET", "/v1/queues"], 401, "unauthorized", { token: late.token });
  expect((await api.send("GET", "/v1/queues", { token: fine.token })).status).toBe(200);
});

test("a token that is bound to ids names no others, and gives its own where a job has none", async () => {
  const { token, access } = await tokenWith(["produce", "see", "cancel"]);
  const { refused, send, ask } = await makeApi({ tokens: [{ ...access, ids: ["ada-*", "x"] }] });
  const name = freshName();
  await freshQueue({}, name).enqueue("theirs", { id: "bob-1" });
  const path = `/v1/queues/${name}/jobs`;
  await refused(["POST", path], 403, "forbidden", { token, body: { data: 1, id: "bob-2" } });
  await refused(["POST", path], 403, "forbidden", {
    token,
    body: [
      { data: 1, id: "ada-1" },
      { data: 1, id: "bob-2" },
    ],
  });
  for (const route of ["GET ", "GET /explain", "GET /result", "DELETE "]) {
    const [method = "", rest = ""] = route.split(" ");
    await refused([method, `${path}/bob-1${rest}`], 403, "forbidden", { token });
  }
  const { jobs } = await ask(["POST", path], 201, replies.enqueued, {
    token,
    body: [{ data: 1 }, { data: 2, id: "x" }],
  });
  expect(jobs).toMatchObject([
    { id: expect.stringMatching(/^ada-_/), created: true },
    { id: "x", created: true },
  ]);
  const headers = { "Idempotency-Key": "once" };
  const first = await ask(["POST", path], 201, replies.enqueued, { token, headers, body: { data: 3 } });
  expect(await ask(["POST", path], 201, replies.enqueued, { token, headers, body: { data: 3 } })).toEqual(first);
  expect(first.jobs[0]?.id).toMatch(/^ada-~[0-9a-f]{32}\.0$/);
  expect((await send("GET", `${path}/${jobs[0]?.id}`, { token })).status).toBe(200);
  expect((await send("DELETE", `${path}/x`, { token })).status).toBe(200);
});

test("who may only see jobs by id reads no error of a handler", async () => {
  const { token, access } = await tokenWith(["see"]);
  const { ask, token: all } = await makeApi({ tokens: [access] });
  const name = freshName();
  const queue = freshQueue({ maxAttempts: 1 }, name);
  await queue.enqueue(1, { id: "a" });
  const [job] = (await queue.lease()).jobs;
  await job?.fail(new Error("s3cret of another job"));
  const path = `/v1/queues/${name}/jobs/a`;
  for (const [rest, schema] of [
    ["", replies.job],
    ["/explain", replies.explanation],
    ["/result", replies.ended],
  ] as const) {
    const seen = JSON.stringify(await ask(["GET", path + rest], 200, schema, { token }));
    expect(seen).not.toContain("s3cret");
    expect(seen).toContain("The error can be read with the scope read.");
    expect(JSON.stringify(await ask(["GET", path + rest], 200, schema, { token: all }))).toContain("s3cret");
  }
});

test("a token sends no more requests in a minute than it may", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - (Date.now() % MINUTE) });
  try {
    const { token, access } = await tokenWith(["read"]);
    const { send, refused } = await makeApi({ tokens: [{ ...access, limits: { requests: 5 } }] });
    for (let i = 0; i < 5; i++) expect((await send("GET", "/v1/queues", { token })).status).toBe(200);
    const { detail } = await refused(["GET", "/v1/queues"], 429, "limit_reached", { token });
    expect(detail).toBe("The token's limit is 5 requests a minute.");
    vi.setSystemTime(Date.now() + MINUTE);
    expect((await send("GET", "/v1/queues", { token })).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test("the requests of other processes are known a second later", async () => {
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  const limits = { requests: 40, bytes: 1_000 };
  for (let isOneMinute = false; !isOneMinute; ) {
    const access = checkToken({ hash: HASH, name: freshName(), scopes: ["read"], limits }, 0);
    const [one, two] = [new Budget(access), new Budget(access)];
    const now = Date.now();
    for (let i = 0; i < 20; i++) {
      for (const budget of [one, two]) {
        budget.addRequest(now);
        expect(budget.excess(now)).toBeUndefined();
      }
    }
    two.takeBytes(now, 999);
    for (const budget of [one, two, one]) await budget.settle(redis, testPrefix(), now + (budget === one ? 1_001 : 0));
    await one.settle(redis, testPrefix(), now + 2_002);
    one.addRequest(now);
    const [requests, bytes] = [one.excess(now), one.takeBytes(now, 2)];
    isOneMinute = Math.floor(Date.now() / MINUTE) === Math.floor(now / MINUTE);
    if (!isOneMinute) continue;
    expect(requests).toMatchObject({ why: "The token's limit is 40 requests a minute." });
    expect(bytes).toMatchObject({ why: "The token's limit is 1000 bytes a day." });
  }
});

test("a process that has just begun knows what others have used", async () => {
  for (let isOneMinute = false; !isOneMinute; ) {
    const { token, access } = await tokenWith(["produce"]);
    const began = Math.floor(Date.now() / MINUTE);
    const options = { prefix: `t-${freshName()}`, queues: { q: {} } };
    const limited = async (limits: object, data: string) => {
      const api = await makeApi({ ...options, tokens: [{ ...access, limits }] });
      return (await api.send("POST", "/v1/queues/q/jobs", { token, body: { data } })).status;
    };
    const requests = [];
    for (let i = 0; i < 5; i++) requests.push(await limited({ requests: 3 }, ""));
    const bytes = [];
    for (let i = 0; i < 4; i++) bytes.push(await limited({ bytes: 1_000 }, "x".repeat(400)));
    isOneMinute = Math.floor(Date.now() / MINUTE) === began;
    if (!isOneMinute) continue;
    expect(requests).toEqual([201, 201, 201, 429, 429]);
    expect(bytes).toEqual([201, 201, 429, 429]);
  }
});

test("the minutes of a token are those of Redis's clock, whatever the clock of a process says", async () => {
  const access = checkToken({ hash: HASH, name: freshName(), scopes: ["read"], limits: { requests: 2 } }, 0);
  let isRefused = false;
  const sums = { requests: 0 };
  const redis = {
    async run(_: unknown, _keys: string[], args: string[]) {
      if (isRefused) throw new LeaseholdError("redis_full", "no memory is left");
      sums.requests += Number(args[1]);
      return `ok\n${7 * MINUTE + 1_000} ${sums.requests} 0`;
    },
  };
  const [ahead, behind] = [new Budget(access), new Budget(access)];
  await ahead.settle(redis, "p", 9 * MINUTE);
  ahead.addRequest(9 * MINUTE);
  expect(ahead.excess(9 * MINUTE)).toBeUndefined();
  await ahead.settle(redis, "p", 9 * MINUTE + 1_000);
  isRefused = true;
  behind.addRequest(MINUTE);
  await expect(behind.settle(redis, "p", MINUTE)).rejects.toMatchObject({ code: "redis_full" });
  isRefused = false;
  // Its clock has gone back, and what was not reported is not lost.
  await behind.settle(redis, "p", 0);
  expect(sums.requests).toBe(2);
  expect(behind.excess(1)).toBeUndefined();
  behind.addRequest(1);
  expect(behind.excess(1)).toMatchObject({ retryAfter: 59 });
});

test("a token sends no more bytes in a day than it may, and other tokens go on", async () => {
  const { token, access } = await tokenWith(["produce"]);
  const { refused, send } = await makeApi({ tokens: [{ ...access, limits: { bytes: 1_000 } }] });
  const route: [string, string] = ["POST", `/v1/queues/${freshName()}/jobs`];
  const body = { data: "x".repeat(600) };
  expect((await send(...route, { token, body })).status).toBe(201);
  await refused(route, 429, "limit_reached", { token, body });
  expect((await send(...route, { token, body: { data: 1 } })).status).toBe(201);
  expect((await send(...route, { body })).status).toBe(201);
});

test("a token has no more requests waiting at once than it may", async () => {
  const { token, access } = await tokenWith(["consume", "see", "read", "operate"]);
  const { refused, send } = await makeApi({ tokens: [{ ...access, limits: { waits: 2 } }] });
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.recordEvents();
  await queue.enqueue(1, { id: "a", delay: "1h" });
  const lease: [string, string] = ["POST", `/v1/queues/${name}/lease`];
  const waiting = send(...lease, { token, body: { wait: "20s" } });
  const events = await send("GET", `/v1/queues/${name}/events`, { token });
  await refused(lease, 429, "limit_reached", { token, body: { wait: "20s" } });
  await refused(["GET", `/v1/queues/${name}/jobs/a/result?wait=20s`], 429, "limit_reached", { token });
  expect((await send(...lease, { token })).status).toBe(200);
  await events.body?.cancel();
  await queue.promote("a");
  expect((await waiting).status).toBe(200);
  expect((await send(...lease, { token, body: { wait: 1 } })).status).toBe(200);
});

test("a token is made, used, listed and revoked without a deployment", async () => {
  const api = await storing();
  const token = await make(api, { name: "web", scopes: ["produce"], queues: ["web-*"] });
  expect(token).toMatch(/^lh_[0-9a-f]{48}$/);
  expect((await api.send("POST", "/v1/queues/web-1/jobs", { token, body: { data: 1 } })).status).toBe(201);
  await api.refused(["POST", "/v1/queues/other/jobs"], 403, "forbidden", { token, body: { data: 1 } });
  const { tokens } = await api.ask(["GET", "/v1/tokens"], 200, replies.tokens);
  expect(tokens).toMatchObject([
    { stored: false, lastUsedAt: expect.any(Number) },
    { name: "web", scopes: ["produce"], queues: ["web-*"], stored: true, lastUsedAt: expect.any(Number) },
  ]);
  expect(JSON.stringify(tokens)).not.toMatch(/[0-9a-f]{64}|lh_/);
  await api.refused(["POST", "/v1/tokens"], 409, "conflict", { body: { name: "web", scopes: ["read"] } });
  expect((await api.send("POST", "/v1/tokens/revoke", { body: { name: "web" } })).status).toBe(204);
  await api.refused(["POST", "/v1/queues/web-1/jobs"], 401, "unauthorized", { token, body: { data: 1 } });
  await api.refused(["POST", "/v1/tokens/revoke"], 404, "not_found", { body: { name: "web" } });
});

test("a wait ends soon after its token does, and takes no job", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const prefix = `t-${freshName()}`;
    const api = await makeApi({ storedTokens: true, prefix });
    const token = await make(api, { name: "web", scopes: ["consume", "read", "see"] });
    const queue = freshQueue({ prefix }, "q");
    await queue.recordEvents();
    await queue.enqueue(1, { id: "later", delay: "1h" });
    const events = await api.send("GET", "/v1/queues/q/events", { token });
    const reading = new Response(events.body).text();
    const waits = [
      api.send("POST", "/v1/queues/q/lease", { token, body: { wait: "20s" } }),
      api.send("GET", "/v1/queues/q/jobs/later/result?wait=20s", { token }),
    ];
    await api.send("POST", "/v1/tokens/revoke", { body: { name: "web" } });
    const before = Date.now();
    // The first look reads the stored tokens, and those beside it know them at the next one.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reading).toMatch(/^retry: /);
    await vi.advanceTimersByTimeAsync(5_000);
    const [lease, result] = await Promise.all(waits);
    expect(await lease?.json()).toMatchObject({ jobs: [] });
    expect(result?.status).toBe(202);
    expect(Date.now() - before).toBeLessThan(10_000);
    await queue.promote("later");
    expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test("a thousand tokens are stored, and each of 4,000 characters at most", async () => {
  const api = await storing();
  const ids = Array.from({ length: 40 }, (_, i) => `${i}-${"x".repeat(100)}*`);
  await api.refused(["POST", "/v1/tokens"], 413, "too_large", { body: { name: "large", scopes: ["see"], ids } });
  for (let at = 0; at < 1_000; at += 50) {
    const some = Array.from({ length: 50 }, (_, i) => make(api, { name: `t${at + i}`, scopes: ["see"] }));
    await Promise.all(some);
  }
  await api.refused(["POST", "/v1/tokens"], 429, "queue_full", { body: { name: "more", scopes: ["see"] } });
});

test("a token makes none with more rights than its own, and revokes none", async () => {
  const api = await storing();
  const soon = Date.now() + 60_000;
  const rights = { scopes: ["admin", "read"], queues: ["web-*"], expires: soon, limits: { requests: 100 } };
  const maker = await make(api, { name: "maker", ...rights });
  await make(api, { name: "strong", scopes: ["operate"] });
  const fine = { name: "a", scopes: ["read"], queues: ["web-1"], expires: soon, limits: { requests: 10 } };
  const beyond = [
    { scopes: ["read", "operate"] },
    { queues: ["web*"] },
    { queues: ["*"] },
    { expires: soon + 1 },
    { limits: { requests: 101 } },
    { limits: {} },
  ];
  for (const more of beyond)
    await api.refused(["POST", "/v1/tokens"], 403, "forbidden", { token: maker, body: { ...fine, ...more } });
  for (const name of ["queues", "expires", "limits"] as const) {
    const { [name]: _, ...body } = fine;
    await api.refused(["POST", "/v1/tokens"], 403, "forbidden", { token: maker, body });
  }
  // Tokens of others are not in its sight.
  await api.refused(["POST", "/v1/tokens/revoke"], 404, "not_found", { token: maker, body: { name: "strong" } });
  await make(api, fine, maker);
});

test("strangers make the app read the stored tokens once in five seconds at most", async () => {
  let reads = 0;
  const redis = {
    run: async ({ name }: { name: string }) => {
      if (name === "tokens") reads += 1;
      return "ok";
    },
  };
  const api = await makeApi({ redis, storedTokens: true });
  for (let i = 0; i < 200; i++) {
    const token = i % 2 === 0 ? `stranger-${i}` : `lh_${i.toString(16).padStart(48, "0")}`;
    await api.refused(["GET", "/v1/queues"], 401, "unauthorized", { token });
  }
  expect(reads).toBe(1);
});

test("many strangers at once make a new process read the stored tokens once, also while Redis fails", async () => {
  let reads = 0;
  let answer: () => Promise<string> = async () => "ok";
  const redis = {
    run: async ({ name }: { name: string }) => {
      if (name !== "tokens") return "ok";
      reads += 1;
      return answer();
    },
  };
  const ask = async (api: Awaited<ReturnType<typeof makeApi>>, i: number) =>
    (await api.send("GET", "/v1/queues", { token: `lh_${i.toString(16).padStart(48, "0")}` })).status;
  const all = async (api: Awaited<ReturnType<typeof makeApi>>) =>
    new Set(await Promise.all(Array.from({ length: 50 }, (_, i) => ask(api, i))));
  expect(await all(await makeApi({ redis, storedTokens: true }))).toEqual(new Set([401]));
  expect(reads).toBe(1);
  answer = () => Promise.reject(new LeaseholdError("redis_busy", "Redis is busy"));
  expect(await all(await makeApi({ redis, storedTokens: true }))).toEqual(new Set([503]));
  expect(reads).toBe(2);
});

test("without stored tokens nothing is made or revoked, and the configured ones are listed", async () => {
  const { refused, ask } = await makeApi();
  await refused(["POST", "/v1/tokens"], 404, "not_found", { body: { name: "a", scopes: ["read"] } });
  await refused(["POST", "/v1/tokens/revoke"], 404, "not_found", { body: { name: "a" } });
  expect((await ask(["GET", "/v1/tokens"], 200, replies.tokens)).tokens).toHaveLength(1);
});

test("the audit log has changes and refusals, by whom and where, and no payload", async () => {
  const { token, access } = await tokenWith(["produce"], ["mine"]);
  const prefix = `t-${freshName()}`;
  const tokens = [{ ...access, name: "web" }];
  const api = await makeApi({ prefix, tokens });
  await api.send("POST", "/v1/queues/mine/jobs", { token, body: { data: "s3cret", id: "s3cret-id" } });
  await api.send("POST", "/v1/queues/mine/pause");
  await api.send("DELETE", "/v1/queues/mine/jobs/s3cret-id");
  await api.refused(["POST", "/v1/queues/theirs/jobs"], 403, "forbidden", { token, body: { data: "s3cret" } });
  const { entries } = await api.ask(["GET", "/v1/audit"], 200, replies.audit);
  expect(entries).toMatchObject([
    { route: "POST /v1/queues/:queue/pause", queue: "mine", status: 204, requestId: expect.any(String) },
    { route: "DELETE /v1/queues/:queue/jobs/:id", queue: "mine", status: 200 },
    { token: "web", route: "POST /v1/queues/:queue/jobs", queue: "theirs", status: 403 },
  ]);
  expect(JSON.stringify(entries)).not.toContain("s3cret");
  const [first, second] = entries;
  const rest = await api.ask(["GET", `/v1/audit?after=${first?.id}&limit=1`], 200, replies.audit);
  expect(rest).toEqual({ entries: [second], cursor: second?.id });
});

test("who is refused a thousand times fills the audit log with ten entries a minute", async () => {
  const { token, access } = await tokenWith(["read"]);
  const api = await makeApi({ prefix: `t-${freshName()}`, tokens: [access] });
  for (let i = 0; i < 100; i++) await api.send("POST", "/v1/queues/q/pause", { token });
  const { entries } = await api.ask(["GET", "/v1/audit?limit=1000"], 200, replies.audit);
  // Two minutes may have passed a boundary.
  expect(entries.length).toBeGreaterThanOrEqual(10);
  expect(entries.length).toBeLessThanOrEqual(20);
});
