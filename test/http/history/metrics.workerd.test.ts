// Histograms and overdue jobs in /metrics, and the age of the next job.
import { expect, test } from "vitest";
import { Realm } from "../../setup/realm.ts";
import { createApi } from "../kit/api.ts";

/** Returns a queue, and a function that reads its metrics as a map from a sample's name and labels to its value. */
async function createMeasuredQueue() {
  const realm = new Realm();
  const { send } = await createApi({ prefix: realm.prefix });
  const read = async () => {
    const text = await (await send("GET /metrics")).text();
    return new Map(
      text
        .split("\n")
        .filter((line) => line.includes('queue="a"'))
        .map((line): [string, number] => {
          const [, name = "", value] = /^leasehold_(.+) (\S+)$/.exec(line.replace(/queue="a",?/, "")) ?? [];
          return [name.replace(/,?\}$/, "}").replace("{}", ""), Number(value)];
        }),
    );
  };
  return { realm, queue: realm.queue<number>("a"), read };
}

const BOUNDS = "0.004 0.016 0.064 0.256 1.024 4.096 16.384 65.536 262.144 1048.576 4194.304 16777.216 +Inf".split(" ");

test("the histograms of waits and run times are cumulative, and have all of their buckets from the first time on", async () => {
  const { realm, queue, read } = await createMeasuredQueue();
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data })));
  const empty = await read();
  const bucketsOf = (metrics: Map<string, number>, name: string) =>
    BOUNDS.map((bound) => metrics.get(`${name}_seconds_bucket{le="${bound}"}`));
  expect([...empty.keys()].filter((name) => /^(wait|run)_seconds/.test(name))).toEqual([]);
  realm.clock.pass(10);
  const [first] = (await queue.lease()).jobs;
  realm.clock.pass(5_000);
  const { jobs } = await queue.lease({ count: 2, for: "12h" });
  realm.clock.pass(20_000);
  await first?.complete();
  for (const job of jobs) await job.complete();
  const metrics = await read();
  expect(bucketsOf(metrics, "wait")).toEqual([0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3]);
  expect(bucketsOf(metrics, "run")).toEqual([0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3]);
  expect([metrics.get("wait_seconds_count"), metrics.get("run_seconds_count")]).toEqual([3, 3]);
  const { waits, runTimes } = await queue.counts();
  expect(metrics.get("wait_seconds_sum")).toBe(waits.sum / 1_000);
  expect(metrics.get("run_seconds_sum")).toBe(runTimes.sum / 1_000);
});

test("a latency beyond the last bound is in the last bucket only", async () => {
  const { realm, queue, read } = await createMeasuredQueue();
  await queue.enqueue(1);
  realm.clock.pass(30 * 86_400_000);
  await queue.lease();
  const metrics = await read();
  expect(metrics.get('wait_seconds_bucket{le="16777.216"}')).toBe(0);
  expect(metrics.get('wait_seconds_bucket{le="+Inf"}')).toBe(1);
});

test("due delayed jobs and expired leases that no clean has moved are overdue", async () => {
  const overdueAfter = async (age: number) => {
    const { realm, queue, read } = await createMeasuredQueue();
    // The route reads at the time of Redis.
    realm.clock.pass(Date.now() - age - realm.clock.now());
    await queue.enqueueMany([{ data: 1 }, { data: 2, delay: "1m" }, { data: 3, delay: "1m" }]);
    await queue.lease({ for: "1m" });
    const readOverdue = async () => {
      const metrics = await read();
      return [metrics.get('overdue{state="delayed"}'), metrics.get('overdue{state="leased"}')];
    };
    const overdue = await readOverdue();
    realm.clock.pass(age);
    await queue.clean();
    return [overdue, await readOverdue()];
  };
  const none = [0, 0];
  expect(await overdueAfter(0)).toEqual([none, none]);
  expect(await overdueAfter(3_600_000)).toEqual([[2, 1], none]);
});

test("the age of the next job counts since the job became ready, not since it was enqueued", async () => {
  const { realm, queue } = await createMeasuredQueue();
  await queue.enqueue(1, { delay: "1h" });
  realm.clock.pass(3_600_000);
  await queue.clean();
  realm.clock.pass(5_000);
  expect(await queue.counts()).toMatchObject({ ready: 1, oldestReadyAge: 5_000 });
  const [job] = (await queue.lease()).jobs;
  await job?.retry({ delay: "10m" });
  expect(await queue.counts()).toMatchObject({ ready: 0, oldestReadyAge: undefined });
  realm.clock.pass(600_000);
  await queue.clean();
  realm.clock.pass(7_000);
  expect(await queue.counts()).toMatchObject({ ready: 1, oldestReadyAge: 7_000 });
});
