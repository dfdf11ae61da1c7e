// Requests as they were sent.
import type { Script } from "../../../src/redis/adapter.ts";

/** A request, and the reply to each time that it was sent. */
export interface Sent {
  script: Script & { keys: readonly string[]; args: readonly string[] };
  keys: string[];
  args: string[];
  replies: unknown[];
}

/** Whether the reply to a request is remembered. */
export function isRemembered({ script }: Pick<Sent, "script">): boolean {
  return script.keys.includes("replies");
}

/** Whether a script has changed nothing, because another one has to be asked. */
export function isOdd(reply: unknown): boolean {
  return reply === "odd";
}

/** Returns the value of an argument. */
export function argumentOf({ script, args }: Sent, name: string): string {
  return args[script.args.indexOf(name)] ?? "";
}

/** Returns the ids of the jobs that a request enqueues: some of them were made up on the way. */
export function idsEnqueued({ script, args }: Sent): string[] {
  const items = args.slice(script.args.indexOf("items..."));
  if (script.name === "enqueuePlain") return items.filter((_, i) => i % 2 === 0);
  const ids: string[] = [];
  for (let at = 0; at < items.length; ) {
    const number = Number(items[at]?.split(" ")[1]);
    for (let i = 0; i < number; i++) ids.push(items[at + 1 + i * 2] ?? "");
    at += 1 + number * 2;
  }
  return ids;
}
