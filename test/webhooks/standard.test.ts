// Standard Webhooks beyond what all verifiers do: the published examples, versions, the two families, and our own signing.
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { sign, standardWebhooks } from "../../src/webhooks.ts";
import { START } from "../setup/queue.ts";
import { ask, refusedAs } from "./kit/ask.ts";
import { SCHEMES, sentOf } from "./kit/schemes.ts";

const SECRET = SCHEMES[0]?.secrets[0] ?? "";

test.each([
  {
    family: "webhook",
    secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
    id: "msg_loFOjxBNrRLzqYUf",
    seconds: 1_731_705_121,
    body: '{"event_type":"ping","data":{"success":true}}',
    signature: "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
  },
  {
    family: "svix",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
])("it accepts the published example of $family", async ({ family, secret, id, seconds, body, signature }) => {
  const headers = {
    [`${family}-id`]: id,
    [`${family}-timestamp`]: String(seconds),
    [`${family}-signature`]: signature,
  };
  const now = seconds * 1_000;
  for (const each of [secret, secret.replace("whsec_", "")])
    expect(await ask(standardWebhooks(each), { headers, body, now })).toEqual({ ok: true, id });
});

test("a right signature under another version, or under none, is refused", async () => {
  const { body } = sentOf();
  const headers = await sign(SECRET, { id: "msg_1", timestamp: START, body });
  const right = headers["webhook-signature"]?.slice("v1,".length);
  for (const [signature, reason] of [
    [`v1a,${right}`, "malformed"],
    [`v2,${right}`, "malformed"],
    [`V1,${right}`, "malformed"],
    [`${right}`, "malformed"],
    [`v1=${right}`, "malformed"],
    [`v1,v1,${right}`, "malformed"],
  ] as const) {
    const verdict = await ask(standardWebhooks(SECRET), {
      headers: { ...headers, "webhook-signature": signature },
      body,
    });
    expect(verdict).toEqual(refusedAs(reason));
  }
  const among = { ...headers, "webhook-signature": `v1a,${right} v1,${right} v2,x` };
  expect(await ask(standardWebhooks(SECRET), { headers: among, body })).toEqual({ ok: true, id: "msg_1" });
});

test("the id of one family is not taken with the signature of the other", async () => {
  const { body } = sentOf();
  const signed = await sign(SECRET, { id: "msg_1", timestamp: START, body });
  const svix = { "svix-id": "msg_2", "svix-timestamp": signed["webhook-timestamp"] ?? "" };
  expect(await ask(standardWebhooks(SECRET), { headers: { ...signed, ...svix }, body })).toEqual({
    ok: true,
    id: "msg_1",
  });
  const mixed = { ...svix, "webhook-signature": signed["webhook-signature"] ?? "" };
  expect(await ask(standardWebhooks(SECRET), { headers: mixed, body })).toEqual(refusedAs("missing"));
});

test("of two families that are both right, the one of the standard counts", async () => {
  const { body } = sentOf();
  const signed = await sign(SECRET, { id: "msg_1", timestamp: START, body });
  const other = Object.entries(await sign(SECRET, { id: "msg_2", timestamp: START, body }));
  const svix = Object.fromEntries(other.map(([name, value]) => [name.replace("webhook", "svix"), value]));
  expect(await ask(standardWebhooks(SECRET), { headers: svix, body })).toEqual({ ok: true, id: "msg_2" });
  expect(await ask(standardWebhooks(SECRET), { headers: { ...svix, ...signed }, body })).toEqual({
    ok: true,
    id: "msg_1",
  });
});

test("its tolerance can be set", async () => {
  const { body } = sentOf();
  const headers = await sign(SECRET, { id: "msg_1", timestamp: START, body });
  const strict = standardWebhooks(SECRET, { tolerance: "10s" });
  expect(await ask(strict, { headers, body, now: START + 10_000 })).toMatchObject({ ok: true });
  expect(await ask(strict, { headers, body, now: START + 10_001 })).toEqual(refusedAs("too_old"));
  expect(() => standardWebhooks(SECRET, { tolerance: Number.NaN })).toThrow("tolerance must be");
});

test.each([
  "not base64, for sure!",
  "whsec_",
  "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwM",
])("a secret such as %s is refused when the verifier is made, and not repeated", (secret) => {
  const made = () => standardWebhooks([SECRET, secret]);
  expect(made).toThrow(expect.objectContaining({ code: "not_configured", message: expect.stringContaining("2 of 2") }));
  expect(made).not.toThrow(secret.replace("whsec_", "") || SECRET);
});

test("others accept what we sign, as text and as bytes", async () => {
  const { id, body } = sentOf();
  const [text, bytes] = await Promise.all(
    [body, new TextEncoder().encode(body)].map((each) => sign(SECRET, { id, timestamp: Date.now() + 999, body: each })),
  );
  expect(text?.["webhook-id"]).toBe(id);
  // Their clock is the real one, and takes 5 minutes as well.
  expect(new Webhook(SECRET).verify(body, text ?? {})).toEqual(JSON.parse(body));
  expect(new Webhook(SECRET).verify(body, bytes ?? {})).toEqual(JSON.parse(body));
  new SvixWebhook(SECRET).verify(body, text ?? {});
});

test("signing refuses a secret that is none", async () => {
  await expect(sign("", { id: "1", timestamp: START, body: "" })).rejects.toMatchObject({ code: "not_configured" });
});
