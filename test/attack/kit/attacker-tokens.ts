// The tokens that the attacker tries: one for each scope, some with all scopes, and some that must be refused.
import { type AccessToken, SCOPES } from "../../../src/access/token.ts";
import { createToken } from "../../http/kit/api.ts";

/** A token that the attacker tries. */
export interface AttackerToken {
  title: string;
  /** The text that is sent; undefined sends no token. */
  token: string | undefined;
  /** The rights of the token; undefined if it must always be refused. */
  rights: Omit<AccessToken, "hash"> | undefined;
}

/** The queues that the attacker may use. */
interface AttackerQueues {
  /** The prefix of their names. */
  prefix: string;
  names: readonly string[];
  /** Queues that the attacker shares with the victim. Each uses ids of its own there. */
  shared: readonly string[];
}

// The prefix of the ids, or of the groups, to which a token is bound.
const BOUND_PREFIX = "mine-";

const HOUR = 3_600_000;

/** Creates the attacker's tokens that are in the options of an app, and also returns their entries in these options. */
export async function createAttackerTokens({
  prefix,
  names,
  shared,
}: AttackerQueues): Promise<{ tokens: AttackerToken[]; configured: AccessToken[] }> {
  const now = Date.now();
  const valid: [title: string, rights: Omit<AccessToken, "hash">][] = [
    ...SCOPES.map((scope): [string, Omit<AccessToken, "hash">] => [scope, { scopes: [scope], queues: names }]),
    ["all scopes, bound to queues by name", { scopes: SCOPES, queues: names }],
    ["all scopes, bound to queues by prefix", { scopes: SCOPES, queues: [`${prefix}*`] }],
    [
      "bound to ids",
      { scopes: ["produce", "see", "cancel"], queues: [...names, ...shared], ids: [`${BOUND_PREFIX}*`] },
    ],
    [
      "bound to groups",
      { scopes: ["produce", "see", "cancel"], queues: [...names, ...shared], groups: [`${BOUND_PREFIX}*`] },
    ],
  ];
  // Tokens with all rights, outside of the time in which they are valid.
  const invalid: typeof valid = [
    ["expired", { scopes: SCOPES, expires: now }],
    ["not valid yet", { scopes: SCOPES, notBefore: now + HOUR }],
  ];
  const tokens: AttackerToken[] = [];
  const configured: AccessToken[] = [];
  for (const [title, rights] of [...valid, ...invalid]) {
    const { token, access } = await createToken(rights.scopes);
    tokens.push({ title, token, rights: invalid.some(([each]) => each === title) ? undefined : rights });
    configured.push({ ...access, ...rights });
  }
  return { tokens, configured };
}
