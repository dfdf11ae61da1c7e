// Raw HTTP to the gateway, where a test is about the wire itself.
import { inject } from "vitest";

/** What came back, with the body read as JSON. */
export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** Sends one request with the standard token, unless the init names another. */
export async function ask(path: string, init: RequestInit = {}, base = inject("restUrl")): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (!headers.has("authorization") && !path.includes("_token="))
    headers.set("authorization", `Bearer ${inject("token")}`);
  const response = await fetch(`${base}${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text), headers: response.headers };
}

/** Posts a value as JSON. */
export function post(path: string, value: unknown, init: RequestInit = {}, base?: string): Promise<Answer> {
  return ask(path, { method: "POST", body: JSON.stringify(value), ...init }, base);
}
