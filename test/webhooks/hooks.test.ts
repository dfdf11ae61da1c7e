// POST /hooks/:source over a real Redis: each status, and what is in the queue after it.
import { afterEach, expect, inject, test, vi } from "vitest";
import { LeaseholdError, upstash } from "../../src/index.ts";
import { type Delivery, type Source, sharedSecret, slack } from "../../src/webhooks.ts";
import { freshQueue, START } from "../setup/queue.ts";
import { hooksApp, problemIn } from "./kit/hooks-app.ts";
import { hexMac, SCHEMES, SECONDS, sentOf } from "./kit/schemes.ts";

const JSON_TYPE = { "content-type": "application/json" };
const SECRET = "s3cret-of-the-test";
const simple = (more: Partial<Source> = {}): Source => ({
  verify: sharedSecret(SECRET, { idHeader: "x-id" }),
  queue: "hooks",
  ...more,
});
const known = (id: string, more: Record<string, string> = {}) => ({
  ...JSON_TYPE,
  authorization: SECRET,
  "x-id": id,
  ...more,
});

afterEach(() => vi.restoreAllMocks());

test.each(SCHEMES)(
  "$name: a delivery is one job, however often it comes",
  async ({ make, secrets: [secret], sign }) => {
    const { queue, post } = hooksApp({ sender: { verify: make(secret), queue: "hooks" } });
    const sent = sentOf();
    const headers = { ...JSON_TYPE, ...(await sign(secret, sent)) };
    const id = `sender:${sent.id}`;
    for (const created of [true, false, false]) {
      const response = await post("sender", { headers, body: sent.body });
      expect({ status: response.status, body: await response.json() }).toEqual({ status: 202, body: { id, created } });
    }
    // Signed anew later, as senders do when they try again.
    const again = { ...JSON_TYPE, ...(await sign(secret, { ...sent, seconds: SECONDS + 20 })) };
    expect(await (await post("sender", { headers: again, body: sent.body })).json()).toEqual({ id, created: false });
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map((job) => [job.id, (job.data as Delivery).body])).toEqual([[id, sent.body]]);
  },
);

test("a delivery that comes again after its job is done makes no second job", async () => {
  const { queue, post } = hooksApp({ sender: simple() });
  await post("sender", { headers: known("1"), body: "{}" });
  expect((await queue.drain(async () => "done", { budget: "5s" })).completed).toBe(1);
  expect(await (await post("sender", { headers: known("1"), body: "{}" })).json()).toEqual({
    id: "sender:1",
    created: false,
  });
  expect((await queue.counts()).ready).toBe(0);
});

test("without a window it makes one, once the first is gone", async () => {
  const { queue, post } = hooksApp({ sender: simple({ uniqueFor: 0 }) });
  await post("sender", { headers: known("1"), body: "{}" });
  await queue.drain(async () => "done", { budget: "5s" });
  expect(await (await post("sender", { headers: known("1"), body: "{}" })).json()).toMatchObject({ created: true });
});

test("the job holds the body, the headers that matter, and never a secret", async () => {
  const headers = ["X-Event", "AUTHORIZATION", "Cookie", "X-Token", "X-Absent"];
  const verify = sharedSecret(SECRET, { header: "X-Token", idHeader: "X-Id" });
  const { queue, post } = hooksApp({ sender: { verify, queue: "hooks", headers } });
  const sent = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Sender/1",
    "x-event": "push",
    "x-other": "y",
    "x-id": "1",
    "x-token": SECRET,
    authorization: "Basic abc",
    cookie: "a=b",
  };
  await post("sender", { headers: sent, body: ' {"a": 1}\n' });
  expect((await queue.get("sender:1"))?.data).toEqual({
    source: "sender",
    id: "1",
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Sender/1",
      "x-event": "push",
      "x-id": "1",
    },
    body: ' {"a": 1}\n',
    receivedAt: START,
  });
});

