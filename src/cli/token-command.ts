// `leasehold token`: tokens for the configuration, and tokens that are stored in Redis.
import { parseArgs } from "node:util";
import { generateToken } from "../access/stored-tokens.ts";
import type { AccessToken } from "../access/token.ts";
import { sha256Hex } from "../base/hex.ts";
import { withoutUndefined } from "../base/without-undefined.ts";
import { parseTokens } from "../deployment/token-variables.ts";
import { callApi } from "./api-client.ts";
import { UsageError } from "./cli-errors.ts";
import { parseDate, parseList, parseOrUsageError, parseWholeNumber } from "./parse-arguments.ts";

const TEXT = { type: "string" } as const;
const OPTIONS = {
  scopes: TEXT,
  queues: TEXT,
  ids: TEXT,
  groups: TEXT,
  expires: TEXT,
  "not-before": TEXT,
  requests: TEXT,
  bytes: TEXT,
  waits: TEXT,
  "in-flight": TEXT,
  "max-queues": TEXT,
  "max-cost": TEXT,
};

const SUBCOMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  new: printNewToken,
  make: createToken,
  list: listTokens,
  revoke: revokeToken,
};

/** Runs the subcommand of `leasehold token` that the first argument names. */
export async function tokenCommand([name = "", ...args]: string[]): Promise<void> {
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (!subcommand) throw new UsageError(`the subcommands of token are ${Object.keys(SUBCOMMANDS).join(", ")}`);
  await subcommand(args);
}

/** Prints a new token and its line for LEASEHOLD_TOKENS. Nothing is stored. */
async function printNewToken(args: string[]): Promise<void> {
  const { values } = parseOrUsageError(() => parseArgs({ args, options: { ...OPTIONS, name: TEXT } }));
  const { scopes, queues, ...others } = values;
  if (scopes === undefined) throw new UsageError("token new needs --scopes, such as --scopes produce,see");
  for (const [name, value] of Object.entries(values))
    if (!/^\S+$/.test(value)) throw new UsageError(`--${name} must be one word: lists have commas and no spaces`);
  const token = generateToken();
  const settings = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  const line = [await sha256Hex(token), scopes, queues, ...settings].filter((word) => word !== undefined).join(" ");
  parseOrUsageError(() => parseTokens(line));
  console.log(`token             ${token}\nLEASEHOLD_TOKENS  ${line}`);
  console.error(
    "\nThe token is not shown again. Add the second line to LEASEHOLD_TOKENS, which takes one line for each token.",
  );
}

/** Creates a token that is stored in Redis, and prints it. */
async function createToken(args: string[]): Promise<void> {
  const { values, positionals } = parseOrUsageError(() =>
    parseArgs({ args, options: OPTIONS, allowPositionals: true }),
  );
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError("token make takes one name");
  const scopes = parseList(values.scopes);
  if (!scopes) throw new UsageError("token make needs --scopes, such as --scopes produce,see");
  const limits = withoutUndefined({
    requests: parseWholeNumber(values.requests, "requests"),
    bytes: parseWholeNumber(values.bytes, "bytes"),
    waits: parseWholeNumber(values.waits, "waits"),
    inFlight: parseWholeNumber(values["in-flight"], "in-flight"),
    queues: parseWholeNumber(values["max-queues"], "max-queues"),
    maxCost: parseWholeNumber(values["max-cost"], "max-cost"),
  });
  const body = withoutUndefined({
    name,
    scopes,
    queues: parseList(values.queues),
    ids: parseList(values.ids),
    groups: parseList(values.groups),
    expires: parseDate(values.expires, "expires"),
    notBefore: parseDate(values["not-before"], "not-before"),
    limits: Object.keys(limits).length > 0 ? limits : undefined,
  });
  const { token } = await callApi<{ token: string }>({ method: "POST", path: "/v1/tokens", status: 201, body });
  console.log(token);
  console.error("The token is not shown again.");
}

/** Prints all tokens. */
async function listTokens(args: string[]): Promise<void> {
  const { values } = parseOrUsageError(() => parseArgs({ args, options: { json: { type: "boolean" } } }));
  const { tokens } = await callApi<{ tokens: ListedToken[] }>({ method: "GET", path: "/v1/tokens", status: 200 });
  if (values.json) return console.log(JSON.stringify(tokens, null, 2));
  for (const token of tokens) console.log(formatToken(token));
}

type ListedToken = Omit<AccessToken, "hash"> & { name: string; stored: boolean; lastUsedAt?: number };

/** Returns a token in one line: its name, scopes, queues, ids, groups and expiry, where it is stored, and its last use. */
function formatToken({ name, scopes, queues, ids, groups, expires, stored, lastUsedAt }: ListedToken): string {
  const formatDate = (time: number) => new Date(time).toISOString();
  return [
    name,
    scopes.join(),
    queues?.join() ?? "all queues",
    ...(ids ? [`ids ${ids.join()}`] : []),
    ...(groups ? [`groups ${groups.join()}`] : []),
    ...(expires === undefined ? [] : [`expires ${formatDate(expires)}`]),
    stored ? "stored" : "configured",
    lastUsedAt === undefined ? "not used" : `last used ${formatDate(lastUsedAt)}`,
  ].join("  ");
}

/** Revokes a stored token. */
async function revokeToken(args: string[]): Promise<void> {
  const { positionals } = parseOrUsageError(() => parseArgs({ args, options: {}, allowPositionals: true }));
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError("token revoke takes one name");
  await callApi({ method: "POST", path: "/v1/tokens/revoke", status: 204, body: { name } });
  console.error(`${name} is revoked. Every process refuses it within five seconds.`);
}
