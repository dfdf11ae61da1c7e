// The app as its callers see it: requests with a token, and responses validated against their documented schemas.
import * as v from "valibot";
import { expect, inject } from "vitest";
import { Receipts } from "../../../src/access/receipts.ts";
import { SigningSecret } from "../../../src/access/signing-secret.ts";
import { type AccessToken, SCOPES, validateTokenAt } from "../../../src/access/token.ts";
import { sha256Hex } from "../../../src/base/hex.ts";
import { type AppOptions, createApp } from "../../../src/http/app.ts";
import { SIGNED_LEASE } from "../../../src/http/guards/item-leases.ts";
import { problem } from "../../../src/http/responses/response-schemas.ts";
import { type NewJob, upstash } from "../../../src/index.ts";
import { toAdapter } from "../../../src/redis/to-adapter.ts";
import { freshQueue, testPrefix } from "../../setup/queue.ts";
import { DOCUMENT, expectDocumented } from "./documented.ts";

/** Returns a random token, and its entry in the options of an app. */
export async function createToken(
  scopes: AccessToken["scopes"],
  queues?: string[],
): Promise<{ token: string; access: AccessToken }> {
  const token = crypto.randomUUID();
  return { token, access: { hash: await sha256Hex(token), scopes, ...(queues ? { queues } : {}) } };
}

/** Creates a queue with jobs, each from an id or from its options, and returns the path of the queue. */
export async function createQueue(...jobs: (string | NewJob<unknown>)[]) {
  const queue = freshQueue<unknown>();
  await queue.enqueueMany(jobs.map((job) => (typeof job === "string" ? { data: { id: job }, id: job } : job)));
  return { name: queue.name, queue, path: `/v1/queues/${queue.name}` };
}

/** The body, headers and token of a request. A body that is not text is sent as JSON. */
export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | undefined;
}

/** Sends a request to a route such as "GET /v1/queues". Without a token it has no Authorization header. */
export async function sendTo(
  app: { request(path: string, init: RequestInit): Response | Promise<Response> },
  route: string,
  { token, body, headers = {} }: RequestOptions,
): Promise<Response> {
  const at = route.indexOf(" ");
  return app.request(route.slice(at + 1), {
    method: route.slice(0, at),
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** Returns an app over the gateway, a token with every scope, and functions that send requests to the app. */
export async function createApi(options: Partial<AppOptions> = {}) {
  const { token, access } = await createToken(SCOPES);
  const redis = upstash({ url: inject("restUrl"), token: inject("token"), retries: 0 });
  const tokens = [access, ...(options.tokens ?? [])];
  const { prefix = testPrefix() } = options;
  // The tests of a run share a prefix, and create thousands of queues.
  const app = createApp({ redis, openapi: DOCUMENT, maxQueues: 1_000_000, ...options, prefix, tokens });

  const secret = new SigningSecret({ adapter: toAdapter(options.redis ?? redis), prefix });

  /** Returns the receipt that this app issues for a lease, for a job that was leased without the app. */
  const issueReceipt = async (queue: string, fence = 0): Promise<string> => {
    const [receipt = ""] = await new Receipts(secret, prefix).issue(validateTokenAt(access, 0), {
      queue,
      fences: [fence],
    });
    return receipt;
  };

  /** Returns a lease of an item, signed as this app signs it. It is not the lease under which the item is held. */
  const signItemLease = async (queue: string, id: string): Promise<string> => {
    const lease = `w.${"0".repeat(40)}`;
    return `${lease}.${await secret.sign([SIGNED_LEASE, prefix, queue, lease, id])}`;
  };

  /** Sends a request, by default with the token of every scope, and validates the response. */
  const send = async (route: string, sent: RequestOptions = {}): Promise<Response> => {
    const response = await sendTo(app, route, { token, ...sent });
    await expectDocumented(route, response);
    return response;
  };

  /** Sends a request, and returns the body of its response after validating its status and schema. */
  const call = async <S extends v.GenericSchema>(
    route: string,
    [status, schema]: [status: number, schema: S],
    sent: RequestOptions = {},
  ): Promise<v.InferOutput<S>> => {
    const response = await send(route, sent);
    const body = await response.json();
    expect({ status: response.status, body }).toMatchObject({ status });
    return v.parse(schema, body);
  };

  /** Sends a request that must be refused with a status and a code, and returns the problem. */
  const expectProblem = async (
    route: string,
    [status, code]: [status: number, code: string],
    sent: RequestOptions = {},
  ): Promise<v.InferOutput<typeof problem>> => {
    const response = await send(route, sent);
    const body = v.parse(problem, await response.json());
    expect({ status: response.status, code: body.code }).toEqual({ status, code });
    expect(body).toMatchObject({ type: `urn:leasehold:${code}`, status, requestId: expect.any(String) });
    if (status === 503 || status === 429) expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    return body;
  };

  return { app, token, send, call, expectProblem, issueReceipt, signItemLease };
}

/** An app, and the functions that send requests to it. */
export type Api = Awaited<ReturnType<typeof createApi>>;
