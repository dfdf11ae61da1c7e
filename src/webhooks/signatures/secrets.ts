// The secrets that a source shares with its sender. A message names which of them is at fault, never what it is.
import { LeaseholdError } from "../../base/errors.ts";

const STRONG = "it must have 16 or more characters, 6 of them different, beside whsec_ or sig_";

/** A secret, or several while one replaces another: each of them is accepted. */
export type Secrets = string | readonly string[];

/** Returns the secrets as a list. One that is missing, empty, weak, a placeholder or has white space around it is refused. */
export function checkSecrets(what: string, secrets: Secrets): string[] {
  const list = Array.isArray(secrets) ? [...secrets] : [secrets];
  if (list.length === 0) throw notConfigured(what, "needs a secret");
  return list.map((secret, i) => {
    const which = secretNamed(i, list.length);
    if (typeof secret !== "string") throw notConfigured(what, `${which} is missing`);
    if (secret.trim() === "") throw notConfigured(what, `${which} is empty`);
    if (secret.trim() !== secret) throw notConfigured(what, `${which} has white space around it`);
    // Senders begin all of their secrets with one of these.
    const rest = secret.replace(/^(whsec|sig)_/, "");
    if (isPlaceholder(rest)) throw notConfigured(what, `${which} is a placeholder`);
    if (isGuessable(rest)) throw notConfigured(what, `${which} is weak: ${STRONG}`);
    return secret;
  });
}

/** Reports whether a text stands for a value that is not filled in, such as those of .dev.vars.example. */
export function isPlaceholder(text: string): boolean {
  return /^<.*>$/s.test(text);
}

/** Reports whether a secret, as text or as the key that it encodes, is so short or so repetitive that it can be guessed. */
export function isGuessable(secret: string | Uint8Array): boolean {
  return secret.length < 16 || new Set<unknown>(secret).size < 6;
}

/** A secret in a message. */
export function secretNamed(index: number, count: number): string {
  return count === 1 ? "the secret" : `secret ${index + 1} of ${count}`;
}

export function notConfigured(what: string, why: string): LeaseholdError {
  return new LeaseholdError("not_configured", `${what}: ${why}`);
}
