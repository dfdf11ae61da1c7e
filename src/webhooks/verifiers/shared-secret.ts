// A secret that comes along with each request. It proves who sent it as long as nobody reads along, and nothing of the
// body.
import { checkHeader } from "../signatures/header-signature.ts";
import { secretCheck } from "../signatures/mac.ts";
import { checkSecrets, notConfigured, type Secrets, secretNamed } from "../signatures/secrets.ts";
import { refused, type Verifier } from "../signatures/verifier.ts";

/** Where the secret and the id are. */
export interface SharedSecretOptions {
  /** Where the secret is; Authorization unless set, with or without "Bearer" before it. */
  header?: string;
  /** Where the delivery's id is; without it a redelivery is another job. */
  idHeader?: string;
}

/**
 * Verifies a shared secret.
 *
 * @example
 * const gitlab = sharedSecret(env.GITLAB_TOKEN, { header: "X-Gitlab-Token", idHeader: "X-Gitlab-Event-UUID" });
 */
export function sharedSecret(secrets: Secrets, options: SharedSecretOptions = {}): Verifier {
  const { idHeader } = options;
  const header = checkHeader("sharedSecret", "header", options.header ?? "authorization").toLowerCase();
  if (idHeader !== undefined) checkHeader("sharedSecret", "idHeader", idHeader);
  const isKnown = secretCheck(checkVisible(checkSecrets("sharedSecret", secrets)));
  return {
    headers: idHeader === undefined ? [] : [idHeader],
    secretHeaders: [header],
    async verify({ headers }) {
      const value = headers.get(header);
      if (!value) return refused("missing");
      const given = header === "authorization" ? value.replace(/^bearer +/i, "") : value;
      if (!(await isKnown(given))) return refused("wrong");
      return { ok: true, id: idHeader === undefined ? undefined : (headers.get(idHeader) ?? undefined) };
    },
  };
}

/** Other characters reach one runtime as bytes and another as text, so that they would match in some places only. */
function checkVisible(secrets: string[]): string[] {
  const odd = secrets.findIndex((secret) => !/^[\x20-\x7e]+$/.test(secret));
  if (odd < 0) return secrets;
  throw notConfigured(
    "sharedSecret",
    `${secretNamed(odd, secrets.length)} holds what a header cannot carry everywhere`,
  );
}
