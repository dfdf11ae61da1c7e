// POST /hooks/:source over a real Redis: an accepted delivery is one job, with its body and headers.
import { afterEach, expect, test, vi } from "vitest";
import { type Delivery, sharedSecret, slack } from "../../src/webhooks.ts";
import { START } from "../setup/queue.ts";
import { createHooksApp, createSource, SECRET, validHeaders } from "./kit/hooks-app.ts";
import { createMessage, SCHEMES, START_SECONDS, signForSlack } from "./kit/schemes.ts";

afterEach(() => vi.restoreAllMocks());

test.each(SCHEMES)(
  "$name: a delivery is one job, even if it is repeated",
  async ({ createVerifier, secrets: [secret], sign }) => {
    const { queue, post } = createHooksApp({ sender: { verify: createVerifier(secret), queue: "hooks" } });
    const message = createMessage();
    const signHeaders = async (seconds: number) => ({
      "content-type": "application/json",
      ...(await sign(secret, { ...message, seconds })),
    });
    const headers = await signHeaders(START_SECONDS);
    const id = `sender:${message.id}`;
    for (const created of [true, false, false]) {
      const response = await post("sender", { headers, body: message.body });
      expect({ status: response.status, body: await response.json() }).toEqual({ status: 202, body: { id, created } });
    }
    // Senders sign a retry anew.
    const retry = await post("sender", { headers: await signHeaders(START_SECONDS + 20), body: message.body });
    expect(await retry.json()).toEqual({ id, created: false });
    const { jobs } = await queue.lease({ count: 10 });
    expect(jobs.map((job) => [job.id, (job.data as Delivery).body])).toEqual([[id, message.body]]);
  },
);

test("a delivery that is repeated after its job is done creates no second job", async () => {
  const { queue, deliver } = createHooksApp({ sender: createSource() });
  await deliver();
  expect((await queue.drain(async () => "done", { budget: "5s" })).completed).toBe(1);
  const response = await deliver();
  expect(await response.json()).toEqual({ id: "sender:1", created: false });
  expect((await queue.counts()).ready).toBe(0);
});

test("without a window of uniqueness, a repeated delivery creates a job once the first is done", async () => {
  const { queue, deliver } = createHooksApp({ sender: createSource({ uniqueFor: 0 }) });
  await deliver();
  await queue.drain(async () => "done", { budget: "5s" });
  const response = await deliver();
  expect(await response.json()).toMatchObject({ created: true });
});

test("the payload of a job has the body and the chosen headers of a delivery, and never a secret", async () => {
  const headers = ["X-Event", "AUTHORIZATION", "Cookie", "X-Token", "X-Absent"];
  const verify = sharedSecret(SECRET, { header: "X-Token", idHeader: "X-Id" });
  const { queue, post } = createHooksApp({ sender: { verify, queue: "hooks", headers } });
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

test("deliveries of two sources with one queue never have the same job id", async () => {
  const { queue, post } = createHooksApp({ a: createSource(), "a.b": createSource(), constructor: createSource() });
  for (const source of ["a", "a.b", "constructor"])
    expect((await post(source, { headers: validHeaders("1"), body: "{}" })).status).toBe(202);
  expect((await queue.counts()).ready).toBe(3);
});

test("the onEnqueued hook is called for each created job, and an error of it does not reach the sender", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const onEnqueued = vi.fn(() => {
    throw new TypeError(SECRET);
  });
  const { deliver } = createHooksApp({ sender: createSource() }, { onEnqueued });
  for (const id of ["1", "1", "2"]) expect((await deliver(id)).status).toBe(202);
  expect(onEnqueued.mock.calls).toEqual([
    [expect.anything(), "hooks"],
    [expect.anything(), "hooks"],
  ]);
  expect(log.mock.calls[0]).toEqual(['{"event":"source_callback_failed","source":"sender","error":"TypeError"}']);
});

test("the handshake of Slack is answered with its challenge, and creates no job", async () => {
  const { queue, post } = createHooksApp({ slack: { verify: slack(SECRET), queue: "hooks" } });
  const body = '{"type":"url_verification","challenge":"<b>3eZ</b>"}';
  const signature = signForSlack(SECRET, { seconds: START_SECONDS, body });
  const headers = { "content-type": "application/json", ...signature };
  const response = await post("slack", { headers, body });
  expect([response.status, await response.text()]).toEqual([200, "<b>3eZ</b>"]);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  expect((await post("slack", { headers, body: `${body} ` })).status).toBe(401);
  expect((await queue.counts()).ready).toBe(0);
});

test("a command of Slack is answered 200 without a body, of which its user sees nothing", async () => {
  const { queue, post } = createHooksApp({ slack: { verify: slack(SECRET), queue: "hooks" } });
  const body = "command=%2Fdeploy&trigger_id=1.2.x";
  const signature = signForSlack(SECRET, { seconds: START_SECONDS, body });
  const headers = { "content-type": "application/x-www-form-urlencoded", ...signature };
  for (let i = 0; i < 2; i++) {
    const response = await post("slack", { headers, body });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  }
  expect((await queue.counts()).ready).toBe(1);
  expect((await queue.get("slack:1.2.x"))?.data).toMatchObject({ body, source: "slack" });
});
