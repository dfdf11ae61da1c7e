// Scripts that are sent wrong keys and arguments, as no client of ours would: Redis stays alive, other queues stay as they
// are, and a queue's invariants hold after one deep clean, which says what it mended. LEASEHOLD_SEED tries others.
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import * as scripts from "../../../src/engine/scripts.gen.ts";
import { createRandom, type Random } from "../../../src/instruments/testing/random.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { freshName, freshQueue, START, testPrefix } from "../../setup/queue.ts";
import { EVERY, prepare } from "../kit/every-operation.ts";
import { stateOf } from "../kit/state.ts";

const SEED = Number(process.env.LEASEHOLD_SEED ?? 20_261_118);
const CASES = 40;
// Those that only look, and those that go on until they have an answer.
const OPERATIONS = Object.keys(EVERY).filter(
  (name) => !/^(drain|work|wait|a lease that waits|listQueues|destroy)$/.test(name),
);

const VALUES = [
  ...[
    "",
    "0",
    "-0",
    "-1",
    "1",
    "1.5",
    "1e3",
    "1e308",
    "-1e308",
    "nan",
    "NaN",
    "-nan",
    "inf",
    "-inf",
    "0x10",
    " 5 ",
    "5x",
  ],
  ...["9".repeat(20), "9".repeat(400), "9007199254740993", "=1", "=x", "@1", "+1", "-", "- - - -", "1 1 1 1", "c", "L"],
  ...["%s%d%1", "\u0000", "a\nb", "\r\n", "{}", "__proto__", "x".repeat(100_000)],
].map((text) => Buffer.from(text));
VALUES.push(Buffer.from([0xff, 0xfe, 0x00, 0x80]));

let server: RedisServer;
let client: Redis;
let calls = 0;
let refused = 0;
const mended: Record<string, number> = {};

beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.url);
});
afterAll(async () => {
  console.log(
    `${calls} fuzzed calls of scripts, ${refused} refused, LEASEHOLD_SEED=${SEED}; mended: ${JSON.stringify(mended)}`,
  );
  client.disconnect();
  await server.stop();
});

type Parts = (string | Buffer)[];
type Fuzz = (random: Random, keys: Parts, args: Parts) => { keys: Parts; args: Parts };

/** Runs an operation whose calls are changed on their way, on a queue with a job in each state. */
async function fuzzed(operation: string, random: Random, fuzz: Fuzz) {
  const [good, name] = [ioredis(client), freshName()];
  let run = good.run;
  const adapter: Adapter = { run: (...call) => run(...call) };
  let now = START;
  const queue = freshQueue<unknown>({ redis: adapter, lease: "1s", now: () => now, retention: { done: "1d" } }, name);
  const job = await prepare(queue);
  now += random.below(2) * 2_000;
  run = async ({ text }, ...given) => {
    const { keys, args } = fuzz(random, ...given);
    calls += 1;
    const reply = client.call("EVAL", [text, String(keys.length), ...keys, ...args]);
    return reply.catch(() => {
      refused += 1;
    });
  };
  await (EVERY[operation] as (typeof EVERY)[string])({ queue, job, adapter, prefix: testPrefix() }).catch(() => {});
  run = good.run;
  return { name, queue };
}

const wrongArguments: Fuzz = (random, keys, given) => {
  const { below, pick } = random;
  const args = [...given];
  for (let i = 0; i <= below(3); i++) {
    const at = below(args.length + 1);
    switch (below(6)) {
      case 0:
        args.splice(at, 1);
        break;
      case 1:
        args.splice(at, 0, pick(VALUES));
        break;
      case 2:
        args.length = at;
        break;
      default:
        if (args.length > 0) args[below(args.length)] = pick(VALUES);
    }
  }
  return { keys, args };
};

const wrongKeys: Fuzz = (random, given, args) => {
  const { below, pick } = random;
  const keys: Parts = [...given];
  const at = below(keys.length);
  switch (below(4)) {
    case 0:
      keys.splice(at, 1);
      break;
    case 1:
      keys.length = at;
      break;
    case 2:
      keys.splice(at, 0, keys[below(keys.length)] ?? "");
      break;
    default:
      keys[at] = pick([Buffer.from(""), Buffer.from([0xff, 0x00]), Buffer.from("a string")]);
  }
  return { keys, args };
};

const NOTHING = { finished: true, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
const each = OPERATIONS.map((operation, i) => [operation, SEED + i] as const);

describe("wrong arguments", { timeout: 60_000 }, () => {
  test.each(each)("of %s leave nothing that one deep clean does not mend and tell of", async (operation, seed) => {
    const random = createRandom(seed);
    for (let i = 0; i < CASES; i++) {
      const { name, queue } = await fuzzed(operation, random, wrongArguments);
      const wrong = await findBrokenInvariants(client, new KeyNames(testPrefix(), name));
      const { finished: _, examined: __, ...repaired } = await queue.deepClean();
      for (const [kind, count] of Object.entries(repaired)) mended[kind] = (mended[kind] ?? 0) + count;
      const told = Object.values(repaired).some((count) => count > 0);
      if (wrong.length > 0) expect(told, wrong.join("; ")).toBe(true);
      expect(await findBrokenInvariants(client, new KeyNames(testPrefix(), name))).toEqual([]);
      expect(await queue.deepClean()).toMatchObject(NOTHING);
    }
  });
});

describe("wrong keys", { timeout: 60_000 }, () => {
  test.each(each)("of %s touch no other queue", async (operation, seed) => {
    const random = createRandom(seed + 1_000);
    const other = freshName();
    await prepare(freshQueue<unknown>({ redis: ioredis(client), now: () => START }, other));
    const before = await stateOf(other, server.url);
    for (let i = 0; i < CASES / 4; i++) {
      await client.set("a string", "somebody else's");
      await fuzzed(operation, random, wrongKeys);
    }
    expect(await stateOf(other, server.url)).toEqual(before);
    expect(await client.ping()).toBe("PONG");
  });
});

describe("a million arguments", { timeout: 120_000 }, () => {
  const many = Array.from({ length: 1_000_000 }, () => "1");
  const lists = Object.values(scripts).filter(({ args }) => args.some((arg) => arg.endsWith("...")));

  test.each(lists.map(({ name }) => [name]))("of %s are refused, and change nothing", async (name) => {
    const {
      text,
      keys: named,
      args: taken,
    } = Object.values(scripts).find((script) => script.name === name) as (typeof lists)[number];
    const queueName = freshName();
    const queue = freshQueue<unknown>({ redis: ioredis(client), now: () => START }, queueName);
    await prepare(queue);
    const before = await stateOf(queueName, server.url);
    const root = `${testPrefix()}:{${queueName}}:`;
    const keys = named.flatMap((key) =>
      key === "jobs*16" ? [..."0123456789abcdef"].map((bucket) => `${root}jobs:${bucket}`) : [`${root}${key}`],
    );
    const given = taken.map((arg) => (arg === "times" ? `=${START} 1000` : "1"));
    const outcome = await client
      .call("EVAL", [text, String(keys.length), ...keys, ...given, ...many])
      .catch((error: Error) => error);
    expect(outcome).toBeInstanceOf(Error);
    expect(await stateOf(queueName, server.url)).toEqual(before);
    expect(await queue.deepClean()).toMatchObject(NOTHING);
  });
});
