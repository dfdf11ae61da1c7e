// The secrets that a source shares with its sender. A message names which of them is at fault, never what it is.
import { LeaseholdError } from "../core/errors.ts";

/** A secret, or several while one replaces another: each of them is accepted. */
export type Secrets = string | readonly string[];

/** The secrets as a list; one that is missing, empty or copied with white space around it is refused. */
export function checkSecrets(what: string, secrets: Secrets): string[] {
  const list = Array.isArray(secrets) ? [...secrets] : [secrets];
  if (list.length === 0) throw notConfigured(what, "needs a secret");
  return list.map((secret, i) => {
    const which = secretNamed(i, list.length);
    if (typeof secret !== "string") throw notConfigured(what, `${which} is missing`);
    if (secret.trim() === "") throw notConfigured(what, `${which} is empty`);
    if (secret.trim() !== secret) throw notConfigured(what, `${which} has white space around it`);
    if (isWeak(secret))
      throw notConfigured(what, `${which} is weak: it must have ${LEAST} characters, 6 different ones`);
    return secret;
  });
}

// In characters.
const LEAST = 16;

/** Reports whether a secret could be guessed, or is a placeholder such as those of .dev.vars.example. */
export function isWeak(secret: string): boolean {
  return secret.length < LEAST || new Set(secret).size < 6 || /^<.*>$/.test(secret);
}

/** A secret in a message. */
export function secretNamed(index: number, count: number): string {
  return count === 1 ? "the secret" : `secret ${index + 1} of ${count}`;
}

export function notConfigured(what: string, why: string): LeaseholdError {
  return new LeaseholdError("not_configured", `${what}: ${why}`);
}
