// Fault: scripts are called with random keys and arguments, which the library never sends. LEASEHOLD_SEED sets the seed.
// Guarantee: Redis survives, other queues do not change, and the invariants hold after one deep clean, which reports what
// it repaired.
import { afterAll, describe, expect, test } from "vitest";
import * as scripts from "../../../src/engine/all-scripts.ts";
import type { QueueOptions } from "../../../src/index.ts";
import { createRandom, type Random } from "../../../src/instruments/testing/seeded-random.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { findBrokenInvariants, KeyNames, NO_REPAIRS } from "../../queue/kit/invariants.ts";
import { amountOf, sampleOf } from "../../setup/long.ts";
import { Clock, freshName, freshQueue, START, testPrefix } from "../../setup/queue.ts";
import { Database } from "../kit/database.ts";
import { createFaultyTarget, PUBLIC_OPERATIONS, type PublicOperation, prepareQueue } from "../kit/public-operations.ts";
import { readQueueState } from "../kit/queue-state.ts";

const SEED = Number(process.env.LEASEHOLD_SEED ?? 20_261_118);
const CASES = amountOf({ usual: 8, long: 40 });
// Operations that are not fuzzed: they wait for a valid reply, read only the registry, or remove the queue.
const LEFT_OUT = ["drain", "work", "wait", "lease with wait", "listQueues", "destroy"];
const OPERATIONS = Object.entries(PUBLIC_OPERATIONS)
  .filter(([name]) => !LEFT_OUT.includes(name))
  .map(([name, operation], i) => ({ name, operation, seed: SEED + i }));

const VALUES = [
  ...["", "0", "-0", "-1", "1", "1.5", "1e3", "1e308", "-1e308", "nan", "NaN", "-nan", "inf", "-inf", "0x10", " 5 "],
  "5x",
  ...["9".repeat(20), "9".repeat(400), "9007199254740993", "=1", "=x", "@1", "+1", "-", "- - - -", "1 1 1 1", "c", "L"],
  ...["%s%d%1", "\u0000", "a\nb", "\r\n", "{}", "__proto__", "x".repeat(100_000)],
].map((text) => Buffer.from(text));
VALUES.push(Buffer.from([0xff, 0xfe, 0x00, 0x80]));

const { client, url } = await Database.open();
let calls = 0;
let refused = 0;
const repairs: Record<string, number> = {};

afterAll(() => {
  console.log(
    `${calls} fuzzed calls of scripts, ${refused} refused, LEASEHOLD_SEED=${SEED}; repaired: ${JSON.stringify(repairs)}`,
  );
});

type Parts = (string | Buffer)[];
interface FuzzedCall {
  keys: Parts;
  args: Parts;
}
type Fuzz = (call: FuzzedCall, random: Random) => FuzzedCall;

/** Runs an operation on a queue with a job in each state, and changes the calls of its scripts with `fuzz`. */
async function runFuzzed(operation: PublicOperation, { random, fuzz }: { random: Random; fuzz: Fuzz }) {
  const clock = new Clock();
  const options: Partial<QueueOptions<unknown>> = { lease: "1s", now: clock.now, retention: { done: "1d" } };
  const faultyRun: Adapter["run"] = async ({ text }, ...call) => {
    const { keys, args } = fuzz({ keys: call[0], args: call[1] }, random);
    calls += 1;
    const reply = client.call("EVAL", [text, String(keys.length), ...keys, ...args]);
    return reply.catch(() => {
      refused += 1;
    });
  };
  const { name, target, endFaults } = await createFaultyTarget(client, faultyRun, options);
  clock.pass(random.below(2) * 2_000);
  await operation(target).catch(() => {});
  endFaults();
  return { queue: target.queue, keys: new KeyNames(testPrefix(), name) };
}

const fuzzArguments: Fuzz = (call, { below, pick }) => {
  const args = [...call.args];
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
  return { keys: call.keys, args };
};

const fuzzKeys: Fuzz = (call, { below, pick }) => {
  const keys = [...call.keys];
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
  return { keys, args: call.args };
};

const CLEAN = { finished: true, ...NO_REPAIRS };

describe("with random arguments,", { timeout: 60_000 }, () => {
  test.each(OPERATIONS)(
    "$name leaves only damage that one deep clean repairs and reports",
    async ({ operation, seed }) => {
      const random = createRandom(seed);
      for (let i = 0; i < CASES; i++) {
        const { queue, keys } = await runFuzzed(operation, { random, fuzz: fuzzArguments });
        const broken = await findBrokenInvariants(client, keys);
        const { finished: _, examined: __, ...repaired } = await queue.deepClean();
        for (const [kind, count] of Object.entries(repaired)) repairs[kind] = (repairs[kind] ?? 0) + count;
        const isReported = Object.values(repaired).some((count) => count > 0);
        if (broken.length > 0) expect(isReported, broken.join("; ")).toBe(true);
        expect(await findBrokenInvariants(client, keys)).toEqual([]);
        expect(await queue.deepClean()).toMatchObject(CLEAN);
      }
    },
  );
});

/** Prepares a queue without faults. */
async function createQueue() {
  const name = freshName();
  const queue = freshQueue<unknown>({ redis: ioredis(client), now: () => START }, name);
  await prepareQueue(queue);
  return { queue, keys: new KeyNames(testPrefix(), name), readState: () => readQueueState(name, { url }) };
}

describe("with random keys,", { timeout: 60_000 }, () => {
  test.each(OPERATIONS)("$name changes no other queue", async ({ operation, seed }) => {
    const random = createRandom(seed + 1_000);
    const { readState } = await createQueue();
    const before = await readState();
    for (let i = 0; i < CASES / 4; i++) {
      await client.set("a string", "a value of another program");
      await runFuzzed(operation, { random, fuzz: fuzzKeys });
    }
    expect(await readState()).toEqual(before);
    expect(await client.ping()).toBe("PONG");
  });
});

describe("with a million arguments,", { timeout: 120_000 }, () => {
  const ones = Array.from({ length: 1_000_000 }, () => "1");
  const variadic = Object.values(scripts).filter(({ args }) => args.some((arg) => arg.endsWith("...")));

  test.each(sampleOf(variadic, { nth: 4 }))(
    "the script $name is refused and changes nothing",
    async ({ name, text, keys: keyNames, args }) => {
      const { queue, keys, readState } = await createQueue();
      if (name.includes("Grouped")) await queue.enqueue(1, { id: "grouped", group: "g", delay: "1h" });
      if (name === "runSchedule") await queue.schedule("1", { every: "1h" }, { data: 1 });
      const before = await readState();
      const declared = keyNames.flatMap((key) => (key === "jobs*16" ? keys.buckets : [keys.of(key)]));
      const given = new Map([
        ["times", `=${START} 1000`],
        ["limits", ""],
        ["batch", ""],
      ]);
      const values = args.map((arg) => given.get(arg) ?? "1");
      const outcome = await client
        .call("EVAL", [text, String(declared.length), ...declared, ...values, ...ones])
        .catch((error: Error) => error);
      // It leaves the request to the full script, which is refused.
      if (name === "enqueueGroupedPlain") expect(outcome).toBe("not_plain");
      // It handles each schedule once, and these are one that does not exist.
      else if (name === "advance") expect(outcome).toMatch(/^ok\n0 0 /);
      else expect(outcome).toBeInstanceOf(Error);
      expect(await readState()).toEqual(before);
      expect(await queue.deepClean()).toMatchObject(CLEAN);
    },
  );
});
