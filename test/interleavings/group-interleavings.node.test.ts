// Every order of the steps of small cases of one group, with a lost reply or a dead actor at each point.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import type { Adapter } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { amountOf, sampleOf } from "../setup/long.ts";
import { type Damage, withDamage } from "../testing/kit/damaged-scripts.ts";
import { GROUP_CASES } from "./group-cases.ts";
import { interleavingsOf } from "./orders.ts";
import { type GroupCase, playGroupInterleaving } from "./play-group-interleaving.ts";

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

/** Reads the keys of a queue, and the fields of its `lines`. */
async function readKeys(name: string): Promise<{ keys: string[]; lines: string[] }> {
  const keys = await client.keys(`lh:{${name}}:*`);
  return { keys, lines: await client.hKeys(`lh:{${name}}:lines`) };
}

/** Plays each `nth` interleaving of a case, several at a time. Resolves with the number of all, and with the violations. */
async function playAll(testCase: GroupCase, adapter: Adapter, { maxFaults = 1, nth = 1 } = {}) {
  const names = Object.keys(testCase.actors);
  const played: { count: number; failures: string[] } = { count: 0, failures: [] };
  const interleavings = interleavingsOf(testCase, maxFaults);
  const lane = async () => {
    for (const interleaving of interleavings) {
      played.count += 1;
      if (played.count % nth > 0) continue;
      const violations = await playGroupInterleaving(testCase, { ...interleaving, adapter, readKeys });
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

test.each(GROUP_CASES.map((testCase) => [testCase.title, testCase] as const))(
  "a group keeps its limits and its order in every order and with every fault: %s",
  async (_title, testCase) => {
    const { count, failures } = await playAll(testCase, nodeRedis(client), { nth: NTH });
    expect(failures.slice(0, 3)).toEqual([]);
    expect(count).toBeGreaterThan(50);
  },
  600_000,
);

// Each bug shows only in a few of the orders.
const BUGS: [bug: string, title: RegExp, Damage, expected: RegExp][] = [
  [
    "a late holder leaves its job where the group has put it",
    /rate, an expired lease/,
    {
      scripts: ["turnGrouped"],
      alteration: { file: "lib/leave-waiting", in: "leaveWaiting", call: "leave delayed" },
    },
    /is completed, but waits/,
  ],
  [
    "the slot of a job that has failed lets no job go on",
    /retry without a delay/,
    {
      scripts: ["turnGrouped"],
      alteration: {
        file: "lib/admit-jobs",
        in: "admitHead",
        condition: "group.cap",
        to: "group.head ~= '' or group.number == 0 or unit.to.failed or group.held >= group.cap",
      },
    },
    /stuck with a free slot/,
  ],
  [
    "a lease ignores a lower concurrency",
    /lower concurrency$/,
    {
      scripts: ["turnGrouped"],
      alteration: { file: "lib/choose-jobs", in: "consider", operator: ">=", nth: 1, to: "> 1 +" },
    },
    /leased of at most 1/,
  ],
  [
    "an ordered group goes on during a retry",
    /ordered group, a retry with/,
    {
      scripts: ["turnGrouped"],
      alteration: { file: "lib/arrange-groups", in: "countEntering", literal: "'h'", to: "'-'" },
    },
    /too early/,
  ],
];

test.each(sampleOf(BUGS, { nth: 3 }))(
  "some orders of a group show the bug: %s",
  async (_bug, title, damage, expected) => {
    const testCase = GROUP_CASES.find((each) => title.test(each.title)) as GroupCase;
    const { count, failures } = await playAll(testCase, withDamage(nodeRedis(client), damage), { maxFaults: 0 });
    expect(failures.join("\n")).toMatch(expected);
    expect(failures.length).toBeLessThan(count);
  },
  120_000,
);
