// A few jobs that are retried again and again: their attempts, errors and fences.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("after 100 random sequences with many retries, Redis contains what the model predicts", async () => {
  await expectNoDifference("stubborn", 100);
}, 120_000);
