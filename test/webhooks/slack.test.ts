// Slack beyond what all verifiers do: its published example, its handshake, and its forms.
import { expect, test } from "vitest";
import { slack } from "../../src/webhooks.ts";
import { ask, refusedAs } from "./kit/ask.ts";
import { hexMac, SECONDS } from "./kit/schemes.ts";

const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
const FORM = "application/x-www-form-urlencoded";

function signed(body: string, type = "application/json", seconds = SECONDS): Record<string, string> {
  const signature = `v0=${hexMac("sha256", SECRET, `v0:${seconds}:${body}`)}`;
  return { "content-type": type, "x-slack-request-timestamp": String(seconds), "x-slack-signature": signature };
}

test("it accepts the published example, a command, and answers it quietly", async () => {
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
  expect(await ask(slack(SECRET), { headers, body, now: seconds * 1_000 })).toEqual({
    ok: true,
    quiet: true,
    id: "398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  });
});

test("its handshake is answered, but only when it is signed", async () => {
  const body = JSON.stringify({ token: "old", challenge: "3eZbrw1aB", type: "url_verification" });
  expect(await ask(slack(SECRET), { headers: signed(body), body })).toEqual({ ok: true, answer: "3eZbrw1aB" });
  const wrong = { ...signed(body), "x-slack-signature": `v0=${"0".repeat(64)}` };
  expect(await ask(slack(SECRET), { headers: wrong, body })).toEqual(refusedAs("wrong"));
  expect(await ask(slack(SECRET), { headers: { "content-type": "application/json" }, body })).toEqual(
    refusedAs("missing"),
  );
});

test.each([
  ["an event that has a challenge", '{"type":"event_callback","event_id":"Ev1","challenge":"x"}', "Ev1"],
  ["a handshake whose challenge is no text", '{"type":"url_verification","challenge":{"a":1}}', undefined],
  ["an event without an id", '{"type":"event_callback"}', undefined],
  ["no JSON", "type=url_verification&challenge=x", undefined],
])("%s is no handshake", async (_what, body, id) => {
  expect(await ask(slack(SECRET), { headers: signed(body), body })).toEqual({ ok: true, id });
});

test.each([
  ["an interaction", `payload=${encodeURIComponent('{"type":"block_actions","trigger_id":"12.34.ab"}')}`, "12.34.ab"],
  ["an interaction without a trigger", `payload=${encodeURIComponent('{"type":"block_actions"}')}`, undefined],
  ["a form of something else", "a=b&payload=%7B", undefined],
])("%s is answered quietly", async (_what, body, id) => {
  const headers = signed(body, `${FORM}; charset=utf-8`);
  expect(await ask(slack(SECRET), { headers, body })).toEqual({ ok: true, quiet: true, id });
});

test("a signature of another version is refused", async () => {
  const headers = signed("{}");
  const signature = headers["x-slack-signature"]?.replace("v0=", "v1=") ?? "";
  expect(await ask(slack(SECRET), { headers: { ...headers, "x-slack-signature": signature }, body: "{}" })).toEqual(
    refusedAs("malformed"),
  );
});
