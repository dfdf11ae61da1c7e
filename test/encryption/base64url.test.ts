// base64url compared with the base64 of the platform.
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64Url, toBase64Url } from "../../src/encryption/base64url.ts";
import { codecs } from "../../src/index.ts";

test("base64url is the platform's base64 in another alphabet, without padding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      const text = toBase64Url(bytes);
      expect(text).toBe(codecs.bytes.encode(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
      expect(fromBase64Url(text)).toEqual(bytes);
    }),
    { numRuns: 500 },
  );
});

test("any other text is refused", () => {
  for (const text of [
    "A",
    "AAAAA",
    "AB",
    "AAB",
    "AA==",
    "AA+A",
    "AA/A",
    "AA A",
    "AAAé",
    "éAAA",
    "AAA\u{1F600}",
    "AAA\u0000",
    "\ud800AAA",
  ])
    expect(fromBase64Url(text)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."AEIQgwcBz09-_=+ é"), maxLength: 7 }), (text) => {
      const bytes = fromBase64Url(text);
      if (bytes) expect(toBase64Url(bytes)).toBe(text);
      else expect(/^[\w-]*$/.test(text) && text.length % 4 === 0).toBe(false);
    }),
    { numRuns: 500 },
  );
});
