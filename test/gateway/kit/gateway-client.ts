// Raw HTTP requests to a gateway, for tests of the wire itself.
import { inject } from "vitest";

/** A response, with its body parsed as JSON. */
export interface GatewayResponse {
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
