// Every order of the steps of small cases, with a lost reply or a dead actor at each point: a sample of them, and all in
// `npm run test:long`. There, LEASEHOLD_FAULTS=2 plays two faults at once, which takes a few minutes.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import type { Adapter } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { amountOf, sampleOf } from "../setup/long.ts";
import { type Damage, withDamage } from "../testing/kit/damaged-scripts.ts";
import { CASES } from "./cases.ts";
import { interleavingsOf } from "./orders.ts";
import { type Case, playInterleaving } from "./play-interleaving.ts";

const MAX_FAULTS = Number(process.env.LEASEHOLD_FAULTS ?? 1);
// The number of interleavings that are played concurrently, each on a queue of its own.
const LANES = 24;
// Each so many-th interleaving is played.
const NTH = amountOf({ usual: 29, long: 1 });

let redis: RedisServer;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  redis = await startRedis();
  client = createClient({ url: redis.url });
  await client.connect();
});
afterAll(async () => {
  client?.destroy();
  await redis?.stop();
});

interface PlayedCase {
  count: number;
  failures: string[];
}

/** Plays each `nth` interleaving of a case, several at a time. Resolves with the number of all, and with the violations. */
async function playAll(
  testCase: Case,
  adapter: Adapter,
  { maxFaults = MAX_FAULTS, nth = 1 } = {},
): Promise<PlayedCase> {
  const names = Object.keys(testCase.actors);
  const played: PlayedCase = { count: 0, failures: [] };
  const interleavings = interleavingsOf(testCase, maxFaults);
  const lane = async () => {
    for (const interleaving of interleavings) {
      played.count += 1;
      if (played.count % nth > 0) continue;
      const violations = await playInterleaving(testCase, { ...interleaving, adapter });
      if (violations.length === 0) continue;
      const { plans, order } = interleaving;
      const actors = order.map((index) => names[index]).join(" ");
      played.failures.push(`${actors} with ${JSON.stringify(plans)}:\n${violations.join("\n")}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await client.flushDb();
  return played;
}

let total = 0;
const startedAt = performance.now();
afterAll(() => {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  if (total > 0)
    console.log(`${total} interleavings of ${CASES.length} cases with at most ${MAX_FAULTS} faults, in ${seconds} s`);
});

test.each(CASES.map((testCase) => [testCase.title, testCase] as const))(
  "the history is correct in every order and with every fault: %s",
  async (_title, testCase) => {
    const { count, failures } = await playAll(testCase, nodeRedis(client), { nth: NTH });
    total += Math.floor(count / NTH);
    expect(failures.slice(0, 3)).toEqual([]);
    expect(count).toBeGreaterThan(50);
  },
  3_600_000,
);

// Each bug shows only in a few of the orders.
const BUGS: [bug: string, title: RegExp, Damage, expected: RegExp, maxFaults?: number][] = [
  [
    "a late complete leaves the job where a clean has put it",
    /a cleaner$/,
    {
      scripts: ["turnPlain"],
      alteration: { file: "lib/commit", in: "commit", condition: "unit.finished", nth: 1, to: "false" },
    },
    /repaired: lost/,
  ],
  [
    "a turn leases a job that it completes late itself",
    /two loops/,
    {
      scripts: ["turnPlain"],
      alteration: { file: "lib/lease-ready", in: "leaseReady", assigned: "finishes", to: "false" },
    },
    /nothing after the end|ends once|repaired/,
  ],
  [
    "a late complete of the last attempt leaves the job among the failed ones",
    /last attempt/,
    {
      scripts: ["turn"],
      alteration: { file: "lib/settle", in: "leaveExpired", call: "leave failed" },
    },
    /repaired: lost/,
  ],
  [
    "a late extension leaves the job where a clean has put it",
    /extended/,
    { scripts: ["extend"], alteration: { file: "lib/extend-lease", in: "extendLease", call: "leave ready" } },
    /one lease|repaired: doubles/,
  ],
  [
    "a repeated lease leases another job",
    /two workers, .* a cleaner/,
    {
      scripts: ["turn"],
      alteration: { file: "lib/unit", in: "openRequest", condition: "request.number", nth: 1, to: "false" },
    },
    /same answer: lease/,
    1,
  ],
  [
    "a retry accepts a stale fence",
    /a retry without/,
    { scripts: ["turn"], alteration: { file: "lib/settle", in: "settleItems", assigned: "hasFence", to: "before" } },
    /one winner/,
  ],
  [
    "an enqueue accepts an id whose job is leased",
    /two producers/,
    {
      scripts: ["enqueue"],
      alteration: {
        file: "lib/add-jobs",
        in: "addJobs",
        assigned: "letter",
        nth: 1,
        to: "known[id] ~= 'L' and known[id] or nil",
      },
    },
    /ends once|one lease|one winner|repaired/,
  ],
];

test.each(sampleOf(BUGS, { nth: 3 }))(
  "some orders show the bug: %s",
  async (_bug, title, damage, expected, maxFaults = 0) => {
    const testCase = CASES.find((each) => title.test(each.title)) as Case;
    const { count, failures } = await playAll(testCase, withDamage(nodeRedis(client), damage), { maxFaults });
    expect(failures.join("\n")).toMatch(expected);
    expect(failures.length).toBeLessThan(count);
  },
  120_000,
);
