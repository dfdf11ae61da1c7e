// Standard Webhooks (standardwebhooks.com), under their own header names and under those of Svix, where they come from.
import { type Bytes, fromBase64, joinBytes } from "../signatures/encoding.ts";
import { createMacCheck } from "../signatures/mac.ts";
import { describeSecret, isGuessable, notConfigured, type Secrets, validateSecrets } from "../signatures/secrets.ts";
import { type ToleranceOptions, timestampFault, validateTolerance } from "../signatures/timestamp.ts";
import { refusal, type Verifier } from "../signatures/verifier.ts";

const FAMILIES = ["webhook", "svix"];
const VERSION = "v1,";

/**
 * Verifies Standard Webhooks: those of Svix, Clerk, Resend, OpenAI and others. The id is signed.
 *
 * @example
 * const source = { verify: standardWebhooks(env.WEBHOOK_SECRET), queue: "events" };
 */
export function standardWebhooks(secrets: Secrets, options: ToleranceOptions = {}): Verifier {
  const tolerance = validateTolerance(options);
  const isSigned = createMacCheck("SHA-256", decodeStandardSecrets(secrets, "standardWebhooks"));
  return {
    headers: FAMILIES.flatMap((family) => [`${family}-id`, `${family}-timestamp`]),
    async verify({ headers, body, now }) {
      // All three headers of one family: a signature of one proves nothing about the id of the other.
      const family = FAMILIES.find((name) => headers.has(`${name}-signature`)) ?? "webhook";
      const [id, timestamp, signature] = ["id", "timestamp", "signature"].map((part) =>
        headers.get(`${family}-${part}`),
      );
      if (!id || !timestamp || !signature) return refusal("missing");
      const fault = timestampFault(timestamp, { now, tolerance });
      if (fault) return refusal(fault);
      const signatures = parseSignatures(signature);
      if (signatures.length === 0) return refusal("malformed");
      const content = joinBytes(`${id}.${timestamp}.`, body);
      return (await isSigned(content, signatures)) ? { ok: true, id } : refusal("wrong");
    },
  };
}

/** Validates secrets and returns the keys that they encode; `label` names their owner in errors. */
export function decodeStandardSecrets(secrets: Secrets, label: string): Bytes[] {
  return validateSecrets(secrets, label).map((secret, i, { length }) => {
    const which = describeSecret(i, length);
    const key = fromBase64(secret.replace(/^whsec_/, ""));
    if (!key) throw notConfigured(label, `${which} must be base64, with or without whsec_ before it`);
    if (isGuessable(key))
      throw notConfigured(label, `${which} is weak: it must encode 16 or more bytes, 6 of them different`);
    return key;
  });
}

/** Returns the signatures of version 1. A sender may add others, made with other kinds of keys. */
function parseSignatures(header: string): Bytes[] {
  const texts = header.split(/\s+/).filter((each) => each.startsWith(VERSION));
  return texts.map((each) => fromBase64(each.slice(VERSION.length))).filter((each) => each !== undefined);
}
