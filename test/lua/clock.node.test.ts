// The time by which scripts go: Redis's own, and the caller's only where Redis does not tell its.
import { expect, test } from "vitest";
import { callScript } from "../../src/core/call.ts";
import { counts } from "../../src/core/scripts.gen.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { benches, redis, START } from "./state.ts";

const fresh = benches();

/** Redis's time in whole ms. */
async function time(): Promise<number> {
  const [seconds, micros] = (await redis().sendCommand(["TIME"])) as unknown as [string, string];
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

test("is Redis's own in whole milliseconds, whatever the caller believes", async () => {
  const queue = fresh();
  // Often enough to see a millisecond that is rounded up.
  for (let i = 0; i < 50; i++) {
    const before = await time();
    const [, header = ""] = await queue.call(counts, { clock: String(START), names: ["enqueued"] });
    const now = Number(header.split(" ")[0]);
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(await time());
  }
});

test("is the caller's where TIME is refused", async () => {
  const queue = fresh();
  const user = `user-${queue.name}`;
  await redis().aclSetUser(user, ["on", "nopass", "~*", "+@all", "-time"]);
  const timeless = redis().duplicate({ username: user, password: "any" });
  await timeless.connect();
  const reply = await callScript(nodeRedis(timeless), queue.keys, counts, { clock: START, names: ["enqueued"] }, {});
  expect(reply.rest[0]).toBe(`${START} 0 0 0 0 0 0 - 0`);
  timeless.destroy();
  await redis().aclDelUser(user);
});
