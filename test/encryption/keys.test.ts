// Keys and other options: their valid forms, and refusals that show no key.
import { describe, expect, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { codecs } from "../../src/index.ts";
import { bytesOf, newKey, partsOf, refusal, SECRET } from "./keys-and-texts.ts";

const [key, otherKey] = [newKey(), newKey()];

describe("keys", () => {
  const raw = bytesOf(key);
  const base64url = key.replaceAll("+", "-").replaceAll("/", "_").replace("=", "");

  test.each<[form: string, form: string | Uint8Array]>([
    ["base64", key],
    ["base64 without padding", key.replace("=", "")],
    ["base64url", base64url],
    ["base64url with padding", `${base64url}=`],
    ["bytes", raw],
    ["a part of a longer array", new Uint8Array([0, ...raw, 0]).subarray(1, 33)],
  ])("may be %s", (_, form) => {
    const codec = encrypted({ keys: { k: form }, current: "k" });
    expect(encrypted({ keys: { k: key }, current: "k" }).decode(codec.encode(SECRET))).toEqual(SECRET);
  });

  test("as bytes are copied", () => {
    const bytes = new Uint8Array(raw);
    const codec = encrypted({ keys: { k: bytes }, current: "k" });
    bytes.fill(0);
    expect(encrypted({ keys: { k: key }, current: "k" }).decode(codec.encode(SECRET))).toEqual(SECRET);
  });

  test.each<[what: string, key: unknown, message: RegExp]>([
    ["a missing key", undefined, /^encrypted: key "nov" is missing$/],
    ["null", null, /"nov" is missing/],
    ["an empty key", "", /"nov" is missing/],
    ["hexadecimal text", "5e".repeat(32), /"nov" must be 32 bytes/],
    ["31 bytes", raw.subarray(1), /"nov" must be 32 bytes/],
    ["33 bytes", new Uint8Array([...raw, 0]), /"nov" must be 32 bytes/],
    ["the base64 of 16 bytes", codecs.bytes.encode(raw.subarray(16)), /"nov" must be 32 bytes/],
    ["the base64 of 33 bytes", codecs.bytes.encode(new Uint8Array(33)), /"nov" must be 32 bytes/],
    ["a key with a line break", `${key}\n`, /"nov" must be 32 bytes/],
    ["a key with other characters", `${key.slice(0, 42)}!`, /"nov" must be 32 bytes/],
    ["a key with unused bits", `${"A".repeat(42)}B=`, /"nov" must be 32 bytes/],
    ["a number", 7, /"nov" must be 32 bytes/],
    ["an array", [...raw], /"nov" must be 32 bytes/],
    ["a buffer", raw.buffer, /"nov" must be 32 bytes/],
  ])("are refused by their id: %s", (_, bad, expected) => {
    const keys = { oct: otherKey, nov: bad as string };
    const message = refusal(() => encrypted({ keys, current: "oct" }), "not_configured");
    expect(message).toMatch(expected);
    if (typeof bad === "string" && bad.length > 8) expect(message).not.toContain(bad.slice(0, 8));
  });

  test.each(["", "a".repeat(33), "a b", "a:b", "a/b", "ü", key])("are refused with the id %j", (id) => {
    const message = refusal(() => encrypted({ keys: { [id]: key }, current: id }), "not_configured");
    expect(message).toBe("encrypted: the id of a key must be 1 to 32 of the characters A-Z a-z 0-9 . _ -");
  });

  test.each(["a", "2026-11", "v1.0_B-c", "7", "a".repeat(32)])("may have the id %s", (id) => {
    const codec = encrypted({ keys: { [id]: key }, current: id });
    expect(partsOf(codec.encode(1)).id).toBe(id);
    expect(codec.decode(codec.encode(1))).toBe(1);
  });

  test("must include the current one", () => {
    for (const current of ["nov", "", key, undefined, "toString"]) {
      const message = refusal(() => encrypted({ keys: { oct: key }, current: current as string }), "not_configured");
      expect(message).toBe("encrypted: current must be the id of one of the keys");
    }
    expect(refusal(() => encrypted({ keys: {}, current: "a" }), "not_configured")).toBe(
      "encrypted: keys must contain a key",
    );
  });
});

test.each<[what: string, options: object]>([
  ["no options", null as unknown as object],
  ["a misspelled option", { key }],
  ["keys in an array", { keys: [key] }],
  ["a context that is not a string", { context: 7 }],
  ["a context with half of a surrogate pair", { context: "\ud800" }],
  ["an acceptPlain that is not a boolean", { acceptPlain: "yes" }],
  ["a codec without functions", { codec: {} }],
])("refuses %s", (_, options) => {
  const all = options === null ? options : { keys: { k: key }, current: "k", ...options };
  const message = refusal(() => encrypted(all as unknown as Parameters<typeof encrypted>[0]), "invalid_argument");
  expect(message).not.toContain(key.slice(0, 12));
});
