// What a queue does, whatever carries its scripts: the same tests for every adapter and every runtime.
import { describe } from "vitest";
import { drainTests } from "./drain.ts";
import { enqueueTests } from "./enqueue.ts";
import { fenceTests } from "./fence.ts";
import { type MakeRedis, makeKit } from "./kit.ts";
import { leaseTests } from "./lease.ts";
import { operateTests } from "./operate.ts";
import { orderTests } from "./order.ts";
import { settleTests } from "./settle.ts";
import { waitingTests } from "./waiting.ts";

/** Declares the tests for one way of reaching Redis. */
export function queueSuite(title: string, redis: MakeRedis): void {
  describe(title, () => {
    const kit = makeKit(redis);
    enqueueTests(kit);
    orderTests(kit);
    leaseTests(kit);
    fenceTests(kit);
    settleTests(kit);
    operateTests(kit);
    waitingTests(kit);
    drainTests(kit);
  });
}
