// The group and the cost that a source takes from a delivery.
import { expect, test } from "vitest";
import { type AppOptions, createApp } from "../../src/http/app.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import type { Source } from "../../src/webhooks.ts";
import { freshQueue } from "../setup/queue.ts";
import { createHooksApp, createSource, readProblem } from "./kit/hooks-app.ts";

/** Delivers a body to a source, and returns the stored job. */
async function deliverTo(source: Partial<Source>, body: string) {
  const queue = freshQueue({ groups: { concurrency: 1 } });
  const app = createHooksApp({ sender: createSource(source) }, { queue });
  const response = await app.deliver("1", body);
  return { response, queue, job: await queue.get("sender:1") };
}

const BODY = JSON.stringify({
  customer: { id: "customer-7", "a.b": 8, list: ["x"] },
  points: 3,
  none: null,
  empty: "",
});

test.each<[string, Partial<Source>, string | undefined, number | undefined]>([
  ["paths", { group: "customer.id", cost: "points" }, "customer-7", 3],
  ["lists of names", { group: ["customer", "a.b"], cost: ["points"] }, "8", 3],
  ["the index of a list", { group: "customer.list.0" }, "x", undefined],
  ["functions", { group: ({ headers }) => headers["x-id"] ?? "none", cost: async () => 5 }, "1", 5],
  ["functions without a value", { group: () => undefined, cost: () => null }, undefined, undefined],
  ["paths of missing values", { group: "customer.name", cost: "points.value" }, undefined, undefined],
  ["paths of empty values", { group: "empty", cost: "none" }, undefined, undefined],
  ["an inherited property", { group: "constructor.name" }, undefined, undefined],
])("a job has its group and its cost by %s", async (_what, source, group, cost) => {
  const { response, job } = await deliverTo({ headers: ["x-id"], ...source }, BODY);
  expect(response.status).toBe(202);
  expect([job?.group, job?.cost]).toEqual([group, cost]);
});

test("a body that is not JSON has no group", async () => {
  const { job } = await deliverTo({ group: "customer", contentTypes: ["*/*"] }, "customer=7");
  expect([job?.state, job?.group]).toEqual(["ready", undefined]);
});

test.each(["x".repeat(129), "a\nb", "a?b", "..", "x/jobs", "trail ", "a/../b", "a%2Fb"])(
  "a name that no group can have is replaced by its hash",
  async (id) => {
    const { job } = await deliverTo({ group: "id" }, JSON.stringify({ id }));
    expect(job?.group).toMatch(/^[0-9a-f]{64}$/);
  },
);

test.each<[string, Partial<Source>, RegExp]>([
  [
    "a group that is an object",
    { group: "customer" },
    /^source sender: its group must be a string or a finite number$/,
  ],
  ["a cost of 0", { cost: () => 0 }, /^source sender: its cost must be a whole number/],
  ["a cost that is text", { cost: "customer.id" }, /^source sender: its cost must be a whole number/],
  [
    "a function that throws",
    {
      group: () => {
        throw new TypeError("s3cret");
      },
    },
    /^source sender: its function group threw \(TypeError\)$/,
  ],
])("a delivery with %s gets 422, and no job is created", async (_what, source, detail) => {
  const { response, queue } = await deliverTo(source, BODY);
  const problem = await readProblem(response);
  expect([problem.status, problem.code]).toEqual([422, "invalid_payload"]);
  expect(problem.detail).toMatch(detail);
  expect(await queue.counts()).toMatchObject({ ready: 0, totals: { enqueued: 0 } });
});

test("deliveries of one group run one after the other", async () => {
  const queue = freshQueue({ groups: { concurrency: 1 } });
  const { deliver } = createHooksApp({ sender: createSource({ group: "customer" }) }, { queue });
  for (const [id, customer] of [
    ["1", "a"],
    ["2", "a"],
    ["3", "b"],
  ])
    await deliver(id, JSON.stringify({ customer }));
  expect((await queue.lease({ count: 9 })).jobs.map(({ id }) => id)).toEqual(["sender:1", "sender:3"]);
});

test.each([{ group: "" }, { group: "a..b" }, { group: [] }, { cost: 3 }, { cost: [1] }])(
  "a source with %j is refused",
  (more) => {
    const create = () => createHooksApp({ sender: createSource(more as never) });
    expect(create).toThrow(/^source sender: (group|cost) must be a function, or a path/);
  },
);

test.each<Partial<Source>>([{ group: "customer" }, { cost: "points" }, { debounce: { key: "id", wait: "5s" } }])(
  "a source with %j for a queue in the format of redis-work-queue is refused",
  (more) => {
    const redis: Adapter = { run: () => Promise.reject(new Error("Redis was called")) };
    const options: AppOptions = {
      redis,
      redisWorkQueues: (client) => ({ items: new RedisWorkQueue("items", { redis: client, now: Date.now }) }),
      sources: { sender: createSource({ queue: "items", ...more }) },
    };
    expect(() => createApp(options)).toThrow(
      "source sender: items of redis-work-queue have no group, no cost and no debounce",
    );
  },
);
