// The token and the address of the API, for as long as the tab is open. The token is never part of an address.
import type { TokenInfo } from "./types.ts";

const KEY = "leasehold-console";

/** The connection to the API. */
export interface Session {
  /** The address of the API, without a slash at the end. */
  base: string;
  token: string;
}

/** Returns the address of the API beside which the console is served. */
export function defaultBase(): string {
  return new URL(".", location.href).href.replace(/\/console\/$/, "").replace(/\/$/, "");
}

/** Returns the session that is stored for this tab. */
export function storedSession(): Session | undefined {
  try {
    const { base, token } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<Session>;
    return base && token ? { base, token } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a session for this tab, or removes it. */
export function storeSession(session: Session | undefined): void {
  try {
    if (session) sessionStorage.setItem(KEY, JSON.stringify(session));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the session lives as long as the page.
  }
}

/** Returns the session that a local development server offers to its own machine. */
export async function localSession(): Promise<Session | undefined> {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) return undefined;
  try {
    const response = await fetch("local.json", { cache: "no-store" });
    const { token } = response.ok ? ((await response.json()) as { token?: string }) : {};
    return token ? { base: defaultBase(), token } : undefined;
  } catch {
    return undefined;
  }
}

/** Reports whether a token has one of some scopes. */
export function hasScope({ scopes }: TokenInfo, ...wanted: string[]): boolean {
  return wanted.some((scope) => scopes.includes(scope));
}
