// Payloads so large that a few of them are the most that one request reads, frees or settles.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("60 random sequences of 60 operations leave in Redis what the model says", async () => {
  await expectNoDifference("heavy", 60);
}, 120_000);
