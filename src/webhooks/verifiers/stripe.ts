// Stripe: one header with the time and the signatures. The id is that of the event in the body.
import { type Bytes, fromHex, joinBytes, parseJsonBytes, readTextField, toUtf8 } from "../signatures/encoding.ts";
import { createMacCheck } from "../signatures/mac.ts";
import { type Secrets, validateSecrets } from "../signatures/secrets.ts";
import { type ToleranceOptions, timestampFault, validateTolerance } from "../signatures/timestamp.ts";
import { refusal, type Verifier } from "../signatures/verifier.ts";

/** Verifies Stripe's `Stripe-Signature`. */
export function stripe(secrets: Secrets, options: ToleranceOptions = {}): Verifier {
  const tolerance = validateTolerance(options);
  // Stripe signs with the secret as text, including the prefix whsec_.
  const isSigned = createMacCheck("SHA-256", validateSecrets(secrets, "stripe").map(toUtf8));
  return {
    headers: [],
    async verify({ headers, body, now }) {
      const header = headers.get("stripe-signature");
      if (!header) return refusal("missing");
      const { timestamp, signatures } = parseHeader(header);
      if (timestamp === undefined || signatures.length === 0) return refusal("malformed");
      const fault = timestampFault(timestamp, { now, tolerance });
      if (fault) return refusal(fault);
      if (!(await isSigned(joinBytes(`${timestamp}.`, body), signatures))) return refusal("wrong");
      return { ok: true, id: readTextField(parseJsonBytes(body), "id") };
    },
  };
}

/**
 * Returns the time, if there is exactly one, and the signatures of version 1; v0 is for test clocks and proves nothing.
 */
function parseHeader(header: string): { timestamp: string | undefined; signatures: Bytes[] } {
  const parts = header.split(",").map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const times = valuesOf("t=");
  return {
    timestamp: times.length === 1 ? times[0] : undefined,
    signatures: valuesOf("v1=")
      .map(fromHex)
      .filter((signature) => signature !== undefined),
  };
}
