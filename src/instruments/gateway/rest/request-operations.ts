// The operations of a request, by which faults are planned: the names of its commands, and of known scripts.
import { createHash } from "node:crypto";
import * as queueScripts from "../../../engine/all-scripts.ts";
import type { Script } from "../../../redis/adapter.ts";
import * as rwqScripts from "../../../redis-work-queue/scripts.gen.ts";
import type { Command } from "../redis/commands.ts";
import { BadRequest, parseCommand, parseCommands, parsePath } from "./parse-command.ts";

// The names of scripts, by their texts and by the digests of these.
const SCRIPT_NAMES = new Map<string, string>();
for (const { name, text } of [...Object.values(queueScripts), ...Object.values(rwqScripts)] as Script[]) {
  for (const sent of [text, `#!lua flags=allow-key-locking\n${text}`]) {
    SCRIPT_NAMES.set(sent, name).set(createHash("sha1").update(sent).digest("hex"), name);
  }
}

/** A request whose body has been read. */
interface ReadRequest {
  url: URL;
  method: string;
  body: Buffer;
}

/**
 * Returns the operations of a request, in order; an empty list for a stream, and for a request without a valid command.
 */
export function operationsOf(request: ReadRequest): string[] {
  try {
    return commandsOf(request).map(([name, first]) => {
      const command = name.toLowerCase();
      return (command.startsWith("eval") && SCRIPT_NAMES.get(String(first))) || command;
    });
  } catch (error) {
    if (error instanceof BadRequest || error instanceof URIError) return [];
    throw error;
  }
}

/** Returns the commands of a request; none for a stream or HEAD. Throws a BadRequest for an invalid body. */
function commandsOf({ url, method, body }: ReadRequest): Command[] {
  const [first = ""] = url.pathname.slice(1).split("/");
  if (/^(subscribe|psubscribe|monitor)$/i.test(first) || method === "HEAD") return [];
  if (method === "POST" && (first === "pipeline" || first === "multi-exec")) return parseCommands(body.toString());
  if (method === "POST" && first === "") return [parseCommand(body.toString())];
  return [parsePath({ path: url.pathname, query: url.searchParams, body })];
}
