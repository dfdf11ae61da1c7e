// Whatever answers in Redis's place: no call hangs, takes it for an outcome of another shape, gives anything away, or leaves
// the queue in a state that an audit would mend. LEASEHOLD_SEED tries other answers.
import { inspect } from "node:util";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import { LeaseholdError, upstash } from "../../../src/index.ts";
import { createRandom } from "../../../src/instruments/testing/random.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { fromUpstashClient } from "../../../src/redis/upstash-client.ts";
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { EVERY, prepare, type Setting } from "../kit/every-operation.ts";
import { answer, garbage, mutatedReply, PAYLOAD, TOKEN } from "../kit/garbage.ts";
import { type HostileGateway, startHostile } from "../kit/hostile-gateway.ts";
import { stateOf } from "../kit/state.ts";

const SEED = Number(process.env.LEASEHOLD_SEED ?? 20_261_118);
/** How many answers each operation gets; those that wait for better ones get a few. */
const CASES = { usual: 30, slow: 1 };
const SLOW = new Set(["drain", "work", "wait", "a lease that waits", "events"]);
/** No call may take longer: a drain waits three seconds beyond its time to give back what it has. */
const DEADLINE = 10_000;
const TIMEOUT = 150;

// A server of its own: reading whole states takes as long as it holds keys of others.
let server: RedisServer;
let client: Redis;
let gateway: HostileGateway;
let cases = 0;
const outcomes: Record<string, number> = {};

beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.url);
  gateway = await startHostile();
});
beforeEach(async () => {
  await client.flushall();
});
afterAll(async () => {
  client.disconnect();
  await gateway.close();
  await server.stop();
  console.log(`${cases} fuzzed answers, LEASEHOLD_SEED=${SEED}: ${JSON.stringify(outcomes)}`);
});

/** How a call ended; fails when it did not, or gave something away. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve("late"), DEADLINE);
  });
  const outcome = await Promise.race([call.catch((error: unknown) => ({ error })), late]);
  clearTimeout(timer);
  cases += 1;
  expect(outcome, "ends").not.toBe("late");
  const error = (outcome as { error?: unknown } | undefined)?.error;
  if (error !== undefined && Object.keys(outcome as object).length === 1) {
    expect(error).toBeInstanceOf(LeaseholdError);
    const shown = `${inspect(error, { depth: 9, showHidden: true })} ${(error as Error).stack}`;
    for (const secret of [PAYLOAD, TOKEN, "redis.call"]) expect(shown.includes(secret), shown).toBe(false);
  }
  const kind = error instanceof LeaseholdError ? error.code : "taken as an answer";
  outcomes[kind] = (outcomes[kind] ?? 0) + 1;
  expectSound(outcome);
  expect(Object.keys(Object.prototype)).toEqual([]);
  return outcome;
}

/** No number that is none in what a call gave back. */
function expectSound(value: unknown, depth = 0): void {
  if (typeof value === "number") expect(value).not.toBeNaN();
  if (typeof value !== "object" || value === null || depth > 4) return;
  for (const each of Object.values(value)) expectSound(each, depth + 1);
}

/** A queue that was filled while all answers were right, and the adapter that then makes them wrong. */
async function settingOver(wrong: Adapter["run"]): Promise<{ name: string; setting: Setting; end(): void }> {
  const [good, name] = [ioredis(client), freshName()];
  let run = good.run;
  const adapter: Adapter = { run: (...call) => run(...call) };
  const queue = freshQueue<unknown>({ redis: adapter }, name);
  const job = await prepare(queue);
  run = wrong;
  const end = () => {
    run = good.run;
  };
  return { name, setting: { queue, job, adapter, prefix: testPrefix() }, end };
}

/** What an audit finds, apart from a queue that is no more. */
const wrongIn = (name: string) => findBrokenInvariants(client, new KeyNames(testPrefix(), name));

const names = Object.keys(EVERY);
const casesOf = (operation: string) => (SLOW.has(operation) ? CASES.slow : CASES.usual);
const each = names.map((operation, i) => [operation, SEED + i] as const);

describe("a bare adapter", () => {
  test.each(each)("may answer %s with anything", { timeout: 60_000 }, async (operation, seed) => {
    const random = createRandom(seed);
    for (let i = 0; i < casesOf(operation); i++) {
      const { name, setting, end } = await settingOver(async () => garbage(random));
      const before = await stateOf(name, server.url);
      await outcomeOf((EVERY[operation] as (typeof EVERY)[string])(setting));
      end();
      expect(await stateOf(name, server.url)).toEqual(before);
    }
  });

  test.each(each)("may change what Redis replied to %s", { timeout: 60_000 }, async (operation, seed) => {
    const random = createRandom(seed + 1_000);
    const good = ioredis(client);
    for (let i = 0; i < casesOf(operation); i++) {
      const { name, setting, end } = await settingOver(async (...call) =>
        mutatedReply(await good.run(...call), random),
      );
      await outcomeOf((EVERY[operation] as (typeof EVERY)[string])(setting));
      end();
      expect(await wrongIn(name)).toEqual([]);
      expect(await setting.queue.deepClean()).toMatchObject({ orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 });
    }
  });
});

const WAYS: [string, (url: string) => Adapter][] = [
  ["upstash()", (url) => upstash({ url, token: TOKEN, timeout: TIMEOUT, retries: 1 })],
  [
    "a client of @upstash/redis",
    (url) =>
      fromUpstashClient(
        new Upstash({
          url,
          token: TOKEN,
          retry: { retries: 1, backoff: () => 1 },
          signal: () => AbortSignal.timeout(TIMEOUT),
        }),
      ),
  ],
];

describe.each(WAYS)("over %s", (_, make) => {
  test.each(each)("%s survives any answer of a gateway", { timeout: 120_000 }, async (operation, seed) => {
    const random = createRandom(seed + 2_000);
    for (let i = 0; i < Math.ceil(casesOf(operation) / 5); i++) {
      const { name, setting, end } = await settingOver(make(gateway.url).run);
      const before = await stateOf(name, server.url);
      gateway.play(() => answer(random));
      await outcomeOf((EVERY[operation] as (typeof EVERY)[string])(setting));
      end();
      expect(await stateOf(name, server.url)).toEqual(before);
    }
  });
});
