// Time passes quickly: leases and jobs expire, and everything is cleaned.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("after 100 random sequences with expired leases and jobs, Redis contains what the model predicts", async () => {
  await expectNoDifference("late", 100);
}, 120_000);
