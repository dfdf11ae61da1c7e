// One round of fuzzed requests with the attacker's tokens. `npm run test:attack` plays many rounds.
import { expect, test } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { createTally, playFuzzRound, REQUESTS_PER_ROUND } from "./kit/fuzz-round.ts";
import { freshDatabase } from "./kit/test-database.ts";

const SEED = 20_261_119;

// Operations that are authorized by a secret of their own instead of a token.
const OWN_SECRET = ["receiveWebhook", "wake", "lightCron", "deepCron"];

test("fuzzed requests with any token neither show nor change anything of another tenant", async () => {
  const tally = createTally();
  await playFuzzRound(freshDatabase(), { seed: SEED, requests: REQUESTS_PER_ROUND, tally });
  expect(tally.requests).toBeGreaterThan(REQUESTS_PER_ROUND * 0.9);
  expect(tally.refusals).toEqual(new Map());
  const operations = OPERATIONS.map(({ id }) => id).filter((id) => !OWN_SECRET.includes(id));
  // A round has some 40 requests for each operation. Most have a token without the right, or something odd.
  expect(operations.filter((id) => tally.reached.has(id)).length).toBeGreaterThan(0.85 * operations.length);
}, 60_000);
