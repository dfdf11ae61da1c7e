// Fingerprints of encrypted payloads, which identify a repeated request.
import { describe, expect, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { newKey, SECRET } from "./keys-and-texts.ts";

const [key, otherKey] = [newKey(), newKey()];

describe("fingerprints", () => {
  const keys = { k1: key, k2: otherKey };

  test("are keyed hashes, equal for equal payloads of one key and one context", async () => {
    const codec = encrypted({ keys, current: "k1" });
    const [a, again, b] = await Promise.all(
      [SECRET, SECRET, "b"].map((data) => codec.fingerprint?.(codec.encode(data))),
    );
    expect(a).toMatch(/^[0-9a-f]{64}$/);
    expect([again, b === a]).toEqual([a, false]);
    expect(await encrypted({ keys, current: "k2" }).fingerprint?.(codec.encode(SECRET))).toBe(a);
    const other = encrypted({ keys, current: "k2" });
    expect(await other.fingerprint?.(other.encode(SECRET))).not.toBe(a);
    const elsewhere = encrypted({ keys, current: "k1", context: "elsewhere" });
    expect(await elsewhere.fingerprint?.(elsewhere.encode(SECRET))).not.toBe(a);
  });

  test("are those of the inner codec, if it has any", async () => {
    const twice = encrypted({ keys, current: "k1", codec: encrypted({ keys, current: "k2" }) });
    const [a, again, b] = await Promise.all(
      [SECRET, SECRET, "b"].map((data) => twice.fingerprint?.(twice.encode(data))),
    );
    expect([again, b === a]).toEqual([a, false]);
    expect(twice.decode(twice.encode(SECRET))).toEqual(SECRET);
  });

  test("are refused for texts that cannot be decrypted", async () => {
    const codec = encrypted({ keys, current: "k1" });
    const stored = codec.encode(SECRET);
    for (const text of ["{}", stored.slice(0, -1), stored.replace("k1", "k2"), stored.replace("k1", "k3")])
      await expect(codec.fingerprint?.(text)).rejects.toMatchObject({ code: "invalid_payload" });
  });
});
