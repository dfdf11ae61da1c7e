// The signatures that tests make by hand in workerd are those that Stripe's own code makes, and it accepts them.
import fc from "fast-check";
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { stripe } from "../../src/webhooks.ts";
import { ask } from "./kit/ask.ts";
import { hexMac, SECONDS } from "./kit/schemes.ts";

const SECRET = "whsec_the-secret-of-stripe";

test("Stripe's own code and ours agree on any body", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.boolean(), async (body, altered) => {
      const header = `t=${SECONDS},v1=${hexMac("sha256", SECRET, `${SECONDS}.${body}`)}`;
      const received = altered ? `${body} ` : body;
      const theirs = () => Stripe.webhooks.constructEvent(received, header, SECRET, 300, undefined, SECONDS * 1_000);
      const ours = await ask(stripe(SECRET), { headers: { "stripe-signature": header }, body: received });
      if (altered) expect(theirs).toThrow();
      else expect(theirs).not.toThrow();
      expect(ours.ok).toBe(!altered);
    }),
  );
});
