// The Worker's own code inside workerd: what /healthz says in each situation, and what it never says.
import { createScheduledController } from "cloudflare:test";
import { afterEach, expect, inject, test, vi } from "vitest";
import { sha256Hex } from "../../src/base/hex.ts";
import worker from "../../src/deployment/cloudflare.ts";
import type { Env } from "../../src/deployment/variables.ts";

const TOKEN = "the-token-of-the-operator";
const HASH = await sha256Hex(TOKEN);

async function healthz(env: Env, token?: string): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await worker.fetch(new Request("http://worker/healthz", { headers }), env);
  return { status: response.status, text: await response.text() };
}

const here = (): Env => ({
  UPSTASH_REDIS_REST_URL: inject("restUrl"),
  UPSTASH_REDIS_REST_TOKEN: inject("token"),
  LEASEHOLD_TOKENS: `${HASH} operate`,
});

afterEach(() => vi.restoreAllMocks());

test("it is well when Redis answers, and says how fast", async () => {
  const { status, text } = await healthz(here(), TOKEN);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ ok: true, redis: { roundTripMs: expect.any(Number) } });
});

test("a stranger learns that it runs, whatever Redis does, and asks nothing of it", async () => {
  const env = { ...here(), UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" };
  expect(await healthz(env)).toEqual({ status: 200, text: '{"ok":true}' });
  expect((await healthz(env, "s3cret-of-a-stranger")).status).toBe(401);
});

test.each([
  ["nothing is configured", (): Env => ({}), "not_configured"],
  ["the token is missing", (): Env => ({ ...here(), UPSTASH_REDIS_REST_TOKEN: "" }), "not_configured"],
  ["the address is none", (): Env => ({ ...here(), UPSTASH_REDIS_REST_URL: "not an address" }), "not_configured"],
  ["the token is wrong", (): Env => ({ ...here(), UPSTASH_REDIS_REST_TOKEN: "s3cret" }), "redis_unauthorized"],
  ["nobody listens", (): Env => ({ ...here(), UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1" }), "redis_unreachable"],
  [
    "the answer is an error",
    (): Env => ({ ...here(), UPSTASH_REDIS_REST_URL: `${inject("restUrl")}/nowhere` }),
    "redis_error",
  ],
])("it is unwell when %s", async (_what, env, reason) => {
  const logged = [vi.spyOn(console, "log"), vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
  const { status, text } = await healthz(env(), TOKEN);
  expect(status).toBe(503);
  expect(JSON.parse(text)).toMatchObject({ code: reason, detail: expect.any(String), status: 503 });
  const said = [text, ...logged.flatMap((spy) => spy.mock.calls.flat())].join("\n");
  for (const secret of ["s3cret", inject("token"), new URL(inject("restUrl")).host]) expect(said).not.toContain(secret);
});

test("nobody without a token is told what there is", async () => {
  for (const path of ["/nope", "/v1/queues", "/metrics", "/openapi.json", "/"]) {
    const response = await worker.fetch(new Request(`http://worker${path}`), here());
    expect([path, response.status]).toEqual([path, 401]);
  }
});

test("a cron cleans, and is logged with its expression and the time it was due", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const controller = createScheduledController({ cron: "17 3 * * *", scheduledTime: Date.UTC(2026, 0, 2, 3, 17) });
  await worker.scheduled(controller, here());
  const lines = log.mock.calls.map(([line]) => JSON.parse(line));
  expect(lines).toMatchObject([
    { event: "clean", kind: "deep", cron: "17 3 * * *", due: "2026-01-02T03:17:00.000Z", requests: expect.any(Number) },
  ]);
});

test("a cron that is not configured fails, and says what to set", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const run = worker.scheduled(createScheduledController({ cron: "* * * * *" }), {});
  await expect(run).rejects.toMatchObject({ code: "not_configured" });
  expect(error.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { event: "clean", failed: { code: "not_configured", message: expect.stringContaining("UPSTASH_REDIS_REST_URL") } },
  ]);
});
