// One deployment wakes another: the request, its verification, and failures of either.
import { Hono } from "hono";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, inject, test, vi } from "vitest";
import { drainRoute } from "../../src/http/routes/drain-route.ts";
import { verifyWake, wake } from "../../src/webhooks/wake.ts";
import { sign } from "../../src/webhooks.ts";
import { START } from "../setup/queue.ts";
import { readProblem } from "./kit/hooks-app.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_plJ3nmyCDGBKInavdOK15jsl";
const signBody = (body: string, { secret = SECRET, timestamp = START } = {}) =>
  sign(secret, { id: "wake_1", timestamp, body });

/** Creates an app that wakes can ask to drain a queue, and the list of drained queues. Only "emails" has a handler. */
function createDeployment(secrets: string | string[] = SECRET, now = () => START) {
  const drained: string[] = [];
  const startDrain = (_: unknown, queue: string) => {
    if (queue === "emails") drained.push(queue);
    return queue === "emails";
  };
  const app = new Hono().post("/drain", drainRoute({ secrets, drain: startDrain, now }));
  const post = async (init: RequestInit) =>
    app.fetch(new Request("https://b.example.com/drain", { method: "POST", ...init }));
  return { app, drained, post };
}

/** Returns a fetch that records requests and answers them. */
function createFetch(answer: (request: Request) => Response | Promise<Response>) {
  const sent: Request[] = [];
  const send = (async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    sent.push(request.clone());
    return answer(request);
  }) as typeof fetch;
  return { sent, fetch: send };
}

/** Wakes the queue "emails" of the other deployment. */
const wakeEmails = (fetch: typeof globalThis.fetch) =>
  wake({ url: "https://b.example.com", secret: SECRET, fetch })("emails");

const muteWarnings = () => vi.spyOn(console, "warn").mockImplementation(() => {});
afterEach(() => vi.restoreAllMocks());

test("a deployment that is woken drains the queue", async () => {
  const { app, drained } = createDeployment([OTHER, SECRET], Date.now);
  const { sent, fetch } = createFetch((request) => app.fetch(request));
  expect(await wakeEmails(fetch)).toBe(true);
  expect(drained).toEqual(["emails"]);
  const [request] = sent as [Request];
  expect([request.method, request.url, request.redirect]).toEqual(["POST", "https://b.example.com/drain", "manual"]);
  const body = await request.text();
  expect(body).toBe('{"queue":"emails"}');
  expect(new Webhook(SECRET).verify(body, Object.fromEntries(request.headers))).toEqual({ queue: "emails" });
});

test.each([
  ["https://b.example.com/", "https://b.example.com/drain"],
  ["https://b.example.com/drain", "https://b.example.com/drain"],
  ["https://b.example.com/drain/", "https://b.example.com/drain"],
  ["https://b.example.com/jobs", "https://b.example.com/jobs/drain"],
  ["https://b.example.com/jobs/?key=1", "https://b.example.com/jobs/drain?key=1"],
])("a wake for %s is posted to %s", async (url, address) => {
  const { sent, fetch } = createFetch(() => new Response(null, { status: 202 }));
  expect(await wake({ url, secret: SECRET, fetch })("emails")).toBe(true);
  expect(sent[0]?.url).toBe(address);
});

test("each wake has its own id", async () => {
  const { sent, fetch } = createFetch(() => new Response(null, { status: 202 }));
  const send = wake({ url: "https://b.example.com", secret: SECRET, fetch });
  await Promise.all([send("emails"), send("emails")]);
  expect(new Set(sent.map(({ headers }) => headers.get("webhook-id"))).size).toBe(2);
});

test.each<[string, () => Response, unknown]>([
  ["refuses the request", () => new Response("no", { status: 401 }), { status: 401 }],
  ["has no handler", () => new Response("no", { status: 404 }), { status: 404 }],
  [
    "redirects the request",
    () => new Response(null, { status: 307, headers: { location: "https://evil.example" } }),
    { status: 307 },
  ],
  [
    "is unreachable",
    () => {
      throw new TypeError(`fetch failed ${SECRET}`);
    },
    { error: "TypeError" },
  ],
])("a wake of a deployment that %s returns false, and is logged without the secret", async (_what, answer, why) => {
  const log = muteWarnings();
  const { sent, fetch } = createFetch(answer);
  expect(await wakeEmails(fetch)).toBe(false);
  expect(sent.length).toBe(1);
  expect(log.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { event: "wake_failed", queue: "emails", ...(why as object) },
  ]);
});

test("a wake uses the global fetch unless another is given", async () => {
  const log = muteWarnings();
  // The gateway responds, but has no such route.
  expect(await wake({ url: `${inject("restUrl")}/nowhere`, secret: SECRET })("emails")).toBe(false);
  expect(log.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { event: "wake_failed", queue: "emails", status: expect.any(Number) },
  ]);
});

