// The usual traffic of a queue, beside its model.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("100 random sequences of 60 operations leave in Redis what the model says", async () => {
  await expectNoDifference("usual", 100);
}, 120_000);
