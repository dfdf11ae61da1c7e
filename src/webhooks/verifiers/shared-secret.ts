// A secret that each request contains. It proves the sender as long as it stays secret; it does not protect the body.
import { validateHeaderName } from "../signatures/header-signature.ts";
import { createSecretCheck } from "../signatures/mac.ts";
import { describeSecret, notConfigured, type Secrets, validateSecrets } from "../signatures/secrets.ts";
import { refusal, type Verifier } from "../signatures/verifier.ts";

/** The headers of the secret and the id. */
export interface SharedSecretOptions {
  /** The header with the secret; Authorization unless set, with or without "Bearer" before the secret. */
  header?: string;
  /** The header with the delivery's id. Without it, a repeated delivery makes another job. */
  idHeader?: string;
}

/**
 * Verifies a shared secret.
 *
 * @example
 * const gitlab = sharedSecret(env.GITLAB_TOKEN, { header: "X-Gitlab-Token", idHeader: "X-Gitlab-Event-UUID" });
 */
export function sharedSecret(secrets: Secrets, options: SharedSecretOptions = {}): Verifier {
  const label = "sharedSecret";
  const { idHeader } = options;
  const header = validateHeaderName(options.header ?? "authorization", { label, option: "header" }).toLowerCase();
  if (idHeader !== undefined) validateHeaderName(idHeader, { label, option: "idHeader" });
  const isKnown = createSecretCheck(validateAscii(validateSecrets(secrets, label), label));
  return {
    headers: idHeader === undefined ? [] : [idHeader],
    secretHeaders: [header],
    async verify({ headers }) {
      const value = headers.get(header);
      if (!value) return refusal("missing");
      const secret = header === "authorization" ? value.replace(/^bearer +/i, "") : value;
      if (!(await isKnown(secret))) return refusal("wrong");
      return { ok: true, id: idHeader === undefined ? undefined : (headers.get(idHeader) ?? undefined) };
    },
  };
}

/** Validates that secrets are printable ASCII. Runtimes decode other characters of headers in different ways. */
function validateAscii(secrets: string[], label: string): string[] {
  const invalid = secrets.findIndex((secret) => !/^[\x20-\x7e]+$/.test(secret));
  if (invalid < 0) return secrets;
  throw notConfigured(label, `${describeSecret(invalid, secrets.length)} must consist of printable ASCII characters`);
}
