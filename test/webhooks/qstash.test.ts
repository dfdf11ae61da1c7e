// QStash beyond what all verifiers do: what its token says, each claim wrong in turn, and its own receiver's opinion.
import { createHmac } from "node:crypto";
import { Receiver } from "@upstash/qstash";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { qstash } from "../../src/webhooks.ts";
import { START } from "../setup/queue.ts";
import { ask, refusedAs } from "./kit/ask.ts";
import { qstashClaims, qstashToken, SECONDS, URL } from "./kit/schemes.ts";

const KEY = "sig_5yW7qTnVbRk2mXcJ8pHdLs4fGz9A";
const NEXT = "sig_3uEwQoKtN6vYhB1rMx7CjSaPiD2F";
const OTHER = "sig_8gZlUe4XyRcT0kVnWqHm5bJsOfI1";
const BODY = '{"hello":"wörld"}';
const verifier = qstash(KEY);
const asked = (token: string, more: { url?: string; now?: number; body?: string } = {}, by = verifier) =>
  ask(by, { headers: { "upstash-signature": token }, body: BODY, ...more });
const claimed = (claims: Record<string, unknown>) => qstashToken(KEY, { ...qstashClaims(BODY), ...claims });
const base64url = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** A token that no library would make. */
function byHand(header: string, claims: string): string {
  const signed = `${base64url(header)}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", KEY).update(signed).digest("base64url")}`;
}

test("it accepts what QStash's own receiver accepts, and nothing that it refuses", async () => {
  const receiver = new Receiver({ currentSigningKey: KEY, nextSigningKey: NEXT });
  const now = Math.floor(Date.now() / 1_000);
  const good = qstashClaims(BODY, now);
  for (const [claims, key, accepted] of [
    [good, KEY, true],
    [good, NEXT, true],
    [good, OTHER, false],
    [{ ...good, iss: "Somebody" }, KEY, false],
    [{ ...good, sub: "https://elsewhere.example.com/" }, KEY, false],
    [{ ...good, exp: now - 3_600 }, KEY, false],
    [{ ...good, nbf: now + 3_600 }, KEY, false],
    [{ ...good, body: qstashClaims("another body").body }, KEY, false],
  ] as const) {
    const signature = await qstashToken(key, claims);
    const theirs = await receiver.verify({ signature, body: BODY, url: URL }).catch(() => false);
    const ours = await asked(signature, { now: Date.now() }, qstash([KEY, NEXT]));
    expect([theirs, ours.ok]).toEqual([accepted, accepted]);
  }
});

test.each([
  ["another issuer", { iss: "upstash" }, "wrong"],
  ["no issuer", { iss: undefined }, "wrong"],
  ["another address", { sub: "https://jobs.example.com/hooks/other" }, "other_address"],
  ["another scheme", { sub: URL.replace("https", "http") }, "other_address"],
  ["another query", { sub: `${URL}?a=1` }, "other_address"],
  ["no address", { sub: undefined }, "other_address"],
  ["an address that is none", { sub: "x" }, "other_address"],
  ["another body", { body: qstashClaims("x").body }, "wrong"],
  ["no body", { body: undefined }, "wrong"],
  ["a body that is no text", { body: 1 }, "wrong"],
  ["half a body", { body: String(qstashClaims(BODY).body).slice(0, 20) }, "wrong"],
  ["no end", { exp: undefined }, "malformed"],
  ["an end that is a text", { exp: "9999999999" }, "malformed"],
  ["no beginning", { nbf: undefined }, "malformed"],
  ["a beginning that is null", { nbf: null }, "malformed"],
  ["an end long ago", { exp: SECONDS - 31 }, "too_old"],
  ["a beginning yet to come", { nbf: SECONDS + 31 }, "too_new"],
  ["an end before all time", { exp: -1e300 }, "too_old"],
])("a token with %s is refused", async (_what, claims, reason) => {
  expect(await asked(await claimed(claims))).toEqual(refusedAs(reason));
});

test.each([
  ["without padding", { body: String(qstashClaims(BODY).body).replace(/=+$/, "") }],
  ["with the port that goes without saying", { sub: URL.replace(".com/", ".com:443/") }],
  ["with claims that we do not know", { hello: "world" }],
])("a token %s is accepted", async (_what, claims) => {
  expect(await asked(await claimed(claims))).toEqual({ ok: true, id: "jwt_1" });
});

test("the message's id comes before the token's", async () => {
  const headers = { "upstash-signature": await claimed({}), "upstash-message-id": "msg_1" };
  expect(await ask(verifier, { headers, body: BODY })).toEqual({ ok: true, id: "msg_1" });
});

test.each(["none", "HS512", "RS256", "hs256"])("a token that says that it is made by %s is refused", async (alg) => {
  const [, claims, signature] = (await claimed({})).split(".");
  for (const end of [signature, "", "x"])
    expect(await asked(`${base64url(JSON.stringify({ alg, typ: "JWT" }))}.${claims}.${end}`)).toMatchObject({
      ok: false,
    });
});

test("a token of the right key that is made in another way, or asks for more, is refused", async () => {
  expect(await asked(await qstashToken(KEY, qstashClaims(BODY), "HS512"))).toEqual(refusedAs("wrong"));
  const token = (header: unknown) => byHand(JSON.stringify(header), JSON.stringify(qstashClaims(BODY)));
  expect(await asked(token({ alg: "HS256" }))).toMatchObject({ ok: true });
  expect(await asked(token({ alg: "none" }))).toEqual(refusedAs("malformed"));
  expect(await asked(token({ alg: "HS512" }))).toEqual(refusedAs("malformed"));
  expect(await asked(token({}))).toEqual(refusedAs("malformed"));
  expect(await asked(token({ alg: "HS256", crit: ["b64"], b64: false }))).toEqual(refusedAs("malformed"));
});

test("claims that are no object are refused", async () => {
  for (const claims of ["null", "[]", '"x"', "not JSON"])
    expect(await asked(byHand('{"alg":"HS256"}', claims))).toEqual(refusedAs("wrong"));
});

test("the address can be set, where the request has another", async () => {
  const fixed = qstash(KEY, { url: "https://jobs.example.com" });
  const token = await claimed({ sub: "https://jobs.example.com/" });
  expect(await asked(token, { url: "http://10.0.0.1:8080/hooks/x" }, fixed)).toMatchObject({ ok: true });
  expect(await asked(await claimed({}), {}, fixed)).toEqual(refusedAs("other_address"));
  expect(() => qstash(KEY, { url: "jobs" })).toThrow(expect.objectContaining({ code: "not_configured" }));
});

test("the leeway of the clocks can be set", async () => {
  const strict = qstash(KEY, { tolerance: 0 });
  const token = await claimed({});
  expect(await asked(token, { now: START + 300_000 }, strict)).toMatchObject({ ok: true });
  expect(await asked(token, { now: START + 300_001 }, strict)).toEqual(refusedAs("too_old"));
  expect(await asked(token, { now: START - 1 }, strict)).toEqual(refusedAs("too_new"));
});

test("a token that was signed with another library is read alike", async () => {
  const { sub = "", body, ...rest } = qstashClaims(BODY);
  const token = await new SignJWT({ body })
    .setIssuer(String(rest.iss))
    .setSubject(String(sub))
    .setNotBefore(SECONDS)
    .setExpirationTime(SECONDS + 300)
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(KEY));
  expect(await asked(token)).toEqual({ ok: true, id: undefined });
});
