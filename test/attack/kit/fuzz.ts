// Fuzzed requests with the tokens of the matrix, about one's own queues, another tenant's and those of both. Everything that
// is random follows from the seed, but for names, which are new in each round.
import fc from "fast-check";
import { expect } from "vitest";
import { sha256Hex } from "../../../src/base/hex.ts";
import { expectHarmless, type Hostile, hostileRequests, requestOf } from "../../http/kit/hostile.ts";
import { FOREIGN_ID, OWN_ID, refillOwn } from "./fill.ts";
import type { Held } from "./tokens.ts";
import { CRON_SECRET, HOOK_SECRET, type Place, World } from "./world.ts";

/** The requests of a round, each of which finds what those before it have left. */
export const ROUND = 2_000;
// After so many requests the attacker's own queues are filled again.
const REFILLED_EVERY = 20;

/** Counts of one or several rounds. */
export interface Tally {
  requests: number;
  statuses: Map<number, number>;
  /** The operations that were carried out, or found the job in another state. */
  reached: Map<string, number>;
  /** The codes of errors with which Redis refused calls. */
  refusals: Map<string, number>;
}

export const newTally = (): Tally => ({ requests: 0, statuses: new Map(), reached: new Map(), refusals: new Map() });

/** Plays one round, and throws where an answer or the other tenant's state is wrong. */
export async function playRound(place: Place, { seed, requests }: { seed: number; requests: number }, tally: Tally) {
  const world = await World.make(place);
  const logged: unknown[][] = [];
  const { error } = console;
  console.error = (...line) => logged.push(line);
  try {
    const before = await world.foreignState();
    const play = ({ held, hostile }: Attack) => playOne(world, held, hostile, tally);
    await fc.assert(fc.asyncProperty(attacks(world), play), { seed, numRuns: requests, endOnFailure: true });
    expect(await world.foreignState()).toEqual(before);
    expect(logged).toEqual([]);
    expect(Object.prototype).not.toHaveProperty("polluted");
  } finally {
    console.error = error;
    world.close();
  }
}

interface Attack {
  held: Held;
  hostile: Hostile;
}

// Stands for the receipt of the job that is leased when the request is sent.
const OWN_RECEIPT = "the-receipt-of-own-job";

function attacks({ held, own, foreign, shared, foreignReceipt }: World): fc.Arbitrary<Attack> {
  const requests = fc.oneof(
    { weight: 4, arbitrary: hostileRequests({ ...own, id: OWN_ID, receipt: OWN_RECEIPT }) },
    { weight: 3, arbitrary: hostileRequests({ ...foreign, id: FOREIGN_ID, receipt: foreignReceipt }) },
    { weight: 1, arbitrary: hostileRequests({ ...shared, id: FOREIGN_ID, receipt: foreignReceipt }) },
  );
  // Most tokens are refused at once, so those of all scopes come more often.
  const tokens = fc.oneof(fc.constantFrom(...held), fc.constantFrom(...held.filter(({ title }) => /^all/.test(title))));
  return fc.record({ held: tokens, hostile: requests });
}

async function playOne(world: World, { token }: Held, hostile: Hostile, tally: Tally): Promise<void> {
  if (tally.requests % REFILLED_EVERY === 0) await refillOwn(world);
  const { body } = hostile;
  const sent = typeof body === "string" ? body.replaceAll(OWN_RECEIPT, world.ownReceipt) : body;
  const request = requestOf({ ...hostile, body: sent }, token ?? "");
  if (!request) return;
  if (token === undefined) request.headers.delete("Authorization");
  world.refusals = [];
  const response = await world.app.fetch(request);
  const own = token === undefined ? [] : [token, await sha256Hex(token)];
  await expectHarmless(request, response, [world.mark, world.place.gatewayToken, CRON_SECRET, HOOK_SECRET, ...own]);
  const { status } = response;
  if (status === 503) expect(world.refusals).not.toEqual([]);
  tally.requests += 1;
  count(tally.statuses, status);
  for (const code of world.refusals) count(tally.refusals, code);
  const { id, method } = hostile.operation;
  if ((response.ok || status === 409) && hostile.method === method.toUpperCase()) count(tally.reached, id);
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
