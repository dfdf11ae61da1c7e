// Keys for tests, and the parts of encrypted texts.
import { expect } from "vitest";
import { codecs } from "../../src/index.ts";

/** A payload. */
export const SECRET = { to: "ada@example.com", note: "s3cret-payload żółć" };
/** Parts of the payload that must not appear anywhere. */
export const MARKS = ["ada@example", "s3cret-payload"];

/** Returns a random key as base64. */
export function newKey(): string {
  return codecs.bytes.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the bytes of base64 or base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(codecs.bytes.decode(text.replaceAll("-", "+").replaceAll("_", "/")));
}

/** Returns the parts of an encrypted text: `lhenc1:<key id>:` and a body of a nonce and sealed bytes in base64url. */
export function partsOf(stored: string) {
  const [, head = "", id = "", body = ""] = /^(lhenc1:([^:]+):)([\w-]+)$/.exec(stored) ?? [];
  const whole = bytesOf(body);
  return { head, id, body, nonce: whole.subarray(0, 12), sealed: whole.subarray(12) };
}

/** Calls a function that must throw an error of the library without a cause, and returns the message. */
export function refusal(operation: () => unknown, code = "invalid_payload"): string {
  let thrown: unknown;
  try {
    operation();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ name: "LeaseholdError", code });
  expect(thrown).not.toHaveProperty("cause");
  return (thrown as Error).message;
}
