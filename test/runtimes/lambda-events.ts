// Converts requests to the events that AWS passes to a function, and results of functions to responses. Each event is made
// from a recorded one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyResult, LambdaEvent } from "hono/aws-lambda";
import type { Host } from "./conformance.ts";

/** A service that calls functions, by the name of its recorded event. */
export type Caller = "function-url" | "http-api" | "rest-api";

/** A function on Lambda. */
export type Handler = (event: LambdaEvent) => Promise<APIGatewayProxyResult>;

/** Reads a recorded event, whose request enqueues a job. */
export function readEvent(caller: Caller): LambdaEvent {
  return JSON.parse(readFileSync(join(import.meta.dirname, `events/${caller}.json`), "utf8")) as LambdaEvent;
}

/** Returns a host that imitates AWS: it calls a Lambda function with the event that `caller` makes of each request. */
export function createLambda(caller: Caller, handler: Handler, { base64 = false } = {}): Host {
  return {
    async send(path, init) {
      const request = new Request(`https://leasehold.example${path}`, init);
      const bytes = Buffer.from(await request.arrayBuffer());
      const body = bytes.length === 0 ? null : bytes.toString(base64 ? "base64" : "utf8");
      const event = readEvent(caller);
      const parts = TO_PARTS[caller](request, event);
      return toResponse(await handler({ ...event, ...parts, body, isBase64Encoded: base64 } as LambdaEvent));
    },
  };
}

/** For each caller, a function that returns the parts of an event that depend on the request. */
const TO_PARTS: Record<Caller, (request: Request, event: LambdaEvent) => object> = {
  "function-url": (request, event) => toVersion2(event, request),
  // An HTTP API decodes the path, and cuts it off at a question mark that results.
  "http-api": (request, event) => toVersion2(event, request, (path) => decodeURIComponent(path).replace(/\?.*/, "")),
  "rest-api": (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const query = [...searchParams];
    const headers = [...request.headers];
    const toArrays = (entries: string[][]) => Object.fromEntries(entries.map(([key, value]) => [key, [value]]));
    return {
      path: pathname,
      httpMethod: request.method,
      headers: Object.fromEntries(headers),
      multiValueHeaders: toArrays(headers),
      queryStringParameters: query.length === 0 ? null : Object.fromEntries(query),
      multiValueQueryStringParameters: query.length === 0 ? null : toArrays(query),
    };
  },
};

/** Returns the parts that depend on the request, of an event in version 2 of Lambda's payload format. */
function toVersion2(
  { requestContext }: LambdaEvent,
  { url, method, headers }: Request,
  toRawPath = (path: string): string => path,
) {
  const { pathname, search } = new URL(url);
  const rawPath = toRawPath(pathname);
  const http = { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "" };
  const rawQueryString = search.slice(1);
  return { rawPath, rawQueryString, headers: Object.fromEntries(headers), requestContext: { ...requestContext, http } };
}

/** Converts the result of a Lambda function to the response that its caller sends. */
function toResponse({ statusCode, body, headers, multiValueHeaders, isBase64Encoded }: APIGatewayProxyResult) {
  const entries = Object.entries({ ...headers, ...multiValueHeaders });
  return new Response(isBase64Encoded ? Buffer.from(body, "base64") : body, {
    status: statusCode,
    headers: entries.flatMap(([key, values]) => [values].flat().map((value): [string, string] => [key, value])),
  });
}
