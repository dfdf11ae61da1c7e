#!/usr/bin/env node
// `leasehold`: the command. Data goes to stdout and all else to stderr; 1 is the exit code of a failure, 2 of a wrong usage.
import { audit } from "./cli/audit-command.ts";
import { Refused, Usage } from "./cli/cli-errors.ts";
import { token } from "./cli/token-command.ts";

const HELP = `Usage: leasehold <command>

  token new --scopes LIST [options]         print a new token and its line for LEASEHOLD_TOKENS
  token make NAME --scopes LIST [options]   make a token that is kept in Redis, and print it
  token list [--json]                       list all tokens
  token revoke NAME                         revoke a stored token
  audit [--after ID]                        print the audit log as lines of JSON

Options of a token: --queues LIST, --ids LIST, --expires DATE, --not-before DATE, --requests N (a minute),
--bytes N (a day), --waits N, --in-flight N, --max-queues N. Lists have commas; dates are as in 2027-01-31.

LEASEHOLD_URL is the address of the API, LEASEHOLD_TOKEN a token with the scope admin.`;

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = { token, audit };

async function main([name = "help", ...args]: string[]): Promise<void> {
  if (name === "help" || name === "--help" || name === "-h") return console.log(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Usage(`there is no command ${name}`);
  await command(args);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Usage || error instanceof Refused)) throw error;
  console.error(`leasehold: ${error.message}${error instanceof Usage ? "\n\nleasehold help lists the commands." : ""}`);
  process.exitCode = error instanceof Usage ? 2 : 1;
}