test("two sources with one queue do not meet, whatever their ids", async () => {
  const { queue, post } = hooksApp({ a: simple(), "a.b": simple(), constructor: simple() });
  for (const source of ["a", "a.b", "constructor"])
    expect((await post(source, { headers: known("1"), body: "{}" })).status).toBe(202);
  expect((await queue.counts()).ready).toBe(3);
});

test("the handler is told of each job that was made, and its failure is nobody else's", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const enqueued = vi.fn(() => {
    throw new TypeError(SECRET);
  });
  const { post } = hooksApp({ sender: simple() }, { onEnqueued: enqueued });
  for (const id of ["1", "1", "2"]) expect((await post("sender", { headers: known(id), body: "{}" })).status).toBe(202);
  expect(enqueued.mock.calls).toEqual([
    [expect.anything(), "hooks"],
    [expect.anything(), "hooks"],
  ]);
  expect(log.mock.calls[0]).toEqual(['{"event":"hook_untold","source":"sender","error":"TypeError"}']);
});

test.each(["nobody", "__proto__", "constructor", "toString", "hasOwnProperty", "%00", "%ff", "sender%2F", "SENDER"])(
  "a source of the name %s is not known",
  async (name) => {
    const { post } = hooksApp({ sender: simple() });
    const response = await post(name, { headers: known("1"), body: "{}" });
    expect(await problemIn(response)).toMatchObject({ status: 404, code: "not_found" });
  },
);

test("a wrong signature is answered 401, and nothing is in the queue", async () => {
  for (const { name, make, secrets, sign, signatureHeader } of SCHEMES) {
    const { queue, post } = hooksApp({ sender: { verify: make(secrets[1]), queue: "hooks" } });
    const sent = sentOf();
    const headers = { ...JSON_TYPE, ...(await sign(secrets[0], sent)) };
    const wrong = await problemIn(await post("sender", { headers, body: sent.body }));
    expect([name, wrong]).toEqual([
      name,
      { status: 401, code: "bad_signature", detail: expect.stringContaining("wrong") },
    ]);
    const { [signatureHeader]: _, ...rest }: Record<string, string> = headers;
    const missing = await problemIn(await post("sender", { headers: rest, body: sent.body }));
    expect(missing).toMatchObject({ status: 401, detail: expect.stringContaining("missing") });
    expect((await queue.counts()).ready).toBe(0);
  }
});

test("an old signature is answered 401, and says so", async () => {
  for (const { make, secrets, sign, window } of SCHEMES.filter((scheme) => scheme.window)) {
    const sender = { verify: make(secrets[0]), queue: "hooks" };
    const sent = sentOf();
    const init = { headers: { ...JSON_TYPE, ...(await sign(secrets[0], sent)) }, body: sent.body };
    const late = hooksApp({ sender }, { now: () => START + (window?.behind ?? 0) + 1 });
    expect(await problemIn(await late.post("sender", init))).toMatchObject({
      status: 401,
      detail: expect.stringContaining("old"),
    });
    const early = hooksApp({ sender }, { now: () => START - (window?.ahead ?? 0) - 1 });
    expect(await problemIn(await early.post("sender", init))).toMatchObject({
      status: 401,
      detail: expect.stringContaining("in the future"),
    });
  }
});

test("refusals repeat nothing of the request, to nobody", async () => {
  const logged = (["log", "warn", "error"] as const).map((level) => vi.spyOn(console, level));
  const { post } = hooksApp({ sender: simple(), strict: simple({ payload: (delivery) => JSON.parse(delivery.body) }) });
  const texts: string[] = [];
  const secrets = ["wr0ng", "pr1vate", SECRET];
  for (const [source, headers] of [
    ["sender", { ...JSON_TYPE, authorization: "wr0ng", "x-id": "wr0ng" }],
    ["sender", { ...known("1"), "content-type": "text/wr0ng" }],
    ["wr0ng", known("1")],
    ["strict", known("1")],
  ] as const) {
    const response = await post(source, { headers, body: "pr1vate" });
    expect(response.ok).toBe(false);
    texts.push(await response.text(), JSON.stringify([...response.headers]));
  }
  texts.push(...logged.flatMap((spy) => spy.mock.calls.flat().map(String)));
  for (const secret of secrets) expect(texts.join("\n")).not.toContain(secret);
});

