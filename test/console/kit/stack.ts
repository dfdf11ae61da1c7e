// A real stack for the page: the app and the console's files on Node, over the gateway and Redis of the test run.
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { inject } from "vitest";
import { sha256Hex } from "../../../src/base/hex.ts";
import { consoleRoutes } from "../../../src/console.ts";
import { cleanAll } from "../../../src/cron/clean-all.ts";
import { type AccessToken, createApp, type Scope } from "../../../src/http.ts";
import { Queue, type QueueOptions, upstash } from "../../../src/index.ts";
import { testPrefix } from "../../setup/queue.ts";

/**
 * The tokens of a stack. `reader` may not act, `producer` may not read, `tenant` reads queues that begin with "tenant-", and `member`
 * sees and cancels jobs of the group "customer-7".
 */
export type TokenName = "operator" | "reader" | "producer" | "tenant" | "member";

/** A running stack. */
export interface Stack {
  /** The origin of the API; the console is below /console/. */
  url: string;
  tokens: Record<TokenName, string>;
  /** Returns a queue of this stack. */
  queue<T = unknown>(name: string, options?: Partial<QueueOptions<T>>): Queue<T>;
  /** Cleans all queues, as a cron does. */
  clean(kind: "light" | "deep", options?: { now?: () => number }): Promise<unknown>;
  /** The paths of the requests so far, with their methods. */
  requests: string[];
  /** Answers requests in place of the app until it is unset; it may return undefined to let one pass. */
  intercept: ((request: Request) => Response | Promise<Response> | undefined) | undefined;
  stop(): Promise<void>;
}

const SCOPES: Record<TokenName, readonly Scope[]> = {
  operator: ["read", "operate"],
  reader: ["read"],
  producer: ["produce"],
  tenant: ["read"],
  member: ["see", "cancel"],
};

const RESTRICTIONS: Partial<Record<TokenName, Pick<AccessToken, "queues" | "groups">>> = {
  tenant: { queues: ["tenant-*"] },
  member: { groups: ["customer-7"] },
};

/** The console and the API of a stack on two origins. */
export interface StackOptions {
  /** The origins of other APIs that the console may speak to. */
  apis?: readonly string[];
  /** The origins whose pages the API serves, beside its own; read with each request. */
  pages?: readonly string[];
}

/** Starts a stack whose keys have a prefix of their own. */
export async function startStack({ apis = [], pages = [] }: StackOptions = {}): Promise<Stack> {
  const prefix = `${testPrefix()}:console-${crypto.randomUUID().slice(0, 8)}`;
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  const tokens = {} as Stack["tokens"];
  const accepted: AccessToken[] = [];
  for (const [name, scopes] of Object.entries(SCOPES) as [TokenName, readonly Scope[]][]) {
    tokens[name] = crypto.randomUUID();
    const hash = await sha256Hex(tokens[name]);
    accepted.push({ name, hash, scopes, ...RESTRICTIONS[name] });
  }
  const queue: Stack["queue"] = (name, options = {}) =>
    new Queue(name, { redis, prefix, logger: false, ...options } as QueueOptions<never>);
  const requests: string[] = [];
  const stack: Pick<Stack, "intercept"> = { intercept: undefined };
  const app = new Hono()
    .use(async (c, next) => {
      requests.push(`${c.req.method} ${c.req.path}`);
      const response = await stack.intercept?.(c.req.raw);
      return response ?? next();
    })
    .use(
      cors({
        origin: (origin) => (pages.includes(origin) ? origin : null),
        allowHeaders: ["Authorization", "Content-Type"],
      }),
    )
    .route("/console", consoleRoutes({ apis }))
    .route("/", createApp({ redis, prefix, tokens: accepted }));
  const address = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, address.resolve);
  const { port } = await address.promise;
  return Object.assign(stack, {
    url: `http://127.0.0.1:${port}`,
    tokens,
    queue,
    clean: (kind: "light" | "deep", options: { now?: () => number } = {}) =>
      cleanAll(kind, { redis, prefix, ...options }),
    requests,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  });
}
