// --watch: repeats a command that reads, and draws its output again in the same place.
import { setTimeout } from "node:timers/promises";
import type { Api } from "./kit/api.ts";
import { UsageError } from "./kit/cli-errors.ts";
import { type Command, EXIT, type Given } from "./kit/command.ts";

const CLEAR = "\u001b[H\u001b[J";

/** Repeats a command until it is interrupted. Resolves with the exit code. */
export async function watch(command: Command, given: Given, connect: () => Promise<Api>): Promise<number> {
  const seconds = Number(given.options.watch);
  if (!(seconds >= 0.1 && seconds <= 86_400)) throw new UsageError("--watch must be a number of seconds, at least 0.1");
  const interrupted = new AbortController();
  const stop = () => interrupted.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  while (!interrupted.signal.aborted) {
    const text = await given.out.capture(() => command.run(given, connect));
    const isDrawn = process.stdout.isTTY && !given.out.isJson;
    if (text !== "") process.stdout.write(isDrawn ? `${CLEAR}${text}\n` : `${text}\n`);
    await setTimeout(seconds * 1_000, undefined, { signal: interrupted.signal }).catch(() => {});
  }
  return EXIT.ok;
}
