// `leasehold token` and `leasehold audit`: tokens for the configuration, tokens that are stored in Redis, and the audit log.
import type { AccessToken } from "../../access/token.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { type Api, query } from "../kit/api.ts";
import { UsageError } from "../kit/cli-errors.ts";
import type { Command, Given, Option } from "../kit/command.ts";
import { parseDate, parseList, parseOrUsageError, parseWholeNumber } from "../kit/parse-arguments.ts";

const OPTIONS: Record<string, Option> = {
  scopes: { value: "LIST", text: "what the token may do: produce, consume, see, cancel, read, operate, admin" },
  queues: { value: "LIST", text: "names of queues, or prefixes such as web-*; all unless set" },
  ids: { value: "LIST", text: "ids of jobs, or prefixes" },
  groups: { value: "LIST", text: "groups of jobs, or prefixes" },
  expires: { value: "DATE", text: "the end of its validity, such as 2027-01-31" },
  "not-before": { value: "DATE", text: "the beginning of its validity" },
  requests: { value: "N", text: "the most requests in a minute" },
  bytes: { value: "N", text: "the most bytes of bodies in a day" },
  waits: { value: "N", text: "the most waiting requests at once" },
  "in-flight": { value: "N", text: "the most other requests at once" },
  "max-queues": { value: "N", text: "the most queues that it may create" },
  "max-cost": { value: "N", text: "the largest cost of a job" },
};

type Connect = () => Promise<Api>;

const ACTIONS: Record<string, (given: Given, connect: Connect) => Promise<void>> = {
  new: printNewToken,
  make: createToken,
  list: listTokens,
  revoke: revokeToken,
};

const token: Command = {
  name: "token",
  usage: "<action> [name]",
  summary: "new prints a token for the configuration; make, list and revoke are for tokens that are stored in Redis",
  options: { ...OPTIONS, name: { value: "NAME", text: "the name in the line that `token new` prints" } },
  examples: [
    "leasehold token new --scopes produce,see",
    "leasehold token make web --scopes produce --queues 'web-*'",
    "leasehold token list",
    "leasehold token revoke web",
  ],
  async run(given, connect) {
    const { action = "", name } = given.args;
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!act) throw new UsageError(`the actions of token are ${Object.keys(ACTIONS).join(", ")}`);
    if ((action === "make" || action === "revoke") !== (name !== undefined)) {
      throw new UsageError(`token ${action} takes ${name === undefined ? "one name" : "no name"}`);
    }
    await act(given, connect);
  },
};

/** Returns the options that have a text as value. */
function textsOf({ options }: Given): Record<string, string | undefined> {
  return Object.fromEntries(
    [...Object.keys(OPTIONS), "name"].map((name) => [name, options[name] as string | undefined]),
  );
}

/** Prints a new token and its line for LEASEHOLD_TOKENS. Nothing is stored. */
async function printNewToken(given: Given): Promise<void> {
  const { scopes, queues, ...others } = textsOf(given);
  if (scopes === undefined) throw new UsageError("token new needs --scopes, such as --scopes produce,see");
  for (const [name, value] of Object.entries({ scopes, queues, ...others }))
    if (value !== undefined && !/^\S+$/.test(value))
      throw new UsageError(`--${name} must be one word: lists have commas and no spaces`);
  const [{ generateToken }, { sha256Hex }, { parseTokens }] = await Promise.all([
    import("../../access/stored-tokens.ts"),
    import("../../base/hex.ts"),
    import("../../deployment/token-variables.ts"),
  ]);
  const created = generateToken();
  const settings = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const line = [await sha256Hex(created), scopes, queues, ...settings].filter((word) => word !== undefined).join(" ");
  parseOrUsageError(() => parseTokens(line));
  const facts = { token: created, LEASEHOLD_TOKENS: line };
  await given.out.object(facts, Object.entries(facts));
  given.out.note(
    "\nThe token is not shown again. Add the second line to LEASEHOLD_TOKENS, which takes one line for each token.",
  );
}

