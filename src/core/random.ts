// Names made up here: ids of jobs, nonces and lanes of requests.
import { hashOf } from "./keys.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

/**
 * A new id of 13 characters: up to 14, Redis stores one in 16 bytes. Ids of about the same second share a hash, so that
 * jobs which are enqueued together are also read together.
 */
export function newId(now: number): string {
  // A letter or a digit first, so that an id is never taken for an option of a command.
  const start = ALPHABET[randomByte() & 31] + randomText(11);
  const hash = Math.floor(now / 1_024) & 15;
  // Sixteen letters in a row bring the id into any hash; upper or lower case is left to chance.
  const from = randomByte() & 1 ? 65 : 97;
  return start + String.fromCharCode(from + ((hash - hashOf(start + String.fromCharCode(from))) & 15));
}

/** A name for one request, the same each time that request is sent. */
export function newNonce(): string {
  return randomText(20);
}

/** A text of random letters and digits, 6 bits each. */
export function randomText(length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += ALPHABET[randomByte() & 63];
  return text;
}

// A call for a few random bytes costs as much as one for many. In Workers there is no randomness before the first request.
const POOL = 1_024;
let pool: Uint8Array<ArrayBuffer> | undefined;
let used = POOL;

function randomByte(): number {
  if (used === POOL) {
    pool = crypto.getRandomValues(pool ?? new Uint8Array(POOL));
    used = 0;
  }
  return pool?.[used++] as number;
}
