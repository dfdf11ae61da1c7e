// QStash: a JSON Web Token that signs the address, the time and the hash of the body, but not the message's id.
import type { Duration } from "../../base/duration.ts";
import { fromBase64Url, parseJsonBytes, readTextField, toUtf8 } from "../signatures/encoding.ts";
import { createMacCheck, isSameBytes, sha256 } from "../signatures/mac.ts";
import { notConfigured, type Secrets, validateSecrets } from "../signatures/secrets.ts";
import { validateTolerance } from "../signatures/timestamp.ts";
import { type Reason, refusal, type Verdict, type Verifier, type WebhookRequest } from "../signatures/verifier.ts";

/** Options of the verification. */
export interface QstashOptions {
  /**
   * The address to which messages are sent; that of the request unless set. Set it behind a proxy, and where a request
   * states its own address in its Host header, as in Node.
   */
  url?: string;
  /** The maximum difference of the clocks; 30 seconds unless set. The token itself states how long it is valid. */
  tolerance?: Duration;
}

const TOKEN = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Verifies QStash's `Upstash-Signature`.
 *
 * @example
 * const source = { verify: qstash([env.QSTASH_CURRENT_SIGNING_KEY, env.QSTASH_NEXT_SIGNING_KEY]), queue: "messages" };
 */
export function qstash(keys: Secrets, { url, tolerance = "30s" }: QstashOptions = {}): Verifier {
  if (url !== undefined && !URL.canParse(url)) throw notConfigured("qstash", "url must be an absolute URL");
  const leeway = validateTolerance({ tolerance });
  const isSigned = createMacCheck("SHA-256", validateSecrets(keys, "qstash").map(toUtf8));
  return {
    headers: ["message-id", "retried", "schedule-id", "topic-name"].map((name) => `upstash-${name}`),
    // A published message has any type, or none.
    contentTypes: ["*/*"],
    async verify(request) {
      const token = request.headers.get("upstash-signature");
      if (!token) return refusal("missing");
      const [, header, claims, encoded = ""] = TOKEN.exec(token) ?? [];
      const signature = fromBase64Url(encoded);
      if (header === undefined || claims === undefined || signature === undefined) return refusal("malformed");
      if (!(await isSigned(toUtf8(`${header}.${claims}`), [signature]))) return refusal("wrong");
      const settings = parsePart(header);
      // The sender must not choose the algorithm, nor require extensions.
      if (readTextField(settings, "alg") !== "HS256" || Object.hasOwn(settings ?? {}, "crit"))
        return refusal("malformed");
      return verifyClaims(parsePart(claims), { ...request, url: url ?? request.url, leeway });
    },
  };
}

/** Returns the verdict on the claims of a signed token: the issuer, the time, the address and the hash of the body. */
async function verifyClaims(claims: unknown, request: WebhookRequest & { leeway: number }): Promise<Verdict> {
  if (readTextField(claims, "iss") !== "Upstash") return refusal("wrong");
  const fault = validityFault(claims, request);
  if (fault) return refusal(fault);
  if (!isSameAddress(readTextField(claims, "sub"), request.url)) return refusal("other_address");
  const hash = fromBase64Url(readTextField(claims, "body") ?? "");
  if (!hash || !isSameBytes(hash, await sha256(new Uint8Array(request.body)))) return refusal("wrong");
  return { ok: true, id: request.headers.get("upstash-message-id") || readTextField(claims, "jti") };
}

/**
 * Returns the reason to refuse a token before its start or after its expiry, beyond the leeway in ms; undefined in
 * between.
 */
function validityFault(claims: unknown, { now, leeway }: { now: number; leeway: number }): Reason | undefined {
  const { exp, nbf } = claims as { exp?: unknown; nbf?: unknown };
  if (!Number.isFinite(exp) || !Number.isFinite(nbf)) return "malformed";
  if (now - Number(exp) * 1_000 > leeway) return "too_old";
  return Number(nbf) * 1_000 - now > leeway ? "too_new" : undefined;
}

/** Reports whether addresses are equal as URLs: a slash after the host, or a default port, makes no difference. */
function isSameAddress(signed: string | undefined, url: string): boolean {
  if (signed === undefined || !URL.canParse(signed) || !URL.canParse(url)) return false;
  return new URL(signed).href === new URL(url).href;
}

/** Returns the value of a part of the token, which is JSON as base64url; undefined for other text. */
function parsePart(part: string): unknown {
  const bytes = fromBase64Url(part);
  return bytes && parseJsonBytes(bytes);
}
