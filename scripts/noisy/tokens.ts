// The tokens of a measurement.
import { randomUUID } from "node:crypto";
import type { AccessToken, TokenLimits } from "../../src/access/token.ts";
import { sha256Hex } from "../../src/base/hex.ts";

const SCOPES = ["produce", "consume", "see", "cancel", "read", "operate"] as const;

/** A token of the quiet tenant, one of the noisy tenant without limits, and others of it with limits. */
export interface Tokens {
  quiet: string;
  filler: string;
  /** One for each flood, so that none begins with limits that are used up. */
  noisy: string[];
  /** All of them, as the app takes them. */
  accepted: AccessToken[];
}

/** Makes tokens, `floods` of them with limits. */
export async function makeTokens(limits: TokenLimits, floods: number): Promise<Tokens> {
  const accepted: AccessToken[] = [];
  const make = async (name: string, queues: string, own: TokenLimits = {}) => {
    const token = randomUUID();
    accepted.push({ name, hash: await sha256Hex(token), scopes: SCOPES, queues: [queues], limits: own });
    return token;
  };
  const noisy = Array.from({ length: floods }, (_, i) => make(`noisy-${i}`, "noisy-*", limits));
  return {
    quiet: await make("quiet", "quiet-*"),
    filler: await make("filler", "noisy-*"),
    noisy: await Promise.all(noisy),
    accepted,
  };
}
