// Light cleans of all queues of a prefix: the jobs that they move, and the order in which they visit the queues.
import { expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { NO_REPAIRS } from "../queue/kit/invariants.ts";
import { Realm } from "../setup/realm.ts";
import {
  addDueJobs,
  admitQueues,
  createDueRealm,
  NO_MOVES,
  recordCleanedQueues,
  withoutRunMany,
} from "./kit/clean-targets.ts";

test("a light clean moves due jobs in every queue, and counts its requests", async () => {
  const realm = await createDueRealm(["a", "b", "c"]);
  const report = await cleanAll("light", realm.options);
  expect(report).toEqual({
    kind: "light",
    queues: 3,
    moved: { ...NO_MOVES, reclaimed: 9, promoted: 3 },
    repaired: NO_REPAIRS,
    retired: 0,
    left: [],
    errors: [],
    ms: expect.any(Number),
    requests: 3,
  });
  for (const name of ["a", "b", "c"]) expect(await realm.queue(name).counts()).toMatchObject({ ready: 4, leased: 0 });
  expect(await cleanAll("light", realm.options)).toMatchObject({ moved: NO_MOVES });
});

test("a light clean of a prefix without queues sends one request", async () => {
  expect(await cleanAll("light", new Realm().options)).toMatchObject({ queues: 0, left: [], errors: [], requests: 1 });
});

test("a light clean stops after its requests, and the next one continues there", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const realm = await createDueRealm(names);
  const { redis, cleaned } = recordCleanedQueues(realm.redis);
  const runs: string[][] = [];
  for (let run = 0; run < 4; run++) {
    const report = await cleanAll("light", { ...realm.options, redis, maxRequests: 5 });
    expect(report).toMatchObject({ requests: 5, queues: 7 });
    expect([...cleaned, ...report.left].sort()).toEqual(names);
    runs.push(cleaned.splice(0));
  }
  expect(runs).toEqual([
    ["a", "b", "c"],
    ["d", "e", "f"],
    ["g", "a", "b"],
    ["c", "d", "e"],
  ]);
});

test("a light clean makes progress even with a budget of 1 ms", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
  const realm = await createDueRealm(names);
  let reclaimed = 0;
  for (let run = 0; run < 3; run++)
    reclaimed += (await cleanAll("light", { ...realm.options, budget: 1 })).moved.reclaimed;
  expect(reclaimed).toBe(30);
});

test("a light clean sends a request for every queue before a second one for any", async () => {
  // These come first in alphabetical order, and each needs more than ten requests.
  const flooded = ["a1", "a2", "a3", "a4", "a5"];
  const realm = await createDueRealm(flooded, { jobs: 2_000 });
  await addDueJobs(realm, ["small"]);
  const report = await cleanAll("light", { ...realm.options, redis: withoutRunMany(realm.redis), maxRequests: 8 });
  expect(await realm.queue("small").counts()).toMatchObject({ ready: 4, leased: 0 });
  expect([...report.left].sort()).toEqual(flooded);
  const next = await cleanAll("light", realm.options);
  expect(next).toMatchObject({ left: [], errors: [] });
  expect(report.moved.reclaimed + next.moved.reclaimed).toBe(5 * 2_000 + 3);
});

test("a light clean reaches a queue beside 1,500 queues of one maker, even with one script per request", async () => {
  const realm = new Realm();
  const names = Array.from({ length: 1_500 }, (_, i) => `web-${i}`);
  await admitQueues(realm, { names, maker: "stranger" });
  await addDueJobs(realm, ["declared", "zz"]);
  const { redis, cleaned } = recordCleanedQueues(realm.redis);
  const settings = { declared: {}, unused: {} };
  const report = await cleanAll("light", { ...realm.options, settings, redis });
  expect(cleaned.slice(0, 3)).toEqual(["declared", "web-0", "zz"]);
  expect(report).toMatchObject({ queues: 1_502, moved: { reclaimed: 6, promoted: 2 }, errors: [], requests: 45 });
  expect(await realm.queue("zz").counts()).toMatchObject({ ready: 4, leased: 0, delayed: 0 });
  // The next clean begins with these two again, and continues with other queues of the maker.
  const before = cleaned.splice(0).filter((name) => name.startsWith("web-"));
  await cleanAll("light", { ...realm.options, settings, redis });
  expect(cleaned).toEqual(expect.arrayContaining(["declared", "zz"]));
  expect(cleaned.filter((name) => before.includes(name))).toEqual([]);
});

test("a light clean cleans a thousand queues in 45 requests, with a broken queue among them", async () => {
  const realm = new Realm();
  const names = Array.from({ length: 1_000 }, (_, i) => `queue-${i}`);
  const enqueue = (name: string) => realm.queue(name, { lease: "1s" }).enqueue(1, { delay: "1s" });
  for (let from = 0; from < 1_000; from += 50) await Promise.all(names.slice(from, from + 50).map(enqueue));
  await realm.breakQueue("queue-500");
  realm.clock.pass(1_000);
  const report = await cleanAll("light", realm.options);
  expect(report).toMatchObject({
    queues: 1_000,
    moved: { ...NO_MOVES, promoted: 999 },
    left: [],
    errors: [{ queue: "queue-500", code: "other_layout" }],
  });
  expect(report.requests).toBeLessThanOrEqual(45);
});

test("concurrent light cleans move each job once", async () => {
  const realm = await createDueRealm(["a", "b", "c", "d", "e"], { jobs: 700 });
  const runs = await Promise.all([1, 2, 3].map(() => cleanAll("light", realm.options)));
  const sum = (kind: "reclaimed" | "promoted") => runs.reduce((all, { moved }) => all + moved[kind], 0);
  expect({ reclaimed: sum("reclaimed"), promoted: sum("promoted") }).toEqual({ reclaimed: 3_500, promoted: 5 });
  for (const name of ["a", "b", "c", "d", "e"]) {
    const { totals, ...counts } = await realm.queue(name).counts();
    expect(counts).toMatchObject({ ready: 701, leased: 0, delayed: 0 });
    expect(totals).toMatchObject({ enqueued: 701, reclaimed: 700 });
    expect(await realm.queue(name).deepClean()).toMatchObject(NO_REPAIRS);
  }
});

test("a light clean applies the retention in its settings to a queue without retention", async () => {
  const realm = new Realm();
  const queue = realm.queue("a", { retention: { done: "1d" } });
  await queue.enqueue(1);
  await (await queue.lease()).jobs[0]?.complete();
  await realm.queue("a").enqueue(2);
  realm.clock.pass(3_600_000);
  expect(await cleanAll("light", realm.options)).toMatchObject({ moved: { removed: 0 } });
  const settings = { a: { retention: { done: "1h" } } } as const;
  expect(await cleanAll("light", { ...realm.options, settings })).toMatchObject({ moved: { removed: 1 } });
});
