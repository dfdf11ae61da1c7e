// Whatever strangers send: it is refused, and nothing falls over.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Source, sharedSecret } from "../../src/webhooks.ts";
import { START } from "../setup/queue.ts";
import { ask } from "./kit/ask.ts";
import { hooksApp } from "./kit/hooks-app.ts";
import { IN_WORKERD, SCHEMES, sentOf } from "./kit/schemes.ts";

const SIGNED_HEADERS = [...new Set(SCHEMES.flatMap(({ required }) => required)), "authorization", "x-id", "x-shop-id"];
const VERIFIERS = [
  ...SCHEMES.map(({ name, make, secrets }) => ({ name, verifier: make([...secrets]) })),
  { name: "shared secret", verifier: sharedSecret("the-s3cret-of-the-sender", { idHeader: "x-id" }) },
];

// Values that look like something, and values that look like nothing. workerd takes more than ASCII too, and complains.
const character = fc.integer({ min: 0x20, max: IN_WORKERD ? 0x7e : 0xff }).filter((code) => code !== 0x7f);
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
    const made = new Headers();
    // Appended, so that some are there several times.
    for (const [name, text] of pairs) made.append(name, text);
    return made;
  });
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => new TextEncoder().encode(text)),
);

test.each(VERIFIERS)("$name refuses all that strangers make up, and throws nothing", async ({ verifier }) => {
  await fc.assert(
    fc.asyncProperty(headers, body, async (made, bytes) => {
      expect(await ask(verifier, { headers: made, body: bytes })).toEqual({ ok: false, reason: expect.any(String) });
    }),
    { numRuns: 200 },
  );
});

test.each(SCHEMES)("$name refuses what is right but for one header", async ({ make, secrets, sign, required }) => {
  const sent = sentOf();
  const right = await sign(secrets[0], sent);
  const verifier = make(secrets[0]);
  expect(await ask(verifier, { headers: right, body: sent.body })).toMatchObject({ ok: true });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...required), value, async (name, odd) => {
      fc.pre(odd.trim() !== right[name]);
      expect(await ask(verifier, { headers: { ...right, [name]: odd }, body: sent.body })).toMatchObject({ ok: false });
    }),
    { numRuns: 200 },
  );
});

test("over HTTP they are told so, whatever source, type and body they choose", async () => {
  const sources = VERIFIERS.map(({ verifier }, i): [string, Source] => [`s${i}`, { verify: verifier, queue: "hooks" }]);
  const targetOf = () => expect.unreachable();
  const { post } = hooksApp(Object.fromEntries(sources), { targetOf });
  const name = fc.oneof(
    fc.constantFrom(...sources.map(([each]) => each)),
    fc.constantFrom("__proto__", "constructor", "%E0%A4%A", "%00", "s0%20", "..%2f"),
    fc.string({ minLength: 1 }).map(encodeSafely),
  );
  const type = fc.oneof(
    fc.constantFrom("application/json", "application/x-www-form-urlencoded", "application/x+json"),
    printable,
  );
  await fc.assert(
    fc.asyncProperty(name, type, headers, body, async (source, contentType, made, bytes) => {
      const all = new Headers(made);
      all.set("content-type", contentType);
      const response = await post(source, { headers: all, body: new Uint8Array(bytes) });
      expect([401, 404, 415]).toContain(response.status);
    }),
    { numRuns: 500 },
  );
});

function encodeSafely(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text).replaceAll(".", "%2E") : "x";
}
