// Stripe: one header with the time and the signatures; the id is the event's, in the body.
import { type Bytes, fromHex, joined, jsonOf, textIn, utf8 } from "../signatures/encoding.ts";
import { macCheck } from "../signatures/mac.ts";
import { checkSecrets, type Secrets } from "../signatures/secrets.ts";
import { staleness, type ToleranceOptions, toleranceOf } from "../signatures/timestamp.ts";
import { refused, type Verifier } from "../signatures/verifier.ts";

/** Verifies Stripe's `Stripe-Signature`. */
export function stripe(secrets: Secrets, options: ToleranceOptions = {}): Verifier {
  const tolerance = toleranceOf(options);
  // Stripe uses the whole secret as it is written, whsec_ and all.
  const isSigned = macCheck("SHA-256", checkSecrets("stripe", secrets).map(utf8));
  return {
    headers: [],
    async verify({ headers, body, now }) {
      const header = headers.get("stripe-signature");
      if (!header) return refused("missing");
      const { timestamp, signatures } = partsOf(header);
      if (timestamp === undefined || signatures.length === 0) return refused("malformed");
      const stale = staleness(timestamp, now, tolerance);
      if (stale) return refused(stale);
      if (!(await isSigned(joined(`${timestamp}.`, body), signatures))) return refused("wrong");
      return { ok: true, id: textIn(jsonOf(body), "id") };
    },
  };
}

/** The time, where there is exactly one, and the signatures of version 1; v0 is of test clocks and proves nothing. */
function partsOf(header: string): { timestamp: string | undefined; signatures: Bytes[] } {
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
