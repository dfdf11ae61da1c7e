// The form of a command: one entry of the table of commands, from which the help, the parser and the completions follow.

import type { Output } from "../output/output.ts";
import type { Api } from "./api.ts";

/** An option of a command. */
export interface Option {
  /** The name of its value in the help, such as "N"; without one, the option is a switch. */
  value?: string;
  text: string;
}

/** The arguments and options of a call. */
export interface Given {
  /** The positional arguments by name; a repeated one is in `rest`. */
  args: Readonly<Record<string, string>>;
  rest: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  out: Output;
}

/** A command. */
export interface Command {
  name: string;
  /** Its positional arguments: `<queue> [state]`, `<queue> <id>...`. */
  usage: string;
  summary: string;
  options?: Readonly<Record<string, Option>>;
  examples: readonly string[];
  /** True if it only reads, and may be repeated by --watch. */
  canWatch?: boolean;
  /** Runs the command. `connect` is called by commands that need the API. */
  run(given: Given, connect: () => Promise<Api>): Promise<void>;
}

/** The exit codes, which scripts may rely on. */
export const EXIT = { ok: 0, failed: 1, usage: 2, notFound: 3 } as const;

/** A positional argument of a command. */
export interface Positional {
  name: string;
  isRequired: boolean;
  isRepeated: boolean;
}

/** Reads the positional arguments of a command from its usage. */
export function positionalsOf({ usage }: Pick<Command, "usage">): Positional[] {
  return [...usage.matchAll(/([<[])(\w+)[>\]](\.\.\.)?/g)].map(([, bracket, name = "", dots]) => ({
    name,
    isRequired: bracket === "<",
    isRepeated: dots !== undefined,
  }));
}
