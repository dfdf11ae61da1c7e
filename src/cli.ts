#!/usr/bin/env node
// `leasehold`: the command. It prints data to stdout and all else to stderr, and exits with 1 after a failure and with 2 after
// a usage error.
import { auditCommand } from "./cli/audit-command.ts";
import { RequestError, UsageError } from "./cli/cli-errors.ts";
import { tokenCommand } from "./cli/token-command.ts";

const HELP = `Usage: leasehold <command>

  token new --scopes LIST [options]         print a new token and its line for LEASEHOLD_TOKENS
  token make NAME --scopes LIST [options]   create a token that is stored in Redis, and print it
  token list [--json]                       list all tokens
  token revoke NAME                         revoke a stored token
  audit [--after ID]                        print the audit log as lines of JSON

Options of a token: --queues LIST, --ids LIST, --groups LIST, --expires DATE, --not-before DATE, --requests N (a minute),
--bytes N (a day), --waits N, --in-flight N, --max-queues N, --max-cost N (of one job). Lists are separated by commas; a date is
like 2027-01-31.

Environment: LEASEHOLD_URL is the address of the API, LEASEHOLD_TOKEN a token with the scope admin.`;

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = { token: tokenCommand, audit: auditCommand };

async function main([name = "help", ...args]: string[]): Promise<void> {
  if (name === "help" || name === "--help" || name === "-h") return console.log(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command ${name}`);
  await command(args);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof RequestError)) throw error;
  const hint = error instanceof UsageError ? "\n\nleasehold help lists the commands." : "";
  console.error(`leasehold: ${error.message}${hint}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
