// Schedules whose requests fail: the turn keeps its own result, and a loop waits before it asks again.
import { expect, test } from "vitest";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { HOUR, NOON, useScheduledQueues } from "./kit/scheduled-queue.ts";

const createQueue = useScheduledQueues();

/** Returns a client of a queue whose requests to fire slots are refused until `mend` is called, and the scripts that it sends. */
function createRefusedClient({ client, redis }: ReturnType<typeof createQueue>) {
  const direct = ioredis(redis);
  const sent: string[] = [];
  let isRefused = true;
  const queue = client({
    redis: {
      run: (script, keys, args) => {
        sent.push(script.name);
        if (isRefused && script.name === "advance") return Promise.reject(new Error("OOM command not allowed"));
        return direct.run(script, keys, args);
      },
    },
  });
  const mend = () => {
    isRefused = false;
  };
  return { queue, sent, mend };
}

test("a slot that cannot be fired stays due, and costs a lease no more than one more request", async () => {
  const scheduled = createQueue();
  await scheduled.queue.schedule("report", { cron: "0 * * * *" }, { data: 1 });
  scheduled.clock.pass(HOUR);
  await scheduled.queue.enqueue("x", { id: "x" });
  const { queue, sent, mend } = createRefusedClient(scheduled);
  const { jobs } = await queue.lease();
  expect(jobs.map(({ id }) => id)).toEqual(["x"]);
  await jobs[0]?.complete();
  sent.length = 0;
  const result = await queue.lease();
  expect(result).toMatchObject({ jobs: [], more: false, nextWakeAt: NOON + HOUR + 1_000 });
  expect(sent.filter((name) => name === "advance")).toHaveLength(1);
  expect(await queue.drain(() => {}, { budget: "5s" })).toMatchObject({ completed: 0, ended: "empty" });
  expect(sent.length).toBeLessThan(10);
  mend();
  expect((await queue.lease()).jobs.map(({ id }) => id)).toEqual([`report:${NOON + HOUR}`]);
});

test("times that no runtime can read are asked for every few seconds, and other schedules go on", async () => {
  const scheduled = createQueue();
  const { queue, clock, redis, root, runAll } = scheduled;
  await queue.schedule("broken", { cron: "0 * * * *" }, { data: 1 });
  await queue.schedule("report", { cron: "0 * * * *" }, { data: 1 });
  const definition = (await redis.hget(`${root}schedules`, "broken")) ?? "";
  await redis.hset(`${root}schedules`, "broken", definition.replace('"UTC"', '"Sea/Atlantis"'));
  for (let hour = 1; hour <= 30; hour++) {
    clock.pass(HOUR);
    expect(await runAll()).toContain(`report +${hour * 60}`);
  }
  expect((await queue.lease()).nextWakeAt).toBe(clock.time + 5_000);
});
