// The names of all queues of a prefix.
import { checkName, checkNames, checkOptions } from "../../base/limits.ts";
import { queueNames } from "../../engine/registry.ts";
import { adapterOf } from "../../redis/adapter-of.ts";
import { OPTION_NAMES, type QueueOptions } from "../jobs/queue-options.ts";

/** Lists the names of all queues of a prefix, in alphabetical order. */
export async function listQueues(options: {
  redis: QueueOptions<unknown>["redis"];
  prefix?: string;
}): Promise<string[]> {
  const { redis, prefix = "lh" } = checkNames(checkOptions(options), OPTION_NAMES);
  return queueNames({ adapter: adapterOf(redis), prefix: checkName(prefix, "prefix"), clock: () => "" });
}
