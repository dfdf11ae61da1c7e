// Texts that must not be decrypted, and their errors.
import { describe, expect, test } from "vitest";
import { encrypted } from "../../src/encryption.ts";
import { codecs } from "../../src/index.ts";
import { MARKS, newKey, partsOf, refusal, SECRET } from "./keys-and-texts.ts";

const [key, otherKey] = [newKey(), newKey()];

describe("the codec refuses", () => {
  const keys = { k1: key, k2: otherKey };
  const codec = encrypted({ keys, current: "k1", context: "emails" });
  const stored = codec.encode(SECRET);
  const { head, body } = partsOf(stored);

  const readers = [false, true].map((acceptPlain) =>
    encrypted({ keys, current: "k1", context: "emails", acceptPlain }),
  );

  /** Expects a text to be refused, also if plain texts are accepted. The error must not repeat the text or the key. */
  function expectRefused(text: string): void {
    for (const reader of readers) {
      const message = refusal(() => reader.decode(text));
      for (const secret of [...MARKS, body.slice(0, 12), body.slice(-12), key.slice(0, 12)])
        expect(message).not.toContain(secret);
    }
  }

  test("a text in which any character is changed", () => {
    for (let at = 0; at < stored.length; at++) {
      for (const character of ["A", "B", "-", "_", ":", " ", "\n", "=", "+", "é"]) {
        const changed = stored.slice(0, at) + character + stored.slice(at + 1);
        if (changed !== stored) expectRefused(changed);
      }
    }
  });

  test("a text in which any bit is changed, the unused bits of its last character among them", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const length of [0, 1, 2]) {
      const text = encrypted<string>({ keys, current: "k1", codec: codecs.text });
      const whole = text.encode("x".repeat(length));
      for (let at = head.length; at < whole.length; at++) {
        for (let bit = 0; bit < 6; bit++) {
          const character = alphabet[alphabet.indexOf(whole[at] ?? "") ^ (1 << bit)];
          refusal(() => text.decode(whole.slice(0, at) + character + whole.slice(at + 1)));
        }
      }
      expect(text.decode(whole)).toBe("x".repeat(length));
    }
  });

  test("a text that is cut anywhere, or continued", () => {
    for (let length = 0; length < stored.length; length++) expectRefused(stored.slice(0, length));
    for (const more of ["A", "AA", "AAAA", "=", "==", "\n", " ", "\0"]) expectRefused(stored + more);
  });

  test("a text of another key, under its own id or under that of the right key", () => {
    const theirs = encrypted({ keys: { k1: newKey() }, current: "k1", context: "emails" });
    expectRefused(theirs.encode(SECRET));
    expectRefused(stored.replace("k1", "k2"));
    const unknown = encrypted({ keys: { k3: key }, current: "k3", context: "emails" }).encode(SECRET);
    expectRefused(unknown);
    expectRefused(unknown.replace("k3", "k1"));
  });

  test("a text of another context, even if id and context together are the same text", () => {
    for (const context of ["", "email", "emails ", "images"])
      expectRefused(encrypted({ keys, current: "k1", context }).encode(SECRET));
    const [ab, a] = [
      encrypted({ keys: { "a.b": key, a: key }, current: "a.b", context: "c" }),
      encrypted({ keys: { "a.b": key, a: key }, current: "a", context: ".b:c" }),
    ];
    refusal(() => a.decode(ab.encode(1)));
    refusal(() => a.decode(ab.encode(1).replace("a.b", "a")));
  });

  test("a text of a later version", () => {
    expectRefused(stored.replace("lhenc1", "lhenc2"));
    const texts = encrypted<string>({ keys, current: "k1", codec: codecs.text, acceptPlain: true });
    expect(refusal(() => texts.decode("lhenc2:k1:AAAA"))).toContain("this version");
  });

  test("plain text, unless it is accepted", () => {
    const plain = codecs.json.encode(SECRET);
    const message = refusal(() => codec.decode(plain));
    expect(message).toBe("the payload is not encrypted");
    const accepting = encrypted({ keys, current: "k1", context: "emails", acceptPlain: true });
    expect(accepting.decode(plain)).toEqual(SECRET);
    expect(accepting.decode(stored)).toEqual(SECRET);
    expect(accepting.encode(SECRET)).toMatch(/^lhenc1:k1:/);
  });
});
