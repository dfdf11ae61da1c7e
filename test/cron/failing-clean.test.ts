// Cleans that meet a failure: a broken queue, an unreachable Redis, a node without replies, or invalid options.
import { expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import type { Adapter } from "../../src/index.ts";
import { Realm, unreachableAdapter } from "../setup/realm.ts";
import { chooseAdapter, createDueRealm } from "./kit/clean-targets.ts";

test.each([
  ["of a newer layout", "other_layout", "other_layout"],
  ["with keys of a wrong type", "wrong type", "redis_error"],
] as const)("a queue %s is reported, and the other queues are cleaned", async (_, how, code) => {
  const realm = await createDueRealm(["a", "c"]);
  await realm.breakQueue("b", how);
  expect(await cleanAll("light", realm.options)).toMatchObject({
    queues: 3,
    moved: { reclaimed: 6 },
    errors: [{ queue: "b", code }],
    left: [],
  });
  expect(await cleanAll("deep", realm.options)).toMatchObject({ errors: [{ queue: "b", code }], left: [] });
});

test("a run with only broken queues does not fail", async () => {
  const realm = new Realm();
  await realm.breakQueue("a");
  const report = await cleanAll("light", realm.options);
  expect(report.errors).toEqual([{ queue: "a", code: "other_layout" }]);
  expect(report).not.toHaveProperty("failed");
});

test("a run fails if Redis is unreachable", async () => {
  const report = await cleanAll("light", { ...new Realm().options, redis: unreachableAdapter() });
  expect(report).toMatchObject({ queues: 0, failed: { code: "redis_unreachable" } });
});

test("a run fails if Redis becomes unreachable before any queue is cleaned", async () => {
  const realm = await createDueRealm(["a", "b"]);
  const redis = chooseAdapter((script) => (script === "listForClean" ? realm.redis : unreachableAdapter()));
  expect(await cleanAll("light", { ...realm.options, redis })).toMatchObject({
    errors: [
      { queue: "a", code: "redis_unreachable" },
      { queue: "b", code: "redis_unreachable" },
    ],
    failed: { code: "redis_unreachable" },
  });
});

test("a node that does not reply delays no queue of another node, and the run ends soon after its budget", async () => {
  const realm = await createDueRealm(["a", "b"]);
  const run: Adapter["run"] = (script, keys, args) =>
    keys.some((key) => key.includes("{a}")) ? new Promise(() => {}) : realm.redis.run(script, keys, args);
  const startedAt = Date.now();
  const report = await cleanAll("light", { ...realm.options, redis: { run }, budget: 1 });
  expect(report).toMatchObject({ moved: { reclaimed: 3 }, errors: [{ queue: "a", code: "redis_unreachable" }] });
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});

test.each([
  [{ maxRequests: 2 }, "maxRequests"],
  [{ budget: "soon" as never }, "budget"],
  [{ prefix: "no spaces" }, "prefix"],
])("invalid options are refused before a request is sent: %o", async (invalid, option) => {
  const refused = cleanAll("light", { ...new Realm().options, ...invalid });
  await expect(refused).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringContaining(option) });
});
