// Raw HTTP requests to a gateway, for tests of the wire itself.
import { createHash } from "node:crypto";
import { expect, inject } from "vitest";

/** The first line of a script with key locking. */
export const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

/** A response, with its body parsed as JSON. */
interface GatewayResponse {
  status: number;
  body: unknown;
  headers: Headers;
}

/** A client of one gateway, with one token. */
export interface GatewayClient {
  /** Sends a request, with the token unless the path or the headers have another. */
  fetchJson(path: string, init?: RequestInit): Promise<GatewayResponse>;
  /** Posts a value as JSON. */
  postJson(path: string, value: unknown, init?: RequestInit): Promise<GatewayResponse>;
  /** Posts a command. */
  send(command: unknown[], init?: RequestInit): Promise<GatewayResponse>;
}

/** Returns a client, of the gateway that all tests share unless the options say otherwise. */
export function gatewayClient({ url = inject("restUrl"), token = inject("token") } = {}): GatewayClient {
  const fetchJson: GatewayClient["fetchJson"] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization") && !path.includes("_token=")) headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text), headers: response.headers };
  };
  const postJson: GatewayClient["postJson"] = (path, value, init = {}) =>
    fetchJson(path, { method: "POST", body: JSON.stringify(value), ...init });
  return { fetchJson, postJson, send: (command, init) => postJson("/", command, init) };
}

/** The functions of the shared gateway's client. */
export const { fetchJson, postJson, send } = gatewayClient();

/** Returns the pattern of a response with status 400 whose error contains a text or matches an expression. */
export function errorLike(error: string | RegExp) {
  const pattern = typeof error === "string" ? expect.stringContaining(error) : expect.stringMatching(error);
  return { status: 400, body: { error: pattern } };
}

/** Returns the pattern of a response with status 200 and a result. */
export function resultOf(result: unknown) {
  return { status: 200, body: { result } };
}

/** Returns the digest by which Redis knows a script. */
export function sha1(script: string | Uint8Array): string {
  return createHash("sha1").update(script).digest("hex");
}
