// Queues that are admitted before their first job: the limits, and what a process remembers of it.
import { expect, inject, test } from "vitest";
import { type Adapter, listQueues, upstash } from "../../src/index.ts";
import { Context } from "../../src/queue/jobs/context.ts";
import { enqueueMany } from "../../src/queue/jobs/enqueue.ts";
import { admit, madeBy } from "../../src/queue/jobs/registration.ts";
import { destroy } from "../../src/queue/operate/destroy.ts";
import { freshName, testPrefix } from "../setup/queue.ts";

const ROOMY = { maker: "shop", maxQueues: 1_000, maxQueuesOfMaker: 1_000 };

/** A prefix of one test. Each process knows nothing of what another has registered. */
function setUp() {
  const prefix = `${testPrefix()}:${freshName()}`;
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const process = () => {
    const ran: string[] = [];
    const adapter: Adapter = {
      run(script, keys, args) {
        ran.push(script.name);
        return gateway.run(script, keys, args);
      },
    };
    return { ran, queue: (name: string) => new Context<unknown>(name, { redis: adapter, prefix }) };
  };
  return { process, known: () => listQueues({ redis: gateway, prefix }) };
}

test("queues are admitted up to the number of their maker, and up to that of the prefix", async () => {
  const { process, known } = setUp();
  const { queue } = process();
  const admitFor = (name: string, maker: string) => admit(queue(name), { maker, maxQueues: 4, maxQueuesOfMaker: 2 });
  for (const name of ["a", "b"]) expect(await admitFor(name, "shop")).toBe("ok");
  expect(await admitFor("c", "shop")).toBe("maxQueuesOfMaker");
  for (const name of ["c", "d"]) expect(await admitFor(name, "other")).toBe("ok");
  expect(await admitFor("e", "third")).toBe("maxQueues");
  for (const name of ["a", "b", "c", "d"]) expect(await admitFor(name, "shop")).toBe("ok");
  expect(await known()).toEqual(["a", "b", "c", "d"]);
});

test("many that are admitted at once pass no limit", async () => {
  const { process, known } = setUp();
  const names = Array.from({ length: 40 }, (_, i) => `queue-${i}`);
  const limits = { maker: "shop", maxQueues: 1_000, maxQueuesOfMaker: 7 };
  const outcomes = await Promise.all(names.map((name) => admit(process().queue(name), limits)));
  expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(7);
  expect(await known()).toHaveLength(7);
});

test("a destroyed queue makes room for another one", async () => {
  const { process } = setUp();
  const { queue } = process();
  const one = { ...ROOMY, maxQueuesOfMaker: 1 };
  expect(await admit(queue("a"), one)).toBe("ok");
  expect(await admit(queue("b"), one)).toBe("maxQueuesOfMaker");
  await destroy(queue("a"));
  expect(await admit(queue("b"), one)).toBe("ok");
});

test("a process asks once, until it has registered the queue, and not again", async () => {
  const { process } = setUp();
  const { queue, ran } = process();
  const enqueue = async () => {
    expect(await admit(queue("a"), ROOMY)).toBe("ok");
    await enqueueMany(madeBy(queue("a"), "shop"), [{ data: 1 }]);
    return ran.splice(0);
  };
  expect(await enqueue()).toEqual(["admit", "enqueue", "admit", "registered"]);
  expect(await enqueue()).toEqual(["enqueuePlain"]);
});

test("a queue that was destroyed by another process counts for its maker when it is made again", async () => {
  const { process } = setUp();
  const { queue } = process();
  const one = { ...ROOMY, maxQueuesOfMaker: 1 };
  await admit(queue("a"), one);
  await enqueueMany(madeBy(queue("a"), "shop"), [{ data: 1 }]);
  await destroy(process().queue("a"));
  // This process still takes the queue for registered, and does not ask.
  await enqueueMany(madeBy(queue("a"), "shop"), [{ data: 1 }]);
  expect(await admit(process().queue("b"), one)).toBe("maxQueuesOfMaker");
});

test.each([
  [{ maker: "two words" }, "maker"],
  [{ maxQueues: -1 }, "maxQueues"],
  [{ maxQueuesOfMaker: 1.5 }, "maxQueuesOfMaker"],
])("an admission that makes no sense is refused before anything is sent: %o", async (wrong, what) => {
  const { queue, ran } = setUp().process();
  await expect(admit(queue("a"), { ...ROOMY, ...wrong })).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringMatching(new RegExp(`^${what} must be`)),
  });
  expect(ran).toEqual([]);
});
