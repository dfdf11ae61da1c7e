// The list of all queues of a prefix.
import { validateName, validateOptions } from "../../base/arguments.ts";
import { queueNames } from "../../engine/registry.ts";
import { toAdapter } from "../../redis/to-adapter.ts";
import { OPTION_NAMES, type QueueOptions } from "../jobs/queue-options.ts";

/** Lists the names of all queues of a prefix, in alphabetical order. */
export async function listQueues(options: {
  redis: QueueOptions<unknown>["redis"];
  prefix?: string;
}): Promise<string[]> {
  const { redis, prefix = "lh" } = validateOptions(options, OPTION_NAMES);
  return queueNames({ adapter: toAdapter(redis), prefix: validateName(prefix, "prefix"), clock: () => "" });
}
