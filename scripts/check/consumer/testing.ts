// A test of a consumer of the package. It is compiled against dist, and not run.
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

/** Runs a queue over a bad connection. Returns the faults in its history. */
export async function runLossyQueue(redis: QueueOptions<string>["redis"]): Promise<string[]> {
  const wire = chaos(redis, options);
  const clock = new TestClock();
  const queue = new Queue<string>("emails", { redis: wire, now: clock.now });
  const history = recordHistory(queue);
  await queue.enqueue("a", { delay: "1d" }).catch(() => {});
  await exhaust(queue, (job) => job.data.length, { clock });
  wire.calm();
  return checkHistory(history.events, await finalState(queue)).map(String);
}

/** Does not compile without the comment, because the types are strict. */
export function createWrongChaos(redis: QueueOptions<string>["redis"]) {
  // @ts-expect-error There is no such fault.
  return chaos(redis, { plan: ["lease#3=dropReplies"] });
}
