// Standard Webhooks (standardwebhooks.com), under their own header names and under those of Svix, where they come from.
import { type Bytes, fromBase64, joined } from "../signatures/encoding.ts";
import { macCheck } from "../signatures/mac.ts";
import { checkSecrets, isGuessable, notConfigured, type Secrets, secretNamed } from "../signatures/secrets.ts";
import { staleness, type ToleranceOptions, toleranceOf } from "../signatures/timestamp.ts";
import { refused, type Verifier } from "../signatures/verifier.ts";

const FAMILIES = ["webhook", "svix"];
const VERSION = "v1,";

/**
 * Verifies Standard Webhooks: Svix, Clerk, Resend, OpenAI and others. The id is part of what is signed.
 *
 * @example
 * const source = { verify: standardWebhooks(env.WEBHOOK_SECRET), queue: "events" };
 */
export function standardWebhooks(secrets: Secrets, options: ToleranceOptions = {}): Verifier {
  const tolerance = toleranceOf(options);
  const isSigned = macCheck("SHA-256", standardKeys("standardWebhooks", secrets));
  return {
    headers: FAMILIES.flatMap((family) => [`${family}-id`, `${family}-timestamp`]),
    async verify({ headers, body, now }) {
      // All three of one family: a signature under one name says nothing of an id under the other.
      const family = FAMILIES.find((name) => headers.has(`${name}-signature`)) ?? "webhook";
      const [id, timestamp, signature] = ["id", "timestamp", "signature"].map((part) =>
        headers.get(`${family}-${part}`),
      );
      if (!id || !timestamp || !signature) return refused("missing");
      const stale = staleness(timestamp, now, tolerance);
      if (stale) return refused(stale);
      const signatures = signaturesIn(signature);
      if (signatures.length === 0) return refused("malformed");
      return (await isSigned(joined(`${id}.${timestamp}.`, body), signatures)) ? { ok: true, id } : refused("wrong");
    },
  };
}

/** Returns the keys that secrets encode. */
export function standardKeys(what: string, secrets: Secrets): Bytes[] {
  return checkSecrets(what, secrets).map((secret, i, { length }) => {
    const which = secretNamed(i, length);
    const key = fromBase64(secret.replace(/^whsec_/, ""));
    if (!key) throw notConfigured(what, `${which} must be base64, with or without whsec_ before it`);
    if (isGuessable(key))
      throw notConfigured(what, `${which} is weak: it must encode 16 or more bytes, 6 of them different`);
    return key;
  });
}

/** Those of version 1; a sender may add others, which are for other keys. */
function signaturesIn(header: string): Bytes[] {
  const listed = header.split(/\s+/).filter((each) => each.startsWith(VERSION));
  return listed.map((each) => fromBase64(each.slice(VERSION.length))).filter((each) => each !== undefined);
}
