// The codec alone: its texts compared with WebCrypto's AES-GCM, and the codecs inside it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { type Codec, codecs } from "../../src/index.ts";
import { bytesOf, MARKS, newKey, partsOf, refusal, SECRET } from "./keys-and-texts.ts";

const key = newKey();

const subtleKey = (text = key) =>
  crypto.subtle.importKey("raw", bytesOf(text), "AES-GCM", false, ["encrypt", "decrypt"]);
const gcm = (iv: Uint8Array<ArrayBuffer>, associated: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(associated),
  tagLength: 128,
});

describe("the codec", () => {
  test.each([
    ["without a context", undefined],
    ["with a context", "emails żółć"],
  ])("encrypts with AES-256-GCM %s", async (_, context) => {
    const codec = encrypted({ keys: { k1: key }, current: "k1", ...(context === undefined ? {} : { context }) });
    for (const data of [
      SECRET,
      "",
      null,
      "x".repeat(100_000),
      ..."abcdefghijklmnopq".split("").map((_, i) => "ü".repeat(i)),
    ]) {
      const { head, nonce, sealed } = partsOf(codec.encode(data));
      expect([head, nonce.length]).toEqual(["lhenc1:k1:", 12]);
      const opened = await crypto.subtle.decrypt(gcm(nonce, `lhenc1:k1:${context ?? ""}`), await subtleKey(), sealed);
      expect(JSON.parse(new TextDecoder().decode(opened))).toEqual(data);
    }
  });

  test("decrypts a text that WebCrypto has encrypted", async () => {
    const codec = encrypted({ keys: { k1: key }, current: "k1", context: "emails" });
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(SECRET));
    const sealed = await crypto.subtle.encrypt(gcm(nonce, "lhenc1:k1:emails"), await subtleKey(), text);
    const body = codecs.bytes.encode(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
    const base64url = body.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    expect(codec.decode(`lhenc1:k1:${base64url}`)).toEqual(SECRET);
  });

  test("decrypts a text that OpenSSL has encrypted", () => {
    // createCipheriv("aes-256-gcm") of node:crypto, with the bytes 0 to 31 as key and the AAD "lhenc1:a:".
    const codec = encrypted<string>({
      keys: { a: Uint8Array.from({ length: 32 }, (_, i) => i) },
      current: "a",
      codec: codecs.text,
    });
    expect(codec.decode("lhenc1:a:yv66vvrO263eyviI68fBg-XRDzz0GFwXvkrJg9RGdg")).toBe("ada");
  });
});

test("each payload has its own nonce, so equal payloads have different texts", () => {
  const codec = encrypted({ keys: { k: key }, current: "k" });
  const texts = Array.from({ length: 5_000 }, () => codec.encode(SECRET));
  expect(new Set(texts.map((text) => partsOf(text).nonce.join())).size).toBe(5_000);
  expect(new Set(texts.map((text) => partsOf(text).sealed.join())).size).toBe(5_000);
  expect(texts.every((text) => codecs.json.encode(codec.decode(text)) === codecs.json.encode(SECRET))).toBe(true);
});

describe("the codec inside", () => {
  test("carries any JSON", () => {
    const codec = encrypted({ keys: { k: key }, current: "k", context: "c" });
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (data) => {
        expect(codec.decode(codec.encode(data))).toEqual(data);
      }),
    );
  });

  test("carries any text, with or without a byte order mark, and any bytes", () => {
    const texts = encrypted<string>({ keys: { k: key }, current: "k", codec: codecs.text });
    const bytes = encrypted<Uint8Array>({ keys: { k: key }, current: "k", codec: codecs.bytes });
    for (const text of ["", "\ufeff", "\ufeffa", "\u0000", "lhenc1:k:", "😀"])
      expect(texts.decode(texts.encode(text))).toBe(text);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.uint8Array({ maxLength: 2_000 }), (text, data) => {
        expect(texts.decode(texts.encode(text))).toBe(text);
        expect(bytes.decode(bytes.encode(data))).toEqual(data);
      }),
    );
  });

  test("refuses the same values as without encryption, with the same error", () => {
    const codec = encrypted({ keys: { k: key }, current: "k" });
    expect(refusal(() => codec.encode({ n: 1n }))).toBe("data.n is a bigint, which JSON cannot represent");
    const texts = encrypted<unknown>({ keys: { k: key }, current: "k", codec: codecs.text });
    expect(refusal(() => texts.encode(1))).toBe("data is not a string");
  });

  test("has its errors replaced, since they may contain a payload", () => {
    const fails = (): never => {
      throw new Error(SECRET.note);
    };
    const keys = { k: key };
    const failing = encrypted({ keys, current: "k", codec: { encode: fails, decode: fails } as Codec<unknown> });
    const plain = encrypted({ keys, current: "k" });
    const refusals = [
      refusal(() => failing.encode(SECRET)),
      refusal(() => failing.decode(plain.encode(SECRET))),
      refusal(() => plain.decode(encrypted<string>({ keys, current: "k", codec: codecs.text }).encode(SECRET.note))),
      refusal(() => encrypted({ keys, current: "k", acceptPlain: true }).decode(SECRET.note)),
    ];
    for (const message of refusals) for (const mark of MARKS) expect(message).not.toContain(mark);
  });

  test.each([
    ["half of a surrogate pair", "a\ud800"],
    ["a number", 7],
  ])("must not encode to %s", (_, text) => {
    const codec = { encode: () => text as string, decode: (stored: string) => stored };
    const invalid = encrypted({ keys: { k: key }, current: "k", codec });
    expect(refusal(() => invalid.encode("a"))).toContain("well-formed text");
  });
});
