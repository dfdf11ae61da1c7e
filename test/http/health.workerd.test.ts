// The deployed Worker's code inside workerd: the responses of /healthz, and the log of crons.
import { createScheduledController } from "cloudflare:test";
import { afterEach, expect, inject, test, vi } from "vitest";
import { sha256Hex } from "../../src/base/hex.ts";
import worker from "../../src/deployment/cloudflare.ts";
import type { Env } from "../../src/deployment/variables.ts";

const TOKEN = "the-token-of-the-operator";
const HASH = await sha256Hex(TOKEN);

async function getHealth(env: Env, token?: string): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await worker.fetch(new Request("http://worker/healthz", { headers }), env);
  return { status: response.status, text: await response.text() };
}

const VALID_ENV: Env = {
  UPSTASH_REDIS_REST_URL: inject("restUrl"),
  UPSTASH_REDIS_REST_TOKEN: inject("token"),
  LEASEHOLD_TOKENS: `${HASH} operate`,
};

afterEach(() => vi.restoreAllMocks());

test("/healthz answers an operator 200 with the time of a round trip when Redis replies", async () => {
  const { status, text } = await getHealth(VALID_ENV, TOKEN);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ ok: true, redis: { roundTripMs: expect.any(Number) } });
});

test("/healthz without a token answers 200 without calling Redis, and with an unknown token 401", async () => {
  const env = { ...VALID_ENV, UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" };
  expect(await getHealth(env)).toEqual({ status: 200, text: '{"ok":true}' });
  expect((await getHealth(env, "s3cret-of-a-stranger")).status).toBe(401);
});

test.each<[title: string, env: Env, code: string]>([
  ["no variable is set", {}, "not_configured"],
  ["the token is empty", { ...VALID_ENV, UPSTASH_REDIS_REST_TOKEN: "" }, "not_configured"],
  ["the address is not a URL", { ...VALID_ENV, UPSTASH_REDIS_REST_URL: "not an address" }, "not_configured"],
  ["the token is wrong", { ...VALID_ENV, UPSTASH_REDIS_REST_TOKEN: "s3cret" }, "redis_unauthorized"],
  ["no server listens", { ...VALID_ENV, UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" }, "redis_unreachable"],
  ["the response is an error", { ...VALID_ENV, UPSTASH_REDIS_REST_URL: `${inject("restUrl")}/nowhere` }, "redis_error"],
])("/healthz answers an operator 503 without any secret when %s", async (_title, env, code) => {
  const logged = [vi.spyOn(console, "log"), vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
  const { status, text } = await getHealth(env, TOKEN);
  expect(status).toBe(503);
  expect(JSON.parse(text)).toMatchObject({ code, detail: expect.any(String), status: 503 });
  const texts = [text, ...logged.flatMap((spy) => spy.mock.calls.flat())].join("\n");
  for (const secret of ["s3cret", inject("token"), new URL(inject("restUrl")).host])
    expect(texts).not.toContain(secret);
});

test("a request without a token is answered 401 on every path, known or not", async () => {
  for (const path of ["/nope", "/v1/queues", "/metrics", "/openapi.json", "/"]) {
    const response = await worker.fetch(new Request(`http://worker${path}`), VALID_ENV);
    expect([path, response.status]).toEqual([path, 401]);
  }
});

test("a cron cleans, and logs its expression and the time at which it was due", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const controller = createScheduledController({ cron: "17 3 * * *", scheduledTime: Date.UTC(2026, 0, 2, 3, 17) });
  await worker.scheduled(controller, VALID_ENV);
  const lines = log.mock.calls.map(([line]) => JSON.parse(line));
  expect(lines).toMatchObject([
    { event: "clean", kind: "deep", cron: "17 3 * * *", due: "2026-01-02T03:17:00.000Z", requests: expect.any(Number) },
  ]);
});

test("a cron of a Worker without variables fails, and logs the variable to set", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const run = worker.scheduled(createScheduledController({ cron: "* * * * *" }), {});
  await expect(run).rejects.toMatchObject({ code: "not_configured" });
  expect(error.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { event: "clean", failed: { code: "not_configured", message: expect.stringContaining("UPSTASH_REDIS_REST_URL") } },
  ]);
});
