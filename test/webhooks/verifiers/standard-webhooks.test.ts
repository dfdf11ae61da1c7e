// Standard Webhooks, beyond the behavior that all verifiers share: the published examples, the versions of signatures, the
// two families of headers, and our own signing.
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { sign, standardWebhooks } from "../../../src/webhooks.ts";
import { START } from "../../setup/queue.ts";
import { createMessage, SCHEMES } from "../kit/schemes.ts";
import { acceptance, refusal, verify } from "../kit/verify-request.ts";

const SECRET = SCHEMES[0]?.secrets[0] ?? "";
const BODY = createMessage().body;
const signId = (id: string) => sign(SECRET, { id, timestamp: START, body: BODY });
const verifyHeaders = (headers: Record<string, string>) => verify(standardWebhooks(SECRET), { headers, body: BODY });

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
    expect(await verify(standardWebhooks(each), { headers, body, now })).toEqual(acceptance(id));
});

test("a valid signature with another version or none is refused", async () => {
  const headers = await signId("msg_1");
  const valid = headers["webhook-signature"]?.slice("v1,".length);
  for (const prefix of ["v1a,", "v2,", "V1,", "", "v1=", "v1,v1,"])
    expect(await verifyHeaders({ ...headers, "webhook-signature": `${prefix}${valid}` })).toEqual(refusal("malformed"));
  const several = { ...headers, "webhook-signature": `v1a,${valid} v1,${valid} v2,x` };
  expect(await verifyHeaders(several)).toEqual(acceptance("msg_1"));
});

test("the id of one family of headers is not accepted with the signature of the other", async () => {
  const headers = await signId("msg_1");
  const svix = { "svix-id": "msg_2", "svix-timestamp": headers["webhook-timestamp"] ?? "" };
  expect(await verifyHeaders({ ...headers, ...svix })).toEqual(acceptance("msg_1"));
  const mixed = { ...svix, "webhook-signature": headers["webhook-signature"] ?? "" };
  expect(await verifyHeaders(mixed)).toEqual(refusal("missing"));
});

test("the headers of the standard take precedence over those of Svix", async () => {
  const other = Object.entries(await signId("msg_2"));
  const svix = Object.fromEntries(other.map(([name, value]) => [name.replace("webhook", "svix"), value]));
  expect(await verifyHeaders(svix)).toEqual(acceptance("msg_2"));
  expect(await verifyHeaders({ ...svix, ...(await signId("msg_1")) })).toEqual(acceptance("msg_1"));
});

test("the `tolerance` option sets the age of accepted signatures", async () => {
  const strict = standardWebhooks(SECRET, { tolerance: "10s" });
  const request = { headers: await signId("msg_1"), body: BODY };
  expect(await verify(strict, { ...request, now: START + 10_000 })).toMatchObject({ ok: true });
  expect(await verify(strict, { ...request, now: START + 10_001 })).toEqual(refusal("too_old"));
  expect(() => standardWebhooks(SECRET, { tolerance: Number.NaN })).toThrow("tolerance must be");
});

test.each([
  "not base64, for sure!",
  "whsec_",
  "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwM",
])("a verifier with the secret %s is not created, and the error does not repeat it", (secret) => {
  const create = () => standardWebhooks([SECRET, secret]);
  expect(create).toThrow(
    expect.objectContaining({ code: "not_configured", message: expect.stringContaining("2 of 2") }),
  );
  expect(create).not.toThrow(secret.replace("whsec_", "") || SECRET);
});

test("the libraries of others accept our signatures of text and of bytes", async () => {
  const { id, body } = createMessage();
  const [text, bytes] = await Promise.all(
    [body, new TextEncoder().encode(body)].map((each) => sign(SECRET, { id, timestamp: Date.now() + 999, body: each })),
  );
  expect(text?.["webhook-id"]).toBe(id);
  // They use the real time, with a tolerance of 5 minutes.
  expect(new Webhook(SECRET).verify(body, text ?? {})).toEqual(JSON.parse(body));
  expect(new Webhook(SECRET).verify(body, bytes ?? {})).toEqual(JSON.parse(body));
  new SvixWebhook(SECRET).verify(body, text ?? {});
});

test("signing refuses an empty secret", async () => {
  await expect(sign("", { id: "1", timestamp: START, body: "" })).rejects.toMatchObject({ code: "not_configured" });
});
