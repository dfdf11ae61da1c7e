// Calls of scripts by the names that users know: which operation a call is, and its arguments by name.
import type { NamedScript } from "../../engine/script.ts";
import * as scripts from "../../engine/scripts.gen.ts";

const SCRIPTS = new Map((Object.values(scripts) as NamedScript[]).map((script) => [script.name, script]));

/** A call of a script of ours. */
export interface Call {
  /** The operation: the method of `Queue` that it serves, where one script serves several of them. */
  op: string;
  /** Whether the script is the short one, which may answer that it cannot tell. */
  isPlain: boolean;
  args: Record<string, string>;
  /** What the script takes any number of. */
  list: string[];
}

/** Reads a call; undefined where no script of ours has that name. */
export function callOf(name: string, values: readonly string[]): Call | undefined {
  const script = SCRIPTS.get(name);
  if (!script) return undefined;
  const names = script.args.filter((each) => !each.endsWith("..."));
  const args = Object.fromEntries(names.map((each, i) => [each, values[i] ?? ""]));
  const list = names.length < script.args.length ? values.slice(names.length) : [];
  const isPlain = name.endsWith("Plain");
  const base = isPlain ? name.slice(0, -"Plain".length) : name;
  return { op: base === "turn" ? turnOf(args, list) : base, isPlain, args, list };
}

/** Settling, leasing, and both are one script. */
function turnOf({ count = "0" }: Record<string, string>, items: readonly string[]): string {
  if (items.length === 0) return count === "0" ? "turn" : "lease";
  return count === "0" ? "settle" : "turn";
}

/** The name under which faults are planned for a call: its operation, or the name of a script that is none of ours. */
export function operationOf(name: string, values: readonly string[]): string {
  return callOf(name, values)?.op ?? name;
}
