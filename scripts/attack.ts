// `npm run test:attack`: fuzzed requests with the tokens of test/attack, in rounds, until 100,000 were sent.
// --requests N, --seed N; the seed that a failure prints plays its round again.
import { randomBytes, randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { startGateway } from "../src/instruments/gateway/server.ts";
import { createTally, playRound, REQUESTS_PER_ROUND } from "../test/attack/kit/fuzz-round.ts";
import { Cleanup } from "./processes/cleanup.ts";
import { useRedis } from "./processes/redis-server.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

const { values } = parseArgs({ options: { requests: { type: "string" }, seed: { type: "string" } } });
const total = wholeOf("requests", values.requests ?? "100000");
const first = wholeOf("seed", values.seed ?? String(randomInt(2 ** 31)));

const begun = Date.now();
const cleanup = new Cleanup();
const tally = createTally();
let isOver = false;
void untilStopped().then(() => {
  isOver = true;
});
const redis = await useRedis();
cleanup.add(redis.stop);
try {
  const gateway = await startGateway({ redisUrl: redis.url });
  cleanup.add(gateway.close);
  const place = { restUrl: gateway.url, gatewayToken: gateway.token, redisUrl: redis.url };
  for (let sent = 0, seed = first; !isOver && sent < total; sent += REQUESTS_PER_ROUND, seed++) {
    const requests = Math.min(REQUESTS_PER_ROUND, total - sent);
    try {
      const prefix = `leasehold-attack-${randomBytes(4).toString("hex")}`;
      await playRound({ ...place, prefix }, { seed, requests, tally });
    } catch (error) {
      console.error(error);
      console.error(`Play it again: npm run test:attack -- --seed ${seed} --requests ${requests}`);
      process.exitCode = 1;
      break;
    }
    if ((seed - first) % 10 === 9) report(seed);
  }
  report();
} finally {
  await cleanup.run();
}

function report(seed?: number): void {
  const seconds = Math.round((Date.now() - begun) / 1_000);
  const until = seed === undefined ? `from seed ${first}` : `up to seed ${seed}`;
  console.log(`${seconds} s, ${until}: ${tally.requests} requests; statuses ${listed(tally.statuses)}`);
  if (seed !== undefined) return;
  console.log(`reached: ${listed(tally.reached)}`);
  console.log(`refused by Redis: ${listed(tally.refusals) || "none"}`);
}

function listed(counts: ReadonlyMap<string | number, number>): string {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, times]) => `${name} ${times}`).join(", ");
}

function wholeOf(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}
