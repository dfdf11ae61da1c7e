// A round of fuzzed requests with the attacker's tokens to the queues of the attacker, of the victim and of both.
// The seed determines the requests, except for names, which are new in each round.

import fc from "fast-check";
import { expect } from "vitest";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import { sha256Hex } from "../../../src/base/hex.ts";
import { expectHarmless } from "../../http/kit/harmless.ts";
import { type HostileRequest, hostileRequests, toRequest } from "../../http/kit/hostile-requests.ts";
import type { AttackerToken } from "./attacker-tokens.ts";
import { ATTACKER_ID, seedAttackerLease, VICTIM_ID } from "./seed.ts";
import type { TestDatabase } from "./test-database.ts";
import { CRON_SECRET, HOOK_SECRET, TwoTenants } from "./two-tenants.ts";

/** The number of requests in a round. Each works on the state that the earlier ones have left. */
export const REQUESTS_PER_ROUND = 40 * OPERATIONS.length;
// After this number of requests the attacker's own queues are filled again.
const REQUESTS_PER_SEED = 20;

/** Counts of one or several rounds. */
export interface Tally {
  requests: number;
  statuses: Map<number, number>;
  /** The operations that were carried out, or were refused because of the state of the job. */
  reached: Map<string, number>;
  /** The codes of the errors with which Redis refused calls. */
  refusals: Map<string, number>;
}

/** Creates an empty tally. */
export function createTally(): Tally {
  return { requests: 0, statuses: new Map(), reached: new Map(), refusals: new Map() };
}

/** Sends random requests of an attacker. Throws if a response, a log line or the victim's state is wrong. */
export async function playFuzzRound(
  database: TestDatabase,
  { seed, requests, tally }: { seed: number; requests: number; tally: Tally },
): Promise<void> {
  const tenants = await TwoTenants.create(database);
  const logged: unknown[][] = [];
  const { error } = console;
  console.error = (...line) => logged.push(line);
  try {
    const before = await tenants.victimState();
    const play = (attack: Attack) => playAttack(tenants, { ...attack, tally });
    await fc.assert(fc.asyncProperty(attacksOn(tenants), play), { seed, numRuns: requests, endOnFailure: true });
    expect(await tenants.victimState()).toEqual(before);
    expect(logged).toEqual([]);
    expect(Object.prototype).not.toHaveProperty("polluted");
  } finally {
    console.error = error;
    tenants.close();
  }
}

interface Attack {
  attacker: AttackerToken;
  hostile: HostileRequest;
}

// Replaced by the receipt of the job that the attacker has leased when the request is sent.
const ATTACKER_RECEIPT = "the-receipt-of-own-job";

/** Generates requests to the queues of both tenants, each with a token of the attacker. */
function attacksOn({ attackerTokens, attacker, victim, shared, victimReceipt }: TwoTenants): fc.Arbitrary<Attack> {
  const requests = fc.oneof(
    { weight: 4, arbitrary: hostileRequests({ ...attacker, id: ATTACKER_ID, receipt: ATTACKER_RECEIPT }) },
    { weight: 3, arbitrary: hostileRequests({ ...victim, id: VICTIM_ID, receipt: victimReceipt }) },
    { weight: 1, arbitrary: hostileRequests({ ...shared, id: VICTIM_ID, receipt: victimReceipt }) },
  );
  // Most tokens are refused at once, so those with all scopes are more frequent.
  const strong = attackerTokens.filter(({ title }) => title.startsWith("all scopes"));
  const tokens = fc.oneof(fc.constantFrom(...attackerTokens), fc.constantFrom(...strong));
  return fc.record({ attacker: tokens, hostile: requests });
}

/** Sends an attack, expects that the response is harmless, and counts it. */
async function playAttack(
  tenants: TwoTenants,
  { attacker: { token }, hostile, tally }: Attack & { tally: Tally },
): Promise<void> {
  if (tally.requests % REQUESTS_PER_SEED === 0) await seedAttackerLease(tenants);
  const body =
    typeof hostile.body === "string"
      ? hostile.body.replaceAll(ATTACKER_RECEIPT, tenants.attackerReceipt)
      : hostile.body;
  const request = toRequest({ ...hostile, body }, token ?? "");
  if (!request) return;
  if (token === undefined) request.headers.delete("Authorization");
  tenants.refusals = [];
  const response = await tenants.app.fetch(request);
  const secrets = [tenants.mark, tenants.database.gatewayToken, CRON_SECRET, HOOK_SECRET];
  if (token !== undefined) secrets.push(token, await sha256Hex(token));
  await expectHarmless(request, response, secrets);
  const { status } = response;
  if (status === 503) expect(tenants.refusals).not.toEqual([]);
  tally.requests += 1;
  increment(tally.statuses, status);
  for (const code of tenants.refusals) increment(tally.refusals, code);
  const { id, method } = hostile.operation;
  if ((response.ok || status === 409) && hostile.method === method.toUpperCase()) increment(tally.reached, id);
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
