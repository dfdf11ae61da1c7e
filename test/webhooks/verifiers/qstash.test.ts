// QStash, beyond the behavior that all verifiers share: each claim of its token, and the verdicts of its own receiver.
import { createHmac } from "node:crypto";
import { Receiver } from "@upstash/qstash";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { qstash, type Verifier } from "../../../src/webhooks.ts";
import { START } from "../../setup/queue.ts";
import { HOOK_URL, qstashClaims, START_SECONDS, signQstashToken } from "../kit/schemes.ts";
import { acceptance, refusal, verify } from "../kit/verify-request.ts";

const KEY = "sig_5yW7qTnVbRk2mXcJ8pHdLs4fGz9A";
const NEXT = "sig_3uEwQoKtN6vYhB1rMx7CjSaPiD2F";
const OTHER = "sig_8gZlUe4XyRcT0kVnWqHm5bJsOfI1";
const BODY = '{"hello":"wörld"}';
const verifier = qstash(KEY);

/** Verifies a token, with the verifier of KEY unless another is given. */
const verifyToken = (token: string, { by = verifier, ...more }: { by?: Verifier; url?: string; now?: number } = {}) =>
  verify(by, { headers: { "upstash-signature": token }, body: BODY, ...more });

/** Signs a token whose claims are valid but for some. */
const signClaims = (claims: Record<string, unknown>) => signQstashToken(KEY, { ...qstashClaims(BODY), ...claims });

const base64url = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Signs a token of any header and claims, which no library would create. */
function signParts(header: string, claims: string): string {
  const signed = `${base64url(header)}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", KEY).update(signed).digest("base64url")}`;
}

test("it accepts exactly the tokens that QStash's own receiver accepts", async () => {
  const receiver = new Receiver({ currentSigningKey: KEY, nextSigningKey: NEXT });
  const now = Math.floor(Date.now() / 1_000);
  const good = qstashClaims(BODY, now);
  for (const [claims, key, accepted] of [
    [good, KEY, true],
    [good, NEXT, true],
    [good, OTHER, false],
    [{ ...good, iss: "Another" }, KEY, false],
    [{ ...good, sub: "https://elsewhere.example.com/" }, KEY, false],
    [{ ...good, exp: now - 3_600 }, KEY, false],
    [{ ...good, nbf: now + 3_600 }, KEY, false],
    [{ ...good, body: qstashClaims("another body").body }, KEY, false],
  ] as const) {
    const signature = await signQstashToken(key, claims);
    const theirs = await receiver.verify({ signature, body: BODY, url: HOOK_URL }).catch(() => false);
    const ours = await verifyToken(signature, { now: Date.now(), by: qstash([KEY, NEXT]) });
    expect([theirs, ours.ok]).toEqual([accepted, accepted]);
  }
});

test.each([
  ["another issuer", { iss: "upstash" }, "wrong"],
  ["no issuer", { iss: undefined }, "wrong"],
  ["another address", { sub: "https://jobs.example.com/hooks/other" }, "other_address"],
  ["another scheme", { sub: HOOK_URL.replace("https", "http") }, "other_address"],
  ["another query", { sub: `${HOOK_URL}?a=1` }, "other_address"],
  ["no address", { sub: undefined }, "other_address"],
  ["an invalid address", { sub: "x" }, "other_address"],
  ["another body", { body: qstashClaims("x").body }, "wrong"],
  ["no body", { body: undefined }, "wrong"],
  ["a body that is not text", { body: 1 }, "wrong"],
  ["half of the hash of the body", { body: String(qstashClaims(BODY).body).slice(0, 20) }, "wrong"],
  ["no expiry", { exp: undefined }, "malformed"],
  ["an expiry as text", { exp: "9999999999" }, "malformed"],
  ["no start", { nbf: undefined }, "malformed"],
  ["a start that is null", { nbf: null }, "malformed"],
  ["an expiry in the past", { exp: START_SECONDS - 31 }, "too_old"],
  ["a start in the future", { nbf: START_SECONDS + 31 }, "too_new"],
  ["a negative expiry", { exp: -1e300 }, "too_old"],
])("a token with %s is refused", async (_what, claims, reason) => {
  expect(await verifyToken(await signClaims(claims))).toEqual(refusal(reason));
});

