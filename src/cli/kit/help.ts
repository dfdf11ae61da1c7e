// The help: of all commands, and of one.
import type { Command, Option } from "./command.ts";

/** The options of every command. */
export const GLOBAL_OPTIONS: Readonly<Record<string, Option>> = {
  json: { text: "prints each object as a line of JSON" },
  watch: { value: "SECONDS", text: "repeats the command, and draws its output again" },
  yes: { text: "does not ask before it destroys anything" },
  "no-input": { text: "asks nothing: what would ask fails" },
  connection: { value: "FILE", text: "reads the connection from a file" },
};

const INTRODUCTION = `Usage: leasehold <command> [arguments] [options]

Work queues on Redis. The connection comes from the environment, or from .env.local, .dev.vars or .env in this folder:
  LEASEHOLD_URL, LEASEHOLD_TOKEN                      the API of a deployment
  UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN    an Upstash database
  REDIS_URL                                           a Redis; needs the package @redis/client or ioredis`;

const EXIT_CODES = `Exit codes: 0 done, 1 failed or a problem was found, 2 wrong usage, 3 not found.
\`leasehold help <command>\` shows the options and examples of a command.`;

/** Formats the help of all commands. */
export function formatHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const);
  return `${INTRODUCTION}\n\nCommands:\n${formatRows(rows)}\n\nOptions of every command:\n${formatOptions(GLOBAL_OPTIONS)}\n\n${EXIT_CODES}`;
}

/** Formats the help of one command. */
export function formatCommandHelp({ name, usage, summary, options = {}, examples }: Command): string {
  const parts = [`Usage: leasehold ${`${name} ${usage}`.trim()} [options]`, capitalize(`${summary}.`)];
  if (Object.keys(options).length > 0) parts.push(`Options:\n${formatOptions(options)}`);
  parts.push(`Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`);
  return parts.join("\n\n");
}

function formatOptions(options: Readonly<Record<string, Option>>): string {
  return formatRows(
    Object.entries(options).map(([name, { value, text }]) => [
      `--${name}${value === undefined ? "" : ` ${value}`}`,
      text,
    ]),
  );
}

function formatRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
