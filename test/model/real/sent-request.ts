// The requests that the real queue sent to Redis.
import type { Script } from "../../../src/redis/adapter.ts";

/** A request, and the reply to each time that it was sent. */
export interface SentRequest {
  script: Script & { keys: readonly string[]; args: readonly string[] };
  keys: string[];
  args: string[];
  replies: unknown[];
}

/** Reports whether Redis remembers the reply to a request. */
export function isRemembered({ script }: Pick<SentRequest, "script">): boolean {
  return script.keys.includes("replies");
}

/** Reports whether a script changed nothing and leaves the request to the full script, or to that for groups. */
export function needsFullScript(reply: unknown): boolean {
  return reply === "not_plain" || reply === "grouped";
}

/** Returns the value of an argument. */
export function argumentOf({ script, args }: SentRequest, name: string): string {
  return args[script.args.indexOf(name)] ?? "";
}

/** Returns the ids of the jobs that a request enqueues. The client generates some of them. */
export function enqueuedIds({ script, args }: SentRequest): string[] {
  const items = args.slice(script.args.indexOf("items..."));
  if (script.name === "enqueuePlain") return items.filter((_, i) => i % 2 === 0);
  const ids: string[] = [];
  // A group is "<priority> <number of jobs> <options>", then an id and a payload for each job.
  for (let at = 0; at < items.length; ) {
    const number = Number(items[at]?.split(" ")[1]);
    for (let i = 0; i < number; i++) ids.push(items[at + 1 + i * 2] ?? "");
    at += 1 + number * 2;
  }
  return ids;
}
