// Requests to the API, with the address and the token of the environment. A token is no argument: others could read it.
import { isPrivateAddress } from "../redis/address.ts";
import { Refused, Usage } from "./errors.ts";

const ANSWERED_WITHIN = 30_000;

/** Sends a request. Resolves with its JSON, or undefined where the reply has no body. */
export async function ask<T>(method: "GET" | "POST", path: string, body?: object): Promise<T> {
  const { LEASEHOLD_URL: url = "", LEASEHOLD_TOKEN: token = "" } = process.env;
  if (!isPrivateAddress(url)) throw new Usage("LEASEHOLD_URL must be the https address of the API");
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Usage("LEASEHOLD_TOKEN must be a token of the API");
  const headers = { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  let response: Response;
  try {
    response = await fetch(url.replace(/\/+$/, "") + path, { ...init, signal: AbortSignal.timeout(ANSWERED_WITHIN) });
  } catch {
    throw new Refused("the API did not answer");
  }
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
  throw new Refused(`${response.status}: ${detailOf(text)}`);
}

function detailOf(text: string): string {
  try {
    return String((JSON.parse(text) as { detail?: unknown }).detail ?? "no reason was given");
  } catch {
    return "the reply is not one of Leasehold's API";
  }
}