test.each([
  ["text/plain", 415],
  ["", 415],
  ["application/jsonx", 415],
  ["application/json, text/plain", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/json", 202],
  ["Application/JSON; charset=utf-8", 202],
  ["application/vnd.github+json", 202],
  ["application/x-www-form-urlencoded", 202],
])("a body of the type %j is answered %i", async (type, status) => {
  const { post } = hooksApp({ sender: simple() });
  // As bytes, so that no type is made up for it.
  const response = await post("sender", { headers: known("1", { "content-type": type }), body: new Uint8Array(2) });
  expect(response.status).toBe(status);
  if (status === 415) expect(await problemIn(response)).toMatchObject({ code: "unsupported_media_type" });
});

test("which types a source takes can be set", async () => {
  const { post } = hooksApp({
    any: simple({ contentTypes: ["*/*"] }),
    text: simple({ contentTypes: ["text/*", "A/B"] }),
  });
  const { "content-type": _, ...untyped }: Record<string, string> = known("1");
  const statusOf = async (source: string, headers: Record<string, string>) =>
    (await post(source, { headers, body: new Uint8Array(2) })).status;
  expect(await statusOf("any", untyped)).toBe(202);
  expect(await statusOf("any", known("2", { "content-type": "x/y" }))).toBe(202);
  expect(await statusOf("text", known("1", { "content-type": "text/csv" }))).toBe(202);
  expect(await statusOf("text", known("2", { "content-type": "a/b" }))).toBe(202);
  expect(await statusOf("text", known("3"))).toBe(415);
  expect(await statusOf("text", untyped)).toBe(415);
});

test("a body may be as large as the limit, and not larger", async () => {
  const { queue, post } = hooksApp({ sender: simple({ maxBytes: 100 }) });
  expect((await post("sender", { headers: known("1"), body: "é".repeat(50) })).status).toBe(202);
  const response = await post("sender", { headers: known("2"), body: `${"é".repeat(50)}.` });
  expect(await problemIn(response)).toMatchObject({
    status: 413,
    code: "too_large",
    detail: expect.stringContaining("100"),
  });
  expect((await queue.counts()).ready).toBe(1);
});

test("a body that does not say how long it is, or lies about it, is read up to the limit and no further", async () => {
  for (const length of [undefined, "10", "-1", "NaN"]) {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const headers = known("1", length === undefined ? {} : { "content-length": length });
    const { post } = hooksApp({ sender: simple({ maxBytes: 10_000 }) });
    const response = await post("sender", { headers, body, duplex: "half" } as RequestInit);
    expect(await problemIn(response)).toMatchObject({ status: 413 });
    expect(pulled).toBeLessThan(20);
  }
});

test("a body that says itself that it is too large is not read at all", async () => {
  let pulled = 0;
  const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
  const { post } = hooksApp({ sender: simple() });
  const headers = known("1", { "content-length": String(1024 * 1024 + 1) });
  expect((await post("sender", { headers, body, duplex: "half" } as RequestInit)).status).toBe(413);
  expect(pulled).toBe(0);
});

test("a body that breaks off makes no job", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
      controller.error(new Error("gone"));
    },
  });
  const { queue, post } = hooksApp({ sender: simple() });
  const response = await post("sender", { headers: known("1"), body, duplex: "half" } as RequestInit);
  expect(await problemIn(response)).toMatchObject({ status: 400, code: "malformed" });
  expect((await queue.counts()).ready).toBe(0);
});

