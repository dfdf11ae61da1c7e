// Random interleavings. LEASEHOLD_SEEDS=20000 plays more of them, LEASEHOLD_SEED=7 only that one.
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { amountOf } from "../setup/long.ts";
import { type InterleavingOptions, RandomInterleaving } from "./kit/random-interleaving.ts";
import { RespConnection } from "./kit/resp-connection.ts";

const SEEDS = Number(process.env.LEASEHOLD_SEEDS ?? amountOf({ usual: 300, long: 2_100 }));
const ONLY = process.env.LEASEHOLD_SEED;
// Databases of one server, so that each seed has an empty one.
const DATABASES = 8;
const ACTIONS = 40;

const KINDS: [string, InterleavingOptions][] = [
  ["other clients and ours", {}],
  ["other clients that clean, and ours", { othersClean: true }],
  ["clients that add completed ids again", { reusesIds: true }],
];

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server?.stop());

/** Plays the random interleaving of each seed in one database. Resolves with the violations of invariants. */
async function playSeeds({ database, seeds, ...options }: InterleavingOptions & { database: number; seeds: number[] }) {
  const url = `${server.url}/${database}`;
  const [client, connection] = [createClient({ url }), await RespConnection.open(url)];
  const faults: string[] = [];
  try {
    await client.connect();
    for (const seed of seeds) {
      await connection.send("FLUSHDB");
      const interleaving = new RandomInterleaving(seed, { redis: nodeRedis(client), connection, ...options });
      const found = await interleaving.play(ACTIONS);
      faults.push(...found.map((fault) => `seed ${seed}: ${fault}`));
    }
  } finally {
    client.destroy();
    connection.close();
  }
  return faults;
}

test.each(KINDS)(
  "%s lose no item and leave no key, in any order of commands",
  async (_title, options) => {
    const seeds = ONLY ? [Number(ONLY)] : Array.from({ length: Math.ceil(SEEDS / KINDS.length) }, (_, i) => i + 1);
    const faults = await Promise.all(
      Array.from({ length: DATABASES }, (_, database) =>
        playSeeds({ database, seeds: seeds.filter((_, i) => i % DATABASES === database), ...options }),
      ),
    );
    expect(faults.flat()).toEqual([]);
  },
  60_000 + SEEDS * 20,
);
