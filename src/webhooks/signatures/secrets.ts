// The secrets that a source shares with its sender. Errors state which secret is at fault, never its content.
import { LeaseholdError } from "../../base/errors.ts";

const STRENGTH = "it must have 16 or more characters, 6 of them different, not counting a prefix whsec_ or sig_";

/** A secret, or several while one replaces another: each of them is accepted. */
export type Secrets = string | readonly string[];

/**
 * Validates secrets and returns them as a list. Refuses one that is missing, empty, weak or a placeholder, or that has
 * white space around it. `label` names the owner of the secrets in errors.
 */
export function validateSecrets(secrets: Secrets, label: string): string[] {
  const list = Array.isArray(secrets) ? [...secrets] : [secrets];
  if (list.length === 0) throw notConfigured(label, "needs a secret");
  return list.map((secret, i) => {
    const which = describeSecret(i, list.length);
    if (typeof secret !== "string") throw notConfigured(label, `${which} is missing`);
    if (secret.trim() === "") throw notConfigured(label, `${which} is empty`);
    if (secret.trim() !== secret) throw notConfigured(label, `${which} has white space around it`);
    // Senders begin all their secrets with such a prefix.
    const rest = secret.replace(/^(whsec|sig)_/, "");
    if (isPlaceholder(rest)) throw notConfigured(label, `${which} is a placeholder`);
    if (isGuessable(rest)) throw notConfigured(label, `${which} is weak: ${STRENGTH}`);
    return secret;
  });
}

/** Reports whether a text stands for a value that is not filled in, such as those of .dev.vars.example. */
export function isPlaceholder(text: string): boolean {
  return /^<.*>$/s.test(text);
}

/**
 * Reports whether a secret, as text or as the key that it encodes, is so short or so repetitive that it can be guessed.
 */
export function isGuessable(secret: string | Uint8Array): boolean {
  return secret.length < 16 || new Set<unknown>(secret).size < 6;
}

/** Returns the words for a secret in an error. */
export function describeSecret(index: number, count: number): string {
  return count === 1 ? "the secret" : `secret ${index + 1} of ${count}`;
}

/** Returns an error about the configuration of a verifier or of another user of secrets. */
export function notConfigured(label: string, why: string): LeaseholdError {
  return new LeaseholdError("not_configured", `${label}: ${why}`);
}
