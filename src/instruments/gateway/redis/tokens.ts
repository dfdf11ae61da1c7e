// Who asks: the standard token may do everything, the read-only token may read. Compared in constant time.
import { createHash, timingSafeEqual } from "node:crypto";

/** What a request may do. */
export type Role = "standard" | "readonly";

/** Returns a function that tells the role of a token, or undefined for one that is missing or wrong. */
export function tokenRoles(token: string, readOnlyToken: string): (presented: string | undefined) => Role | undefined {
  const standard = digest(token);
  const readonly = digest(readOnlyToken);
  return (presented) => {
    const asked = digest(presented ?? "");
    // Both are always compared, so that the time taken does not tell which of them came close.
    const isStandard = timingSafeEqual(asked, standard);
    const isReadonly = timingSafeEqual(asked, readonly);
    if (!presented) return undefined;
    return isStandard ? "standard" : isReadonly ? "readonly" : undefined;
  };
}

/** The token of a request: `?_token=` wins over the header, which may leave out the word Bearer. */
export function presentedToken(authorization: string | undefined, query: string | undefined): string | undefined {
  if (query) return query;
  return authorization?.replace(/^bearer\s+/i, "").trim();
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
