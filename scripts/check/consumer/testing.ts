// What a user of the package writes in tests of their own. It is only compiled, against dist.
import { Queue, type QueueOptions } from "leasehold";
import {
  type ChaosOptions,
  chaos,
  checkHistory,
  exhaust,
  finalState,
  recordHistory,
  TestClock,
} from "leasehold/testing";

const options: ChaosOptions = { seed: 7, dropReply: 0.2, plan: ["lease#3=dropReply", "turn#*=delay:5s"] };

/** What is wrong with a queue after it was run to its end over a bad connection. */
export async function lossy(redis: QueueOptions<string>["redis"]): Promise<string[]> {
  const wire = chaos(redis, options);
  const clock = new TestClock();
  const queue = new Queue<string>("emails", { redis: wire, now: clock.now });
  const history = recordHistory(queue);
  await queue.enqueue("a", { delay: "1d" }).catch(() => {});
  await exhaust(queue, (job) => job.data.length, { clock });
  wire.calm();
  return checkHistory(history.events, await finalState(queue)).map(String);
}

/** Never called. */
export function wrong(redis: QueueOptions<string>["redis"]) {
  // @ts-expect-error A fault that does not exist.
  return chaos(redis, { plan: ["lease#3=dropReplies"] });
}
