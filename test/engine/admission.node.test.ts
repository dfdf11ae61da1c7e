// Admission: a new queue is admitted within the limits of its maker and of the prefix, and a process remembers it.
import { expect, test } from "vitest";
import { listQueues } from "../../src/index.ts";
import { enqueueMany } from "../../src/queue/jobs/enqueue.ts";
import { QueueContext } from "../../src/queue/jobs/queue-context.ts";
import { admitWithLimits, withMaker } from "../../src/queue/jobs/registration.ts";
import { destroy } from "../../src/queue/operate/destroy.ts";
import { freshName, testPrefix } from "../setup/queue.ts";
import { createRestAdapter, recordScripts } from "./watched-queue.ts";

const ROOMY = { maker: "shop", maxQueues: 1_000, maxQueuesOfMaker: 1_000 };

/** Creates a prefix. `startProcess` plays a process, which does not know the queues that another process registered. */
function setUp() {
  const prefix = `${testPrefix()}:${freshName()}`;
  const redis = createRestAdapter();
  const startProcess = () => {
    const { adapter, sent } = recordScripts({ run: redis.run });
    return { sent, queue: (name: string) => new QueueContext<unknown>(name, { redis: adapter, prefix }) };
  };
  return { startProcess, list: () => listQueues({ redis, prefix }) };
}

test("admit limits the queues of a maker and the queues of a prefix", async () => {
  const { startProcess, list } = setUp();
  const { queue } = startProcess();
  const admitFor = (name: string, maker: string) =>
    admitWithLimits(queue(name), { maker, maxQueues: 4, maxQueuesOfMaker: 2 });
  for (const name of ["a", "b"]) expect(await admitFor(name, "shop")).toBe("ok");
  expect(await admitFor("c", "shop")).toBe("maxQueuesOfMaker");
  for (const name of ["c", "d"]) expect(await admitFor(name, "other")).toBe("ok");
  expect(await admitFor("e", "third")).toBe("maxQueues");
  for (const name of ["a", "b", "c", "d"]) expect(await admitFor(name, "shop")).toBe("ok");
  expect(await list()).toEqual(["a", "b", "c", "d"]);
});

test("concurrent admissions exceed no limit", async () => {
  const { startProcess, list } = setUp();
  const names = Array.from({ length: 40 }, (_, i) => `queue-${i}`);
  const limits = { maker: "shop", maxQueues: 1_000, maxQueuesOfMaker: 7 };
  const outcomes = await Promise.all(names.map((name) => admitWithLimits(startProcess().queue(name), limits)));
  expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(7);
  expect(await list()).toHaveLength(7);
});

test("a destroyed queue makes room for another one", async () => {
  const { queue } = setUp().startProcess();
  const one = { ...ROOMY, maxQueuesOfMaker: 1 };
  expect(await admitWithLimits(queue("a"), one)).toBe("ok");
  expect(await admitWithLimits(queue("b"), one)).toBe("maxQueuesOfMaker");
  await destroy(queue("a"));
  expect(await admitWithLimits(queue("b"), one)).toBe("ok");
});

test("a process sends no more admissions after it has registered the queue", async () => {
  const { queue, sent } = setUp().startProcess();
  const enqueue = async () => {
    expect(await admitWithLimits(queue("a"), ROOMY)).toBe("ok");
    await enqueueMany(withMaker(queue("a"), "shop"), [{ data: 1 }]);
    return sent.splice(0);
  };
  expect(await enqueue()).toEqual(["admit", "enqueue", "admit", "noteRegistration"]);
  expect(await enqueue()).toEqual(["enqueuePlain"]);
});

test("a queue that another process destroyed counts for its maker when it is created again", async () => {
  const { startProcess } = setUp();
  const { queue } = startProcess();
  const one = { ...ROOMY, maxQueuesOfMaker: 1 };
  await admitWithLimits(queue("a"), one);
  await enqueueMany(withMaker(queue("a"), "shop"), [{ data: 1 }]);
  await destroy(startProcess().queue("a"));
  // This process still assumes that the queue is registered, and sends no admission.
  await enqueueMany(withMaker(queue("a"), "shop"), [{ data: 1 }]);
  expect(await admitWithLimits(startProcess().queue("b"), one)).toBe("maxQueuesOfMaker");
});

test.each([
  [{ maker: "two words" }, "maker"],
  [{ maxQueues: -1 }, "maxQueues"],
  [{ maxQueuesOfMaker: 1.5 }, "maxQueuesOfMaker"],
])("admit refuses an invalid option before it sends a request: %o", async (invalid, option) => {
  const { queue, sent } = setUp().startProcess();
  await expect(admitWithLimits(queue("a"), { ...ROOMY, ...invalid })).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringMatching(new RegExp(`^${option} must be`)),
  });
  expect(sent).toEqual([]);
});
