// The names of all queues of a prefix.
import { badReply } from "./call.ts";
import { Context } from "./context.ts";
import { isName } from "./limits.ts";
import type { QueueOptions } from "./queue-options.ts";
import { queues } from "./scripts.gen.ts";

/** Lists the names of all queues of a prefix, in alphabetical order. */
export async function listQueues(options: {
  redis: QueueOptions<unknown>["redis"];
  prefix?: string;
}): Promise<string[]> {
  const reply = await new Context("any", options).call(queues, {});
  const names = reply.rest.sort();
  if (!names.every(isName)) throw badReply(reply);
  return names;
}
