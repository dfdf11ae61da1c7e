// Defects 3 and 4 of the eleven known defects of the redis-work-queue clients: completions after the lease expired.
import { describe, expect, test } from "vitest";
import type { Item } from "../../../src/redis-work-queue/item.ts";
import { cleanTwice, connectItemQueues, createItem } from "../kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();

/** Creates a queue with an item "a", leased by our client; `late` is the item with its expired lease. */
async function createWithExpiredLease() {
  const testQueue = createTestItemQueue();
  const { queue, expireLeases } = testQueue;
  await queue.addItem(createItem("a"));
  const [late] = (await queue.lease(30)) as [Item];
  await expireLeases("a");
  return { ...testQueue, late };
}

describe("defect 3: a holder whose lease expired", () => {
  const CLIENTS = ["us", "others"] as const;
  const CASES = CLIENTS.flatMap((cleaner) =>
    CLIENTS.flatMap((worker) =>
      CLIENTS.flatMap((producer) => ["a!", "new"].map((data) => ({ cleaner, worker, producer, data }))),
    ),
  );
  // After a clean of ours, only the data distinguishes the new item if others did the rest.
  const isDistinguishable = ({ cleaner, worker, producer, data }: (typeof CASES)[number]) =>
    cleaner !== "us" || worker === "us" || producer === "us" || data !== "a!";

  test.each(CASES.filter(isDistinguishable))(
    "cannot complete the item after it was cleaned by $cleaner, completed by $worker and added again by $producer as $data",
    async ({ cleaner, worker, producer, data }) => {
      const testQueue = await createWithExpiredLease();
      const { queue, createQueue, otherClient, late, readState } = testQueue;
      if (cleaner === "us") await cleanTwice(testQueue);
      else await otherClient.run(otherClient.clean());
      if (worker === "us") {
        const [again] = (await createQueue().lease(30)) as [Item];
        expect(await createQueue().complete(again)).toBe(true);
      } else {
        await otherClient.run(otherClient.lease(30));
        expect(await otherClient.run(otherClient.complete("a"))).toBe(true);
      }
      if (producer === "us") await createQueue().addItem(createItem("a", data));
      else await otherClient.run(otherClient.addItem("a", data));
      expect(await queue.complete(late)).toBe(false);
      expect(await readState()).toMatchObject({ queue: ["a"], items: { a: data } });
    },
  );

  test("cannot complete an item that was added again and is leased", async () => {
    const { queue, otherClient, late } = await createWithExpiredLease();
    await otherClient.run(otherClient.clean());
    await otherClient.run(otherClient.lease(30));
    await otherClient.run(otherClient.complete("a"));
    await otherClient.run(otherClient.addItem("a", "a!"));
    await otherClient.run(otherClient.lease(30));
    expect(await queue.complete(late)).toBe(false);
    expect(await otherClient.run(otherClient.complete("a"))).toBe(true);
  });
});

describe("defect 4: a late completion", () => {
  test("removes the id of an item that was put back, so the item can be added again and leased once", async () => {
    const testQueue = await createWithExpiredLease();
    const { queue, otherClient, late, readState } = testQueue;
    await cleanTwice(testQueue);
    expect(await queue.complete(late)).toBe(true);
    expect(await readState()).toEqual({});
    await queue.addItem(createItem("a", "new"));
    expect(await otherClient.run(otherClient.lease(30))).toMatchObject({ data: Buffer.from("new") });
    expect(await queue.lease(30)).toEqual([]);
  });

  test("succeeds while the item is in processing, and later for the first caller", async () => {
    const testQueue = await createWithExpiredLease();
    const { queue, createQueue, late, expireLeases, readState } = testQueue;
    expect(await queue.complete(late)).toBe(true);
    await queue.addItem(createItem("a"));
    const [first] = (await queue.lease(30)) as [Item];
    await expireLeases("a");
    await cleanTwice(testQueue);
    const [second] = (await createQueue().lease(30)) as [Item];
    expect(await queue.complete(first)).toBe(true);
    expect(await createQueue().complete(second)).toBe(false);
    expect(await readState()).toEqual({});
  });

  test("by another client leaves an id without data in the queue, which a deep clean removes", async () => {
    const testQueue = createTestItemQueue();
    const { queue, otherClient, readState } = testQueue;
    await otherClient.run(otherClient.addItem("a", "a!"));
    await otherClient.start(otherClient.lease(30)).step(2);
    await cleanTwice(testQueue);
    await otherClient.run(otherClient.complete("a"));
    expect((await readState()).queue).toEqual(["a"]);
    await queue.deepClean();
    expect(await readState()).toEqual({});
  });
});
