// The memory of remembered replies: a client's next request frees the reply of its last one, so little is left.
import { expect, test } from "vitest";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { connectToOwnRedis } from "../queue/kit/connections.ts";

const JOBS = 2_000;
const CLIENTS = 8;
const MAX_BYTES_PER_JOB = 58;

test("requests of one job each leave less than 58 bytes per job in Redis", async () => {
  const { client } = await connectToOwnRedis();
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
  expect(bytes).toBeGreaterThan(0);
  expect(bytes / JOBS).toBeLessThan(MAX_BYTES_PER_JOB);
});
