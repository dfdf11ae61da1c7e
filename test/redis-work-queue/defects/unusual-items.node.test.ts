// Defects 7 to 11 of the eleven known defects of the redis-work-queue clients: items that they lose, repeat forever or
// clean slowly.
import { expect, test } from "vitest";
import { startOwnRedis } from "../../gateway/kit/own-servers.ts";
import { measureClean } from "../kit/clean-cost.ts";
import { RespConnection } from "../kit/resp-connection.ts";
import { cleanTwice, connectItemQueues } from "../kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();

test("defect 7: ids that are not UTF-8 do not stop a clean, and are leased and completed unchanged", async () => {
  const testQueue = createTestItemQueue();
  const { queue, otherClient, connection, prefix, readState } = testQueue;
  await connection.send("LPUSH", `${prefix}:processing`, Buffer.from([0xff]), Buffer.from([0xc3, 0x28]));
  for (const id of [Buffer.from([0xfe, 0x00]), Buffer.from("ok")]) {
    await otherClient.run(otherClient.addItem(id, Buffer.from([0xff])));
    await otherClient.start(otherClient.lease(30)).step(1);
  }
  await cleanTwice(testQueue);
  expect(await readState()).toMatchObject({ queue: ["ok", "\xfe\0"] });
  expect(await queue.deepClean()).toMatchObject({ lost: 0, strays: 0 });
  const leased = await queue.lease(30, { count: 2 });
  expect(leased.map(({ idBytes, bytes }) => [Buffer.from(idBytes).toString("hex"), [...bytes]])).toEqual([
    ["fe00", [255]],
    ["6f6b", [255]],
  ]);
  for (const each of leased) expect(await queue.complete(each)).toBe(true);
  expect(await readState()).toEqual({});
});

test("defect 8: an item that kills each of its workers fails after 20 leases by any clients", async () => {
  const testQueue = createTestItemQueue();
  const { queue, otherClient, expireLeases, readState } = testQueue;
  await otherClient.run(otherClient.addItem("poison", "!"));
  let leases = 0;
  while ((await otherClient.run(otherClient.lease(30))) && leases < 100) {
    leases += 1;
    await expireLeases("poison");
    await cleanTwice(testQueue);
  }
  expect(leases).toBe(20);
  expect((await queue.failed()).map(({ id }) => id)).toEqual(["poison"]);
  expect(await readState()).toEqual({ others: [":leasehold:failed"] });
});

test("defect 9: 4,000 items without a lease are put back in under 60 requests and half a second of Redis", async () => {
  const connection = await RespConnection.open((await startOwnRedis()).url);
  try {
    for (const clean of ["clean", "deepClean"] as const) {
      await connection.send("FLUSHALL");
      const cost = await measureClean(connection, { count: 4_000, clean });
      expect(cost.queued).toBe(4_000);
      expect(cost.requests).toBeLessThan(60);
      expect(cost.seconds).toBeLessThan(0.5);
    }
  } finally {
    connection.close();
  }
});

test("defect 10: a clean drops no item in processing that has data", async () => {
  const testQueue = createTestItemQueue();
  const { queue, otherClient, readState, expireLeases } = testQueue;
  for (const id of ["a", "b"]) await otherClient.run(otherClient.addItem(id, `${id}!`));
  for (let i = 0; i < 2; i++) await otherClient.run(otherClient.lease(30));
  await expireLeases("a");
  await cleanTwice(testQueue);
  expect(await readState()).toMatchObject({ queue: ["a"], processing: ["b"], items: { a: "a!", b: "b!" } });
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
});

test("defect 11: lease returns the items behind ids without data", async () => {
  const { queue, otherClient, connection, prefix } = createTestItemQueue();
  await connection.send("LPUSH", `${prefix}:queue`, "gone", "gone too");
  await otherClient.run(otherClient.addItem("a", "a!"));
  expect((await queue.lease(30)).map(({ id }) => id)).toEqual(["a"]);
});
