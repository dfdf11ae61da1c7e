// Fuzzed headers and bodies: every verifier refuses them, and none throws.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Source, sharedSecret } from "../../../src/webhooks.ts";
import { START } from "../../setup/queue.ts";
import { createHooksApp } from "../kit/hooks-app.ts";
import { createMessage, IS_WORKERD, SCHEMES } from "../kit/schemes.ts";
import { verify } from "../kit/verify-request.ts";

const SIGNED_HEADERS = [
  ...new Set(SCHEMES.flatMap(({ requiredHeaders }) => requiredHeaders)),
  "authorization",
  "x-id",
  "x-shop-id",
];
const VERIFIERS = [
  ...SCHEMES.map(({ name, createVerifier, secrets }) => ({ name, verifier: createVerifier([...secrets]) })),
  { name: "shared secret", verifier: sharedSecret("the-s3cret-of-the-sender", { idHeader: "x-id" }) },
];

// Header values, some of which look like parts of signatures. workerd accepts values beyond ASCII, but logs a warning.
const character = fc.integer({ min: 0x20, max: IS_WORKERD ? 0x7e : 0xff }).filter((code) => code !== 0x7f);
const printable = fc.string({ unit: character.map((code) => String.fromCharCode(code)), maxLength: 200 });
const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 });
const base64 = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => btoa(String.fromCharCode(...bytes)));
const base64url = fc
  .oneof(
    base64,
    fc.json().map((text) => btoa(encodeURIComponent(text))),
  )
  .map((text) => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
const algorithm = fc
  .constantFrom("none", "HS256", "HS512", "RS256")
  .map((alg) => btoa(JSON.stringify({ alg })).replace(/=+$/, ""));
const time = fc.oneof(
  fc.constantFrom("NaN", "Infinity", "-0", "1e309", "0", "", "9".repeat(400), String(START / 1_000)),
  fc.integer().map(String),
  fc.double().map(String),
);
const value = fc.oneof(
  printable,
  time,
  hex.map((mac) => `sha256=${mac}`),
  hex.map((mac) => `v0=${mac}`),
  base64.map((mac) => `v1,${mac}`),
  fc.array(base64, { maxLength: 50 }).map((macs) => macs.map((mac, i) => `v${i % 3},${mac}`).join(" ")),
  fc.tuple(time, hex).map(([t, mac]) => `t=${t},v1=${mac},v0=${mac}`),
  fc.tuple(time, time, hex).map(([t, u, mac]) => `t=${t},t=${u},v1=${mac}`),
  fc
    .tuple(fc.oneof(algorithm, base64url), base64url, fc.oneof(base64url, fc.constant("")))
    .map((parts) => parts.join(".")),
);
const headers = fc
  .array(fc.tuple(fc.constantFrom(...SIGNED_HEADERS, "x-other"), value), { maxLength: 12 })
  .map((pairs) => {
    const all = new Headers();
    // Appended, so that some headers have several values.
    for (const [name, text] of pairs) all.append(name, text);
    return all;
  });
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => new TextEncoder().encode(text)),
);

test.each(VERIFIERS)("$name refuses every fuzzed request without throwing", async ({ verifier }) => {
  await fc.assert(
    fc.asyncProperty(headers, body, async (fuzzed, bytes) => {
      expect(await verify(verifier, { headers: fuzzed, body: bytes })).toEqual({
        ok: false,
        reason: expect.any(String),
      });
    }),
    { numRuns: 200 },
  );
});

test.each(SCHEMES)("$name refuses a valid request with one fuzzed header", async (scheme) => {
  const { createVerifier, secrets, sign, requiredHeaders } = scheme;
  const message = createMessage();
  const valid = await sign(secrets[0], message);
  const verifier = createVerifier(secrets[0]);
  expect(await verify(verifier, { headers: valid, body: message.body })).toMatchObject({ ok: true });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...requiredHeaders), value, async (name, fuzzed) => {
      fc.pre(fuzzed.trim() !== valid[name]);
      const headers = { ...valid, [name]: fuzzed };
      expect(await verify(verifier, { headers, body: message.body })).toMatchObject({ ok: false });
    }),
    { numRuns: 200 },
  );
});

test("over HTTP every fuzzed request is refused by its source, content type or signature", async () => {
  const sources = VERIFIERS.map(({ verifier }, i): [string, Source] => [`s${i}`, { verify: verifier, queue: "hooks" }]);
  const targetOf = () => expect.unreachable();
  const { post } = createHooksApp(Object.fromEntries(sources), { targetOf });
  const name = fc.oneof(
    fc.constantFrom(...sources.map(([each]) => each)),
    fc.constantFrom("__proto__", "constructor", "%E0%A4%A", "%00", "s0%20", "..%2f"),
    fc.string({ minLength: 1 }).map(encodeSegment),
  );
  const type = fc.oneof(
    fc.constantFrom("application/json", "application/x-www-form-urlencoded", "application/x+json"),
    printable,
  );
  await fc.assert(
    fc.asyncProperty(name, type, headers, body, async (source, contentType, fuzzed, bytes) => {
      const all = new Headers(fuzzed);
      all.set("content-type", contentType);
      const response = await post(source, { headers: all, body: new Uint8Array(bytes) });
      expect([401, 404, 415]).toContain(response.status);
    }),
    { numRuns: 500 },
  );
});

/** Encodes a text, dots included, as a segment of a path. Returns "x" for half of a surrogate pair, which has no encoding. */
function encodeSegment(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text).replaceAll(".", "%2E") : "x";
}
