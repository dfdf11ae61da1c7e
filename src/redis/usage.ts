// The measuring of requests, in the adapters that see them.
import type { Usage } from "./adapter.ts";
import type { EvalCommand } from "./script-runner.ts";

/** A command, and the usage to which its requests add. */
export interface MeteredCommand {
  command: EvalCommand;
  usage: Usage | undefined;
}

/** Adds a request to the usages of its commands: an equal part of the request and of the response, and of the body by length. */
export function addRequest(commands: readonly MeteredCommand[], body: string, response: string): void {
  if (!commands.some(({ usage }) => usage)) return;
  const lengths = commands.map(({ command }) => lengthOf(command));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const [sent, received] = [byteLength(body), byteLength(response)];
  for (const [i, { usage }] of commands.entries()) {
    if (!usage) continue;
    usage.requests += 1 / commands.length;
    usage.commands += 1;
    usage.bytesSent += (sent * (lengths[i] ?? 0)) / total;
    usage.bytesReceived += received / commands.length;
  }
}

// The bytes around each text of a command or a reply in the protocol of Redis, for a text of 10 to 99 bytes.
const FRAME = 7;

/** Returns the approximate length of a command or a reply as it is sent. */
export function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length + FRAME;
  return Array.isArray(value) ? value.reduce((sum, item) => sum + lengthOf(item), FRAME) : FRAME;
}

/** Returns the length of a text in UTF-8. Most texts are ASCII, in which a character is a byte. */
function byteLength(text: string): number {
  return /[^\0-\x7f]/.test(text) ? new TextEncoder().encode(text).length : text.length;
}
