// Replies are lost and requests arrive again: the answers stay the same, and what was done is not done again.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("100 random sequences of 60 operations leave in Redis what the model says", async () => {
  await expectNoDifference("lossy", 100);
}, 120_000);
