// The tokens of the matrix: what each is, and what it may be let through for.
import { type AccessToken, isForId, isForQueue, SCOPES, type Scope } from "../../../src/access/token.ts";
import { sha256Hex } from "../../../src/base/hex.ts";

/** A token that the attacker holds. */
export interface Held {
  title: string;
  /** The text that is sent; undefined for no token. */
  token: string | undefined;
  /** The rights of the token; undefined where it must be refused. */
  access: Pick<AccessToken, "scopes" | "queues" | "ids"> | undefined;
}

/** Returns a random token with its hash. */
export async function newPair(): Promise<{ token: string; hash: string }> {
  const token = `t-${crypto.randomUUID()}`;
  return { token, hash: await sha256Hex(token) };
}

/** The queues that are the attacker's own. */
interface Own {
  /** Begins the names of all of them. */
  begin: string;
  names: readonly string[];
  /** Queues that the attacker shares with the other tenant, each side with ids of its own. */
  shared: readonly string[];
}

const HOUR = 3_600_000;

/** Makes the tokens that an app is configured with: one of each kind, and those that are refused for their time. */
export async function configuredTokens(own: Own): Promise<{ held: Held[]; configured: AccessToken[] }> {
  const now = Date.now();
  const bound: [title: string, access: Omit<AccessToken, "hash">][] = [
    ...SCOPES.map((scope): [string, Omit<AccessToken, "hash">] => [scope, { scopes: [scope], queues: own.names }]),
    ["all scopes, by the names of its queues", { scopes: SCOPES, queues: own.names }],
    ["all scopes, by the beginning of its queues", { scopes: SCOPES, queues: [`${own.begin}*`] }],
    [
      "bound to ids",
      { scopes: ["produce", "see", "cancel"], queues: [...own.names, ...own.shared], ids: [`${OWN_IDS}*`] },
    ],
  ];
  // These could do everything everywhere.
  const refused: [title: string, access: Omit<AccessToken, "hash">][] = [
    ["expired", { scopes: SCOPES, expires: now }],
    ["not valid yet", { scopes: SCOPES, notBefore: now + HOUR }],
  ];
  const held: Held[] = [];
  const configured: AccessToken[] = [];
  for (const [i, [title, access]] of [...bound, ...refused].entries()) {
    const { token, hash } = await newPair();
    held.push({ title, token, access: i < bound.length ? access : undefined });
    configured.push({ hash, ...access });
  }
  return { held, configured };
}

/** Begins the ids of the token that is bound to ids. */
const OWN_IDS = "mine-";

/** Reports whether a token has one of these scopes. */
export function hasScope({ access }: Held, scopes: readonly Scope[]): boolean {
  return access !== undefined && scopes.some((scope) => access.scopes.includes(scope));
}

/** Reports whether a token may name a queue and a job. */
export function mayName(
  { access }: Held,
  { queue, id }: { queue: string | undefined; id: string | undefined },
): boolean {
  if (access === undefined) return false;
  return (queue === undefined || isForQueue(access, queue)) && (id === undefined || isForId(access, id));
}
