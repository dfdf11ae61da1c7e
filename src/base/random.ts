// Random names: ids of jobs, idempotency keys and lanes of requests.

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

/**
 * Returns a new id of a job: "_", the number of its bucket as a hexadecimal digit, and 66 random bits in 11 characters. Redis
 * stores a text of up to 14 characters in 16 bytes. Ids of about the same second share a bucket, so that jobs which were
 * enqueued together are also read together.
 */
export function newId(now: number): string {
  return `_${(Math.floor(now / 1_024) & 15).toString(16)}${randomText(11)}`;
}

/** Returns a random name for one request, to be used each time that request is sent. */
export function randomName(): string {
  return randomText(20);
}

/** Returns a text of random characters of ALPHABET, 6 bits each. */
export function randomText(length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += ALPHABET[randomByte() & 63];
  return text;
}

// One call for many random bytes costs as much as one for a few. The pool is filled on first use, since Workers have no
// randomness outside of a request.
const POOL_BYTES = 1_024;
let pool: Uint8Array<ArrayBuffer> | undefined;
let used = POOL_BYTES;

/** Returns the next random byte of the pool, which is filled again after the last one. */
function randomByte(): number {
  if (used === POOL_BYTES) {
    pool = crypto.getRandomValues(pool ?? new Uint8Array(POOL_BYTES));
    used = 0;
  }
  return pool?.[used++] as number;
}
