// Key names that no other test uses.
import { filePrefix } from "./keys/file-prefix.ts";

/** Returns a key that no other test uses, under the prefix of this test file. */
export function freshKey(name = "key"): string {
  return `${filePrefix()}:${name}:${crypto.randomUUID()}`;
}
