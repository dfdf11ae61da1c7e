// Any sender that signs with a plain HMAC in a header.
import { createHeaderVerifier, type HeaderSignatureOptions } from "../signatures/header-signature.ts";
import type { Verifier } from "../signatures/verifier.ts";

/** The format of a sender's signatures. */
export type HmacOptions = HeaderSignatureOptions;

/**
 * Verifies a plain HMAC.
 *
 * @example
 * const shopify = hmac({
 *   secret: env.SHOPIFY_SECRET,
 *   header: "X-Shopify-Hmac-Sha256",
 *   encoding: "base64",
 *   idHeader: "X-Shopify-Webhook-Id",
 * });
 */
export function hmac(options: HmacOptions): Verifier {
  return createHeaderVerifier(options, "hmac");
}
