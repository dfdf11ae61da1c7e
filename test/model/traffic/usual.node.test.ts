// The usual traffic of a queue.
import { test } from "vitest";
import { expectNoDifference } from "./expect-no-difference.ts";

test("after 100 random sequences with usual traffic, Redis contains what the model predicts", async () => {
  await expectNoDifference("usual", 100);
}, 120_000);
