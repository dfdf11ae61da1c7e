// Refused deliveries: unknown sources, wrong and old signatures, and failures, for which a sender should retry.
import { afterEach, expect, inject, test, vi } from "vitest";
import { LeaseholdError, upstash } from "../../src/index.ts";
import { freshQueue, START } from "../setup/queue.ts";
import { createHooksApp, createSource, readProblem, SECRET, validHeaders } from "./kit/hooks-app.ts";
import { createMessage, SCHEMES } from "./kit/schemes.ts";

const JSON_TYPE = { "content-type": "application/json" };

afterEach(() => vi.restoreAllMocks());

test.each(["nobody", "__proto__", "constructor", "toString", "hasOwnProperty", "%00", "%ff", "sender%2F", "SENDER"])(
  "a source of the name %s is not found",
  async (name) => {
    const { post } = createHooksApp({ sender: createSource() });
    const response = await post(name, { headers: validHeaders("1"), body: "{}" });
    expect(await readProblem(response)).toMatchObject({ status: 404, code: "not_found" });
  },
);

test.each(SCHEMES)(
  "$name: a delivery with a wrong signature or none is answered 401, and creates no job",
  async ({ createVerifier, secrets: [oldSecret, newSecret], sign, signatureHeader }) => {
    const { queue, post } = createHooksApp({ sender: { verify: createVerifier(newSecret), queue: "hooks" } });
    const message = createMessage();
    const headers: Record<string, string> = { ...JSON_TYPE, ...(await sign(oldSecret, message)) };
    const wrong = await readProblem(await post("sender", { headers, body: message.body }));
    expect(wrong).toEqual({ status: 401, code: "bad_signature", detail: expect.stringContaining("wrong") });
    const { [signatureHeader]: _, ...unsigned } = headers;
    const missing = await readProblem(await post("sender", { headers: unsigned, body: message.body }));
    expect(missing).toMatchObject({ status: 401, detail: expect.stringContaining("missing") });
    expect((await queue.counts()).ready).toBe(0);
  },
);

test.each(SCHEMES.filter(({ tolerance }) => tolerance))(
  "$name: a delivery with a signature of another time is answered 401 with the reason",
  async ({ createVerifier, secrets: [secret], sign, tolerance = { past: 0, future: 0 } }) => {
    const sender = { verify: createVerifier(secret), queue: "hooks" };
    const message = createMessage();
    const init = { headers: { ...JSON_TYPE, ...(await sign(secret, message)) }, body: message.body };
    for (const [now, reason] of [
      [START + tolerance.past + 1, "old"],
      [START - tolerance.future - 1, "in the future"],
    ] as const) {
      const { post } = createHooksApp({ sender }, { now: () => now });
      const problem = await readProblem(await post("sender", init));
      expect(problem).toMatchObject({ status: 401, detail: expect.stringContaining(reason) });
    }
  },
);

test("a refusal repeats nothing of the request, in the response or in the log", async () => {
  const logged = (["log", "warn", "error"] as const).map((level) => vi.spyOn(console, level));
  const strict = createSource({ payload: (delivery) => JSON.parse(delivery.body) });
  const { post } = createHooksApp({ sender: createSource(), strict });
  const texts: string[] = [];
  for (const [source, headers] of [
    ["sender", { ...JSON_TYPE, authorization: "wr0ng", "x-id": "wr0ng" }],
    ["sender", validHeaders("1", { "content-type": "text/wr0ng" })],
    ["wr0ng", validHeaders("1")],
    ["strict", validHeaders("1")],
  ] as const) {
    const response = await post(source, { headers, body: "pr1vate" });
    expect(response.ok).toBe(false);
    texts.push(await response.text(), JSON.stringify([...response.headers]));
  }
  texts.push(...logged.flatMap((spy) => spy.mock.calls.flat().map(String)));
  for (const secret of ["wr0ng", "pr1vate", SECRET]) expect(texts.join("\n")).not.toContain(secret);
});

test("a sender whose delivery Redis refuses is asked to retry", async () => {
  const queue = freshQueue({ redis: upstash({ url: inject("restUrl"), token: "t0ken" }) });
  const { deliver } = createHooksApp({ sender: createSource() }, { queue });
  const response = await deliver();
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  const problem = await readProblem(response);
  expect(problem).toMatchObject({ status: 503, code: "redis_unauthorized" });
  expect(problem.detail).not.toContain("t0ken");
});

test.each([
  ["redis_unreachable", 503],
  ["redis_full", 503],
  ["redis_read_only", 503],
  ["redis_busy", 503],
  ["redis_error", 503],
  ["record_too_large", 503],
  ["bad_reply", 503],
  ["other_layout", 503],
  ["not_configured", 503],
  ["too_large", 413],
  ["invalid_payload", 422],
] as const)("an error with the code %s is answered %i", async (code, status) => {
  const targetOf = () => {
    throw new LeaseholdError(code, "no");
  };
  const { deliver } = createHooksApp({ sender: createSource() }, { targetOf });
  const response = await deliver();
  expect(await readProblem(response)).toMatchObject({ status, code });
  expect(response.headers.has("retry-after")).toBe(status === 503);
});

test("an unexpected error is answered 503, and logged only by its name", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const targetOf = () => {
    throw new RangeError(SECRET);
  };
  const { deliver } = createHooksApp({ sender: createSource() }, { targetOf });
  const problem = await readProblem(await deliver());
  expect(problem).toMatchObject({ status: 503, code: "internal" });
  expect(problem.detail).not.toContain(SECRET);
  expect(log.mock.calls).toEqual([['{"event":"hook_failed","source":"sender","error":"RangeError"}']]);
});

test("a sender whose queue is full is asked to retry", async () => {
  const { deliver } = createHooksApp({ sender: createSource() }, { queue: freshQueue({ maxLength: 1 }) });
  expect((await deliver()).status).toBe(202);
  const response = await deliver("2");
  expect(response.headers.get("retry-after")).toBe("5");
  expect(await readProblem(response)).toMatchObject({ status: 503, code: "queue_full" });
});
