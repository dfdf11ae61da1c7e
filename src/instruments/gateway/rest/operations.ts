// What a request asks for, as faults are planned by: the names of its commands, and of the scripts that are known.
import { createHash } from "node:crypto";
import * as queueScripts from "../../../engine/scripts.gen.ts";
import type { Script } from "../../../redis/adapter.ts";
import * as rwqScripts from "../../../redis-work-queue/scripts.gen.ts";
import type { Command } from "../redis/commands.ts";
import { BadRequest, parseCommand, parseCommands, parsePath } from "./parse.ts";

const NAMES = new Map<string, string>();
for (const { name, text } of [...Object.values(queueScripts), ...Object.values(rwqScripts)] as Script[]) {
  for (const sent of [text, `#!lua flags=allow-key-locking\n${text}`]) {
    NAMES.set(sent, name).set(createHash("sha1").update(sent).digest("hex"), name);
  }
}

/** The operations of a request, in order; none of one that is no command, or a stream. */
export function operationsOf(url: URL, method: string, body: Buffer): string[] {
  try {
    return commandsOf(url, method, body).map(([name, first]) => {
      const command = name.toLowerCase();
      return (command.startsWith("eval") && NAMES.get(String(first))) || command;
    });
  } catch (error) {
    if (error instanceof BadRequest || error instanceof URIError) return [];
    throw error;
  }
}

function commandsOf(url: URL, method: string, body: Buffer): Command[] {
  const [first = ""] = url.pathname.slice(1).split("/");
  if (/^(subscribe|psubscribe|monitor)$/i.test(first) || method === "HEAD") return [];
  if (method === "POST" && (first === "pipeline" || first === "multi-exec")) return parseCommands(body.toString());
  if (method === "POST" && first === "") return [parseCommand(body.toString())];
  return [parsePath(url.pathname, url.searchParams, body)];
}
