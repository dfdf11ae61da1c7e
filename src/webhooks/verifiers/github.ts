// GitHub: a keyed hash of the body alone. Neither the id nor a time is signed, so whoever has once seen a delivery can
// send it again under another id; only TLS prevents that.
import { headerSignature } from "../signatures/header-signature.ts";
import type { Secrets } from "../signatures/secrets.ts";
import type { Verifier } from "../signatures/verifier.ts";

/** Verifies GitHub's `X-Hub-Signature-256`. The older SHA-1 signature is not looked at. */
export function github(secrets: Secrets): Verifier {
  const verifier = headerSignature("github", {
    secret: secrets,
    header: "x-hub-signature-256",
    prefix: "sha256=",
    idHeader: "x-github-delivery",
  });
  const headers = ["event", "hook-id", "hook-installation-target-id", "hook-installation-target-type"];
  return { ...verifier, headers: [...verifier.headers, ...headers.map((name) => `x-github-${name}`)] };
}
