// Runs a command: finds it in the table, parses its arguments, and turns its errors into messages and exit codes.
import { type ParseArgsConfig, parseArgs } from "node:util";
import { COMMANDS } from "./commands/all.ts";
import type { Api } from "./kit/api.ts";
import { RequestError, UsageError } from "./kit/cli-errors.ts";
import { type Command, EXIT, type Given, positionalsOf } from "./kit/command.ts";
import { formatCommandHelp, formatHelp, GLOBAL_OPTIONS } from "./kit/help.ts";
import { parseOrUsageError } from "./kit/parse-arguments.ts";
import { Output } from "./output/output.ts";
import { closest } from "./suggest.ts";

/** Runs the command that the arguments name. Resolves with the exit code. */
export async function runCommand(given: readonly string[]): Promise<number> {
  // A reader that has seen enough, such as `head`, ends the command.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(EXIT.ok);
  });
  try {
    return await dispatch(given);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof RequestError)) throw error;
    process.stderr.write(`leasehold: ${error.message}\n`);
    if (error instanceof UsageError) return EXIT.usage;
    return error.status === 404 ? EXIT.notFound : EXIT.failed;
  }
}

async function dispatch([name = "help", ...args]: readonly string[]): Promise<number> {
  if (name === "help" || name === "--help" || name === "-h") return printHelp(args[0]);
  if (name === "--version") return printVersion();
  const command = findCommand(name);
  // Arguments after "--" belong to a program that the command starts.
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (own.includes("--help") || own.includes("-h")) return printHelp(name);
  const { values, positionals } = parseOrUsageError(() => parseArgs(parserOf(command, args)));
  const options = values as Given["options"];
  const hasColor = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  const isJson = options.json === true;
  const out = new Output({ isJson, hasColor, width: process.stdout.isTTY ? process.stdout.columns : undefined });
  const parsed = { ...takePositionals(command, positionals), options, out };
  let api: Api | undefined;
  const connectOnce = async () => {
    if (api) return api;
    const [{ connect }, { readVariables }] = await Promise.all([
      import("./connection/connect.ts"),
      import("./connection/env-files.ts"),
    ]);
    api = await connect(readVariables(options.connection as string | undefined));
    return api;
  };
  try {
    if (options.watch !== undefined) {
      const { watch } = await import("./watch.ts");
      return await watch(command, parsed, connectOnce);
    }
    await command.run(parsed, connectOnce);
    return out.exitCode;
  } finally {
    await api?.close();
  }
}

/** Returns the command of a name, or throws an error that suggests another one. */
function findCommand(name: string): Command {
  const command = COMMANDS.find((each) => each.name === name);
  if (command) return command;
  const suggestion = closest(
    name,
    COMMANDS.map((each) => each.name),
  );
  const hint = suggestion ? `did you mean ${suggestion}?` : "leasehold help lists the commands";
  throw new UsageError(`there is no command ${name}: ${hint}`);
}

function printHelp(name: string | undefined): number {
  process.stdout.write(`${name === undefined ? formatHelp(COMMANDS) : formatCommandHelp(findCommand(name))}\n`);
  return EXIT.ok;
}

async function printVersion(): Promise<number> {
  const { readFileSync } = await import("node:fs");
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
  return EXIT.ok;
}

/** Returns the settings of `parseArgs` for a command. */
function parserOf({ options = {}, canWatch }: Command, args: readonly string[]): ParseArgsConfig {
  const all = Object.entries({ ...GLOBAL_OPTIONS, ...options }).filter(([name]) => name !== "watch" || canWatch);
  const types = all.map(([name, { value }]) => [name, { type: value === undefined ? "boolean" : "string" }]);
  return { args: [...args], options: Object.fromEntries(types), allowPositionals: true, strict: true };
}

/** Assigns positional arguments to their names. */
function takePositionals(command: Command, given: readonly string[]): Pick<Given, "args" | "rest"> {
  const positionals = positionalsOf(command);
  const [last] = positionals.slice(-1);
  const names = positionals.filter(({ isRepeated }) => !isRepeated);
  const missing = positionals[given.length];
  if (missing?.isRequired)
    throw new UsageError(`${command.name} needs <${missing.name}>: leasehold ${command.name} ${command.usage}`);
  if (given.length > names.length && !last?.isRepeated) {
    throw new UsageError(`${command.name} takes ${command.usage || "no arguments"}, and got one more`);
  }
  return {
    args: Object.fromEntries(names.flatMap(({ name }, i) => (given[i] === undefined ? [] : [[name, given[i]]]))),
    rest: given.slice(names.length),
  };
}
