// Replies are lost and requests arrive again: replies repeat, and no request takes effect twice.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("after 100 random sequences with lost replies, Redis contains what the model predicts", async () => {
  await expectNoDifference("lossy", 100);
}, 120_000);
