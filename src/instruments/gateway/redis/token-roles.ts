// The roles of tokens: the standard token may do everything, the read-only token may read.
import { createHash, timingSafeEqual } from "node:crypto";

/** The rights of a request, which its token determines: all commands, or only those that read. */
export type Role = "standard" | "readonly";

/** Returns a function that finds the role of a token; undefined for a token that is missing or wrong. */
export function createRoleLookup(tokens: Record<Role, string>): (token: string | undefined) => Role | undefined {
  const standard = sha256(tokens.standard);
  const readonly = sha256(tokens.readonly);
  return (token) => {
    const hash = sha256(token ?? "");
    // Always compared with both, in constant time, so that the time taken reveals nothing about the tokens.
    const isStandard = timingSafeEqual(hash, standard);
    const isReadonly = timingSafeEqual(hash, readonly);
    if (!token) return undefined;
    return isStandard ? "standard" : isReadonly ? "readonly" : undefined;
  };
}

/** Returns the token of a request: `?_token=` takes precedence over the header, which may leave out the word Bearer. */
export function presentedToken(authorization: string | undefined, query: string | undefined): string | undefined {
  if (query) return query;
  return authorization?.replace(/^bearer\s+/i, "").trim();
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
