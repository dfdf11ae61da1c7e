#!/usr/bin/env node
// `leasehold`: the command. It prints data to stdout and all else to stderr; src/cli/kit/command.ts has the exit codes.
import { runCommand } from "./cli/run.ts";

process.exitCode = await runCommand(process.argv.slice(2));