/** Creates a token that is stored in Redis, and prints it. */
async function createToken(given: Given, connect: Connect): Promise<void> {
  const texts = textsOf(given);
  const scopes = parseList(texts.scopes);
  if (!scopes) throw new UsageError("token make needs --scopes, such as --scopes produce,see");
  const limits = withoutUndefined({
    requests: parseWholeNumber(texts.requests, "requests"),
    bytes: parseWholeNumber(texts.bytes, "bytes"),
    waits: parseWholeNumber(texts.waits, "waits"),
    inFlight: parseWholeNumber(texts["in-flight"], "in-flight"),
    queues: parseWholeNumber(texts["max-queues"], "max-queues"),
    maxCost: parseWholeNumber(texts["max-cost"], "max-cost"),
  });
  const body = withoutUndefined({
    name: given.args.name,
    scopes,
    queues: parseList(texts.queues),
    ids: parseList(texts.ids),
    groups: parseList(texts.groups),
    expires: parseDate(texts.expires, "expires"),
    notBefore: parseDate(texts["not-before"], "not-before"),
    limits: Object.keys(limits).length > 0 ? limits : undefined,
  });
  const api = await connect();
  const created = await api.request<{ token: string }>({ method: "POST", path: "/v1/tokens", status: 201, body });
  await given.out.lines([given.out.isJson ? JSON.stringify(created) : created.token]);
  given.out.note("The token is not shown again.");
}

type ListedToken = Omit<AccessToken, "hash"> & { name: string; stored: boolean; lastUsedAt?: number };

/** Prints all tokens. */
async function listTokens({ out }: Given, connect: Connect): Promise<void> {
  const api = await connect();
  const { tokens } = await api.request<{ tokens: ListedToken[] }>({ method: "GET", path: "/v1/tokens", status: 200 });
  await out.table(tokens, [
    { title: "TOKEN", value: ({ name }) => name },
    { title: "SCOPES", value: ({ scopes }) => scopes.join() },
    { title: "QUEUES", value: ({ queues }) => queues?.join() ?? "all" },
    { title: "IDS", value: ({ ids }) => ids?.join() },
    { title: "GROUPS", value: ({ groups }) => groups?.join() },
    { title: "STORED", value: ({ stored }) => (stored ? "yes" : "no") },
    {
      title: "LAST USED",
      value: ({ lastUsedAt }) => (lastUsedAt === undefined ? "never" : new Date(lastUsedAt).toISOString()),
    },
    { title: "EXPIRES", value: ({ expires }) => (expires === undefined ? undefined : new Date(expires).toISOString()) },
  ]);
}

/** Revokes a stored token. */
async function revokeToken({ args: { name = "" }, out }: Given, connect: Connect): Promise<void> {
  const api = await connect();
  await api.request({ method: "POST", path: "/v1/tokens/revoke", status: 204, body: { name } });
  out.note(`${name} is revoked. Every process refuses it within five seconds.`);
}

interface AuditPage {
  entries: { id: string }[];
  cursor?: string;
}

const audit: Command = {
  name: "audit",
  usage: "",
  summary: "prints the audit log as lines of JSON, oldest first",
  options: { after: { value: "ID", text: "only the entries after this one" } },
  examples: ["leasehold audit", "leasehold audit --after 1734-0"],
  async run({ out, options }, connect) {
    const api = await connect();
    let after = options.after as string | undefined;
    do {
      const page = await api.request<AuditPage>({ method: "GET", path: `/v1/audit${query({ limit: 1_000, after })}` });
      await out.lines(page.entries.map((entry) => JSON.stringify(entry)));
      after = page.cursor;
    } while (after !== undefined);
  },
};

/** The commands for tokens and the audit log. */
export const TOKEN_COMMANDS: readonly Command[] = [token, audit];
