// The tokens of a measurement.
import { randomUUID } from "node:crypto";
import type { AccessToken, TokenLimits } from "../../src/access/token.ts";
import { sha256Hex } from "../../src/base/hex.ts";

const SCOPES = ["produce", "consume", "see", "cancel", "read", "operate"] as const;

/** The tokens of both tenants. */
export interface TenantTokens {
  quiet: string;
  /** The noisy tenant's token without limits. */
  unlimited: string;
  /** The noisy tenant's tokens with limits: one for each flood, so that none starts with used-up limits. */
  limited: string[];
  /** All of them, as the app accepts them. */
  accepted: AccessToken[];
}

/** Creates tokens, and one with limits for each flood. */
export async function createTokens(limits: TokenLimits, floods: number): Promise<TenantTokens> {
  const accepted: AccessToken[] = [];
  const create = async (parts: { name: string; queues: string; limits?: TokenLimits }) => {
    const token = randomUUID();
    accepted.push({ limits: {}, ...parts, hash: await sha256Hex(token), scopes: SCOPES, queues: [parts.queues] });
    return token;
  };
  const limited = Array.from({ length: floods }, (_, i) => create({ name: `noisy-${i}`, queues: "noisy-*", limits }));
  return {
    quiet: await create({ name: "quiet", queues: "quiet-*" }),
    unlimited: await create({ name: "unlimited", queues: "noisy-*" }),
    limited: await Promise.all(limited),
    accepted,
  };
}
