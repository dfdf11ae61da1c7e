// What a user of the package writes to test against a bad connection. It is only compiled, against dist.
import { Queue, type QueueOptions } from "leasehold";
import { type ChaosOptions, chaos } from "leasehold/testing";

const options: ChaosOptions = { seed: 7, dropReply: 0.2, plan: ["lease#3=dropReply", "turn#*=delay:5s"] };

/** How many replies were lost on the way. */
export async function lossy(redis: QueueOptions<string>["redis"]): Promise<number> {
  const wire = chaos(redis, options);
  await new Queue<string>("emails", { redis: wire }).enqueue("a").catch(() => {});
  return wire.faults.dropReply;
}

/** Never called. */
export function wrong(redis: QueueOptions<string>["redis"]) {
  // @ts-expect-error A fault that does not exist.
  return chaos(redis, { plan: ["lease#3=dropReplies"] });
}
