// Payloads so large that a few of them reach the limits of what one request reads, frees or settles.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("after 60 random sequences with large payloads, Redis contains what the model predicts", async () => {
  await expectNoDifference("heavy", 60);
}, 120_000);
