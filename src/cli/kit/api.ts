// The API that commands speak to: one over HTTP, or the app in this process over a Redis. Both take the same requests.

import { withoutControls } from "../output/text.ts";
import { RequestError } from "./cli-errors.ts";

/** A request to the API. */
export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its names percent-encoded, as `path` returns it. */
  path: string;
  body?: object;
  idempotencyKey?: string;
  /** The status of a success, if the request has only one. */
  status?: number;
  signal?: AbortSignal;
}

/** Sends a request and resolves with the response, or rejects if there is none. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** The result of enqueueing a job. */
export interface EnqueuedJob {
  id: string;
  created: boolean;
  state: string;
  outcome: string;
}

/** Jobs to enqueue under an idempotency key, whose payloads JSON.stringify does not change. */
interface DirectBatch {
  queue: string;
  jobs: readonly object[];
  key: string;
}

/** Enqueues jobs without a request to the API. Resolves with undefined if the API has to be asked. */
export type EnqueueDirectly = (batch: DirectBatch) => Promise<EnqueuedJob[] | undefined>;

/** A connection to the API. */
export interface Api {
  /** Sends a request. Resolves with the JSON of the response, undefined if it has none. Rejects for any other status. */
  request<T>(request: ApiRequest): Promise<T>;
  /** Sends a request whose response is a stream. */
  open(request: ApiRequest): Promise<Response>;
  /** The database or address, without secrets. */
  target: string;
  /** Sends a command to the database, if the connection is one to a database. */
  command?: (args: readonly string[]) => Promise<unknown>;
  /** The beginning of the names of all keys, if the connection is one to a database. */
  prefix?: string;
  /** Enqueues jobs faster than a request, if the connection is one to a database. */
  enqueueDirectly?: EnqueueDirectly;
  close(): Promise<void>;
}

/** Returns a path with names percent-encoded. */
export function path(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return parts.reduce((text, part, i) => text + encodeURIComponent(names[i - 1] ?? "") + part);
}

/** Returns a query of the parameters that have a value, which begins with "?"; "" without any. */
export function query(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

/** Creates the API over a function that sends requests with a token. */
export function createApi(send: Send, { token, ...others }: { token: string } & Omit<Api, "request" | "open">): Api {
  const open = async ({ method, path: address, body, idempotencyKey, status, signal }: ApiRequest) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(body && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }), ...(signal && { signal }) };
    const response = await send(address, init);
    if (!response.ok || (status !== undefined && status !== response.status)) throw await toError(response);
    return response;
  };
  const request = async <T>(given: ApiRequest): Promise<T> => {
    const response = await open(given);
    if (response.status === 204) return undefined as T;
    try {
      return (await response.json()) as T;
    } catch {
      throw new RequestError(UNKNOWN_RESPONSE, response.status);
    }
  };
  return { request, open, ...others };
}

const UNKNOWN_RESPONSE = "the response is not one of Leasehold's API";

/** Returns the error of a response, with the detail in its body. */
async function toError(response: Response): Promise<RequestError> {
  const { status } = response;
  try {
    const { detail, reason } = JSON.parse(await response.text()) as { detail: string; reason?: string };
    return new RequestError(`${status}: ${withoutControls(detail)}`, status, reason);
  } catch {
    return new RequestError(`${status}: ${UNKNOWN_RESPONSE}`, status);
  }
}
