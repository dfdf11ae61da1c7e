// The app as its callers see it: requests with a token, and replies held against the schemas that document them.
import * as v from "valibot";
import { expect, inject } from "vitest";
import { Receipts } from "../../../src/access/receipts.ts";
import { Secret } from "../../../src/access/secret.ts";
import { type AccessToken, SCOPES, validateTokenAt } from "../../../src/access/token.ts";
import { sha256Hex } from "../../../src/base/hex.ts";
import { type AppOptions, createApp } from "../../../src/http/app.ts";
import { signatureOf } from "../../../src/http/guards/item-leases.ts";
import { problem } from "../../../src/http/responses/response-schemas.ts";
import { upstash } from "../../../src/index.ts";
import { toAdapter } from "../../../src/redis/to-adapter.ts";
import { testPrefix } from "../../setup/queue.ts";
import { DOCUMENT, expectDocumented } from "./documented.ts";

/** A token with every scope. */
const ALL = SCOPES;

/** A token, and how the app is told of it. */
export async function tokenWith(
  scopes: AccessToken["scopes"],
  queues?: string[],
): Promise<{ token: string; access: AccessToken }> {
  const token = crypto.randomUUID();
  return { token, access: { hash: await sha256Hex(token), scopes, ...(queues ? { queues } : {}) } };
}

/** What one request says beside its method and path. */
export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
}

/** An app over the gateway, and a way to ask it. */
export async function makeApi(options: Partial<AppOptions> = {}) {
  const { token, access } = await tokenWith(ALL);
  const redis = upstash({ url: inject("restUrl"), token: inject("token"), retries: 0 });
  const tokens = [access, ...(options.tokens ?? [])];
  const { prefix = testPrefix() } = options;
  // The tests of a run share a prefix, and make thousands of queues.
  const app = createApp({ redis, openapi: DOCUMENT, maxQueues: 1_000_000, ...options, prefix, tokens });

  const secret = new Secret(toAdapter(options.redis ?? redis), prefix);

  /** Returns the receipt that a lease over this app would have had, for a job that was leased in another way. */
  const receiptOf = async (queue: string, fence = 0): Promise<string> => {
    const [receipt = ""] = await new Receipts(secret, prefix).issue(validateTokenAt(access, 0), queue, [fence]);
    return receipt;
  };

  /** Returns the lease of an item as this app would have signed it. */
  const leaseOf = async (queue: string, id: string, lease = `w.${"0".repeat(40)}`): Promise<string> =>
    `${lease}.${await signatureOf(secret, [prefix, queue, lease, id])}`;

  /** Asks, and holds the reply to the document. */
  const send = async (method: string, path: string, { body, headers = {}, token: other = token }: Sent = {}) => {
    const response = await app.request(path, {
      method,
      headers: {
        Authorization: `Bearer ${other}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    await expectDocumented(method, path, response);
    return response;
  };

  /** Asks, and holds the reply to a status and a schema. */
  const ask = async <S extends v.GenericSchema>(
    [method, path]: [method: string, path: string],
    status: number,
    schema: S,
    sent: Sent = {},
  ): Promise<v.InferOutput<S>> => {
    const response = await send(method, path, sent);
    const reply = await response.json();
    expect({ status: response.status, reply }).toMatchObject({ status });
    return v.parse(schema, reply);
  };

  /** Asks for something that cannot be had, and gives back the problem. */
  const refused = async (route: [string, string], status: number, code: string, sent: Sent = {}) => {
    const response = await send(...route, sent);
    const reply = v.parse(problem, await response.json());
    expect({ status: response.status, code: reply.code }).toEqual({ status, code });
    expect(reply).toMatchObject({ type: `urn:leasehold:${code}`, status, requestId: expect.any(String) });
    if (status === 503 || status === 429) expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    return reply;
  };

  return { app, token, send, ask, refused, receiptOf, leaseOf };
}
