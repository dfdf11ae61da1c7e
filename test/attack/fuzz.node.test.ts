// One round of fuzzed requests with the tokens of the matrix; `npm run test:attack` plays many.
import { expect, test } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { newTally, playRound, ROUND } from "./kit/fuzz.ts";
import { freshPlace } from "./kit/place.ts";

const SEED = 20_261_119;

// Those that need a secret of their own.
const SIGNED = ["receiveWebhook", "wake", "lightCron", "deepCron"];

test("fuzzed requests with any token show and change nothing of another tenant", async () => {
  const tally = newTally();
  await playRound(freshPlace(), { seed: SEED, requests: ROUND }, tally);
  expect(tally.requests).toBeGreaterThan(ROUND * 0.9);
  expect(tally.refusals).toEqual(new Map());
  const open = OPERATIONS.map(({ id }) => id).filter((id) => !SIGNED.includes(id));
  // A round has some 40 requests for each operation, most of them with a token that may not, or with something odd in them.
  expect(open.filter((id) => tally.reached.has(id)).length).toBeGreaterThan(0.85 * open.length);
}, 60_000);