test.each([
  ["without padding", { body: String(qstashClaims(BODY).body).replace(/=+$/, "") }],
  ["with the default port", { sub: HOOK_URL.replace(".com/", ".com:443/") }],
  ["with unknown claims", { hello: "world" }],
])("a token %s is accepted", async (_what, claims) => {
  expect(await verifyToken(await signClaims(claims))).toEqual(acceptance("jwt_1"));
});

test("the id of the message takes precedence over that of the token", async () => {
  const headers = { "upstash-signature": await signClaims({}), "upstash-message-id": "msg_1" };
  expect(await verify(verifier, { headers, body: BODY })).toEqual(acceptance("msg_1"));
});

test.each(["none", "HS512", "RS256", "hs256"])(
  "a token whose header names the algorithm %s is refused",
  async (alg) => {
    const [, claims, signature] = (await signClaims({})).split(".");
    for (const end of [signature, "", "x"])
      expect(await verifyToken(`${base64url(JSON.stringify({ alg, typ: "JWT" }))}.${claims}.${end}`)).toMatchObject({
        ok: false,
      });
  },
);

test("a token with the valid key is refused if it has another algorithm or critical extensions", async () => {
  expect(await verifyToken(await signQstashToken(KEY, qstashClaims(BODY), { alg: "HS512" }))).toEqual(refusal("wrong"));
  const token = (header: unknown) => signParts(JSON.stringify(header), JSON.stringify(qstashClaims(BODY)));
  expect(await verifyToken(token({ alg: "HS256" }))).toMatchObject({ ok: true });
  expect(await verifyToken(token({ alg: "none" }))).toEqual(refusal("malformed"));
  expect(await verifyToken(token({ alg: "HS512" }))).toEqual(refusal("malformed"));
  expect(await verifyToken(token({}))).toEqual(refusal("malformed"));
  expect(await verifyToken(token({ alg: "HS256", crit: ["b64"], b64: false }))).toEqual(refusal("malformed"));
});

test("a token whose claims are not an object is refused", async () => {
  for (const claims of ["null", "[]", '"x"', "not JSON"])
    expect(await verifyToken(signParts('{"alg":"HS256"}', claims))).toEqual(refusal("wrong"));
});

test("the `url` option replaces the address of the request", async () => {
  const fixed = qstash(KEY, { url: "https://jobs.example.com" });
  const token = await signClaims({ sub: "https://jobs.example.com/" });
  expect(await verifyToken(token, { url: "http://10.0.0.1:8080/hooks/x", by: fixed })).toMatchObject({ ok: true });
  expect(await verifyToken(await signClaims({}), { by: fixed })).toEqual(refusal("other_address"));
  expect(() => qstash(KEY, { url: "jobs" })).toThrow(expect.objectContaining({ code: "not_configured" }));
});

test("the `tolerance` option sets the leeway of the clocks", async () => {
  const strict = qstash(KEY, { tolerance: 0 });
  const token = await signClaims({});
  expect(await verifyToken(token, { now: START + 300_000, by: strict })).toMatchObject({ ok: true });
  expect(await verifyToken(token, { now: START + 300_001, by: strict })).toEqual(refusal("too_old"));
  expect(await verifyToken(token, { now: START - 1, by: strict })).toEqual(refusal("too_new"));
});

test("a token that another library has signed is accepted", async () => {
  const { sub = "", body, ...rest } = qstashClaims(BODY);
  const token = await new SignJWT({ body })
    .setIssuer(String(rest.iss))
    .setSubject(String(sub))
    .setNotBefore(START_SECONDS)
    .setExpirationTime(START_SECONDS + 300)
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(KEY));
  expect(await verifyToken(token)).toEqual(acceptance());
});
