// The conformance suite of a queue: the same tests for every adapter and every runtime.
import { describe } from "vitest";
import { declareDrainTests } from "./drain.ts";
import { declareDuplicateTests } from "./duplicates.ts";
import { declareEnqueueTests } from "./enqueue.ts";
import { declareFenceTests } from "./fence.ts";
import { declareFollowUpTests, declareOutboxTests } from "./follow-ups.ts";
import { declareGroupTests } from "./groups.ts";
import { declareLeaseTests } from "./lease.ts";
import { declareOperateTests } from "./operate.ts";
import { declareOrderTests } from "./order.ts";
import { declareFlowTests, declareScheduleTests } from "./schedules.ts";
import { declareSearchTests } from "./search.ts";
import { declareSettleTests } from "./settle.ts";
import { createSuiteContext, type RedisFactory } from "./suite-context.ts";
import { declareWaitingTests } from "./waiting.ts";

/** Declares the suite's tests for one client or adapter. */
export function declareQueueSuite(title: string, createRedis: RedisFactory): void {
  describe(title, () => {
    const context = createSuiteContext(createRedis);
    declareEnqueueTests(context);
    declareDuplicateTests(context);
    declareOrderTests(context);
    declareLeaseTests(context);
    declareFenceTests(context);
    declareSettleTests(context);
    declareOperateTests(context);
    declareSearchTests(context);
    declareGroupTests(context);
    declareFollowUpTests(context);
    declareOutboxTests(context);
    declareFlowTests(context);
    declareScheduleTests(context);
    declareWaitingTests(context);
    declareDrainTests(context);
  });
}
