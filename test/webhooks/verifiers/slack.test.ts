// Slack, beyond the behavior that all verifiers share: its published example, its handshake and its forms.
import { expect, test } from "vitest";
import { slack } from "../../../src/webhooks.ts";
import { START_SECONDS, signForSlack } from "../kit/schemes.ts";
import { acceptance, refusal, verify } from "../kit/verify-request.ts";

const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
const FORM = "application/x-www-form-urlencoded";

function createSignedHeaders(body: string, type = "application/json"): Record<string, string> {
  return { "content-type": type, ...signForSlack(SECRET, { seconds: START_SECONDS, body }) };
}

const verifySlack = (headers: Record<string, string>, body: string) => verify(slack(SECRET), { headers, body });

test("the published example, a command, is accepted and answered without a body", async () => {
  const seconds = 1_531_420_618;
  const body =
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar" +
    "&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com" +
    "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN" +
    "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
  const headers = {
    "content-type": FORM,
    "x-slack-request-timestamp": String(seconds),
    "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
  };
  expect(await verify(slack(SECRET), { headers, body, now: seconds * 1_000 })).toEqual({
    ok: true,
    quiet: true,
    id: "398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  });
});

test("a signed handshake is answered with its challenge, and an unsigned one is refused", async () => {
  const body = JSON.stringify({ token: "old", challenge: "3eZbrw1aB", type: "url_verification" });
  expect(await verifySlack(createSignedHeaders(body), body)).toEqual({ ok: true, answer: "3eZbrw1aB" });
  const wrong = { ...createSignedHeaders(body), "x-slack-signature": `v0=${"0".repeat(64)}` };
  expect(await verifySlack(wrong, body)).toEqual(refusal("wrong"));
  expect(await verifySlack({ "content-type": "application/json" }, body)).toEqual(refusal("missing"));
});

test.each([
  ["an event that has a challenge", '{"type":"event_callback","event_id":"Ev1","challenge":"x"}', "Ev1"],
  ["a handshake whose challenge is not text", '{"type":"url_verification","challenge":{"a":1}}', undefined],
  ["an event without an id", '{"type":"event_callback"}', undefined],
  ["a body that is not JSON", "type=url_verification&challenge=x", undefined],
])("%s is not treated as a handshake", async (_what, body, id) => {
  expect(await verifySlack(createSignedHeaders(body), body)).toEqual(acceptance(id));
});

test.each([
  ["an interaction", `payload=${encodeURIComponent('{"type":"block_actions","trigger_id":"12.34.ab"}')}`, "12.34.ab"],
  ["an interaction without a trigger", `payload=${encodeURIComponent('{"type":"block_actions"}')}`, undefined],
  ["another form", "a=b&payload=%7B", undefined],
])("%s is answered without a body", async (_what, body, id) => {
  const headers = createSignedHeaders(body, `${FORM}; charset=utf-8`);
  expect(await verifySlack(headers, body)).toEqual({ ok: true, quiet: true, id });
});

test("a signature of another version is refused", async () => {
  const headers = createSignedHeaders("{}");
  const signature = headers["x-slack-signature"]?.replace("v0=", "v1=") ?? "";
  expect(await verifySlack({ ...headers, "x-slack-signature": signature }, "{}")).toEqual(refusal("malformed"));
});
