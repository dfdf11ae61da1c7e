// Tokens that a tenant creates: none of them reaches another tenant's data, whatever rights the tenant requests.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { SCOPES } from "../../src/access/token.ts";
import { documentedText } from "../http/kit/documented.ts";
import { amountOf } from "../setup/long.ts";
import { createOperationRequest } from "./kit/operation-requests.ts";
import type { RedisState } from "./kit/redis-state.ts";
import { seedAttacker } from "./kit/seed.ts";
import { freshDatabase } from "./kit/test-database.ts";
import { TwoTenants } from "./kit/two-tenants.ts";

const SEED = 20_261_119;
const CREATORS = ["admin", "all scopes, bound to queues by name", "all scopes, bound to queues by prefix"];

let tenants: TwoTenants;
let before: RedisState;
beforeAll(async () => {
  tenants = await TwoTenants.create(freshDatabase());
  before = await tenants.victimState();
});
afterAll(() => tenants.close());

/** Generates the bodies of requests for tokens: patterns around the names of all queues, and any scopes. */
function tokenBodies({ attacker, victim, shared, mark }: TwoTenants): fc.Arbitrary<{ queues: string[] }> {
  const names = [attacker, victim, shared].flatMap(({ queue, items }) => [queue, items]);
  const ends = fc.constantFrom("", "*", "**", "*x", "\n*", " ", "\u2028*", "-*", ":*");
  const oddPattern = fc
    .tuple(fc.constantFrom(...names, "*", "[a-z]*", ".*", ""), fc.oneof(fc.constant(0), fc.nat(60)), ends)
    .map(([name, length, end]) => name.slice(0, length || name.length) + end);
  const pattern = fc.oneof(fc.constantFrom(attacker.queue, attacker.items), oddPattern);
  const required = {
    name: fc.constant("created"),
    scopes: fc.oneof(fc.constant(["admin"]), fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 })),
    queues: fc.array(pattern, { minLength: 1, maxLength: 2 }),
  };
  const optional = fc.record(
    {
      name: fc.constantFrom("root", `web-${mark}`, "revoked", `victim-${mark}`),
      ids: fc.constantFrom(["*"], ["mine-*"], [""]),
      expires: fc.constantFrom(0, 2 ** 53, 1e21, Date.now() + 60_000),
      limits: fc.constantFrom({}, { waits: 1e9 }, { queues: 1e9 }, { requests: 1e9 }),
    },
    { requiredKeys: [] },
  );
  const extra = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: optional });
  return fc.tuple(fc.record(required), extra).map(([body, more]) => ({ ...body, ...more }));
}

test.each(CREATORS)("no token that a tenant creates reaches another tenant (the creator: %s)", async (title) => {
  const target = tenants.victimTarget();
  let created = 0;
  const numRuns = amountOf({ usual: 80, long: 250 });
  await fc.assert(
    fc.asyncProperty(tokenBodies(tenants), fc.constantFrom(...OPERATIONS.map(({ id }) => id)), async (body, id) => {
      const response = await tenants.send("POST /v1/tokens", { token: tenants.attackerToken(title), body });
      expect([201, 400, 403, 409, 422]).toContain(response.status);
      if (response.status !== 201) return;
      created += 1;
      expect(body.queues.filter((pattern) => !pattern.startsWith(tenants.attacker.queue))).toEqual([]);
      const { token, name } = (await response.json()) as { token: string; name: string };
      await seedAttacker(tenants);
      const operation = OPERATIONS.find((each) => each.id === id) as Operation;
      const { route, body: sent } = createOperationRequest(operation, target);
      const text = await documentedText(route, await tenants.send(route, { token, body: sent }));
      expect(text).not.toContain(tenants.mark);
      await tenants.call("POST /v1/tokens/revoke", { token: tenants.rootToken, body: { name } });
      expect(await tenants.victimState()).toEqual(before);
    }),
    { seed: SEED, numRuns },
  );
  expect(created).toBeGreaterThan(numRuns / 13);
});
