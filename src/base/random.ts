// Random names: ids of jobs, idempotency keys and lanes of requests.

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

/**
 * Returns a new id: "_", the number of its hash as a hexadecimal digit, and 66 random bits in 11 characters. Up to 14
 * characters, Redis stores a text in 16 bytes. Ids of about the same second share a hash, so that jobs which are enqueued
 * together are also read together.
 */
export function newId(now: number): string {
  return `_${(Math.floor(now / 1_024) & 15).toString(16)}${randomText(11)}`;
}

/** A name for one request, the same each time that request is sent. */
export function randomName(): string {
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
