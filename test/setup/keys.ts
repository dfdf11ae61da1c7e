// Key names that no other test uses.
import { inject } from "vitest";

/** A key of this run, and of nobody else in it. */
export function freshKey(name = "key"): string {
  return `${inject("prefix")}${name}:${crypto.randomUUID()}`;
}
