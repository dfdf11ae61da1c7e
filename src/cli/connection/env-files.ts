// The variables of a connection: from the environment, then from a file that --connection names, .env.local, .dev.vars or .env.
import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "../kit/cli-errors.ts";
import type { Variables } from "./connect.ts";

const FILES = [".env.local", ".dev.vars", ".env"];
const NAMES = [
  "LEASEHOLD_URL",
  "LEASEHOLD_TOKEN",
  "LEASEHOLD_PREFIX",
  "UPSTASH_REDIS_REST_URL",
  "UPSTASH_REDIS_REST_TOKEN",
  "REDIS_URL",
];

/**
 * Returns the variables of a connection. If the environment has none of them, those of the file, or of the first file in the
 * folder that has any: a connection is never made of two places.
 */
export function readVariables(file: string | undefined): Variables {
  if (file !== undefined) {
    if (!existsSync(file)) throw new UsageError(`there is no file ${file}`);
    return readFile(file);
  }
  if (NAMES.some((name) => process.env[name])) return pick(process.env);
  const files = FILES.filter((name) => existsSync(name)).map(readFile);
  return files.find((variables) => Object.keys(variables).length > 0) ?? {};
}

/** Reads a file with a line NAME=value for each variable. A value may be quoted; lines that begin with # are comments. */
function readFile(file: string): Variables {
  const lines = readFileSync(file, "utf8").matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(.*?)[ \t\r]*$/gm);
  return pick(
    Object.fromEntries([...lines].map(([, name, value = ""]) => [name, value.replace(/^(["'])(.*)\1$/, "$2")])),
  );
}

function pick(variables: Variables): Variables {
  return Object.fromEntries(NAMES.filter((name) => variables[name]).map((name) => [name, variables[name]]));
}
