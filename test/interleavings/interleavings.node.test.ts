// Every order of small cases, with a lost reply or a death at each point; not some of them. LEASEHOLD_FAULTS=2 plays two
// faults at once, which takes a few minutes.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import type { Adapter } from "../../src/index.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { type Damage, withDamage } from "../testing/kit/damaged-scripts.ts";
import { CASES } from "./cases.ts";
import { playsOf } from "./orders.ts";
import { type Case, play } from "./play.ts";

const FAULTS = Number(process.env.LEASEHOLD_FAULTS ?? 1);
// So many are played beside each other, each on a queue of its own.
const LANES = 24;

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

interface Played {
  count: number;
  wrong: string[];
}

async function playAll(each: Case, adapter: Adapter, faults = FAULTS): Promise<Played> {
  const names = Object.keys(each.actors);
  const played: Played = { count: 0, wrong: [] };
  const todo = playsOf(each, faults);
  const lane = async () => {
    for (const { courses, order } of todo) {
      played.count += 1;
      const wrong = await play(each, order, courses, adapter);
      if (wrong.length === 0) continue;
      const shown = order.map((turn) => names[turn]).join(" ");
      played.wrong.push(`${shown} with ${JSON.stringify(courses)}:\n${wrong.join("\n")}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await client.flushDb();
  return played;
}

let total = 0;
const started = performance.now();
afterAll(() => {
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  if (total > 0)
    console.log(`${total} interleavings of ${CASES.length} cases, ${FAULTS} fault(s) at the most, in ${seconds} s`);
});

test.each(CASES.map((each) => [each.title, each] as const))(
  "in every order, and with every fault: %s",
  async (_title, each) => {
    const { count, wrong } = await playAll(each, nodeRedis(client));
    total += count;
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(count).toBeGreaterThan(50);
  },
  3_600_000,
);

// Each shows only in a few of the orders.
test.each<[string, title: RegExp, Damage, wrong: RegExp, faults?: number]>([
  [
    "a late complete that leaves the job where a clean has put it",
    /a cleaner$/,
    {
      scripts: ["turnPlain"],
      alteration: { file: "lib/commit", in: "commit", condition: "unit.finished", nth: 1, to: "false" },
    },
    /repaired: lost/,
  ],
  [
    "a job that is handed out by the turn in which its late holder completes it",
    /two loops/,
    {
      scripts: ["turnPlain"],
      alteration: { file: "lib/take", in: "take", assigned: "finishes", to: "false" },
    },
    /nothing after the end|ends once|repaired/,
  ],
  [
    "a late complete of the last attempt that leaves the job among the failed",
    /last attempt/,
    {
      scripts: ["turn"],
      alteration: { file: "lib/settle", in: "leaveExpired", call: "leave failed" },
    },
    /repaired: lost/,
  ],
  [
    "a late extension that leaves the job where a clean has put it",
    /prolonged/,
    { scripts: ["extend"], alteration: { file: "lib/hold", in: "extendLease", call: "leave ready" } },
    /one lease|repaired: doubles/,
  ],
  [
    "a lost reply to a lease after which the job is leased anew",
    /two workers, .* a cleaner/,
    {
      scripts: ["turn"],
      alteration: { file: "lib/unit", in: "openRequest", condition: "request.number", nth: 1, to: "false" },
    },
    /same answer: lease/,
    1,
  ],
  [
    "a stale fence that is good for a retry",
    /a retry at once/,
    { scripts: ["turn"], alteration: { file: "lib/settle", in: "settleEach", assigned: "hasFence", to: "before" } },
    /one winner/,
  ],
  [
    "an id that is taken for new while its first job is leased",
    /two producers/,
    {
      scripts: ["enqueue"],
      alteration: {
        file: "lib/enqueue",
        in: "addJobs",
        assigned: "letter",
        nth: 1,
        to: "known[id] ~= 'L' and known[id] or nil",
      },
    },
    /ends once|one lease|one winner|repaired/,
  ],
])(
  "%s is found",
  async (_what, title, damage, expected, faults = 0) => {
    const each = CASES.find((one) => title.test(one.title)) as Case;
    const { count, wrong } = await playAll(each, withDamage(nodeRedis(client), damage), faults);
    expect(wrong.join("\n")).toMatch(expected);
    expect(wrong.length).toBeLessThan(count);
  },
  120_000,
);
