// Malformed and hostile requests, generated with fast-check for every operation of the document.
import fc from "fast-check";
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import { exampleBody, isItemOperation, operationPath, type ValidValues } from "./operations-by-subject.ts";

/** A marker in payloads, results, errors and unknown fields, which no problem may repeat. */
export const CANARY = "s3cret-m4rk";

/** A request that the constructor of `Request` may refuse. */
export interface HostileRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: [string, string][];
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

const ODD_SEGMENTS = [
  ...["", "%", "%zz", "%C0%80", "%00", "%0d%0aX-Evil:1", "%2e%2e%2f", "..", "%ED%A0%80", "%F0%9F%92%A9"],
  ...["{q}", "a%7Db%7B", "a%0Ab", "__proto__", "constructor", "toString", "*", ":queue", "a;b"],
  "q?state=ready&state=failed",
  ...["x".repeat(129), "x".repeat(257), "x".repeat(20_000), "%C3%BC".repeat(500)],
  encodeURIComponent("'\"<script>"),
];

/** A segment of a path. Most are valid, so that the other oddities of a request reach the handlers. */
const pathSegment = (valid: string) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(valid) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())) },
  );

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", [], {}, [[]], -1, 0, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 1e21),
  fc.constantFrom<unknown>("\ud800", "\0", "1e9d", "-1s", "9".repeat(400), "9007199254740993", "365d", "NaN", "\u2028"),
  fc.constantFrom<unknown>(CANARY, { [CANARY]: CANARY }, [CANARY], {
    constructor: { prototype: { polluted: CANARY } },
  }),
  fc.constant(JSON.parse(`{"__proto__": {"polluted": "${CANARY}"}}`)),
  fc.jsonValue({ stringUnit: "binary" }),
);

/** Generates copies of an example in which fields at any depth are left out, added or replaced by odd values. */
function mutations(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example !== "object" || example === null) {
    return fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: oddValue });
  }
  if (Array.isArray(example)) return fc.tuple(...example.map(mutations));
  const fields = Object.fromEntries(Object.entries(example).map(([key, value]) => [key, mutations(value)]));
  const added = fc.dictionary(fc.constantFrom(...KEYS), oddValue, { maxKeys: 2 });
  const kept = fc.record(fields, { requiredKeys: [] });
  return fc.tuple(kept, fc.oneof(fc.constant({}), added)).map(([some, others]) => ({ ...some, ...others }));
}

// The fields of all requests. Bodies also get fields of other requests.
const KEYS = [
  ...["id", "data", "delay", "at", "ttl", "uniqueFor", "priority", "maxAttempts", "count", "for", "wait", "worker"],
  ...["receipt", "attempt", "error", "result", "note", "progress", "extend", "ids", "limit", "state", "budget"],
  ...["filter", "operation", "output", "scan", "cursor", "path", "is", "contains", "exists"],
  ...["group", "groups", "cost", "concurrency", "rate", "paused", "until", "ifVersion", "ordered", "per", "burst"],
  ...["after", "afterFailure", "ended", "succeeded"],
  ...["cron", "tz", "every", "at", "anchor", "start", "end", "overlap", "catchUp", "jitter", "note", "from", "to"],
  ...["action", "settle", "lease", "__proto__", "constructor", "toString", CANARY, `${CANARY}\n`, ""],
];

/** Generates bodies that are not valid JSON, are nested too deeply, or contain odd numbers, keys or texts. */
function rawBodies(json: string): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const depth = fc.constantFrom(50, 3_000, 200_000);
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
    fc.nat(json.length).map((length) => json.slice(0, length)),
    depth.map((levels) => `${"[".repeat(levels)}${"]".repeat(levels)}`),
    depth.map((levels) => `{"data":${'{"a":'.repeat(levels)}1${"}".repeat(levels)},"receipt":"r"}`),
    fc.constantFrom(`\ufeff${json}`, `${json}${json}`, json.replaceAll('"', "'"), "undefined", "NaN", "-", '"', "\0"),
    fc.constantFrom(
      `{"fence":1e999}`,
      `{"fence":${"9".repeat(400)}}`,
      `{"data":1,"data":2,"__proto__":3}`,
      '"\\ud800"',
    ),
    fc.string({ unit: "binary", maxLength: 50 }).map((text) => text + CANARY),
  );
}

