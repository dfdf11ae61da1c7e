// oban #1477, #792: consumers that lease by hand ignore the limit, and a job without a key disturbs the others. Here all ways to
// lease run at the same time, on one queue.
import { expect, test } from "vitest";
import type { Job } from "../../../../src/index.ts";
import { createApi } from "../../../http/kit/api.ts";
import { until } from "../../../setup/wait.ts";
import { groupOfId, idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();
const GROUPS = ["a", "b", "c"];
const JOBS = 60;
const CONCURRENCY = 2;

/** Counts the jobs of each group that clients hold, and those that have run. */
function createTally() {
  const held = new Map<string, number>();
  const most = new Map<string, number>();
  const done: string[] = [];
  return {
    most,
    done,
    begin(id: string) {
      const group = groupOfId(id);
      const count = (held.get(group) ?? 0) + 1;
      held.set(group, count);
      most.set(group, Math.max(most.get(group) ?? 0, count));
    },
    /** Called before the job is settled: its slot may be taken as soon as Redis has the request. */
    end(id: string) {
      held.set(groupOfId(id), (held.get(groupOfId(id)) ?? 0) - 1);
      done.push(id);
    },
  };
}

test("lease, turn, drain, work and HTTP hold the limit of a group together", async () => {
  // A clock that stands still would never end the pauses of a worker.
  const { queue, connect, enqueue, countLeased, expectSound } = createGroups({
    groups: { concurrency: CONCURRENCY },
    now: Date.now,
    lease: "1m",
  });
  await enqueue(...GROUPS.flatMap((group) => idsOf(group, JOBS)));
  const all = GROUPS.length * JOBS;
  const { begin, end, done, most } = createTally();
  const handle = async ({ id }: Job<string>) => {
    begin(id);
    await Promise.resolve();
    end(id);
  };
  const isOver = () => done.length >= all;

  async function leaseByHand(): Promise<void> {
    const client = connect();
    while (!isOver()) {
      const { jobs } = await client.lease({ count: 5 });
      for (const job of jobs) begin(job.id);
      for (const job of jobs) {
        end(job.id);
        await job.complete();
      }
    }
  }

  async function takeTurns(): Promise<void> {
    const client = connect();
    for (let jobs: Job<string>[] = []; !isOver() || jobs.length > 0; ) {
      for (const { id } of jobs) end(id);
      const settle = jobs.map((job) => ({ job, action: "complete" as const }));
      ({ jobs } = await client.turn({ settle, ...(!isOver() && { lease: { count: 7 } }) }));
      for (const { id } of jobs) begin(id);
    }
  }

  async function drainAgain(): Promise<void> {
    const client = connect();
    while (!isOver()) await client.drain(handle, { budget: "5s", concurrency: 5 });
  }

  async function leaseOverHttp(): Promise<void> {
    const { send } = await createApi();
    const path = `/v1/queues/${queue.name}`;
    while (!isOver()) {
      const body = (await (await send(`POST ${path}/lease`, { body: { count: 5 } })).json()) as {
        jobs: { id: string; receipt: string }[];
      };
      for (const { id } of body.jobs) begin(id);
      for (const { id, receipt } of body.jobs) {
        end(id);
        await send(`POST ${path}/jobs/${id}/complete`, { body: { receipt } });
      }
    }
  }

  async function watchRedis(): Promise<void> {
    while (!isOver()) {
      for (const count of (await countLeased()).values()) expect(count).toBeLessThanOrEqual(CONCURRENCY);
    }
  }

  const workers = [1, 2].map(() => connect().work(handle, { concurrency: 10 }));
  await Promise.all([leaseByHand(), takeTurns(), drainAgain(), leaseOverHttp(), watchRedis()]);
  await until(async () => (await queue.counts()).totals.completed === all);
  for (const worker of workers) await worker.stop();
  expect(done.sort()).toEqual(GROUPS.flatMap((group) => idsOf(group, JOBS)).sort());
  expect([...most.values()]).toEqual(GROUPS.map(() => CONCURRENCY));
  await expectSound();
});

test("jobs without a group run beside the groups, and take none of their slots", async () => {
  const { queue, enqueue, lease, leaseIds, expectSound, finishAll } = createGroups({
    groups: { concurrency: 1, rate: { limit: 1, per: "1h", burst: 1 } },
  });
  const plain = (...ids: string[]) => queue.enqueueMany(ids.map((id) => ({ data: id, id })));
  await plain("p1");
  await enqueue("a1", "a2");
  await plain("p2", "p3");
  await queue.enqueue("x", { id: "p4", cost: 50 });
  const jobs = await lease();
  expect(jobs.map(({ id }) => id)).toEqual(["p1", "a1", "p2", "p3", "p4"]);
  await plain("p5");
  expect(await leaseIds()).toEqual(["p5"]);
  expect((await queue.groups()).groups.map(({ name }) => name)).toEqual(["a"]);
  await jobs[0]?.retry({ delay: 0 });
  await jobs[2]?.release();
  expect(await leaseIds()).toEqual(["p2", "p1"]);
  await queue.cancel(["a1", "a2", "p1", "p2", "p3", "p4", "p5"]);
  expect(await finishAll()).toEqual([]);
  await expectSound();
});

test("jobs without a group keep their order and their number while groups are at their limits", async () => {
  const { queue, enqueue, lease, leaseIds } = createGroups({ groups: { ordered: true } });
  await enqueue(...idsOf("a", 200), ...idsOf("b", 200));
  expect(await lease()).toHaveLength(2);
  for (let n = 1; n <= 50; n++) await queue.enqueue("x", { id: `p${n}`, priority: n % 2 === 0 ? 0 : 9 });
  const ids = idsOf("p", 50);
  const even = ids.filter((_, i) => i % 2 === 1);
  const odd = ids.filter((_, i) => i % 2 === 0);
  expect([...(await leaseIds({ count: 20 })), ...(await leaseIds({ count: 50 }))]).toEqual([...even, ...odd]);
});