test("a body that was lost on its way makes no job, and is not blamed on the signature", async () => {
  const { post } = hooksApp({ sender: simple() });
  const response = await post("sender", { headers: known("1", { "content-length": "11" }) });
  expect(await problemIn(response)).toMatchObject({ status: 400, code: "malformed" });
});

test("a body that its queue cannot hold is too large", async () => {
  const { post } = hooksApp({ sender: simple() }, { queue: freshQueue({ maxPayloadBytes: 200 }) });
  const response = await post("sender", { headers: known("1"), body: '"'.repeat(150) });
  expect(await problemIn(response)).toMatchObject({ status: 413, code: "too_large" });
});

test("when Redis takes no job, the sender is asked to try again", async () => {
  const closed = freshQueue({ redis: upstash({ url: inject("restUrl"), token: "t0ken" }) });
  const { post } = hooksApp({ sender: simple() }, { queue: closed });
  const response = await post("sender", { headers: known("1"), body: "{}" });
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  const said = await problemIn(response);
  expect(said).toMatchObject({ status: 503, code: "redis_unauthorized" });
  expect(said.detail).not.toContain("t0ken");
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
] as const)("a failure of the kind %s is answered %i", async (code, status) => {
  const targetOf = () => {
    throw new LeaseholdError(code, "no");
  };
  const { post } = hooksApp({ sender: simple() }, { targetOf });
  const response = await post("sender", { headers: known("1"), body: "{}" });
  expect(await problemIn(response)).toMatchObject({ status, code });
  expect(response.headers.has("retry-after")).toBe(status === 503);
});

test("a failure that is not ours is answered 503, and logged by its name alone", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const targetOf = () => {
    throw new RangeError(SECRET);
  };
  const { post } = hooksApp({ sender: simple() }, { targetOf });
  const said = await problemIn(await post("sender", { headers: known("1"), body: "{}" }));
  expect(said).toMatchObject({ status: 503, code: "internal" });
  expect(said.detail).not.toContain(SECRET);
  expect(log.mock.calls).toEqual([['{"event":"hook_failed","source":"sender","error":"RangeError"}']]);
});

test("when the queue is full, the sender is asked to try again", async () => {
  const { post } = hooksApp({ sender: simple() }, { queue: freshQueue({ maxLength: 1 }) });
  expect((await post("sender", { headers: known("1"), body: "{}" })).status).toBe(202);
  const response = await post("sender", { headers: known("2"), body: "{}" });
  expect(response.headers.get("retry-after")).toBe("5");
  expect(await problemIn(response)).toMatchObject({ status: 503, code: "queue_full" });
});

test("Slack's handshake is answered with its challenge, and makes no job", async () => {
  const { queue, post } = hooksApp({ slack: { verify: slack(SECRET), queue: "hooks" } });
  const body = '{"type":"url_verification","challenge":"<b>3eZ</b>"}';
  const headers = {
    ...JSON_TYPE,
    "x-slack-request-timestamp": String(SECONDS),
    "x-slack-signature": `v0=${hexMac("sha256", SECRET, `v0:${SECONDS}:${body}`)}`,
  };
  const response = await post("slack", { headers, body });
  expect([response.status, await response.text()]).toEqual([200, "<b>3eZ</b>"]);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  expect((await post("slack", { headers, body: `${body} ` })).status).toBe(401);
  expect((await queue.counts()).ready).toBe(0);
});

test("a command of Slack's is answered with 200 and nothing, which its user does not see", async () => {
  const { queue, post } = hooksApp({ slack: { verify: slack(SECRET), queue: "hooks" } });
  const body = "command=%2Fdeploy&trigger_id=1.2.x";
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": String(SECONDS),
    "x-slack-signature": `v0=${hexMac("sha256", SECRET, `v0:${SECONDS}:${body}`)}`,
  };
  for (let i = 0; i < 2; i++) {
    const response = await post("slack", { headers, body });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  }
  expect((await queue.counts()).ready).toBe(1);
  expect((await queue.get("slack:1.2.x"))?.data).toMatchObject({ body, source: "slack" });
});
