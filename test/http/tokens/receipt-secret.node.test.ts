// Receipts in several apps of a prefix, and the secret that signs them: its creation, and the times at which it is read.
import { Redis } from "@upstash/redis/cloudflare";
import { afterEach, expect, inject, test, vi } from "vitest";
import { SigningSecret } from "../../../src/access/signing-secret.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { LeaseholdError, upstash } from "../../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { createRecordingAdapter } from "../../setup/recording-adapter.ts";
import { createApi, createToken } from "../kit/api.ts";

afterEach(() => {
  vi.useRealTimers();
});

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });
const freshPrefix = () => `${testPrefix()}:${freshName()}`;

test("a job that was leased from one app is settled with its receipt at another app of the prefix", async () => {
  const { token, access } = await createToken(["consume"]);
  const prefix = freshPrefix();
  const [one, two] = [await createApi({ prefix, tokens: [access] }), await createApi({ prefix, tokens: [access] })];
  const name = freshName();
  await freshQueue({ prefix }, name).enqueue(1, { id: "a" });
  const { jobs } = await one.call(`POST /v1/queues/${name}/lease`, [200, responses.leaseResult], { token });
  const sent = { token, body: { receipt: jobs[0]?.receipt } };
  await two.call(`POST /v1/queues/${name}/jobs/a/complete`, [200, responses.success], sent);
});

test("a turn with many invented receipts reads the stored tokens and the secret once", async () => {
  const { redis, scripts } = createRecordingAdapter();
  const api = await createApi({ redis, prefix: freshPrefix(), storedTokens: true });
  const receipts = Array.from({ length: 500 }, (_, i) => `${String(i).padStart(12, "0")}.1.1.0.${"A".repeat(22)}`);
  const settle = receipts.map((receipt) => ({ action: "complete", id: "a", receipt }));
  const { settled } = await api.call(`POST /v1/queues/${freshName()}/turn`, [200, responses.turnResult], {
    body: { settle },
  });
  expect(settled).toEqual(receipts.map(() => ({ id: "a", ok: false, reason: "unknown" })));
  // The other calls note the use of the token, and run the turn, which can take two.
  expect(scripts.length).toBeLessThanOrEqual(5);
});

test("all processes share a secret, and a new one within a minute after Redis has lost it", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const prefix = freshPrefix();
  const createSecret = () => new SigningSecret({ adapter: upstash(credentials()), prefix });
  const [one, two] = [createSecret(), createSecret()];
  const first = await one.sign([]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await two.sign([])).toBe(first);
  await new Redis(credentials()).del(`${prefix}:secret`);
  expect(await one.sign([])).toBe(first);
  vi.advanceTimersByTime(60_000);
  const second = await one.sign([]);
  expect(second).not.toBe(first);
  expect(await two.sign([])).toBe(second);
});

test("a process keeps using a known secret while Redis refuses to return it", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let isRefused = true;
  const { redis } = createRecordingAdapter(() => {
    if (isRefused) throw new LeaseholdError("redis_busy", "Redis is busy");
  });
  const secret = new SigningSecret({ adapter: redis, prefix: freshPrefix() });
  await expect(secret.sign([])).rejects.toMatchObject({ code: "redis_busy" });
  isRefused = false;
  const known = await secret.sign([]);
  isRefused = true;
  vi.advanceTimersByTime(60_000);
  expect(await secret.sign([])).toBe(known);
});
