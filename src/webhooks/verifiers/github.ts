// GitHub: an HMAC of the body alone. Neither the id nor a time is signed, so anyone who has seen a delivery can send it
// again under another id; only TLS prevents that.
import { createHeaderVerifier } from "../signatures/header-signature.ts";
import type { Secrets } from "../signatures/secrets.ts";
import type { Verifier } from "../signatures/verifier.ts";

/** Verifies GitHub's `X-Hub-Signature-256`, and ignores the older SHA-1 signature. */
export function github(secrets: Secrets): Verifier {
  const options = { header: "x-hub-signature-256", prefix: "sha256=", idHeader: "x-github-delivery" };
  const verifier = createHeaderVerifier({ ...options, secret: secrets }, "github");
  const headers = ["event", "hook-id", "hook-installation-target-id", "hook-installation-target-type"];
  return { ...verifier, headers: [...verifier.headers, ...headers.map((name) => `x-github-${name}`)] };
}
