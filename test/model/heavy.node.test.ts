// Payloads so large that one request hands out a few of them, as the model says.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("20 random sequences of 60 operations leave in Redis what the model says", async () => {
  await expectNoDifference("heavy", 20);
}, 120_000);
