// Sends every documented operation with every kind of token, and names another tenant's data in it; a sample of these pairs
// unless in `npm run test:long`. The scopes decide
// which requests are refused, no response shows the other tenant's data, and none of this data changes.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { documentedText } from "../http/kit/documented.ts";
import { sampleOf } from "../setup/long.ts";
import type { AttackerToken } from "./kit/attacker-tokens.ts";
import { expectedRefusal } from "./kit/expected-refusal.ts";
import { createOperationRequest, type Target } from "./kit/operation-requests.ts";
import type { RedisState } from "./kit/redis-state.ts";
import { ATTACKER_ID, seedAttacker } from "./kit/seed.ts";
import { freshDatabase } from "./kit/test-database.ts";
import { TwoTenants } from "./kit/two-tenants.ts";

let tenants: TwoTenants;
let before: RedisState;
beforeAll(async () => {
  tenants = await TwoTenants.create(freshDatabase());
  // Remembered replies expire after two minutes, which all requests together may take.
  await tenants.redis.persist(`${tenants.database.prefix}*`);
  before = await tenants.victimState();
});
afterAll(() => tenants.close());

const TITLES = [
  ...["produce", "consume", "see", "cancel", "read", "operate", "admin"],
  "all scopes, bound to queues by name",
  "all scopes, bound to queues by prefix",
  ...["bound to ids", "bound to groups", "expired", "not valid yet", "revoked", "none", "unknown"],
];

const TARGETS: Record<string, () => Target> = {
  "another tenant's queue": () => tenants.victimTarget(),
  "another tenant's job in a shared queue": () => tenants.victimTarget(tenants.shared),
  "its own queue": () => ({ ...tenants.victimTarget(tenants.attacker), id: ATTACKER_ID, tokenName: "own-web" }),
};

test("the victim's mark is in every kind of key that an attack targets", () => {
  const { database, mark } = tenants;
  const keys = Object.keys(before).map((key) => key.replace(`${database.prefix}:`, "").replaceAll(mark, "*"));
  for (const key of ["ready", "delayed", "leased", "failed", "done", "meta", "workers", "events", "seen"])
    expect(keys).toContain(`{theirs-*}:${key}`);
  for (const key of ["audit", "tokens", "queues", "their-items-*:queue", "their-items-*:lease:held-1"])
    expect(keys).toContain(key);
});

/** Removes what the audit log states of refused requests that have named a token of the victim, which the attacker has guessed. */
function withoutGuesses(text: string): string {
  return text.replaceAll(`"route":"POST /v1/tokens","subject":"web-${tenants.mark}","status":403`, "");
}

/** Sends a request to an operation, and returns the faults of the response. */
async function findFaults(
  attacker: AttackerToken,
  { operation, target }: { operation: Operation; target: Target },
): Promise<string[]> {
  const { route, body } = createOperationRequest(operation, target);
  const response = await tenants.send(route, { token: attacker.token, body });
  const text = await documentedText(route, response);
  const { status } = response;
  const refusal = expectedRefusal(attacker, { operation, target });
  const faults: string[] = [];
  const isRefused = status === 401 || status === 403;
  if (operation.scopes && (refusal === undefined ? isRefused || status >= 500 : status !== refusal))
    faults.push(`the status is ${status} instead of ${refusal ?? "that of an accepted request"}`);
  const at = withoutGuesses(text).indexOf(tenants.mark);
  if (at >= 0)
    faults.push(
      `the response shows another tenant's data: ${withoutGuesses(text).slice(Math.max(0, at - 50), at + 100)}`,
    );
  return faults.map((fault) => `${operation.id}: ${fault}`);
}

describe.each(TITLES)("a token (%s)", (title) => {
  test.each(Object.keys(TARGETS))(
    "neither reads nor changes another tenant's data by requests that name %s",
    async (name) => {
      const attacker = tenants.attackerTokens.find((each) => each.title === title) as AttackerToken;
      const target = TARGETS[name]?.() as Target;
      if (target.names === tenants.attacker) await seedAttacker(tenants);
      const shared = await tenants.sharedState();
      const faults: string[] = [];
      // In a sample too, each operation gets each target, and several tokens.
      const offset = TITLES.indexOf(title) + 3 * Object.keys(TARGETS).indexOf(name);
      for (const operation of sampleOf(OPERATIONS, { nth: 9, offset })) {
        faults.push(...(await findFaults(attacker, { operation, target })));
        const state = await tenants.victimState();
        expect({ after: operation.id, state }).toEqual({ after: operation.id, state: before });
      }
      expect(faults).toEqual([]);
      expect(await tenants.sharedState()).toEqual(shared);
    },
  );
});

const LISTS = ["/v1/queues", "/metrics", "/v1/tokens", "/v1/audit"];

test.each(LISTS)("GET %s shows each tenant only its own entries", async (path) => {
  const { attacker, victim, mark, shared, victimToken, rootToken } = tenants;
  await seedAttacker(tenants);
  const attackerToken = tenants.attackerToken("all scopes, bound to queues by prefix");
  await tenants.call(`POST /v1/queues/${attacker.queue}/pause`, { token: attackerToken });
  const read = async (token: string) => documentedText(`GET ${path}`, await tenants.send(`GET ${path}`, { token }));
  const [attackers, victims, all] = [await read(attackerToken), await read(victimToken), await read(rootToken)];
  for (const text of [attackers, all]) expect(text).toContain(attacker.queue);
  for (const text of [victims, all]) expect(text).toContain(victim.queue);
  expect(withoutGuesses(attackers)).not.toContain(mark);
  expect(victims.replaceAll(shared.queue, "").replaceAll(shared.items, "")).not.toContain(attacker.queue);
});
