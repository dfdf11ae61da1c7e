// The names of all queues of a prefix.
import { badReply, type Reply } from "./call.ts";
import { Context } from "./context.ts";
import { isName } from "./limits.ts";
import type { QueueOptions } from "./queue-options.ts";
import { queues } from "./scripts.gen.ts";

/** Lists the names of all queues of a prefix, in alphabetical order. */
export async function listQueues(options: {
  redis: QueueOptions<unknown>["redis"];
  prefix?: string;
}): Promise<string[]> {
  return namesIn(await new Context("any", options).call(queues, {}));
}

/** Returns the validated names of queues in a reply. */
export function namesIn(reply: Reply): string[] {
  const names = reply.rest.filter((name) => name !== "");
  if (!names.every(isName)) throw badReply(reply);
  return names;
}
