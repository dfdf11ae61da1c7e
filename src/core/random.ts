// Names made up by the caller: ids of jobs and nonces of requests.
import { bucketOf } from "./keys.ts";

const ALPHABET = "0123456789abcdefghijklmnopqrstuv";

/**
 * A new id: 8 characters of time, then random ones, so that ids sort by the time they were made. Ids of about the same
 * second share a bucket, so that jobs which are enqueued together are also read together.
 */
export function newId(now: number): string {
  const start = now.toString(36).padStart(8, "0") + randomText(10);
  const bucket = Math.floor(now / 1_024) % 16;
  // The last character brings the id into the bucket; each of the 16 brings it into the next one.
  return start + ALPHABET[10 + ((bucket - bucketOf(`${start}a`)) & 15)];
}

/** A name for one request, the same each time that request is sent. */
export function newNonce(): string {
  return randomText(20);
}

function randomText(length: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET[byte % ALPHABET.length];
  return text;
}
