// The connection of the page and its notices, for every component.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type RequestOptions, request, requestText } from "../data/api.ts";
import { hasScope, type Session } from "../data/session.ts";
import type { TokenInfo } from "../data/types.ts";

/** The state that every component can use. */
interface Console {
  session: Session;
  token: TokenInfo;
  /** Shows a notice, which screen readers announce. */
  notify(text: string, kind?: "done" | "failed"): void;
}

const ConsoleContext = createContext<Console | undefined>(undefined);

/** Provides the state. */
export const ConsoleProvider = ConsoleContext.Provider;

/** Returns requests of this session, the scopes of its token, and notices. */
export function useConsole() {
  const found = useContext(ConsoleContext);
  if (!found) throw new Error("outside of the console");
  const { session, token, notify } = found;
  return {
    notify,
    can: (...scopes: string[]) => hasScope(token, ...scopes),
    get: <T>(path: string, options?: RequestOptions) => request<T>(session, path, options),
    getText: (path: string, options?: RequestOptions) => requestText(session, path, options),
    post: <T>(path: string, body: unknown = {}) => request<T>(session, path, { method: "POST", body }),
    postText: <T>(path: string, text: string) => request<T>(session, path, { method: "POST", text }),
    patch: <T>(path: string, body: unknown) => request<T>(session, path, { method: "PATCH", body }),
    put: <T>(path: string, body: unknown) => request<T>(session, path, { method: "PUT", body }),
    remove: <T>(path: string) => request<T>(session, path, { method: "DELETE" }),
  };
}
