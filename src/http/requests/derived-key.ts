// Idempotency keys for the library, derived from those of requests, and the ids of jobs that follow from them.
import { sha256Hex } from "../../base/hex.ts";

// A key of a request and the index of a job in it.
const DERIVED_ID = /~[0-9a-f]{32}\.\d{1,3}$/;

/**
 * Returns the idempotency key of a request for the library, derived from the token's hash, the queue and the sender's key. So a
 * holder of another token can neither get the reply nor compute the key, and a key of another queue is another key. The
 * queue binds the key to the content of the request.
 */
export async function deriveKey(key: string, { hash, queue }: { hash: string; queue: string }): Promise<string> {
  return `~${(await sha256Hex(`${hash} ${queue} ${key}`)).slice(0, 32)}`;
}

/** Reports whether an id has the format of a derived one. From one such id the ids of the request's other jobs follow. */
export function isDerivedId(id: string): boolean {
  return DERIVED_ID.test(id);
}
