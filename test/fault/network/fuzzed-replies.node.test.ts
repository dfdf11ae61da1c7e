// Fault: every operation gets random replies, changed replies and random HTTP responses. LEASEHOLD_SEED sets the seed.
// Guarantee: each call ends in time with an outcome of the right shape or with an error that reveals no secret, and the
// queue needs no repair.
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { Redis as Upstash } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LeaseholdError, upstash } from "../../../src/index.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { fromUpstashClient } from "../../../src/redis/upstash-client.ts";
import { findBrokenInvariants, KeyNames, NO_REPAIRS } from "../../queue/kit/invariants.ts";
import { amountOf } from "../../setup/long.ts";
import { testPrefix } from "../../setup/queue.ts";
import { Database } from "../kit/database.ts";
import { createFaultyTarget, PUBLIC_OPERATIONS } from "../kit/public-operations.ts";
import { readQueueState } from "../kit/queue-state.ts";
import {
  createRandomResponse,
  createRandomValue,
  mutateReply,
  SECRET_PAYLOAD,
  SECRET_TOKEN,
} from "../kit/random-replies.ts";
import { type StubGateway, startStubGateway } from "../kit/stub-gateway.ts";

const SEED = Number(process.env.LEASEHOLD_SEED ?? 20_261_118);
const CASES = amountOf({ usual: 6, long: 30 });
// These operations wait until a reply is valid.
const SLOW = new Set(["drain", "work", "wait", "lease with wait", "events"]);
// Longer than any call may take. A drain needs three seconds beyond its budget to release its jobs.
const DEADLINE = 10_000;
const TIMEOUT = 150;

// A server of this file, because reading a whole state takes longer in a database with many keys.
const { client, url } = await Database.open();
let gateway: StubGateway;
const outcomeCounts: Record<string, number> = {};

beforeAll(async () => {
  gateway = await startStubGateway();
});
beforeEach(async () => {
  await client.flushall();
});
afterAll(async () => {
  await gateway.close();
  console.log(`outcomes of fuzzed replies, LEASEHOLD_SEED=${SEED}: ${JSON.stringify(outcomeCounts)}`);
});

/** Expects a call to end in time, with a valid outcome or an error without secrets. */
async function expectValidOutcome(call: Promise<unknown>): Promise<void> {
  const late = setTimeout(DEADLINE, "late", { ref: false });
  const outcome = await Promise.race([call.catch((error: unknown) => ({ error })), late]);
  expect(outcome, "ends").not.toBe("late");
  const error = (outcome as { error?: unknown } | undefined)?.error;
  if (error !== undefined && Object.keys(outcome as object).length === 1) {
    expect(error).toBeInstanceOf(LeaseholdError);
    const text = `${inspect(error, { depth: 9, showHidden: true })} ${(error as Error).stack}`;
    for (const secret of [SECRET_PAYLOAD, SECRET_TOKEN, "redis.call"]) expect(text.includes(secret), text).toBe(false);
  }
  const kind = error instanceof LeaseholdError ? error.code : "accepted";
  outcomeCounts[kind] = (outcomeCounts[kind] ?? 0) + 1;
  expectNoNaN(outcome);
  expect(Object.keys(Object.prototype)).toEqual([]);
}

function expectNoNaN(value: unknown, depth = 0): void {
  if (typeof value === "number") expect(value).not.toBeNaN();
  if (typeof value !== "object" || value === null || depth > 4) return;
  for (const part of Object.values(value)) expectNoNaN(part, depth + 1);
}

/** Creates a queue whose requests are sent with `faultyRun`. */
async function createTarget(faultyRun: Adapter["run"]) {
  const created = await createFaultyTarget(client, faultyRun);
  return { ...created, readState: () => readQueueState(created.name, { url }) };
}

const OPERATIONS = Object.entries(PUBLIC_OPERATIONS).map(([name, operation], i) => ({
  name,
  operation,
  seed: SEED + i,
  cases: SLOW.has(name) ? 1 : CASES,
}));

describe("over a custom adapter,", () => {
  test.each(OPERATIONS)(
    "$name changes nothing if it gets random values instead of its replies",
    { timeout: 60_000 },
    async ({ operation, seed, cases }) => {
      const random = createRandom(seed);
      for (let i = 0; i < cases; i++) {
        const { target, endFaults, readState } = await createTarget(async () => createRandomValue(random));
        const before = await readState();
        await expectValidOutcome(operation(target));
        endFaults();
        expect(await readState()).toEqual(before);
      }
    },
  );

  test.each(OPERATIONS)(
    "$name breaks no invariant if its replies are changed",
    { timeout: 60_000 },
    async ({ operation, seed, cases }) => {
      const random = createRandom(seed + 1_000);
      const direct = ioredis(client);
      for (let i = 0; i < cases; i++) {
        const { name, target, endFaults } = await createTarget(async (...call) =>
          mutateReply(await direct.run(...call), random),
        );
        await expectValidOutcome(operation(target));
        endFaults();
        expect(await findBrokenInvariants(client, new KeyNames(testPrefix(), name))).toEqual([]);
        expect(await target.queue.deepClean()).toMatchObject(NO_REPAIRS);
      }
    },
  );
});

const HTTP_ADAPTERS: [string, (url: string) => Adapter][] = [
  ["upstash()", (url) => upstash({ url, token: SECRET_TOKEN, timeout: TIMEOUT, retries: 1 })],
  [
    "an @upstash/redis client",
    (url) =>
      fromUpstashClient(
        new Upstash({
          url,
          token: SECRET_TOKEN,
          retry: { retries: 1, backoff: () => 1 },
          signal: () => AbortSignal.timeout(TIMEOUT),
        }),
      ),
  ],
];

describe.each(HTTP_ADAPTERS)("over %s,", (_, createAdapter) => {
  test.each(OPERATIONS)(
    "$name changes nothing if it gets random HTTP responses",
    { timeout: 120_000 },
    async ({ operation, seed, cases }) => {
      const random = createRandom(seed + 2_000);
      for (let i = 0; i < Math.ceil(cases / 5); i++) {
        const { target, endFaults, readState } = await createTarget(createAdapter(gateway.url).run);
        const before = await readState();
        gateway.respondWith(() => createRandomResponse(random));
        await expectValidOutcome(operation(target));
        endFaults();
        expect(await readState()).toEqual(before);
      }
    },
  );
});
