// openstory #725: limits travel in the message or with the client, so a preview deployment overwrote those of production.
import { expect, test } from "vitest";
import type { QueueOptions } from "../../../../src/index.ts";
import { idsOf, useGroupQueues } from "../kit/group-queue.ts";

const createGroups = useGroupQueues();
const PRODUCTION: Partial<QueueOptions<string>> = { groups: { concurrency: 1 }, limitsVersion: 2 };
const PREVIEWS: [string, Partial<QueueOptions<string>>][] = [
  ["an earlier version", { groups: { concurrency: 100 }, limitsVersion: 1 }],
  ["the same version with other limits", { groups: { concurrency: 100 }, limitsVersion: 2 }],
  ["no version", { groups: { concurrency: 100 } }],
  ["no limits", {}],
];

test.each(PREVIEWS)("a deployment that declares %s changes nothing for the other one", async (_, declared) => {
  const { connect, queue, enqueue, countLeased, expectSound } = createGroups(PRODUCTION);
  await enqueue("a1");
  const options = { groups: undefined, limitsVersion: undefined, ...declared } as Partial<QueueOptions<string>>;
  const preview = connect(options);
  // The preview enqueues, leases, settles and drains, also together with the deployment of production.
  await preview.enqueueMany(idsOf("a", 9).map((id) => ({ data: id, id, group: "a" })));
  const [first] = (await preview.lease({ count: 9 })).jobs;
  expect(await countLeased()).toEqual(new Map([["a", 1]]));
  expect((await preview.lease({ count: 9 })).jobs).toEqual([]);
  expect((await queue.lease({ count: 9 })).jobs).toEqual([]);
  const turn = await preview.turn({
    settle: first ? [{ job: first, action: "complete" }] : [],
    lease: { count: 9 },
  });
  expect(turn.jobs.map(({ id }) => id)).toEqual(["a2"]);
  await turn.jobs[0]?.complete();
  let [running, most] = [0, 0];
  const handle = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
  };
  await Promise.all([preview.drain(handle, { budget: "5s" }), queue.drain(handle, { budget: "5s" })]);
  expect(most).toBe(1);
  expect(await queue.group("a")).toMatchObject({ concurrency: 1 });
  await expectSound();
});

test("a later version holds for all clients, and limits that an operator sets hold until an even later one", async () => {
  const { connect, queue, enqueue, lease, leaseIds } = createGroups(PRODUCTION);
  await enqueue(...idsOf("a", 9));
  expect(await lease()).toHaveLength(1);
  const next = connect({ groups: { concurrency: 3 }, limitsVersion: 3 });
  expect((await next.lease({ count: 9 })).jobs).toHaveLength(2);
  expect(await queue.setLimits({ groups: { concurrency: 4 } })).toEqual({ ok: true, version: 4 });
  expect((await next.lease({ count: 9 })).jobs).toHaveLength(1);
  expect(await leaseIds()).toEqual([]);
  expect((await connect({ groups: { concurrency: 5 }, limitsVersion: 5 }).lease({ count: 9 })).jobs).toHaveLength(1);
});

test("a deployment that declares other limits than the queue's is warned once", async () => {
  const { connect, enqueue } = createGroups(PRODUCTION);
  await enqueue("a1");
  const events: string[] = [];
  const preview = connect({ limitsVersion: 1, logger: ({ event }) => void events.push(event) });
  for (let i = 0; i < 3; i++) {
    await preview.enqueue("x", { group: "a" });
    await preview.lease();
  }
  expect(events).toEqual(["other_limits"]);
});
