// The slow commands of Redis during a flood, with the names of our scripts.
import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import * as accessScripts from "../../src/access/scripts.gen.ts";
import * as queueScripts from "../../src/engine/all-scripts.ts";
import type { SlowlogEntry } from "../measuring/redis-stats.ts";

// Commands that take longer, in microseconds, are recorded.
const SLOWER_THAN = 2_000;
const MAX_ENTRIES = 2_000;

/** A command that took long. */
export interface SlowCommand {
  ms: number;
  name: string;
}

const SCRIPT_NAMES = new Map(
  [...Object.values(queueScripts), ...Object.values(accessScripts)].map(({ name, text }) => [
    createHash("sha1").update(text).digest("hex"),
    name,
  ]),
);

/** Empties the slow log of Redis and starts to record. */
export async function resetSlowCommands(client: Redis): Promise<void> {
  await client.config("SET", "slowlog-log-slower-than", SLOWER_THAN);
  await client.config("SET", "slowlog-max-len", MAX_ENTRIES);
  await client.slowlog("RESET");
}

/** Returns the commands that were slow since the last reset. */
export async function readSlowCommands(client: Redis): Promise<SlowCommand[]> {
  const entries = (await client.slowlog("GET", MAX_ENTRIES)) as SlowlogEntry[];
  return entries.map(([, , micros, command]) => ({ ms: micros / 1_000, name: nameOf(command) }));
}

/** Returns the name of a script, or the beginning of another command. */
function nameOf([command = "", script = ""]: string[]): string {
  return SCRIPT_NAMES.get(script) ?? `${command} ${script.slice(0, 40)}`.trim();
}
