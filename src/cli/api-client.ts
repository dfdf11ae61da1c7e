// Requests to the API, with the address and the token of the environment. A token is no argument: others could read it.
import { isPrivateAddress } from "../base/address.ts";
import { Refused, Usage } from "./cli-errors.ts";

const ANSWERED_WITHIN = 30_000;

/** Sends a request. Resolves with the JSON of its reply, which must have the expected status; 204 has none. */
export async function ask<T>(
  [method, path]: [method: "GET" | "POST", path: string],
  expected: number,
  body?: object,
): Promise<T> {
  const { LEASEHOLD_URL: url = "", LEASEHOLD_TOKEN: token = "" } = process.env;
  if (!isPrivateAddress(url)) throw new Usage("LEASEHOLD_URL must be the https address of the API");
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Usage("LEASEHOLD_TOKEN must be a token of the API");
  const headers = { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) };
  // A redirect would turn a POST into a GET, whose answer says nothing.
  const init = { method, headers, redirect: "manual", ...(body && { body: JSON.stringify(body) }) } as const;
  let response: Response;
  try {
    response = await fetch(url.replace(/\/+$/, "") + path, { ...init, signal: AbortSignal.timeout(ANSWERED_WITHIN) });
  } catch {
    throw new Refused("the API did not answer");
  }
  const text = await response.text().catch(() => "");
  if (response.status !== expected) throw new Refused(`${response.status}: ${detailOf(text)}`);
  if (expected === 204) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Refused(NOT_OURS);
  }
}

const NOT_OURS = "the reply is not one of Leasehold's API";

function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail: string };
    // Control characters would reach the terminal.
    return detail.replaceAll(/\p{Cc}|\p{Cf}/gu, "");
  } catch {
    return NOT_OURS;
  }
}
