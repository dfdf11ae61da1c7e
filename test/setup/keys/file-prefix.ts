// The prefix of the keys of a test file, which are removed after it.
import { inject } from "vitest";

let ownPrefix: string | undefined;

/** Returns the prefix of every key that the tests of this file write, without a colon at its end. */
export function filePrefix(): string {
  ownPrefix ??= `${inject("prefix")}${crypto.randomUUID().slice(0, 8)}`;
  return ownPrefix;
}
