// Calls of scripts by the names that users know: the operation, and the arguments by their names.

import * as scripts from "../../engine/all-scripts.ts";
import type { NamedScript } from "../../engine/script.ts";

const SCRIPTS = new Map((Object.values(scripts) as NamedScript[]).map((script) => [script.name, script]));

/** A call of one of a queue's scripts. */
export interface ScriptCall {
  /** The operation: the method of `Queue` that was called. One script may serve several methods. */
  op: string;
  /** True for a plain script, which may reply "not_plain": it did nothing, and another script has to be sent. */
  isPlain: boolean;
  /** True for a script for queues with groups. */
  isGrouped: boolean;
  args: Record<string, string>;
  /** The values of the one argument that takes any number of them. */
  list: string[];
}

/** Decodes the arguments of a call; undefined for a script that is not one of a queue's. */
export function decodeScriptCall(scriptName: string, values: readonly string[]): ScriptCall | undefined {
  const script = SCRIPTS.get(scriptName);
  if (!script) return undefined;
  const names = script.args.filter((each) => !each.endsWith("..."));
  const args = Object.fromEntries(names.map((each, i) => [each, values[i] ?? ""]));
  const list = names.length < script.args.length ? values.slice(names.length) : [];
  const kind = { isPlain: scriptName.endsWith("Plain"), isGrouped: /Grouped(Plain)?$/.test(scriptName) };
  const base = scriptName.replace(/(Grouped)?(Plain)?$/, "");
  // Three values for each job, of which the first is its id.
  if (base === "redriveChanged")
    return {
      op: "redrive",
      ...kind,
      args: { ...args, limit: String(list.length / 3) },
      list: list.filter((_, i) => i % 3 === 0),
    };
  // Its follow-ups are another operation (history/follow-up-events.ts).
  if (base === "settleLinked") return { op: "settle", ...kind, args, list: list.slice(0, Number(args.settles) * 4) };
  if (base === "enqueueKnown") return { op: "enqueue", ...kind, args, list };
  return { op: base === "turn" ? turnOperation(args, list) : base, ...kind, args, list };
}

/** Returns the operation of a turn: to settle, to lease and to do both are one script. */
function turnOperation({ count = "0" }: Record<string, string>, items: readonly string[]): string {
  if (items.length === 0) return count === "0" ? "turn" : "lease";
  return count === "0" ? "settle" : "turn";
}

/** Returns the name under which faults are planned for a call: its operation, or the script's name if it has none. */
export function operationName(scriptName: string, values: readonly string[]): string {
  return decodeScriptCall(scriptName, values)?.op ?? scriptName;
}
