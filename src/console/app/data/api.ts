// Requests to the HTTP API.
import type { Session } from "./session.ts";

/** A failure of a request, with a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Parameters of a request. */
export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** JSON text to send in place of `body`, whose numbers JSON.stringify would change. */
  text?: string | undefined;
  signal?: AbortSignal | undefined;
}

const TIMEOUT = 30_000;

/** Sends a request. Resolves with the text of the response. */
export async function requestText(session: Session, path: string, options: RequestOptions = {}): Promise<string> {
  const { method = "GET", query = {}, body, signal } = options;
  const content = options.text ?? (body === undefined ? undefined : JSON.stringify(body));
  // URLs resolve segments of dots, encoded or not, to the path of something else.
  if (path.split("/").some((segment) => segment === "." || segment === ".."))
    throw new ApiError(0, "invalid_argument", "A name of dots cannot be a part of an address. Use the library for it.");
  const url = new URL(session.base + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const deadline = AbortSignal.timeout(TIMEOUT);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${session.token}`,
        ...(content === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(content === undefined ? {} : { body: content }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      credentials: "omit",
      cache: "no-store",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "unreachable", "The API did not answer. Check its address and your connection.");
  }
  const text = await response.text().catch((error: unknown) => {
    throw signal?.aborted ? error : incomplete();
  });
  if (response.ok) return text;
  throw failureOf(response.status, text);
}

/** Sends a request. Resolves with the JSON of the response. */
export async function request<T>(session: Session, path: string, options?: RequestOptions): Promise<T> {
  const text = await requestText(session, path, options);
  try {
    return (text === "" ? undefined : JSON.parse(text)) as T;
  } catch {
    throw incomplete();
  }
}

function incomplete(): ApiError {
  return new ApiError(0, "incomplete", "The response of the API is not complete. Load it again.");
}

/** Returns a function for `catch`, which has a value in place of what was not found, and throws any other error again. */
export function onNotFound<T>(value: T): (error: unknown) => T {
  return onStatus(404, value);
}

/** Returns a function for `catch`, which has a value in place of what the token may not read, and throws any other error again. */
export function onForbidden<T>(value: T): (error: unknown) => T {
  return onStatus(403, value);
}

function onStatus<T>(status: number, value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiError && error.status === status) return value;
    throw error;
  };
}

function failureOf(status: number, text: string): ApiError {
  try {
    const { code, detail } = JSON.parse(text) as { code?: string; detail?: string };
    if (code && detail) return new ApiError(status, code, detail);
  } catch {
    // A proxy answered.
  }
  return new ApiError(status, "unexpected", `The API answered with status ${status}.`);
}

/** Returns the path of a queue, or of something below it. */
export function queuePath(queue: string, ...rest: string[]): string {
  return ["/v1/queues", ...[queue, ...rest].map(encodeURIComponent)].join("/");
}
