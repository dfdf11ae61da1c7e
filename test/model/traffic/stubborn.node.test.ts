// A few jobs that are tried again and again: attempts, errors and fences, as the model says.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("100 random sequences of 60 operations leave in Redis what the model says", async () => {
  await expectNoDifference("stubborn", 100);
}, 120_000);
