// Key names that no other test uses.
import { inject } from "vitest";

/** Returns a key that no other test uses, under the prefix of this run. */
export function freshKey(name = "key"): string {
  return `${inject("prefix")}${name}:${crypto.randomUUID()}`;
}