/** Generates bodies for an operation: its valid example, altered copies of it, broken texts and no body. */
function bodies(operation: Operation, values: ValidValues): fc.Arbitrary<HostileRequest["body"]> {
  const example = exampleBody(operation, values);
  const json = mutations(example).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(JSON.stringify(example)) },
    { weight: 4, arbitrary: json },
    { weight: 1, arbitrary: json.map((text) => `[${text},${text}]`) },
    { weight: 2, arbitrary: json.chain((text) => rawBodies(text)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const JSON_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/problem+json",
  "APPLICATION/JSON",
];
const ODD_TYPES = [
  ...["", "text/plain", "application/json,text/html", "multipart/form-data; boundary=x", "application/", "\x7e"],
];

const headers: fc.Arbitrary<[string, string][]> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...JSON_TYPES) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_TYPES) },
    ),
    fc.array(
      fc.constantFrom<[string, string]>(
        ["Idempotency-Key", "key-1"],
        ["Idempotency-Key", ""],
        ["Idempotency-Key", "a b"],
        ["Idempotency-Key", "\x7f"],
        ["Idempotency-Key", `${CANARY}${"k".repeat(300)}`],
        ["Content-Length", "-1"],
        ["Content-Length", "99999999999999999999"],
        ["Content-Length", "zero"],
        ["Transfer-Encoding", "chunked, gzip"],
        ["X-Request-Id", "x".repeat(5_000)],
        ["X-Request-Id", "<b>"],
        ["Accept", "\x7e"],
        ["Origin", "null"],
        ["Cookie", "a=b; ".repeat(2_000)],
        ["X-HTTP-Method-Override", "DELETE"],
        ["Upstash-Encoding", "base64"],
        ["__proto__", CANARY],
        ["Constructor", CANARY],
      ),
      { maxLength: 2 },
    ),
  )
  .map(([type, more]) => [["Content-Type", type], ...more]);

const QUERIES = [
  ...[
    "",
    "",
    "?",
    "?state=ready",
    "?state=ready",
    "?state=done",
    "?state=lost",
    "?state=failed&limit=1&cursor=0",
    "?limit=0",
    "?limit=999999999",
  ],
  ...["?cursor=%zz&state=done", "?cursor=999999999999&state=ready", "?__proto__=1", "?state[]=ready", "?wait=0.5ms"],
  ...["?wait=1e3", "?wait=0", "?wait=99999d", "?%C0=%80", "?state=ready&state=done", `?${CANARY}=1`],
  "?limit=1&limit=2",
];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"];

/** Generates requests to all operations of the OpenAPI document. Each part is valid or odd; `valid` has valid values. */
export function hostileRequests(valid: ValidValues & { items: string; id: string }): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...OPERATIONS).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(operation.method.toUpperCase()) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: fc
        .tuple(
          pathSegment(isItemOperation(operation) ? valid.items : valid.queue),
          pathSegment(valid.id),
          pathSegment("shop"),
          fc.oneof(fc.constant(""), fc.constantFrom(...QUERIES)),
        )
        .map(
          ([queue, id, source, query]) =>
            operationPath(operation, { queue, id, group: id, schedule: id, source, operation: id }) + query,
        ),
      headers,
      body: bodies(operation, valid),
    }),
  );
}

/** Returns a request with a token, or undefined if its path or headers are such that no server could receive it. */
export function toRequest(
  { method, path, headers, body }: Omit<HostileRequest, "operation">,
  token: string,
): Request | undefined {
  try {
    const sent = new Headers([["Authorization", `Bearer ${token}`]]);
    for (const [name, value] of headers) sent.append(name, value);
    const hasBody = method !== "GET" && method !== "HEAD" && body !== undefined;
    return new Request(`http://app${path}`, { method, headers: sent, ...(hasBody ? { body } : {}) });
  } catch {
    return undefined;
  }
}
