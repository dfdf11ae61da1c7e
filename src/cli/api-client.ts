// Requests to the API. The address and the token come from the environment: other users of the machine could read a token in
// the arguments.
import { isHttpsOrLocal } from "../base/address.ts";
import { RequestError, UsageError } from "./cli-errors.ts";

const TIMEOUT = 30_000;

interface ApiRequest {
  method: "GET" | "POST";
  path: string;
  /** The status of a success. */
  status: number;
  body?: object;
}

/** Sends a request. Resolves with the JSON of the response, or with undefined for 204. Rejects for any other status. */
export async function callApi<T>({ method, path, status, body }: ApiRequest): Promise<T> {
  const { LEASEHOLD_URL: url = "", LEASEHOLD_TOKEN: token = "" } = process.env;
  if (!isHttpsOrLocal(url)) throw new UsageError("LEASEHOLD_URL must be the https address of the API");
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError("LEASEHOLD_TOKEN must be a token of the API");
  const headers = { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) };
  // A redirect would turn a POST into a GET.
  const init = { method, headers, redirect: "manual", ...(body && { body: JSON.stringify(body) }) } as const;
  let response: Response;
  try {
    response = await fetch(url.replace(/\/+$/, "") + path, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  } catch {
    throw new RequestError("the API did not respond");
  }
  const text = await response.text().catch(() => "");
  if (response.status !== status) throw new RequestError(`${response.status}: ${detailOf(text)}`);
  if (status === 204) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new RequestError(UNKNOWN_RESPONSE);
  }
}

const UNKNOWN_RESPONSE = "the response is not one of Leasehold's API";

/** Returns the detail in the body of an error response, without characters that could control the terminal. */
function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail: string };
    return detail.replaceAll(/\p{Cc}|\p{Cf}/gu, "");
  } catch {
    return UNKNOWN_RESPONSE;
  }
}
