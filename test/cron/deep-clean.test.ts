// Deep cleans of all queues of a prefix: their repairs, and the point at which they continue.
import { expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { NO_REPAIRS } from "../queue/kit/invariants.ts";
import { Realm } from "../setup/realm.ts";
import { addOrphans, createDueRealm, NO_MOVES, withoutRunMany } from "./kit/clean-targets.ts";

test("a deep clean repairs every queue, and finishes small queues in one run", async () => {
  const realm = new Realm();
  for (const name of ["a", "b", "c"]) await realm.queue(name).enqueueMany([{ data: 1, id: "x" }, { data: 2 }]);
  for (const name of ["a", "c"]) await realm.raw.zrem(`${realm.prefix}:{${name}}:ready`, "x");
  const report = await cleanAll("deep", realm.options);
  expect(report).toMatchObject({
    kind: "deep",
    moved: NO_MOVES,
    repaired: { ...NO_REPAIRS, orphans: 2 },
    left: [],
    errors: [],
    requests: 3,
  });
  expect(await cleanAll("deep", realm.options)).toMatchObject({ repaired: NO_REPAIRS });
  for (const name of ["a", "b", "c"]) expect(await realm.queue(name).counts()).toMatchObject({ ready: 2 });
});

test("a deep clean continues in a large queue run by run, and cleans the other queues in each run", async () => {
  const realm = new Realm();
  await addOrphans(realm, { name: "a", count: 3_000 });
  await realm.queue("b").enqueue(1);
  let orphans = 0;
  let runs = 0;
  for (let left = ["a"]; left.length > 0; runs++) {
    const report = await cleanAll("deep", { ...realm.options, redis: withoutRunMany(realm.redis), maxRequests: 5 });
    orphans += report.repaired.orphans;
    left = report.left;
    expect(left).not.toContain("b");
  }
  expect(runs).toBeGreaterThan(1);
  expect(orphans).toBe(3_000);
});

test("a deep clean finishes a large queue in few requests with many scripts each", async () => {
  const realm = new Realm();
  await addOrphans(realm, { name: "a", count: 9_000 });
  await realm.queue("b").enqueue(1);
  const report = await cleanAll("deep", { ...realm.options, maxRequests: 6 });
  expect(report).toMatchObject({ repaired: { ...NO_REPAIRS, orphans: 9_000 }, left: [], errors: [] });
  expect(await realm.queue("a").counts()).toMatchObject({ ready: 9_000 });
});

test("a deep clean and a light clean each continue at their own cursor", async () => {
  const realm = await createDueRealm(["a", "b", "c"]);
  const one = { ...realm.options, redis: withoutRunMany(realm.redis), maxRequests: 3 };
  expect((await cleanAll("light", one)).left).toEqual(["b", "c"]);
  expect((await cleanAll("deep", one)).left).toEqual(["b", "c"]);
  expect((await cleanAll("light", one)).left).toEqual(["c", "a"]);
  expect((await cleanAll("deep", one)).left).toEqual(["c", "a"]);
});