test("the body of the response is cancelled without being read, which frees the connection", async () => {
  const cancel = vi.fn();
  const { fetch } = createFetch(() => new Response(new ReadableStream({ cancel }), { status: 202 }));
  expect(await wakeEmails(fetch)).toBe(true);
  expect(cancel).toHaveBeenCalledOnce();
});

test("a wake without a response ends after five seconds", async () => {
  const log = muteWarnings();
  const timeout = vi
    .spyOn(AbortSignal, "timeout")
    .mockImplementation(() => AbortSignal.abort(new DOMException("", "TimeoutError")));
  const never = ((_: string, { signal }: RequestInit) =>
    new Promise((_, reject) => (signal?.aborted ? reject(signal.reason) : undefined))) as typeof fetch;
  expect(await wakeEmails(never)).toBe(false);
  expect(timeout.mock.calls).toEqual([[5_000]]);
  expect(log.mock.calls).toEqual([['{"event":"wake_failed","queue":"emails","error":"TimeoutError"}']]);
});

test("a wake or a drain with an invalid URL or secret is not created", () => {
  const missing = expect.objectContaining({ code: "not_configured" });
  expect(() => wake({ url: "b.example.com", secret: SECRET })).toThrow(missing);
  expect(() => wake({ url: "https://b.example.com", secret: "" })).toThrow(missing);
  expect(() => wake({ url: "https://b.example.com", secret: "not-base64-but-long-enough" })).toThrow(missing);
  expect(() => drainRoute({ secrets: [], drain: () => true })).toThrow(missing);
});

test("verifyWake returns the queue of a signed request, or the reason for a refusal", async () => {
  const body = '{"queue":"emails"}';
  const request = { headers: new Headers(await signBody(body)), body: new TextEncoder().encode(body), now: START };
  expect(await verifyWake(SECRET, request)).toEqual({ queue: "emails" });
  expect(await verifyWake([OTHER, SECRET], request)).toEqual({ queue: "emails" });
  expect(await verifyWake(OTHER, request)).toEqual({ refused: "wrong" });
  expect(await verifyWake(SECRET, { ...request, now: START + 300_000 })).toEqual({ queue: "emails" });
  expect(await verifyWake(SECRET, { ...request, now: START + 300_001 })).toEqual({ refused: "too_old" });
  expect(await verifyWake(SECRET, { ...request, now: START - 300_001 })).toEqual({ refused: "too_new" });
});

test("a request that is unsigned, too old, or signed with another secret or body drains nothing", async () => {
  const { drained, post } = createDeployment();
  const body = '{"queue":"emails"}';
  for (const init of [
    { body },
    { body, headers: await signBody(body, { secret: OTHER }) },
    { body, headers: await signBody('{"queue":"other"}') },
    { body, headers: await signBody(body, { timestamp: START - 301_000 }) },
  ]) {
    expect(await readProblem(await post(init))).toMatchObject({ status: 401, code: "bad_signature" });
  }
  expect(drained).toEqual([]);
});

test.each([
  "",
  "emails",
  '"emails"',
  "null",
  "[]",
  '["emails"]',
  "{}",
  '{"queue":""}',
  '{"queue":7}',
  '{"queue":null}',
  '{"queue":["emails"]}',
  '{"queue":"a b"}',
  '{"queue":"emails","more":1}',
  '{"Queue":"emails"}',
  '{"__proto__":{"queue":"emails"}}',
  `{"queue":"${"x".repeat(129)}"}`,
])("a signed body of %s is malformed", async (body) => {
  const { drained, post } = createDeployment();
  expect(await readProblem(await post({ body, headers: await signBody(body) }))).toMatchObject({
    status: 400,
    code: "malformed",
  });
  expect(drained).toEqual([]);
});

test("a queue without a handler is not found, and one with a handler is drained", async () => {
  const { drained, post } = createDeployment();
  const wakeQueue = async (queue: string) => {
    const body = JSON.stringify({ queue });
    return post({ body, headers: await signBody(body) });
  };
  expect(await readProblem(await wakeQueue("other"))).toMatchObject({ status: 404, code: "not_found" });
  const response = await wakeQueue("emails");
  expect([response.status, await response.json()]).toEqual([202, { queue: "emails" }]);
  expect(drained).toEqual(["emails"]);
});

test("a body that is too large is not read", async () => {
  const { drained, post } = createDeployment();
  const body = JSON.stringify({ queue: "emails" }).padEnd(1_025);
  expect(await readProblem(await post({ body, headers: await signBody(body) }))).toMatchObject({ status: 413 });
  expect(drained).toEqual([]);
});
