// Time passes quickly: leases run out, jobs expire, and everything is cleaned, as the model says.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("100 random sequences of 60 operations leave in Redis what the model says", async () => {
  await expectNoDifference("late", 100);
}, 120_000);
