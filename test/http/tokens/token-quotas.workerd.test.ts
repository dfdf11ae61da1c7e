// The quotas of a token across processes: requests per minute, bytes per day, and waiting requests.
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { validateTokenAt } from "../../../src/access/token.ts";
import { TokenQuota } from "../../../src/access/token-quota.ts";
import { LeaseholdError, upstash } from "../../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

const HASH = "0".repeat(64);
const MINUTE = 60_000;

test("a token sends at most its limit of requests in a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - (Date.now() % MINUTE) });
  onTestFinished(() => void vi.useRealTimers());
  const { token, access } = await createToken(["read"]);
  const { send, expectProblem } = await createApi({ tokens: [{ ...access, limits: { requests: 5 } }] });
  for (let i = 0; i < 5; i++) expect((await send("GET /v1/queues", { token })).status).toBe(200);
  const { detail } = await expectProblem("GET /v1/queues", [429, "limit_reached"], { token });
  expect(detail).toBe("The token's limit is 5 requests a minute.");
  vi.setSystemTime(Date.now() + MINUTE);
  expect((await send("GET /v1/queues", { token })).status).toBe(200);
});

test("a process knows the requests of other processes a second later", async () => {
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  const limits = { requests: 40, bytes: 1_000 };
  for (let isOneMinute = false; !isOneMinute; ) {
    const access = validateTokenAt({ hash: HASH, name: freshName(), scopes: ["read"], limits }, 0);
    const [one, two] = [new TokenQuota(access), new TokenQuota(access)];
    const now = Date.now();
    for (let i = 0; i < 20; i++) {
      for (const quota of [one, two]) {
        quota.countRequest(now);
        expect(quota.requestRefusal(now)).toBeUndefined();
      }
    }
    two.countBytes(999, now);
    for (const quota of [one, two, one])
      await quota.synchronize({ adapter: redis, prefix: testPrefix() }, now + (quota === one ? 1_001 : 0));
    const later = now + 2_002;
    await one.synchronize({ adapter: redis, prefix: testPrefix() }, later);
    one.countRequest(later);
    const [requests, bytes] = [one.requestRefusal(later), one.countBytes(2, later)];
    isOneMinute = Math.floor(Math.max(Date.now(), later) / MINUTE) === Math.floor(now / MINUTE);
    if (!isOneMinute) continue;
    expect(requests).toMatchObject({ detail: "The token's limit is 40 requests a minute." });
    expect(bytes).toMatchObject({ detail: "The token's limit is 1000 bytes a day." });
  }
});

test("a new process knows the requests and bytes of other processes", async () => {
  for (let isOneMinute = false; !isOneMinute; ) {
    const { token, access } = await createToken(["produce"]);
    const minute = Math.floor(Date.now() / MINUTE);
    const options = { prefix: `t-${freshName()}`, queues: { q: {} } };
    const enqueueInNewProcess = async (limits: object, data: string) => {
      const api = await createApi({ ...options, tokens: [{ ...access, limits }] });
      return (await api.send("POST /v1/queues/q/jobs", { token, body: { data } })).status;
    };
    const requests = [];
    for (let i = 0; i < 5; i++) requests.push(await enqueueInNewProcess({ requests: 3 }, ""));
    const bytes = [];
    for (let i = 0; i < 4; i++) bytes.push(await enqueueInNewProcess({ bytes: 1_000 }, "x".repeat(400)));
    isOneMinute = Math.floor(Date.now() / MINUTE) === minute;
    if (!isOneMinute) continue;
    expect(requests).toEqual([201, 201, 201, 429, 429]);
    expect(bytes).toEqual([201, 201, 429, 429]);
  }
});

test("the minutes of a token follow the clock of Redis, not that of a process", async () => {
  const access = validateTokenAt({ hash: HASH, name: freshName(), scopes: ["read"], limits: { requests: 2 } }, 0);
  let isRefused = false;
  const sums = { requests: 0 };
  const redis = {
    async run(_: unknown, _keys: string[], args: string[]) {
      if (isRefused) throw new LeaseholdError("redis_full", "no memory is left");
      sums.requests += Number(args[1]);
      return `ok\n${7 * MINUTE + 1_000} ${sums.requests} 0`;
    },
  };
  const [ahead, behind] = [new TokenQuota(access), new TokenQuota(access)];
  await ahead.synchronize({ adapter: redis, prefix: "p" }, 9 * MINUTE);
  ahead.countRequest(9 * MINUTE);
  expect(ahead.requestRefusal(9 * MINUTE)).toBeUndefined();
  await ahead.synchronize({ adapter: redis, prefix: "p" }, 9 * MINUTE + 1_000);
  isRefused = true;
  behind.countRequest(MINUTE);
  await expect(behind.synchronize({ adapter: redis, prefix: "p" }, MINUTE)).rejects.toMatchObject({
    code: "redis_full",
  });
  isRefused = false;
  // Its clock was set back. It now reports the request that was refused before.
  await behind.synchronize({ adapter: redis, prefix: "p" }, 0);
  expect(sums.requests).toBe(2);
  expect(behind.requestRefusal(1)).toBeUndefined();
  behind.countRequest(1);
  expect(behind.requestRefusal(1)).toMatchObject({ retryAfterSeconds: 59 });
});

test("a token sends at most its limit of bytes in a day, and other tokens are not affected", async () => {
  const { token, access } = await createToken(["produce"]);
  const { expectProblem, send } = await createApi({ tokens: [{ ...access, limits: { bytes: 1_000 } }] });
  const route = `POST /v1/queues/${freshName()}/jobs`;
  const body = { data: "x".repeat(600) };
  expect((await send(route, { token, body })).status).toBe(201);
  await expectProblem(route, [429, "limit_reached"], { token, body });
  expect((await send(route, { token, body: { data: 1 } })).status).toBe(201);
  expect((await send(route, { body })).status).toBe(201);
});

test("a token has at most its limit of waiting requests", async () => {
  const { token, access } = await createToken(["consume", "see", "read", "operate"]);
  const { expectProblem, send } = await createApi({ tokens: [{ ...access, limits: { waits: 2 } }] });
  const name = freshName();
  const queue = freshQueue({}, name);
  await queue.recordEvents();
  await queue.enqueue(1, { id: "a", delay: "1h" });
  const lease = `POST /v1/queues/${name}/lease`;
  const waiting = send(lease, { token, body: { wait: "20s" } });
  const events = await send(`GET /v1/queues/${name}/events`, { token });
  await expectProblem(lease, [429, "limit_reached"], { token, body: { wait: "20s" } });
  await expectProblem(`GET /v1/queues/${name}/jobs/a/result?wait=20s`, [429, "limit_reached"], { token });
  expect((await send(lease, { token })).status).toBe(200);
  await events.body?.cancel();
  await queue.promote("a");
  expect((await waiting).status).toBe(200);
  expect((await send(lease, { token, body: { wait: 1 } })).status).toBe(200);
});
