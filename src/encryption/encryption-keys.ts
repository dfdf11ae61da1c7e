// Validates the configured keys. Errors name a key by its id, never by its content.

import { validateObject } from "../base/arguments.ts";
import { LeaseholdError } from "../base/errors.ts";
import { fromBase64Url } from "./base64url.ts";
import type { Bytes } from "./cipher.ts";

const KEY_ID = /^[A-Za-z0-9._-]{1,32}$/;
const KEY_BYTES = 32;
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Validates keys and returns copies of their bytes by id. */
export function readKeys(keys: Readonly<Record<string, string | Uint8Array>>): Map<string, Bytes> {
  const entries = Object.entries(validateObject(keys, "encrypted: keys"));
  if (entries.length === 0) throw keysError("keys must contain a key");
  return new Map(
    entries.map(([id, key]) => {
      // The id is not shown: it may be a key in the wrong place.
      if (!KEY_ID.test(id)) throw keysError("the id of a key must be 1 to 32 of the characters A-Z a-z 0-9 . _ -");
      return [id, readKey(id, key)];
    }),
  );
}

/** Validates one key and returns a copy of its bytes. */
function readKey(id: string, key: unknown): Bytes {
  if (key === undefined || key === null || key === "") throw keysError(`key "${id}" is missing`);
  const bytes = key instanceof Uint8Array ? new Uint8Array(key) : decodeKey(key);
  if (bytes?.length === KEY_BYTES) return bytes;
  throw keysError(`key "${id}" must be ${KEY_BYTES} bytes, as base64 or base64url text or as a Uint8Array`);
}

/** Returns the bytes of a key in base64 or base64url; undefined for anything else. */
function decodeKey(text: unknown): Bytes | undefined {
  if (typeof text !== "string" || !KEY_TEXT.test(text)) return undefined;
  return fromBase64Url(text.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""));
}

/** Returns an error about the configuration of the keys. */
export function keysError(why: string): LeaseholdError {
  return new LeaseholdError("not_configured", `encrypted: ${why}`);
}
