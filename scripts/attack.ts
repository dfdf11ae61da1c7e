// `npm run test:attack`: fuzzed requests with the tokens of test/attack, in rounds, until 100,000 were sent. `--requests N`
// sends another number. `--seed N` sets the seed of the first round, to repeat a round that failed.
import { randomBytes, randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { startGateway } from "../src/instruments/gateway/server.ts";
import { createTally, playFuzzRound, REQUESTS_PER_ROUND } from "../test/attack/kit/fuzz-round.ts";
import { formatCounts, parseWholeNumber } from "./measuring/command-line.ts";
import { withCleanup } from "./processes/cleanup.ts";
import { useRedis } from "./processes/redis-server.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
  },
});
const total = parseWholeNumber("requests", values.requests);
const firstSeed = parseWholeNumber("seed", values.seed);
const ROUNDS_PER_REPORT = 10;

const startedAt = Date.now();
const tally = createTally();
let isStopped = false;
void untilStopped().then(() => {
  isStopped = true;
});
await withCleanup(async (cleanup) => {
  const redis = cleanup.stopAtEnd(await useRedis());
  const gateway = await startGateway({ redisUrl: redis.url });
  cleanup.add(gateway.close);
  const servers = { restUrl: gateway.url, gatewayToken: gateway.token, redisUrl: redis.url };
  for (let sent = 0, seed = firstSeed; !isStopped && sent < total; sent += REQUESTS_PER_ROUND, seed++) {
    const requests = Math.min(REQUESTS_PER_ROUND, total - sent);
    try {
      const prefix = `leasehold-attack-${randomBytes(4).toString("hex")}`;
      await playFuzzRound({ ...servers, prefix }, { seed, requests, tally });
    } catch (error) {
      console.error(error);
      console.error(`Play it again: npm run test:attack -- --seed ${seed} --requests ${requests}`);
      process.exitCode = 1;
      break;
    }
    if ((seed - firstSeed + 1) % ROUNDS_PER_REPORT === 0) printProgress(`up to seed ${seed}`);
  }
  printProgress(`from seed ${firstSeed}`);
  console.log(`operations reached: ${formatCounts(tally.reached)}`);
  console.log(`refused by Redis: ${formatCounts(tally.refusals) || "none"}`);
});

function printProgress(seeds: string): void {
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(
    `${seconds} s, ${seeds}: ${tally.requests} requests; responses by status: ${formatCounts(tally.statuses)}`,
  );
}
