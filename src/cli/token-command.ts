// `leasehold token`: tokens for the configuration, and those that are kept in Redis.
import { parseArgs } from "node:util";
import { newToken } from "../access/stored-tokens.ts";
import type { AccessToken } from "../access/token.ts";
import { sha256Hex } from "../base/hex.ts";
import { withoutUndefined } from "../base/without-undefined.ts";
import { tokensIn } from "../deployment/token-variables.ts";
import { ask } from "./api-client.ts";
import { Usage } from "./cli-errors.ts";
import { listOf, numberOf, parsed, timeOf } from "./parse-arguments.ts";

const TEXT = { type: "string" } as const;
const OPTIONS = {
  scopes: TEXT,
  queues: TEXT,
  ids: TEXT,
  expires: TEXT,
  "not-before": TEXT,
  requests: TEXT,
  bytes: TEXT,
  waits: TEXT,
  "in-flight": TEXT,
  "max-queues": TEXT,
};

const VERBS: Record<string, (args: string[]) => Promise<void>> = { new: print, make, list, revoke };

/** Runs one of the commands of tokens. */
export async function token([verb = "", ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!command) throw new Usage(`token takes ${Object.keys(VERBS).join(", ")}`);
  await command(args);
}

/** Prints a new token and its line for LEASEHOLD_TOKENS. Nothing is stored. */
async function print(args: string[]): Promise<void> {
  const { values } = parsed(() => parseArgs({ args, options: { ...OPTIONS, name: TEXT } }));
  const { scopes, queues, ...others } = values;
  if (scopes === undefined) throw new Usage("token new needs --scopes, such as --scopes produce,see");
  for (const [name, value] of Object.entries(values))
    if (!/^\S+$/.test(value)) throw new Usage(`--${name} must be one word: lists have commas and no spaces`);
  const text = newToken();
  const named = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  const line = [await sha256Hex(text), scopes, queues, ...named].filter((word) => word !== undefined).join(" ");
  parsed(() => tokensIn(line));
  console.log(`token             ${text}\nLEASEHOLD_TOKENS  ${line}`);
  console.error(
    "\nThe token is shown this once. Put the second line into LEASEHOLD_TOKENS; several stand one to a line.",
  );
}

/** Makes a token that is kept in Redis, and prints it. */
async function make(args: string[]): Promise<void> {
  const { values, positionals } = parsed(() => parseArgs({ args, options: OPTIONS, allowPositionals: true }));
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new Usage("token make takes one name");
  const scopes = listOf(values.scopes);
  if (!scopes) throw new Usage("token make needs --scopes, such as --scopes produce,see");
  const limits = withoutUndefined({
    requests: numberOf(values.requests, "requests"),
    bytes: numberOf(values.bytes, "bytes"),
    waits: numberOf(values.waits, "waits"),
    inFlight: numberOf(values["in-flight"], "in-flight"),
    queues: numberOf(values["max-queues"], "max-queues"),
  });
  const wanted = withoutUndefined({
    name,
    scopes,
    queues: listOf(values.queues),
    ids: listOf(values.ids),
    expires: timeOf(values.expires, "expires"),
    notBefore: timeOf(values["not-before"], "not-before"),
    limits: Object.keys(limits).length > 0 ? limits : undefined,
  });
  const made = await ask<{ token: string }>(["POST", "/v1/tokens"], 201, wanted);
  console.log(made.token);
  console.error("The token is shown this once.");
}

/** Prints all tokens. */
async function list(args: string[]): Promise<void> {
  const { values } = parsed(() => parseArgs({ args, options: { json: { type: "boolean" } } }));
  const { tokens } = await ask<{ tokens: Listed[] }>(["GET", "/v1/tokens"], 200);
  if (values.json) return console.log(JSON.stringify(tokens, null, 2));
  for (const each of tokens) console.log(lineOf(each));
}

type Listed = Omit<AccessToken, "hash"> & { name: string; stored: boolean; lastUsedAt?: number };

function lineOf({ name, scopes, queues, ids, expires, stored, lastUsedAt }: Listed): string {
  const date = (time: number) => new Date(time).toISOString();
  return [
    name,
    scopes.join(),
    queues?.join() ?? "all queues",
    ...(ids ? [`ids ${ids.join()}`] : []),
    ...(expires === undefined ? [] : [`expires ${date(expires)}`]),
    stored ? "stored" : "configured",
    lastUsedAt === undefined ? "not seen" : `seen ${date(lastUsedAt)}`,
  ].join("  ");
}

/** Revokes a stored token. */
async function revoke(args: string[]): Promise<void> {
  const { positionals } = parsed(() => parseArgs({ args, options: {}, allowPositionals: true }));
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new Usage("token revoke takes one name");
  await ask(["POST", "/v1/tokens/revoke"], 204, { name });
  console.error(`${name} is revoked, everywhere within five seconds.`);
}
