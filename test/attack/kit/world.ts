// Two tenants behind one app: one whose queues, tokens and audit entries must stay as they are and unseen, and one that
// attacks. Everything that is the first one's holds its mark, names included.
import type { AccessToken } from "../../../src/access/token.ts";
import { SCOPES } from "../../../src/access/token.ts";
import { type App, createApp } from "../../../src/http/app.ts";
import type { OpenApiDocument } from "../../../src/http/routes/openapi-route.ts";
import { upstash } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { decorateAdapter } from "../../../src/redis/decorate-adapter.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { sharedSecret } from "../../../src/webhooks.ts";
import { DOCUMENT } from "../../http/kit/documented.ts";
import { fillForeign, fillOwn } from "./fill.ts";
import { type State, StateReader } from "./state.ts";
import { configuredTokens, type Held, newPair } from "./tokens.ts";

/** Where Redis is, and the prefix that no other test uses. */
export interface Place {
  restUrl: string;
  gatewayToken: string;
  redisUrl: string;
  prefix: string;
}

/** The names of a tenant: of its queue, its redis-work-queue, and what is in them. */
export interface Names {
  queue: string;
  items: string;
}

export const CRON_SECRET = "the-secret-of-the-crons";
export const HOOK_SECRET = "the-secret-of-the-shop";

/** A request with a token; the body is sent as JSON. */
export interface Asked {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The app with its tenants. */
export class World {
  readonly place: Place;
  readonly mark = `m4rk-${crypto.randomUUID()}`;
  readonly foreign: Names = { queue: `theirs-${this.mark}`, items: `their-items-${this.mark}` };
  readonly own: Names;
  readonly shared: Names;
  /** Can do everything. */
  root = "";
  /** The other tenant's: all scopes, for its queues and the shared ones. */
  victim = "";
  held: Held[] = [];
  /** The receipt of a job that the other tenant holds. */
  foreignReceipt = "";
  /** The receipt of a job that the attacker holds. */
  ownReceipt = "";
  app!: App;
  reader!: StateReader;
  /** The codes of errors with which Redis, or the gateway, refused a call since the last request. */
  refusals: string[] = [];

  private constructor(place: Place) {
    this.place = place;
    const begin = `own-${crypto.randomUUID().slice(0, 8)}`;
    this.own = { queue: begin, items: `${begin}-items` };
    this.shared = { queue: `shared-${begin}`, items: `shared-items-${begin}` };
  }

  static async make(place: Place): Promise<World> {
    const world = new World(place);
    world.reader = await StateReader.open(place.redisUrl);
    const { own, shared, mark } = world;
    const { held, configured } = await configuredTokens({
      begin: own.queue,
      names: [own.queue, own.items],
      shared: [shared.queue, shared.items],
    });
    const [root, victim] = [await newPair(), await newPair()];
    const queues = Object.values({ ...world.foreign }).concat(Object.values(shared));
    world.app = world.#newApp([
      ...configured,
      { hash: root.hash, name: "root", scopes: SCOPES },
      { hash: victim.hash, name: `victim-${mark}`, scopes: SCOPES, queues },
    ]);
    world.root = root.token;
    world.victim = victim.token;
    world.held = [
      ...held,
      { title: "revoked", token: await world.#revokedToken(), access: undefined },
      { title: "none", token: undefined, access: undefined },
      { title: "a stranger's", token: (await newPair()).token, access: undefined },
    ];
    await fillForeign(world);
    await fillOwn(world);
    return world;
  }

  close(): void {
    this.reader.close();
  }

  /** Everything that is the other tenant's. */
  foreignState(): Promise<State> {
    return this.reader.holding(this.place.prefix, this.mark);
  }

  /** Everything in the queues that both tenants use. */
  sharedState(): Promise<State> {
    return this.reader.holding(this.place.prefix, this.shared.queue);
  }

  /** The key that begins those of a redis-work-queue. */
  itemsPrefix(name: string): string {
    return `${this.place.prefix}:${name}`;
  }

  /** Returns the held token of a title. */
  token(title: string): string {
    const found = this.held.find((each) => each.title === title);
    if (found?.token === undefined) throw new Error(`no token: ${title}`);
    return found.token;
  }

  async ask(method: string, path: string, { token, body, headers = {} }: Asked = {}): Promise<Response> {
    this.refusals = [];
    return this.app.request(path, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Asks for something that must be done, and returns the reply. */
  async must<Reply = unknown>(method: string, path: string, asked: Asked): Promise<Reply> {
    const response = await this.ask(method, path, asked);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Reply;
  }

  #newApp(tokens: AccessToken[]): App {
    const { restUrl, gatewayToken, prefix } = this.place;
    const client = upstash({ url: restUrl, token: gatewayToken, retries: 0 });
    const redis = decorateAdapter(client, {
      runMany: undefined,
      run: (...call) =>
        client.run(...call).catch((error) => {
          this.refusals.push(String((error as { code?: unknown }).code ?? error));
          throw error;
        }),
    });
    const { foreign, own, shared } = this;
    const items = [foreign.items, own.items, shared.items];
    const queues = [foreign.queue, own.queue, shared.queue];
    return createApp({
      redis,
      prefix,
      tokens,
      storedTokens: true,
      queues: Object.fromEntries(queues.map((name) => [name, { retention: { done: "1d" as const } }])),
      redisWorkQueues: (adapter: Adapter) =>
        Object.fromEntries(
          items.map((name) => [name, new RedisWorkQueue(this.itemsPrefix(name), { redis: adapter, now: Date.now })]),
        ),
      sources: { shop: { verify: sharedSecret(HOOK_SECRET), queue: own.queue } },
      cron: { secret: CRON_SECRET, light: async () => ({}), deep: async () => ({}) },
      openapi: DOCUMENT as OpenApiDocument,
    });
  }

  /** Makes a stored token that may do everything, uses it, and revokes it. */
  async #revokedToken(): Promise<string> {
    const token = this.root;
    const body = { name: "revoked", scopes: SCOPES };
    const made = await this.must<{ token: string }>("POST", "/v1/tokens", { token, body });
    await this.must("GET", "/v1/queues", { token: made.token });
    await this.must("POST", "/v1/tokens/revoke", { token, body: { name: "revoked" } });
    return made.token;
  }
}
