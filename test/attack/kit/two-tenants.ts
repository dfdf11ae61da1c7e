// Two tenants of one app: a victim, whose queues, tokens and audit entries must stay unchanged and hidden, and an attacker.
// The mark of the victim is in everything that belongs to it, names included.
import type { AccessToken } from "../../../src/access/token.ts";
import { SCOPES } from "../../../src/access/token.ts";
import { type App, createApp } from "../../../src/http/app.ts";
import type { OpenApiDocument } from "../../../src/http/routes/service/openapi-route.ts";
import { upstash } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { decorateAdapter } from "../../../src/redis/decorate-adapter.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { sharedSecret } from "../../../src/webhooks.ts";
import { createToken, type RequestOptions, sendTo } from "../../http/kit/api.ts";
import { DOCUMENT } from "../../http/kit/documented.ts";
import { type AttackerToken, createAttackerTokens } from "./attacker-tokens.ts";
import type { QueueNames, Target } from "./operation-requests.ts";
import { type RedisState, RedisStateReader } from "./redis-state.ts";
import { seedAttacker, seedVictim, VICTIM_ID, VICTIM_WORKER } from "./seed.ts";
import type { TestDatabase } from "./test-database.ts";

/** The secret of the app's crons. */
export const CRON_SECRET = "the-secret-of-the-crons";
/** The secret of the app's source of webhooks. */
export const HOOK_SECRET = "the-secret-of-the-shop";

/** An app with its two tenants, both seeded. */
export class TwoTenants {
  readonly database: TestDatabase;
  readonly mark = `m4rk-${crypto.randomUUID()}`;
  readonly victim: QueueNames = { queue: `theirs-${this.mark}`, items: `their-items-${this.mark}` };
  readonly attacker: QueueNames;
  readonly shared: QueueNames;
  /** A token of the operator, with all rights. */
  rootToken = "";
  /** A token of the victim: all scopes, for its queues and the shared ones. */
  victimToken = "";
  attackerTokens: AttackerToken[] = [];
  /** The receipt of a job that the victim has leased. */
  victimReceipt = "";
  /** The receipt of a job that the attacker has leased. */
  attackerReceipt = "";
  app!: App;
  redis!: RedisStateReader;
  /** The codes of the errors with which Redis or the gateway refused calls since the last request. */
  refusals: string[] = [];

  private constructor(database: TestDatabase) {
    this.database = database;
    const prefix = `own-${crypto.randomUUID().slice(0, 8)}`;
    this.attacker = { queue: prefix, items: `${prefix}-items` };
    this.shared = { queue: `shared-${prefix}`, items: `shared-items-${prefix}` };
  }

  /** Creates the app and all tokens, and fills the queues of both tenants. */
  static async create(database: TestDatabase): Promise<TwoTenants> {
    const tenants = new TwoTenants(database);
    tenants.redis = await RedisStateReader.open(database.redisUrl);
    const { attacker, victim, shared, mark } = tenants;
    const { tokens, configured } = await createAttackerTokens({
      prefix: attacker.queue,
      names: Object.values(attacker),
      shared: Object.values(shared),
    });
    const victimQueues = [...Object.values(victim), ...Object.values(shared)];
    const [rootToken, victimToken] = [await createToken(SCOPES), await createToken(SCOPES, victimQueues)];
    tenants.app = tenants.#createApp([
      ...configured,
      { ...rootToken.access, name: "root" },
      { ...victimToken.access, name: `victim-${mark}` },
    ]);
    tenants.rootToken = rootToken.token;
    tenants.victimToken = victimToken.token;
    tenants.attackerTokens = [
      ...tokens,
      { title: "revoked", token: await tenants.#createRevokedToken(), rights: undefined },
      { title: "none", token: undefined, rights: undefined },
      { title: "unknown", token: (await createToken(SCOPES)).token, rights: undefined },
    ];
    await seedVictim(tenants);
    await seedAttacker(tenants);
    return tenants;
  }

  close(): void {
    this.redis.close();
  }

  /** Returns everything in Redis that belongs to the victim. */
  victimState(): Promise<RedisState> {
    return this.redis.readContaining(this.database.prefix, this.mark);
  }

  /**
   * Returns everything in the queues that both tenants use, but for the replies to requests that changed nothing, such as a
   * cancel of an unknown job, and the ticks of these requests.
   */
  async sharedState(): Promise<RedisState> {
    const state = await this.redis.readContaining(this.database.prefix, this.shared.queue);
    const entries = Object.entries(state).filter(([key]) => !/:replies:\d+$/.test(key));
    return Object.fromEntries(entries.map(([key, text]) => [key, text.replace(/^(head 2 [a-z]* )\d+/m, "$1")]));
  }

  /** Returns the victim's job, worker and token in some queues as a target, by names that the attacker has guessed. */
  victimTarget(names = this.victim): Target {
    const { mark, victimReceipt } = this;
    return { names, id: VICTIM_ID, receipt: victimReceipt, worker: VICTIM_WORKER, tokenName: `web-${mark}` };
  }

  /** Returns the prefix of the keys of a redis-work-queue. */
  itemsPrefix(name: string): string {
    return `${this.database.prefix}:${name}`;
  }

  /** Returns the attacker's token of a title. */
  attackerToken(title: string): string {
    const found = this.attackerTokens.find((each) => each.title === title);
    if (found?.token === undefined) throw new Error(`there is no token "${title}"`);
    return found.token;
  }

  /** Sends a request to a route such as "GET /v1/queues". */
  async send(route: string, options: RequestOptions = {}): Promise<Response> {
    this.refusals = [];
    return sendTo(this.app, route, options);
  }

  /** Sends a request that must succeed, and returns the body of its response. */
  async call<Body = unknown>(route: string, options: RequestOptions): Promise<Body> {
    const response = await this.send(route, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Body;
  }

  /** Creates the app with the queues of all tenants, and records the errors with which Redis refuses its calls. */
  #createApp(tokens: AccessToken[]): App {
    const { restUrl, gatewayToken, prefix } = this.database;
    const client = upstash({ url: restUrl, token: gatewayToken, retries: 0 });
    const redis = decorateAdapter(client, {
      runMany: undefined,
      run: (...call) =>
        client.run(...call).catch((error) => {
          this.refusals.push(String((error as { code?: unknown }).code ?? error));
          throw error;
        }),
    });
    const tenants = [this.victim, this.attacker, this.shared];
    return createApp({
      redis,
      prefix,
      tokens,
      storedTokens: true,
      queues: Object.fromEntries(tenants.map(({ queue }) => [queue, { retention: { done: "1d" as const } }])),
      redisWorkQueues: (adapter: Adapter) =>
        Object.fromEntries(
          tenants.map(({ items }) => [
            items,
            new RedisWorkQueue(this.itemsPrefix(items), { redis: adapter, now: Date.now }),
          ]),
        ),
      sources: { shop: { verify: sharedSecret(HOOK_SECRET), queue: this.attacker.queue } },
      cron: { secret: CRON_SECRET, light: async () => ({}), deep: async () => ({}) },
      openapi: DOCUMENT as OpenApiDocument,
    });
  }

  /** Creates a stored token with all rights, uses it, and revokes it. */
  async #createRevokedToken(): Promise<string> {
    const token = this.rootToken;
    const body = { name: "revoked", scopes: SCOPES };
    const created = await this.call<{ token: string }>("POST /v1/tokens", { token, body });
    await this.call("GET /v1/queues", { token: created.token });
    await this.call("POST /v1/tokens/revoke", { token, body: { name: "revoked" } });
    return created.token;
  }
}
