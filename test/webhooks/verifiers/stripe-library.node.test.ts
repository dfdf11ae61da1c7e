// The signatures that tests compute in workerd are those of Stripe's own library.
import fc from "fast-check";
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { stripe } from "../../../src/webhooks.ts";
import { hexMac, START_SECONDS } from "../kit/schemes.ts";
import { verify } from "../kit/verify-request.ts";

const SECRET = "whsec_the-secret-of-stripe";

test("Stripe's own library and our verifier agree on any body", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.boolean(), async (body, altered) => {
      const header = `t=${START_SECONDS},v1=${hexMac(SECRET, `${START_SECONDS}.${body}`)}`;
      const received = altered ? `${body} ` : body;
      const theirs = () =>
        Stripe.webhooks.constructEvent(received, header, SECRET, 300, undefined, START_SECONDS * 1_000);
      const ours = await verify(stripe(SECRET), { headers: { "stripe-signature": header }, body: received });
      if (altered) expect(theirs).toThrow();
      else expect(theirs).not.toThrow();
      expect(ours.ok).toBe(!altered);
    }),
  );
});
