// Requests as AWS hands them to a function, made from a recorded one, and its results as responses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyResult, LambdaEvent } from "hono/aws-lambda";
import type { Host } from "./conformance.ts";

/** What calls a function, by the name of its recorded event. */
export type Caller = "function-url" | "http-api" | "rest-api";

/** A function on Lambda. */
export type Handler = (event: LambdaEvent) => Promise<APIGatewayProxyResult>;

/** The event as it was recorded: a job that is put in. */
export function recorded(caller: Caller): LambdaEvent {
  return JSON.parse(readFileSync(join(import.meta.dirname, `events/${caller}.json`), "utf8")) as LambdaEvent;
}

/** A function behind its caller, with bodies as base64 or as they are. */
export function behind(caller: Caller, handler: Handler, base64 = false): Host {
  return {
    async send(path, init) {
      const request = new Request(`https://leasehold.example${path}`, init);
      const bytes = Buffer.from(await request.arrayBuffer());
      const body = bytes.length === 0 ? null : bytes.toString(base64 ? "base64" : "utf8");
      const event = recorded(caller);
      const parts = partsOf[caller](request, event);
      return responseOf(await handler({ ...event, ...parts, body, isBase64Encoded: base64 } as LambdaEvent));
    },
  };
}

/** The parts of an event that depend on the request. */
const partsOf: Record<Caller, (request: Request, event: LambdaEvent) => object> = {
  "function-url": (request, event) => partsOfSecond(event, request, (path) => path),
  // An HTTP API decodes the path, and cuts it off where that brings up a question mark.
  "http-api": (request, event) => partsOfSecond(event, request, (path) => decodeURIComponent(path).replace(/\?.*/, "")),
  "rest-api": (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const query = [...searchParams];
    const headers = [...request.headers];
    const many = (entries: string[][]) => Object.fromEntries(entries.map(([key, value]) => [key, [value]]));
    return {
      path: pathname,
      httpMethod: request.method,
      headers: Object.fromEntries(headers),
      multiValueHeaders: many(headers),
      queryStringParameters: query.length === 0 ? null : Object.fromEntries(query),
      multiValueQueryStringParameters: query.length === 0 ? null : many(query),
    };
  },
};

/** The same in the payload's second version. */
function partsOfSecond(
  { requestContext }: LambdaEvent,
  { url, method, headers }: Request,
  as: (path: string) => string,
) {
  const { pathname, search } = new URL(url);
  const rawPath = as(pathname);
  const http = { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "" };
  const rawQueryString = search.slice(1);
  return { rawPath, rawQueryString, headers: Object.fromEntries(headers), requestContext: { ...requestContext, http } };
}

function responseOf({ statusCode, body, headers, multiValueHeaders, isBase64Encoded }: APIGatewayProxyResult) {
  const all = Object.entries({ ...headers, ...multiValueHeaders });
  return new Response(isBase64Encoded ? Buffer.from(body, "base64") : body, {
    status: statusCode,
    headers: all.flatMap(([key, values]) => [values].flat().map((value): [string, string] => [key, value])),
  });
}
