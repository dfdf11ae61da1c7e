// What somebody might send who means no good, and what no answer may hold.
import fc from "fast-check";
import { expect } from "vitest";
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import { expectDocumented } from "./documented.ts";

/** Stands in payloads, results, errors and fields that nobody knows, and may come back in no problem. */
export const MARK = "s3cret-m4rk";

/** A request that a server would hand on: its address, its headers and its body were taken by `Request`. */
export interface Hostile {
  operation: Operation;
  method: string;
  path: string;
  headers: [string, string][];
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

const ODD_TEXTS = [
  "",
  "%",
  "%zz",
  "%C0%80",
  "%00",
  "%0d%0aX-Evil:1",
  "%2e%2e%2f",
  "..",
  "%ED%A0%80",
  "%F0%9F%92%A9",
  "{q}",
  "a%7Db%7B",
  "a%0Ab",
  "__proto__",
  "constructor",
  "toString",
  "*",
  ":queue",
  "a;b",
  "q?state=ready&state=failed",
  "x".repeat(129),
  "x".repeat(257),
  "x".repeat(20_000),
  "%C3%BC".repeat(500),
  encodeURIComponent("'\"<script>"),
];

/** Text for a place in a path: mostly one that is good, so that what else is odd reaches the handlers. */
const segment = (good: string) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(good) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
    },
  );

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", [], {}, [[]], -1, 0, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 1e21),
  fc.constantFrom<unknown>("\ud800", "\0", "1e9d", "-1s", "9".repeat(400), "9007199254740993", "365d", "NaN", "\u2028"),
  fc.constantFrom<unknown>(MARK, { [MARK]: MARK }, [MARK], { constructor: { prototype: { polluted: MARK } } }),
  fc.constant(JSON.parse(`{"__proto__": {"polluted": "${MARK}"}}`)),
  fc.jsonValue({ stringUnit: "binary" }),
);

/** The example of the operation with some of its fields, at any depth, turned into something odd. */
function twisted(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example !== "object" || example === null) {
    return fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: oddValue });
  }
  if (Array.isArray(example)) return fc.tuple(...example.map(twisted));
  const fields = Object.fromEntries(Object.entries(example).map(([key, value]) => [key, twisted(value)]));
  const more = fc.dictionary(fc.constantFrom(...KEYS), oddValue, { maxKeys: 2 });
  return fc.tuple(fc.record(fields, { requiredKeys: [] }), fc.oneof(fc.constant({}), more)).map(([one, other]) => {
    return { ...one, ...other };
  });
}

// Fields of any request, so that they come where they belong and where they do not.
const KEYS = [
  "id",
  "data",
  "delay",
  "at",
  "ttl",
  "uniqueFor",
  "priority",
  "maxAttempts",
  "count",
  "for",
  "wait",
  "worker",
]
  .concat(["receipt", "attempt", "error", "result", "note", "progress", "extend", "ids", "limit", "state", "budget"])
  .concat(["action", "settle", "lease", "__proto__", "constructor", "toString", MARK, `${MARK}\n`, ""]);

/** Text that is no JSON, or more of it than anybody needs. */
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
    fc.string({ unit: "binary", maxLength: 50 }).map((text) => text + MARK),
  );
}

/** The values that make the example of a body valid for a queue. */
export interface Valid {
  queue: string;
  receipt: string;
  lease?: string;
}

/** The body that the document shows, but for waiting, for a queue and with a valid receipt. */
export function exampleOf({ body }: Operation, valid: Valid): unknown {
  const fields = Object.entries(body?.[2] ?? {}).filter(([key]) => key !== "wait");
  const example = JSON.stringify(Object.fromEntries(fields));
  return JSON.parse(example, (key, value) => {
    if (key === "queues") return [valid.queue];
    if (key === "lease" && typeof value === "string") return valid.lease ?? value;
    return key === "receipt" || key === "queue" ? valid[key] : value;
  });
}

const bodyOf = (operation: Operation, valid: Valid): fc.Arbitrary<Hostile["body"]> => {
  const json = twisted(exampleOf(operation, valid)).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(JSON.stringify(exampleOf(operation, valid))) },
    { weight: 4, arbitrary: json },
    { weight: 1, arbitrary: json.map((text) => `[${text},${text}]`) },
    { weight: 2, arbitrary: json.chain((text) => rawBodies(text)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
};

const JSON_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/problem+json",
  "APPLICATION/JSON",
];
const ODD_TYPES = [
  "",
  "text/plain",
  "application/json,text/html",
  "multipart/form-data; boundary=x",
  "application/",
  "\x7e",
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
        ["Idempotency-Key", `${MARK}${"k".repeat(300)}`],
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
        ["__proto__", MARK],
        ["Constructor", MARK],
      ),
      { maxLength: 2 },
    ),
  )
  .map(([type, more]) => [["Content-Type", type], ...more]);

const QUERIES = [
  "",
  "",
  "?",
  "?state=ready",
  "?state=lost",
  "?state=failed&limit=1&cursor=0",
  "?limit=0",
  "?limit=999999999",
]
  .concat([
    "?cursor=%zz&state=done",
    "?cursor=999999999999&state=ready",
    "?__proto__=1",
    "?state[]=ready",
    "?wait=0.5ms",
  ])
  .concat([
    "?wait=1e3",
    "?wait=0",
    "?wait=99999d",
    "?%C0=%80",
    "?state=ready&state=done",
    `?${MARK}=1`,
    "?limit=1&limit=2",
  ]);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"];

/** The path of an operation, with something in each of its places. */
export function pathOf({ path }: Operation, places: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, place: string) => places[place] ?? "");
}

/** Whether an operation is about a queue in the format of redis-work-queue. */
export function ofItems({ path }: Operation): boolean {
  return path.startsWith("/v1/redis-work-queues/");
}

/** Any request to any route that the document has. */
export function hostileRequests(good: {
  queue: string;
  items: string;
  id: string;
  receipt: string;
}): fc.Arbitrary<Hostile> {
  return fc.constantFrom(...OPERATIONS).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(operation.method.toUpperCase()) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: fc
        .tuple(
          segment(ofItems(operation) ? good.items : good.queue),
          segment(good.id),
          segment("shop"),
          fc.oneof(fc.constant(""), fc.constantFrom(...QUERIES)),
        )
        .map(([queue, id, source, query]) => pathOf(operation, { queue, id, source }) + query),
      headers,
      body: bodyOf(operation, good),
    }),
  );
}

/** The request, where a server could have received it at all. */
export function requestOf(
  { method, path, headers, body }: Omit<Hostile, "operation">,
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

/** Returns the text of a reply; of a stream of events, which goes on, its beginning. */
export async function textOf(response: Response): Promise<string> {
  if (response.headers.get("Content-Type") !== "text/event-stream") return response.clone().text();
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/** Whatever was asked: no failure but a 503, every failure a problem, and nothing in it that is nobody's business. */
export async function expectHarmless({ method, url }: Request, response: Response, secrets: string[]) {
  const { status } = response;
  if (status >= 500) expect(status).toBe(503);
  const text = await textOf(response);
  const said = [...response.headers].flat().join("\n") + text;
  for (const secret of secrets) expect(said.includes(secret) ? `a secret in: ${said}` : "").toBe("");
  if (status >= 400) expect(said).not.toContain(MARK);
  expect(said).not.toMatch(/\bat \S+ \(|:\d+:\d+\)|node_modules|file:\/\/|\.ts:\d/);
  if (method === "HEAD") expect(text).toBe("");
  else await expectDocumented(method, new URL(url).pathname, response);
}
