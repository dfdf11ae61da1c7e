// What it takes to know requests that come again: next to nothing, as long as each client goes on with its work.
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { ownRedis } from "../gateway/kit/own-redis.ts";

const JOBS = 2_000;
const CLIENTS = 8;
const BYTES_A_JOB = 58;

test("requests of one job each leave less than 58 bytes a job behind", async () => {
  const { url } = await ownRedis();
  const client = new Redis(url);
  const queue = new Queue<number>("q", { redis: ioredis(client) });
  const work = async () => {
    for (let done = 0; done < JOBS / CLIENTS; done++) {
      await queue.enqueue(done);
      const { jobs } = await queue.lease();
      await jobs[0]?.complete();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  const keys = await client.keys("lh:{q}:repl*");
  const sizes = await Promise.all(keys.map((key) => client.memory("USAGE", key, "SAMPLES", 0)));
  const bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0);
  client.disconnect();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes / JOBS).toBeLessThan(BYTES_A_JOB);
});
