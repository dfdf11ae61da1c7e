// Random interleavings. LEASEHOLD_SEEDS=20000 plays more of them, LEASEHOLD_SEED=7 only that one.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { Wire } from "./kit/foreign.ts";
import { type Mix, Simulation } from "./kit/simulation.ts";

const SEEDS = Number(process.env.LEASEHOLD_SEEDS ?? 2_100);
const ONLY = process.env.LEASEHOLD_SEED;
// Databases of one server, so that a seed has the keyspace for itself.
const LANES = 8;
const STEPS = 40;

const MIXES: [string, Mix][] = [
  ["other clients and ours", {}],
  ["cleaners of others beside ours", { foreignCleans: true }],
  ["ids that are added again", { again: true }],
];

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

async function playLane(lane: number, seeds: number[], mix: Mix): Promise<string[]> {
  const url = `${redis.url}/${lane}`;
  const [client, wire] = [createClient({ url }), await Wire.open(url)];
  const wrong: string[] = [];
  try {
    await client.connect();
    for (const seed of seeds) {
      await wire.send("FLUSHDB");
      const found = await new Simulation(seed, mix, nodeRedis(client), wire).play(STEPS);
      wrong.push(...found.map((each) => `seed ${seed}: ${each}`));
    }
  } finally {
    client.destroy();
    wire.close();
  }
  return wrong;
}

test.each(MIXES)(
  "whatever the order of commands: %s lose nothing, and leave nothing",
  async (_title, mix) => {
    const seeds = ONLY ? [Number(ONLY)] : Array.from({ length: Math.ceil(SEEDS / MIXES.length) }, (_, i) => i + 1);
    const lanes = Array.from({ length: LANES }, (_, lane) => seeds.filter((_, i) => i % LANES === lane));
    const wrong = await Promise.all(lanes.map((mine, lane) => playLane(lane, mine, mix)));
    expect(wrong.flat()).toEqual([]);
  },
  60_000 + SEEDS * 20,
);
